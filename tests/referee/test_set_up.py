"""Set-up, cube by cube, and starting from a given position (RULES 3.1, 4.1, 6.1)."""

from companion.games.himiki.referee.events import Placed, Ready, Restore, Turn, Uncertain, Violation
from companion.games.himiki.rules.variant import Edition, Mode, Variant
from companion.games.himiki.rules.written.position_text import parse_cubes
from tests.referee.eye import Eye
from tests.referee.table import DUEL, Table, duel, names, only, table

CUBES = DUEL.split(" ", maxsplit=1)[0].split(",")


def placed(here: Table, *cubes: str) -> list[str]:
    for cube in cubes:
        here.put(cube)
    return [event.move for event in here.all(Placed)]


def homes(here: Table) -> list[str | None]:
    setup = here.status.setup
    assert setup is not None
    return [each.target for each in setup.missing]


def test_cubes_are_followed_one_by_one_in_the_order_of_the_second_edition() -> None:
    """RULES 3.1: white 1, black 2, white 2, black 1."""
    here = table(Variant(), None)
    assert names(here.events) == ["ready"]
    assert homes(here)[:3] == ["B5", "C5", "D5"]
    order = ["B5wHMK", "B2bHMK", "C2bMKH", "C5wMKH", "D5wKHM", "D2bKHM"]
    assert placed(here, *order) == [f"{cube[2:]}@{cube[:2]}" for cube in order]
    assert [event.by for event in here.all(Placed)] == ["w", "b", "b", "w", "w", "b"]
    assert only(here.events, Turn).turn == "w"
    assert here.status.setup is None
    assert here.status.position == DUEL


def test_a_cube_that_was_just_put_down_is_not_waited_for_by_its_neighbour() -> None:
    """RULES 3.1: after two of black's, white places, also while the second is seen but not yet told."""
    here = table(Variant(), None)
    placed(here, "B5wHMK", "B2bHMK")
    here.eye.doubt("E6")
    here.board = parse_cubes("B2bHMK,B5wHMK,C2bMKH")
    assert names(here.look(1)) == []
    assert homes(here)[:3] == ["C5", "D5", "D2"]


def test_the_first_edition_alternates() -> None:
    """RULES 3.1."""
    here = table(Variant(edition=Edition.FIRST), None)
    placed(here, "C5wHMK", "B2bHMK", "B5wMKH", "C2bKHM", "D5wKHM", "D2bKHM")
    assert [event.by for event in here.all(Placed)] == ["w", "b", "w", "b", "w", "b"]
    assert here.all(Violation) == []


def test_teams_place_one_cube_each_twice_round() -> None:
    """RULES 4.1."""
    here = table(Variant(Mode.TEAMS), None)
    placed(here, "E5wHMK", "A5bHMK", "A2wHMK", "D1bHMK", "D6wHMK", "B6bHMK", "B1wHMK", "E2bHMK")
    assert [event.by for event in here.all(Placed)] == ["wl", "bl", "wd", "bd"] * 2
    assert here.status.turn == "wl"


def test_against_muk_yan_the_person_places_first() -> None:
    """RULES 6.1."""
    here = table(Variant(Mode.MUK_YAN, Edition.FIRST), None)
    placed(here, "B5wHMK", "C5wHMK", "D5wHMK", "B3bHMK", "C3bHMK", "D3bHMK")
    assert [event.by for event in here.all(Placed)] == ["w"] * 3 + ["b"] * 3
    assert here.status.turn == "w"


def test_full_homes_are_a_finished_set_up_in_whatever_order() -> None:
    here = table(Variant(), None, cubes=",".join(CUBES))
    assert names(here.events) == ["ready"] + ["placed"] * 6 + ["turn"]
    assert only(here.events, Ready).position == "- w 0-0 --- setup"
    assert here.status.position == DUEL


def test_sides_that_are_not_seen_stay_open() -> None:
    here = table(Variant(), None, cubes=",".join(CUBES), eye=Eye(sides=False))
    assert here.all(Placed)[0].move == "wH??@B5"
    assert here.status.position == "B2bH??,B5wH??,C2bM??,C5wM??,D2bK??,D5wK?? w 0-0 --- -"


def test_a_cube_out_of_turn_is_told_and_the_others_go_on() -> None:
    """RULES 3.1: white begins."""
    here = table(Variant(), None)
    violation = only(here.put("B2bHMK"), Violation)
    assert (violation.rule, violation.code) == ("3.1", "set-up-colour")
    assert violation.restore == (Restore("B2", None, "bHMK"),)
    assert names(here.put("B5wHMK")) == ["restored", "placed", "placed"]


def test_a_cube_beside_its_homes_is_told() -> None:
    """RULES 3.1."""
    here = table(Variant(), None)
    violation = only(here.put("A1wHMK"), Violation)
    assert (violation.rule, violation.code) == ("3.1", "set-up-square")
    assert names(here.carry("A1", "B5")) == ["restored", "placed"]


def test_until_the_first_move_a_cube_may_be_given_another_face() -> None:
    here = table(Variant(), None, cubes=",".join(CUBES))
    again = only(here.put("B2bKHM"), Placed)
    assert again.move == "bKHM@B2"
    assert here.status.position.startswith("B2bKHM,")
    here.play("B5>BB4")
    assert names(here.put("C2bKHM")) == ["violation"]


def test_a_given_start_is_waited_for() -> None:
    here = duel(cubes="B2bHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM,A1wHMK")
    assert [event.code for event in here.all(Uncertain)] == ["board-or-record"]
    setup = here.status.setup
    assert setup is not None
    assert setup.wrong == (Restore("A1", "B5", "wHMK"),)
    assert names(here.carry("A1", "B5")) == ["ready", "turn"]
    assert here.status.question is None
    assert here.status.setup is None


def test_a_given_start_may_leave_sides_open() -> None:
    start = "B2bH??,B5wH??,C2bM??,C5wM??,D2bK??,D5wK?? b 3-1 w-- tilt"
    here = duel(start, cubes=",".join(CUBES))
    assert here.status.position == DUEL.replace("w 0-0 --- -", "b 3-1 w-- tilt")
    assert here.status.must_tilt


def test_accept_begins_with_the_board_as_it_stands() -> None:
    here = duel(cubes="B2bHMK,B5wMHK,C2bMKH,C5wMKH,D2bKHM,D5wKHM")
    assert names(here.events) == ["uncertain"]
    assert names(here.decide("accept")) == ["ready", "turn"]
    assert here.status.question is None
    assert here.status.position.startswith("B2bHMK,B5wMHK,")
