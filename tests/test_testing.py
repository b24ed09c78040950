import os
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from companion import installing, testing
from tests.few import spread

pytest_plugins = ["pytester"]

PROGRAMS = {"chromium", "espeak-ng", "systemd-analyze", "mosquitto", "postgres"}


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


def programs(
    monkeypatch: pytest.MonkeyPatch, *here: str, root: bool = True, cores: int = 1, **statuses: int
) -> Programs:
    stand_in = Programs(set(here), statuses)
    monkeypatch.setattr(shutil, "which", stand_in.which)
    monkeypatch.setattr(subprocess, "run", stand_in.run)
    monkeypatch.setattr("os.geteuid", lambda: 0 if root else 1000)
    monkeypatch.setattr(testing, "_fetch_libraries", lambda: None)
    monkeypatch.setattr(testing, "cores", lambda: cores)
    return stand_in


def runs(asked: list[str]) -> list[str]:
    """What followed `pytest` each time."""
    return [line.partition(" -m pytest")[2].strip() for line in asked if " -m pytest" in line]


def test_everything_runs_on_all_cores_and_what_judges_by_the_clock_after_it_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = programs(monkeypatch, *PROGRAMS, cores=3).asked
    assert testing.test_command([]) == 0
    assert runs(asked) == [
        "-n 3 --dist worksteal -m (not slow) and not pace",
        "-p no:xdist -m (not slow) and pace",
    ]


def test_what_is_asked_of_pytest_is_asked_of_both_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = programs(monkeypatch, *PROGRAMS, cores=2).asked
    assert testing.test_command(["-m", "slow", "tests/rules", "tests/players", "-k", "draw"]) == 0
    assert runs(asked) == [
        "-n 2 --dist worksteal -m (slow) and not pace tests/rules tests/players -k draw",
        "-p no:xdist -m (slow) and pace tests/rules tests/players -k draw",
    ]


def test_the_quick_run_leaves_out_what_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = programs(monkeypatch, *PROGRAMS, cores=2).asked
    assert testing.test_command(["--quick"]) == 0
    assert testing.test_command(["tests/web", "--quick", "-m", "voice"]) == 0
    assert runs(asked) == [
        "-n 2 --dist worksteal -m ((not slow) and not long and not browser) and not pace",
        "-p no:xdist -m ((not slow) and not long and not browser) and pace",
        "-n 2 --dist worksteal -m ((voice) and not long and not browser) and not pace tests/web",
        "-p no:xdist -m ((voice) and not long and not browser) and pace tests/web",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        "tests/test_cli.py",
        "tests/test_cli.py::test_help -x",
        "tests/rules -n 4",
        "tests/rules -n4",
        "tests/rules -p no:xdist",
        "tests/rules --pdb",
        "tests -s",
        "--collect-only -m slow",
    ],
)
def test_one_file_and_what_cannot_be_shared_goes_to_pytest_as_it_is(
    monkeypatch: pytest.MonkeyPatch, arguments: str
) -> None:
    asked = programs(monkeypatch, *PROGRAMS, cores=4).asked
    assert testing.test_command(arguments.split()) == 0
    (run,) = runs(asked)
    assert sorted(run.split()) == sorted(arguments.split())


def test_on_a_single_core_everything_runs_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = programs(monkeypatch, *PROGRAMS, cores=1).asked
    assert testing.test_command([]) == 0
    assert runs(asked) == [""]


def test_after_the_first_failure_nothing_else_runs_where_that_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = programs(monkeypatch, *PROGRAMS, cores=2, pytest=1).asked
    assert testing.test_command(["-x", "tests/rules"]) == 1
    assert testing.test_command(["tests/rules"]) == 1
    assert len(runs(asked)) == 3


@pytest.mark.parametrize(
    ("first", "second", "ours"), [(0, 5, 0), (5, 0, 0), (5, 5, 1), (0, 1, 1), (1, 0, 1), (4, 0, 2), (0, 2, 1)]
)
def test_both_runs_have_to_pass(monkeypatch: pytest.MonkeyPatch, first: int, second: int, ours: int) -> None:
    stand_in = programs(monkeypatch, *PROGRAMS, cores=2)
    stand_in.statuses |= {"not pace": first, "and pace": second}
    assert testing.test_command([]) == ours


