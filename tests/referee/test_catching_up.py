"""People play on while the eye misses something: the referee finds the way the board has gone."""

from dataclasses import replace

import pytest

from companion.games.himiki.referee.events import Event, Restored, Uncertain, Violation
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.rules.written.position_text import parse_cubes
from tests.referee.eye import Eye
from tests.referee.table import DUEL, Table, at, duel, names, only, table

LIVE = 1 / 15
THREE_TURNS = ("B5>BB6", "D2>BD1", "C5>BC6")


def glimpse(here: Table, hidden: str, looks: int) -> list[Event]:
    """Nothing moves, but the cube on one square cannot be read."""
    said: list[Event] = []
    for sighting in here.eye.looks(here.board, looks):
        cubes = tuple(cube for cube in sighting.cubes if cube.square != at(hidden))
        said += here.referee.see(replace(sighting, clear=False, pieces=cubes))
    here.events += said
    return said


@pytest.mark.parametrize("every", [1 / 3, LIVE], ids=["pictures", "camera"])
def test_turns_played_while_one_cube_cannot_be_read_are_all_told_once_it_is_read_again(every: float) -> None:
    here = duel(eye=Eye(every=every), looks=3 if every > 0.2 else 12)
    for move in THREE_TURNS:
        here.board = here.after(move)
        here.hand()
        assert glimpse(here, "B2", 12) == []
    said = here.look(12)
    assert "violation" not in names(said)
    assert tuple(here.moves) == THREE_TURNS


def test_the_cube_that_cannot_be_read_may_have_moved_itself() -> None:
    here = duel()
    here.board = here.after("B5>BB6")
    here.hand()
    glimpse(here, "B2", 3)
    here.board = here.after("B2>BB1")
    here.hand()
    glimpse(here, "B1", 3)
    here.play("C5>BC6")
    assert here.moves == ["B5>BB6", "B2>BB1", "C5>BC6"]


def test_the_order_of_moves_is_told_by_what_else_is_seen_while_a_moved_cube_cannot_be_read() -> None:
    """Black has moved while one white cube stands where it stood: it was the other one that moved first."""
    here = duel("B2bKHM,B5wMHK,C1bMKH,C5wKHM,D3bKHM,D4wHMK w 1-1 --b -")
    played = ("B5>BB4", "B2>BA2", "D4>BD5", "D3>BC3")
    for move in played[:3]:
        here.board = here.after(move)
        here.hand()
        assert glimpse(here, "B4", 3) == []
    here.play(played[3])
    assert tuple(here.moves) == played


def test_three_turns_between_two_looks_are_not_believed_but_playing_on_shows_them() -> None:
    """RULES 3.2."""
    here = duel()
    assert only(here.play_at_once(*THREE_TURNS), Violation).rule == "3.2"
    assert names(here.play("C2>BC1"))[0] == "restored"
    assert tuple(here.moves) == (*THREE_TURNS, "C2>BC1")


def test_three_turns_are_believed_where_nothing_was_seen_for_as_long() -> None:
    here = duel()
    for move in THREE_TURNS:
        here.board = here.after(move)
        here.hand()
        here.eye.t += 3
    said = here.look()
    assert "violation" not in names(said)
    assert tuple(here.moves) == THREE_TURNS


def test_playing_on_does_not_make_two_cubes_of_one_turn_legal() -> None:
    """RULES 3.2: in no order are these two turns of white and one of black."""
    here = duel()
    here.play_at_once("B5>BB6", "D5>BD6")
    here.play("C2>BC1")
    here.look(12)
    assert here.status.violation is not None
    assert here.moves == []


def test_whoever_plays_on_and_on_is_asked_whether_the_board_is_right() -> None:
    here = duel()
    here.play_at_once("B5>BB6", "D5>BD6")
    here.carry("B2", "E4")
    assert names(here.carry("C2", "A3")) == ["violation"]
    asked = only(here.carry("D2", "E1"), Uncertain)
    assert asked.code == "board-or-record"
    assert here.carry("C5", "E6") == []
    here.decide("answer", option="the board is right")
    assert here.status.violation is None
    assert here.status.question is None
    here.play("B6>BB5")
    assert here.moves == ["B6>BB5"]


def test_a_cube_that_goes_and_comes_back_is_no_turn_of_the_other_side() -> None:
    here = duel()
    here.hand()
    here.eye.t += 20
    assert only(here.play_at_once("B5>BB6", "D5>BD6"), Violation).rule == "3.2"


def test_a_cube_that_is_not_read_for_a_moment_is_not_gone() -> None:
    here = duel(eye=Eye(every=LIVE), looks=12)
    whole = here.board
    board = bytearray(whole)
    board[at("C2")] = 0
    for _ in range(5):
        here.board = bytes(board)
        assert here.look(18) == []
        here.board = whole
        assert here.look(3) == []


def test_a_rotation_of_a_cube_with_hidden_sides_can_be_taken_back() -> None:
    """RULES 2.3: the position is the same as before, and the cube lies another way."""
    start = "B2bH??,B5wH??,C2bM??,C5wM??,D2bK??,D5wK?? w 0-0 --- -"
    here = table(Variant(Mode.DUEL), start, cubes=DUEL.split(" ")[0], eye=Eye(sides=False, jitter=0))
    before = here.board
    here.turn("B5")
    assert here.moves == ["B5>PB5"]
    said = here.lay(before)
    assert "violation" not in names(said)
    assert here.status.position.split(" ")[1] == "w"


def test_a_move_that_is_seen_together_with_the_last_cube_of_set_up_is_played() -> None:
    """RULES 3.1."""
    here = table(Variant(), None)
    for cube in ("B5wHMK", "B2bHMK", "C2bMKH", "C5wMKH", "D5wKHM"):
        here.put(cube)
    full = parse_cubes(DUEL.split(" ", maxsplit=1)[0])
    here.lay(here.after("B5>BB6", full))
    here.look()
    assert here.moves == ["B5>BB6"]


def test_the_board_put_back_ends_it_too() -> None:
    here = duel()
    before = here.board
    here.play_at_once(*THREE_TURNS)
    only(here.lay(before), Restored)
    assert here.moves == []
    assert here.status.violation is None


def test_a_board_that_stood_before_may_be_reached_by_two_moves_of_one_turn() -> None:
    """RULES 3.6: nobody takes six moves back where two lead there."""
    here = duel("A1bHKM,B3bMKH,B4wMHK,C2bKMH,D5wMHK,E6wHMK w 0-0 --- -")
    began = here.board
    here.play("B4>BC4", "B3>BC3", "D5>BC5", "C4>BB4", "C2>BC1", "C5>BD5")
    played = list(here.moves)
    said = here.play_at_once("C3>BB3", "C1>BC2")
    assert here.board == began
    assert "corrected" not in names(said)
    assert here.moves == [*played, "C3>BB3", "R-C1>BC2"]
