"""The commands as a person or another program meets them: exit status, output, one line when wrong."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from tests.patience import patient

HOMES = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM"
RECORD = f"""# mode: duel
# edition: second
# w: Ada
# start: {HOMES} w 0-0 --- -

B5►BB4
B2►BB3
"""


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        status = main(arguments)
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else 1
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize("command", ["", "engine", "solve", "puzzles", "replay", "bench"])
def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, out, err = answered(capsys, *filter(None, (command, "--help")))
    assert (status, err) == (0, "")
    assert out.startswith(f"usage: himiki {command}".rstrip())


def test_himiki_alone_tells_its_commands(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = answered(capsys)
    assert (status, err) == (0, "")
    assert all(f" {command} " in out for command in ("serve", "doctor", "solve", "pin", "test"))


@pytest.mark.parametrize(
    ("arguments", "meant"), [(["srve"], "serve"), (["panel", "tst"], "test"), (["bench", "visoin"], "vision")]
)
def test_a_slip_is_answered_with_what_was_meant(
    capsys: pytest.CaptureFixture[str], arguments: list[str], meant: str
) -> None:
    status, _, err = answered(capsys, *arguments)
    assert (status, f"there is no '{arguments[-1]}': did you mean {meant}?" in err) == (2, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ["dance"],
        ["solve"],
        ["solve", "F99"],
        ["solve", "F01", "--max", "0"],
        ["solve", "F01", "--max", "many"],
        ["solve", "."],
        ["replay", "/nowhere.json"],
        ["replay", "."],
        ["bench", "luck"],
    ],
)
def test_wrong_usage_is_one_line_on_stderr_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    status, out, err = answered(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("himiki")


def test_solve_prints_the_solution_and_its_par(capsys: pytest.CaptureFixture[str]) -> None:
    """RULES 7.5."""
    assert answered(capsys, "solve", "f01") == (0, "C4►BC3* C3►BD3* D3►BD4*\nPAR 3\n", "")


def test_solve_says_when_the_limit_is_too_low(capsys: pytest.CaptureFixture[str]) -> None:
    assert answered(capsys, "solve", "F01", "--max", "2") == (1, "no solution within 2\n", "")


def test_solve_reads_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "F07"\ncategory = "F"\npar = 1\nposition = "C4wHMK,C2bHMK"\n', encoding="utf-8")
    assert answered(capsys, "solve", str(path)) == (0, "C4►BC3*\nPAR 1\n", "")


def test_a_broken_challenge_names_all_its_faults_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "broken.toml"
    path.write_text('name = "Q1"\npar = 0\nposition = "C4wHMK,C4bHMK"\nlands = []\n', encoding="utf-8")
    status, out, err = answered(capsys, "solve", str(path))
    assert (status, out, err.count("\n")) == (2, "", 1)
    for part in ("Q1", "'category' is missing", "par", "two cubes on C4", "lands"):
        assert part in err


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"name = ", b"", b"\x00" * 100])
def test_a_file_that_is_no_challenge_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "junk.toml"
    path.write_bytes(content)
    status, out, err = answered(capsys, "solve", str(path))
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_puzzles_lists_what_ships(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = answered(capsys, "puzzles")
    assert status == 0
    assert "F01  PAR 3  First steps" in out


def test_replay_draws_every_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD, encoding="utf-8")
    status, out, err = answered(capsys, "replay", str(path))
    assert (status, err) == (0, "")
    assert out.count("1     2     3    |   4     5     6\n") == 3
    assert "1. B5►BB4\n" in out
    assert "A   ·     ·     ·    |   ·     ·     ·" in out


def test_replay_check_is_short_when_all_is_right(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD, encoding="utf-8")
    assert answered(capsys, "replay", "--check", str(path)) == (0, "right: 2 entries\n", "")


def test_replay_check_says_at_which_move_and_why_it_fails(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD.replace("B2►BB3", "B2►BB4"), encoding="utf-8")
    status, out, err = answered(capsys, "replay", "--check", str(path))
    assert (status, out) == (1, "")
    assert (
        err
        == "himiki: move 2: A cube tilts onto a square next to its own: B4 is not next to B2. (rule 3.2)\n"
    )


def test_replay_check_finds_marks_that_are_not_true(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD.replace("B5►BB4", "B5►BB4*"), encoding="utf-8")
    status, _, err = answered(capsys, "replay", "--check", str(path))
    assert status == 1
    assert err.startswith("himiki: move 1: 1 conflicts are marked as won, but the move wins 0.")


@pytest.mark.parametrize(
    "content", [b"", b"{", b"{}", b"[1]", b"\xff\xfe", b"# mode: duel\n", b'{"format":1}']
)
def test_a_file_that_is_no_record_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "junk"
    path.write_bytes(content)
    status, out, err = answered(capsys, "replay", str(path))
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_reader_that_has_seen_enough_causes_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    turns = "B5►PB5\nB2►BA2\nB5►PB5\nA2►BB2\n" * 200
    path.write_text(RECORD.split("\n\n", maxsplit=1)[0] + "\n\n" + turns, encoding="utf-8")
    code = "from companion.cli import main; raise SystemExit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", code, "replay", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(patient(20)) == 0
        assert process.stderr.read() == b""


def run_alone(*arguments: str, shell: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A process of its own, with redirections as a shell writes them."""
    code = "from companion.cli import main; raise SystemExit(main())"
    command = ["sh", "-c", f'exec "$@" {shell}', "sh", sys.executable, "-c", code, *arguments]
    return subprocess.run(
        command,
        input=b"show\n",
        capture_output=True,
        timeout=patient(60),
        check=False,
        env=os.environ | environment,
    )


@pytest.mark.parametrize("command", [("solve", "F01"), ("puzzles",), ("engine",)])
def test_an_answer_that_finds_no_room_is_one_line_and_status_2(command: tuple[str, ...]) -> None:
    done = run_alone(*command, shell=">/dev/full")
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"No space left on device" in done.stderr


@pytest.mark.parametrize("shell", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", [("solve", "F01"), ("engine",)])
def test_a_stream_that_is_closed_hurts_nobody(command: tuple[str, ...], shell: str) -> None:
    done = run_alone(*command, shell=shell)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_record_that_standard_input_does_not_have_is_none() -> None:
    done = run_alone("replay", "-", shell="<&-")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"himiki: '-': not a record")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16"])
def test_answers_are_in_utf_8_whatever_the_machine_speaks(encoding: str) -> None:
    """FORMATS 2: the annotated form has `►`."""
    done = run_alone("solve", "F01", PYTHONUTF8="0", LC_ALL="C", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == "C4►BC3* C3►BD3* D3►BD4*\nPAR 3\n"
