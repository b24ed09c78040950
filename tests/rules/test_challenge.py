"""Challenge files, and the commands about them (FORMATS 6, RULES 7)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import cli
from companion.games.himiki.mindlock.scroll import ChallengeNotFound, challenge, challenges
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.solver import solve
from companion.games.himiki.rules.variant import Edition
from companion.games.himiki.rules.written.challenge import (
    Category,
    ChallengeError,
    check_solution,
    parse_challenge,
)
from companion.games.himiki.rules.written.notation import bare
from companion.games.himiki.rules.written.position_text import position_text

FULL = """
name = "M12"
title = "Two fires"
category = "M"
par = 4
position = "A1wHMK,5BwMKH,C2bH??,D2bKHM"
land = ["C3.mi", "D4.vx"]
events = ["mh", "cj"]
influences = ["H", "K"]
edition = "second"
solution = "A1►BA2"
"""
SMALL = """
name = "F02"
category = "F"
par = 1
position = "B4bK??,C5wMHK"
"""


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(ChallengeError) as refused:
        parse_challenge(text)
    return refused.value.faults


def changed(key: str, value: str | None) -> str:
    """The small challenge with one key's value changed, added, or (None) taken out."""
    lines = [line for line in SMALL.strip().splitlines() if not line.startswith(f"{key} =")]
    return "\n".join(lines if value is None else [*lines, f"{key} = {value}"])


def test_every_key_is_read() -> None:
    read = parse_challenge(FULL)
    assert (read.name, read.title, read.category, read.par) == ("M12", "Two fires", Category.MEDIUM, 4)
    assert read.solution == "A1►BA2"
    board = "A1wHMK,B5wMKH,C2bH??,D2bKHM w 0-0 --- land:C3.mi+D4.vx;hands:w.mh.cj/b"
    assert position_text(read.start) == board
    assert {element.letter for element in read.start.variant.in_play} == {"H", "K"}
    assert read.start.variant.edition is Edition.SECOND


def test_land_events_influences_edition_title_and_solution_may_be_left_out() -> None:
    read = parse_challenge(SMALL)
    assert position_text(read.start) == "B4bK??,C5wMHK w 0-0 --- -"
    assert not read.start.variant.in_play
    assert read.start.variant.edition is Edition.SECOND
    assert read.solution is None


def test_headlock_is_a_challenge_of_the_first_edition() -> None:
    """RULES 7.3: it has no influences."""
    assert parse_challenge(changed("edition", '"first"')).start.variant.edition is Edition.FIRST
    text = changed("edition", '"first"') + '\ninfluences = ["H"]'
    assert any("influences" in fault for fault in faults(text))


@pytest.mark.parametrize("key", ["name", "category", "par", "position"])
def test_what_cannot_be_left_out_is_missed(key: str) -> None:
    assert any(f"'{key}' is missing" in fault for fault in faults(changed(key, None)))


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("name", '"f1"', "name"),
        ("name", '"X01"', "name"),
        ("name", "7", "name"),
        ("category", '"X"', "category"),
        ("category", "1", "category"),
        ("par", "0", "par"),
        ("par", "-1", "par"),
        ("par", '"3"', "par"),
        ("par", "true", "par"),
        ("par", "1.5", "par"),
        ("position", '"B4bK??,B4wMHK"', "B4"),
        ("position", '"B4bK??,Z9wMHK"', "Z9wMHK"),
        ("position", '"B4bK??,C5wM??"', "C5"),
        ("position", '"B4b???,C5wMHK"', "B4"),
        ("position", '"C5wMHK"', "black"),
        ("position", '"B4bK??"', "white"),
        ("position", "5", "position"),
        ("land", '["C3.mh"]', "land"),
        ("land", '["C9.mi"]', "land"),
        ("land", '["B4.mi"]', "terrain"),
        ("land", '["C3.mi", "C3.vx"]', "terrain"),
        ("land", '["C3.mi", "C3.mi"]', "land"),
        ("land", '"C3.mi"', "land"),
        ("events", '["cf"]', "events"),
        ("events", '["gh"]', "events"),
        ("events", '["mh", "mh"]', "events"),
        ("events", "[1]", "events"),
        ("influences", '["X"]', "influences"),
        ("influences", '["H", "H"]', "influences"),
        ("influences", '"H"', "influences"),
        ("edition", '"third"', "edition"),
        ("solution", "3", "solution"),
        ("colour", '"blue"', "colour"),
    ],
)
def test_what_is_wrong_is_named(key: str, value: str, told: str) -> None:
    named = faults(changed(key, value))
    assert any(told in fault for fault in named)


@pytest.mark.parametrize("text", ["par =", "= 1", "[", "\x00", 'name = "F01'])
def test_what_is_no_toml_is_said_so(text: str) -> None:
    (fault,) = faults(text)
    assert "TOML" in fault


def test_all_faults_are_named_at_once() -> None:
    text = """
    name = "x"
    category = "Q"
    par = 0
    position = "B4bK??,B4bK??,C5wM??"
    land = ["C3.xx"]
    events = ["cf"]
    influences = ["X"]
    edition = "third"
    solution = 1
    extra = 1
    """
    named = faults(text)
    keys = ("name", "category", "par", "land", "events", "influences", "edition", "solution", "extra")
    for told in (*keys, "B4", "C5"):
        assert any(told in fault for fault in named), told


