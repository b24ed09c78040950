"""`himiki generate` and `himiki match` as a person or another program meets them."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.games.himiki.mindlock.scroll import challenges
from companion.games.himiki.mindlock.symmetry import fingerprint
from companion.games.himiki.rules.solver import solve
from companion.games.himiki.rules.written.challenge import Category, check_solution, parse_challenge


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        status = main(arguments)
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else 1
    out, err = capsys.readouterr()
    return status, out, err


def test_it_prints_a_challenge_that_solve_proves(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = answered(capsys, "generate", "--category", "F", "--seed", "4")
    assert (status, err) == (0, "")
    made = parse_challenge(out)
    assert made.category is Category.EASY
    assert made.name == "F100"
    assert check_solution(made) is None
    file = tmp_path / "mine.toml"
    file.write_text(out, encoding="utf-8")
    status, out, _ = answered(capsys, "solve", str(file))
    assert (status, out.splitlines()[1]) == (0, f"PAR {made.par}")


def test_the_same_seed_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    once, again = (
        answered(capsys, "generate", "--category", "f", "--seed", "8", "--count", "2") for _ in range(2)
    )
    assert once == again
    assert once[1].count("name = ") == 2


def test_files_go_to_a_folder_each_named_like_its_challenge(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "new"
    arguments = ("generate", "--category", "F", "--seed", "4", "--count", "2", "--out", str(folder))
    status, out, _ = answered(capsys, *arguments)
    assert status == 0
    assert out.splitlines() == [str(folder / "F100.toml"), str(folder / "F101.toml")]
    for path in folder.iterdir():
        made = parse_challenge(path.read_text(encoding="utf-8"))
        solution = solve(made.start)
        assert solution is not None
        assert solution.par == made.par


def test_what_the_folder_holds_is_neither_made_again_nor_overwritten(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ("generate", "--category", "F", "--seed", "4", "--out", str(tmp_path))
    answered(capsys, *arguments)
    first = (tmp_path / "F100.toml").read_text(encoding="utf-8")
    status, out, err = answered(capsys, *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert (tmp_path / "F100.toml").read_text(encoding="utf-8") == first
    status, _, _ = answered(capsys, *arguments, "--first", "101")
    assert status == 0
    second = (tmp_path / "F101.toml").read_text(encoding="utf-8")
    assert second.replace("F101", "F100") != first


def test_no_challenge_that_ships_is_made_again_nor_its_title_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Seed 1 made those that ship."""
    _, out, _ = answered(capsys, "generate", "--category", "F", "--seed", "1", "--count", "3")
    made = [parse_challenge(f"# {text}") for text in out.split("# ")[1:]]
    assert len(made) == 3
    assert not {fingerprint(each.start) for each in made} & {fingerprint(each.start) for each in challenges()}
    assert not {each.title for each in made} & {each.title for each in challenges()}


@pytest.mark.parametrize(
    "arguments",
    [
        ["generate"],
        ["generate", "--category", "F"],
        ["generate", "--category", "X", "--seed", "1"],
        ["generate", "--category", "F", "--seed", "one"],
        ["generate", "--category", "F", "--seed", "1", "--count", "0"],
        ["generate", "--category", "F", "--seed", "1", "--first", "9999", "--count", "2"],
        ["generate", "--category", "F", "--seed", "1", "--out", "/dev/null/no"],
        ["match", "master"],
        ["match", "mukyan", "master"],
        ["match", "master", "mukyan", "--mode", "teams"],
        ["match", "master", "nobody"],
        ["match", "pupil", "greedy", "--games", "0"],
        ["match", "pupil", "greedy", "--share", "-1"],
        ["bench", "players", "--games", "0"],
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    status, out, err = answered(capsys, *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_file_cannot_be_the_folder_of_challenges(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    status, out, err = answered(
        capsys, "generate", "--category", "F", "--seed", "1", "--out", str(tmp_path / "file")
    )
    assert (status, out) == (2, "")
    assert err.endswith("is a file: name a folder\n")


@pytest.mark.parametrize("command", ["generate", "match", "analyse"])
def test_each_explains_itself(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, out, err = answered(capsys, command, "--help")
    assert (status, err) == (0, "")
    assert out.startswith(f"usage: himiki {command}")


def test_a_match_is_a_row_of_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = answered(capsys, "match", "pupil", "apprentice", "--games", "2", "--seed", "5")
    heading, row = out.splitlines()
    assert status == 0
    assert heading.split() == ["games", "won", "drawn", "lost", "rate", "95", "%", "turns"]
    assert row.startswith("pupil - apprentice")
    assert int(row.split()[3]) == 2


def test_teams_can_be_matched_too(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = answered(capsys, "match", "pupil", "greedy", "--games", "2", "--mode", "teams")
    assert status == 0
    assert "pupil - greedy" in out
