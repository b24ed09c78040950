import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# Before any test loads OpenCV, as the command does it.
import vision  # noqa: F401
from companion import testing
from tests import once
from tests.few import leave_few

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))

LEFT_OUT = pytest.StashKey[dict[str, list[str]]]()
"""Names of tests, by the package that they lack."""

COUNTS = pytest.StashKey[str]()
"""The file that `himiki test` wants counts in."""


def pytest_configure(config: pytest.Config) -> None:
    # Taken away, or what tests run within tests would be counted too.
    if (counts := os.environ.pop(testing.TOLD, None)) is not None:
        config.stash[COUNTS] = counts


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


def shares(config: pytest.Config) -> bool:
    """Whether this is one of several processes that share a run, as pytest-xdist starts them."""
    return hasattr(config, "workerinput")


@pytest.fixture(scope="session", autouse=True)
def learnt_together(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Tables that one process has learnt are known to all of this run."""
    own = tmp_path_factory.getbasetemp()
    once.keep_in((own.parent if shares(request.config) else own) / "learnt")


# Before pytest leaves out what is slow.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    leave_few(items)
    left_out = config.stash.setdefault(LEFT_OUT, {})
    for program in testing.missing():
        for item in items:
            if item.get_closest_marker(program.mark):
                item.add_marker(pytest.mark.skip(reason=f"no {program.package}"))
                left_out.setdefault(program.package, []).append(item.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """One of several processes hands on what only it has seen."""
    handed_on: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if handed_on is not None:
        handed_on["left_out"] = session.config.stash.get(LEFT_OUT, {})


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Of pytest-xdist. Every process has collected the same tests."""
    told = getattr(node, "workeroutput", {}).get("left_out")
    if told is not None:
        node.config.stash[LEFT_OUT] = told


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for package, names in config.stash.get(LEFT_OUT, {}).items():
        terminalreporter.section(f"LEFT OUT, for there is no {package} here", sep="!", red=True, bold=True)
        for name in names:
            terminalreporter.line(name)
        terminalreporter.line(f"They run after `sudo apt install {package}`.")
    if (counts := config.stash.get(COUNTS, None)) is not None and not shares(config):
        told = {name: len(reports) for name, reports in terminalreporter.stats.items() if name}
        with Path(counts).open("a", encoding="utf-8") as file:
            file.write(json.dumps(told) + "\n")