@pytest.mark.long
def test_every_folder_has_tests_in_the_quick_run() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "--collect-only",
            "-q",
            "-m",
            "not slow and not long and not browser",
        ],
        capture_output=True,
        text=True,
        check=True,
        cwd=testing.HOME,
        # What somebody adds to every run would tell them otherwise.
        env={**os.environ, "PYTEST_ADDOPTS": ""},
    )
    collected = {line.split("::")[0].rpartition("/")[0] for line in done.stdout.splitlines() if "::" in line}
    folders = {
        path.parent.relative_to(testing.HOME).as_posix()
        for path in (testing.HOME / "tests").rglob("test_*.py")
    }
    assert folders - collected == set()


TWO_RUNS = """
import pytest
@pytest.mark.pace
def test_by_the_clock(): pass
@pytest.mark.parametrize("number", range(6))
def test_other(number): assert number != 4
@pytest.mark.browser
def test_a_page_shows(): pass
pytest_plugins = ["pytester"]
def test_within(pytester):
    pytester.makeconftest({conftest!r})
    pytester.makepyfile("def test_fails(): assert False")
    assert pytester.runpytest_inprocess("-p", "no:cacheprovider").ret == 1
"""


@pytest.mark.slow
def test_counts_of_both_runs_are_added_up_and_what_was_left_out_is_named_in_parallel_too(
    with_our_conftest: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Real runs, with real processes beside each other."""
    conftest = (testing.HOME / "tests/conftest.py").read_text(encoding="utf-8")
    with_our_conftest.makepyfile(TWO_RUNS.format(conftest=conftest))
    monkeypatch.setattr(testing, "HOME", with_our_conftest.path)
    monkeypatch.setattr(testing, "cores", lambda: 2)
    monkeypatch.setattr(testing, "_fetch_libraries", lambda: None)
    (with_our_conftest.path / "tests").mkdir()
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    assert testing.test_command(["-p", "no:cacheprovider"]) == 1
    said = capfd.readouterr().out
    assert "1 failed, 6 passed, 1 skipped in " in said
    assert "1 passed, 8 deselected in " in said
    assert said.splitlines()[-1] == "together: 1 failed, 7 passed, 1 skipped"
    assert "test_a_page_shows" in said[said.index("LEFT OUT") :]


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
        "install --yes --no-install-recommends chromium espeak-ng systemd mosquitto postgresql",
    ]
    assert "LEFT OUT" not in capsys.readouterr().err


def test_only_what_is_missing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = programs(monkeypatch, "apt-get", "chromium", "systemd-analyze", "mosquitto", "postgres").asked
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
    assert (
        "THE TESTS THAT NEED chromium AND espeak-ng AND systemd AND mosquitto AND postgresql WILL BE LEFT OUT"
        in said
    )
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
    pytester.makeini(
        "[pytest]\nmarkers =\n    browser: needs Chromium\n    voice: needs espeak-ng\n"
        "    pace: by the clock\n    slow: takes long"
    )
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


def test_of_many_cases_few_stand_for_all_in_the_usual_run(pytester: pytest.Pytester) -> None:
    pytester.makeconftest("from tests.few import leave_few as pytest_collection_modifyitems")
    pytester.makeini("[pytest]\nmarkers =\n    few\n    slow\n")
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.few(3)
        @pytest.mark.parametrize("change", "abc")
        @pytest.mark.parametrize("look", "xyz")
        def test_it(look, change):
            pass
        """
    )
    usual = pytester.runpytest("-q", "--collect-only", "-m", "not slow").stdout.str()
    slow = pytester.runpytest("-q", "--collect-only", "-m", "slow").stdout.str()
    both = [re.findall(r"test_it\[(.)-(.)\]", each) for each in (usual, slow)]
    assert [len(each) for each in both] == [3, 6]
    assert set("xyz") == {look for look, _ in both[0]}
    assert set("abc") == {change for _, change in both[0]}
    asked_for = pytester.runpytest(
        "-m", "not slow", "test_of_many_cases_few_stand_for_all_in_the_usual_run.py::test_it[z-a]"
    )
    asked_for.assert_outcomes(passed=1)


@pytest.mark.parametrize(("cases", "wanted"), [(1, 1), (7, 1), (2, 5), (24, 6), (9, 9), (10, 4)])
def test_those_that_stand_for_all_are_spread(cases: int, wanted: int) -> None:
    staying = spread(cases, wanted)
    assert len(set(staying)) == len(staying) == min(cases, wanted)
    assert all(0 <= each < cases for each in staying)
    assert all(each - before < 2 * -(-cases // wanted) for before, each in pairwise(staying))