def test_a_terrain_tile_lies_in_one_place_only() -> None:
    """RULES 5.1: there is one of each, and a position string refuses a tile twice."""
    assert any("mi" in fault for fault in faults(changed("land", '["C3.mi", "D4.mi"]')))


@pytest.mark.parametrize("value", [None, "3"])
def test_a_position_that_is_not_there_is_one_fault(value: str | None) -> None:
    (fault,) = faults(changed("position", value))
    assert "position" in fault


def test_nothing_untrue_is_named() -> None:
    """One cube cannot be read, but there is a white one and a black one."""
    (fault,) = faults(changed("position", '"B4bK??,C5wMHK,Z9wMHK"'))
    assert "Z9wMHK" in fault


@pytest.mark.parametrize(
    ("solution", "told"),
    [
        ('"C5►BC4*"', None),
        ('"C5►BC4"', None),
        ('"C5►BC6 C6►BC5 C5►BC4*"', "3 moves"),
        ('"C5►BC6"', "does not solve"),
        ('"C5►BA1"', "does not play"),
        ('"C5►BC4**"', "does not play"),
    ],
)
def test_a_solution_is_checked(solution: str, told: str | None) -> None:
    """RULES 7.5."""
    fault = check_solution(parse_challenge(changed("solution", solution)))
    assert (fault is None) if told is None else (fault is not None and told in fault)


# The scroll


@pytest.mark.long
def test_every_challenge_that_ships_has_its_par_proved() -> None:
    """RULES 7.1."""
    shipped = challenges()
    assert "F01" in [each.name for each in shipped]
    for each in shipped:
        assert each.name[0] == each.category.value
        assert check_solution(each) is None
        found = solve(each.start, each.par)
        assert found is not None
        assert found.par == each.par


def solving_lines(position: Position, moves_left: int) -> Iterator[tuple[str, ...]]:
    """Every line that solves a challenge within so many moves: no move is needed to decline a replay."""
    if position.over:
        yield ()
        return
    for move in legal_moves(position):
        written = bare(position, move)
        left = moves_left - (0 if written == "stop" or written[:2] in ("R-", "C-") else 1)
        if left >= 0:
            told = () if written == "stop" else (written,)
            yield from (told + line for line in solving_lines(play(position, move).after, left))


def test_c4_c3_d3_d4_is_the_only_shortest_solution_of_f01() -> None:
    """RULES 7.5."""
    f01 = challenge("F01")
    assert f01.solution == "C4►BC3* C3►BD3* D3►BD4*"
    assert list(solving_lines(f01.start, 2)) == []
    assert set(solving_lines(f01.start, 3)) == {("C4>BC3", "C3>BD3", "D3>BD4")}


def test_a_challenge_is_found_by_name_in_either_case_or_as_a_file(tmp_path: Path) -> None:
    assert challenge("f01").name == "F01"
    mine = tmp_path / "mine.toml"
    mine.write_text(SMALL, encoding="utf-8")
    assert challenge(str(mine)).name == "F02"
    with pytest.raises(ChallengeNotFound):
        challenge("F99")


# The commands


def test_himiki_solve_prints_the_solution_and_the_par(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "F01"]) == 0
    assert capsys.readouterr().out == "C4►BC3* C3►BD3* D3►BD4*\nPAR 3\n"


def test_himiki_solve_takes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(SMALL, encoding="utf-8")
    assert cli.main(["solve", str(mine)]) == 0
    assert capsys.readouterr().out == "C5►BC4*\nPAR 1\n"


def test_a_file_of_another_editor_is_read_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Lines that end as on Windows, and the mark that some editors put before the first letter."""
    mine = tmp_path / "mine.toml"
    mine.write_bytes(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
    assert cli.main(["solve", str(mine)]) == 0
    assert capsys.readouterr() == ("C5►BC4*\nPAR 1\n", "")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (changed("par", "3"), "has par = 3"),
        (changed("solution", '"C5►BC6 C6►BC5 C5►BC4*"'), "the solution takes 3 moves, PAR is 1"),
        (changed("solution", '"C5►BZ9"'), "the solution does not play"),
    ],
)
def test_himiki_solve_says_beside_the_answer_what_the_file_has_wrong(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(text, encoding="utf-8")
    assert cli.main(["solve", str(mine)]) == 0
    answer = capsys.readouterr()
    assert answer.out == "C5►BC4*\nPAR 1\n"
    assert told in answer.err
    assert answer.err.count("\n") == 1


def test_himiki_solve_says_when_there_is_none_within_the_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "F01", "--max", "2"]) == 1
    assert capsys.readouterr().out == "no solution within 2\n"


@pytest.mark.parametrize("content", [None, "par = ", changed("position", '"B4bK??,B4bK??"'), "\udcff"])
def test_himiki_solve_says_in_one_line_what_is_wrong(
    content: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine.toml"
    if content is not None:
        mine.write_bytes(content.encode(errors="surrogateescape"))
    assert cli.main(["solve", str(mine)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


def test_himiki_puzzles_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["puzzles"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [each.name for each in challenges()]
    assert any("F01" in line and "PAR 3" in line for line in lines)
