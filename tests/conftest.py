import logging
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from companion import testing

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))

LEFT_OUT = pytest.StashKey[dict[str, list[str]]]()
"""Names of tests, by the package that they lack."""


@pytest.fixture(autouse=True)
def no_logs_gte_error(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """An ERROR that nobody looked at fails the test; a test that means it checks and clears `caplog`."""
    yield
    errors = [
        record
        for when in ("setup", "call")
        for record in caplog.get_records(when)
        if record.levelno >= logging.ERROR
    ]
    assert not errors, [record.getMessage() for record in errors]


@pytest.fixture
def chromium() -> str:
    """The browser's path, for tests marked `browser`: others may run where there is none."""
    found = testing.chromium()
    assert found is not None, "a test that uses Chromium is to be marked `browser`"
    return found


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = config.stash.setdefault(LEFT_OUT, {})
    for program in testing.missing():
        for item in items:
            if item.get_closest_marker(program.mark):
                item.add_marker(pytest.mark.skip(reason=f"no {program.package}"))
                left_out.setdefault(program.package, []).append(item.nodeid)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for package, names in config.stash.get(LEFT_OUT, {}).items():
        terminalreporter.section(f"LEFT OUT, for there is no {package} here", sep="!", red=True, bold=True)
        for name in names:
            terminalreporter.line(name)
        terminalreporter.line(f"They run after `sudo apt install {package}`.")
