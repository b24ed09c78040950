import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion import installing, testing

pytest_plugins = ["pytester"]

PROGRAMS = {"chromium", "espeak-ng", "systemd-analyze"}


class Programs:
    """Stands in for the programs that `himiki test` starts, and keeps what was asked of them."""

    def __init__(self, here: set[str], statuses: dict[str, int]) -> None:
        self.here = here
        self.statuses = statuses
        self.asked: list[str] = []

    def which(self, name: str) -> str | None:
        return f"/usr/bin/{name}" if name in self.here else None

    def run(self, command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        line = " ".join(command)
        self.asked.append(line)
        if "apt-get --quiet install" in line:
            self.here |= PROGRAMS
        status = next((status for part, status in self.statuses.items() if part in line), 0)
        return subprocess.CompletedProcess(command, status, "", "E: no such luck")


def programs(monkeypatch: pytest.MonkeyPatch, *here: str, root: bool = True, **statuses: int) -> Programs:
    stand_in = Programs(set(here), statuses)
    monkeypatch.setattr(shutil, "which", stand_in.which)
    monkeypatch.setattr(subprocess, "run", stand_in.run)
    monkeypatch.setattr("os.geteuid", lambda: 0 if root else 1000)
    monkeypatch.setattr(testing, "_fetch_libraries", lambda: None)
    return stand_in


def test_all_arguments_go_to_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = programs(monkeypatch, *PROGRAMS).asked
    assert testing.test_command(["-m", "slow", "tests/rules"]) == 0
    assert asked == [f"{sys.executable} -m pytest -m slow tests/rules"]


@pytest.mark.parametrize(("pytests", "ours"), [(0, 0), (1, 1), (2, 1), (4, 2), (5, 1)])
def test_the_exit_status_tells_failed_tests_from_wrong_usage(
    monkeypatch: pytest.MonkeyPatch, pytests: int, ours: int
) -> None:
    programs(monkeypatch, *PROGRAMS, pytest=pytests)
    assert testing.test_command([]) == ours


def test_help_runs_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked = programs(monkeypatch).asked
    assert testing.test_command(["--help"]) == 0
    assert "usage: himiki test" in capsys.readouterr().out
    assert asked == []


def test_root_gets_what_is_missing_from_apt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = programs(monkeypatch, "apt-get").asked
    assert testing.test_command([]) == 0
    assert [line.rpartition("apt-get --quiet ")[2] for line in asked[:-1]] == [
        "update",
        "install --yes --no-install-recommends chromium espeak-ng systemd",
    ]
    assert "LEFT OUT" not in capsys.readouterr().err


def test_only_what_is_missing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = programs(monkeypatch, "apt-get", "chromium", "systemd-analyze").asked
    testing.test_command([])
    assert asked[1].endswith("install --yes --no-install-recommends espeak-ng")


def test_a_person_with_sudo_gets_it_without_being_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = programs(monkeypatch, "apt-get", "sudo", root=False).asked
    assert testing.test_command([]) == 0
    assert asked[0] == "sudo -n true"
    assert all(line.startswith("sudo -n env") for line in asked[1:-1])


@pytest.mark.parametrize(
    ("here", "statuses", "reason"),
    [
        ((), {}, "no apt"),
        (("apt-get",), {}, "no right to install it"),
        (("apt-get", "sudo"), {"sudo -n true": 1}, "no right to install it"),
        (("apt-get", "sudo"), {"update": 100}, "apt-get update failed: E: no such luck"),
    ],
)
def test_without_the_right_to_install_it_the_tests_run_and_the_gap_is_said(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    here: tuple[str, ...],
    statuses: dict[str, int],
    reason: str,
) -> None:
    asked = programs(monkeypatch, *here, root=False, **statuses).asked
    assert testing.test_command([]) == 0
    said = capsys.readouterr().err
    assert "THE TESTS THAT NEED chromium AND espeak-ng AND systemd WILL BE LEFT OUT" in said
    assert reason in said
    assert asked[-1].endswith("-m pytest")


def test_a_run_of_some_tests_fetches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = programs(monkeypatch, "apt-get").asked
    testing.test_command(["tests/rules"])
    assert not any("apt-get" in line for line in asked)


def test_an_installed_package_without_its_source_says_where_the_tests_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(testing, "HOME", tmp_path)
    assert testing.test_command([]) == 2
    assert "checkout" in capsys.readouterr().err


def test_what_cannot_be_fetched_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise installing.InstallError("no connection")

    monkeypatch.setattr(testing, "_fetch_libraries", fail)
    assert testing.test_command([]) == 1
    assert capsys.readouterr().err == "himiki: no connection\n"


@pytest.fixture
def with_our_conftest(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.delenv("HYPOTHESIS_PROFILE", raising=False)
    pytester.makeini("[pytest]\nmarkers =\n    browser: needs Chromium\n    voice: needs espeak-ng")
    pytester.makeconftest((testing.HOME / "tests/conftest.py").read_text(encoding="utf-8"))
    return pytester


def test_the_tests_left_out_are_named_at_the_end(
    with_our_conftest: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(testing, "missing", lambda: testing.PROGRAMS[:2])
    with_our_conftest.makepyfile(
        "import pytest\n@pytest.mark.browser\ndef test_a_page_shows(chromium): pass\ndef test_other(): pass\n"
        "@pytest.mark.voice\ndef test_a_word_is_said(): pass\n"
    )
    result = with_our_conftest.runpytest_inprocess()
    result.assert_outcomes(passed=1, skipped=2)
    result.stdout.fnmatch_lines(["*LEFT OUT*", "*::test_a_page_shows", "*apt install chromium*"])
    result.stdout.fnmatch_lines(["*no espeak-ng here*", "*::test_a_word_is_said", "*apt install espeak-ng*"])


def test_an_error_that_is_logged_fails_its_test(
    with_our_conftest: pytest.Pytester, caplog: pytest.LogCaptureFixture
) -> None:
    with_our_conftest.makepyfile(
        "import logging\n"
        "def test_careless(): logging.error('the board fell')\n"
        "def test_careful(caplog):\n"
        "    logging.error('meant')\n"
        "    assert caplog.messages == ['meant']\n"
        "    caplog.clear()\n"
        "def test_milder(): logging.warning('a shadow')\n"
    )
    result = with_our_conftest.runpytest_inprocess()
    caplog.clear()
    result.assert_outcomes(passed=3, errors=1)
    result.stdout.fnmatch_lines(["*the board fell*"])


@pytest.mark.browser
def test_the_browser_of_the_tests_runs_a_page(chromium: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p></p><script>document.querySelector('p').textContent = 'HI ' + 'MI KI'</script>")
    shown = subprocess.run(
        [
            chromium,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "<p>HI MI KI</p>" in shown.stdout
