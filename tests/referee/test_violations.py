"""Every kind of violation: the rule it is told by, what to put back where, and how it ends."""

import pytest

from companion.games.himiki.referee.events import (
    Corrected,
    Event,
    Move,
    Over,
    Restore,
    Restored,
    Turn,
    Violation,
)
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.rules.written.record import MoveEntry
from tests.referee.eye import Eye
from tests.referee.table import Table, at, duel, names, only, table

LIVE = 1 / 15
"""Seconds between the frames of a camera."""

TEAMS = "A2wHMK,A5bHMK,B1wMKH,B6bMKH,D1bKHM,D6wKHM,E2bHMK,E5wHMK wl 0-0 --- -"


def broken(events: list[Event], rule: str, code: str) -> Violation:
    violation = only(events, Violation)
    assert (violation.rule, violation.code) == (rule, code), violation.text
    return violation


@pytest.fixture(params=[1 / 3, LIVE], ids=["pictures", "camera"])
def white_to_play(request: pytest.FixtureRequest) -> Table:
    every: float = request.param
    return duel(eye=Eye(every=every), looks=3 if every > 0.2 else 12)


def test_an_opponents_cube_moved(white_to_play: Table) -> None:
    """RULES 3.2."""
    violation = broken(white_to_play.play("B2>BB3"), "3.2", "out-of-turn-white")
    assert violation.text == "It is white's turn: the black cube of B2 has to wait."
    assert violation.restore == (Restore("B3", "B2", "bHMK"),)


def test_an_opponents_cube_rotated(white_to_play: Table) -> None:
    """RULES 3.2."""
    violation = broken(white_to_play.turn("C2"), "3.2", "out-of-turn-white")
    assert violation.restore == (Restore("C2", "C2", "bMKH"),)


def test_a_diagonal_move(white_to_play: Table) -> None:
    """RULES 3.2."""
    broken(white_to_play.carry("B5", "A4"), "3.2", "not-adjacent")


def test_a_move_of_two_squares(white_to_play: Table) -> None:
    """RULES 3.2."""
    violation = broken(white_to_play.carry("C5", "C3"), "3.2", "not-adjacent")
    assert violation.text == "A cube tilts onto a square next to its own: C3 is not next to C5."
    assert violation.restore == (Restore("C3", "C5", "wMKH"),)


def test_the_wrong_face_up(white_to_play: Table) -> None:
    """RULES 2.2: HMK tilts to MHK along a row."""
    slid = broken(white_to_play.carry("B5", "B4"), "2.2", "wrong-face")
    assert slid.text == (
        "A cube tilts over its edge: the one that went from B5 to B4 must show water on top, not fire."
    )


def test_rotated_and_tilted_in_one_turn(white_to_play: Table) -> None:
    """RULES 3.2."""
    violation = broken(white_to_play.play_at_once("D5>PD5", "B5>BA5"), "3.2", "rotate-and-tilt")
    assert violation.restore == (Restore("A5", "B5", "wHMK"), Restore("D5", "D5", "wKHM"))


def test_the_tilted_cube_itself_rotated_too(white_to_play: Table) -> None:
    """RULES 3.2."""
    broken(white_to_play.play_at_once("B5>BA5", "A5>PA5"), "3.2", "rotate-and-tilt")


def test_a_rotation_when_a_tilt_is_due(white_to_play: Table) -> None:
    """RULES 3.3."""
    white_to_play.play("C5>PC5")
    violation = broken(white_to_play.turn("B2", "D2"), "3.3", "rotation-banned")
    assert [each.target for each in violation.restore] == ["B2", "D2"]


REPLAYING = "B4wMHK,B2bHMK,C3bMKH,D2bKHM,C5wMKH,D5wKHM w 1-0 --- again:B4!B5"


def test_a_cube_goes_back_to_the_square_it_just_left() -> None:
    """RULES 3.7."""
    violation = broken(duel(REPLAYING).play("B4>BB5"), "3.7", "just-left")
    assert violation.restore == (Restore("B5", "B4", "wMHK"),)


def test_going_straight_back_is_told_by_the_same_rule_and_ends_by_playing_on_from_there() -> None:
    """RULES 3.7: nobody can see whether it was meant as a replay or as a take-back."""
    here = duel("B2bHMK,B5wHMK,C4bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -")
    played = here.play("B5>BB4")
    assert only(played, Turn).replay
    broken(here.play("B4>BB5"), "3.7", "just-left")
    said = here.play("B5>BA5")
    assert names(said) == ["restored", "corrected", "move", "turn"]
    assert only(said, Corrected).reason == "takeback"
    (entry,) = here.referee.record().entries
    assert isinstance(entry, MoveEntry)
    assert entry.move == "B5>BA5"


def test_two_cubes_moved(white_to_play: Table) -> None:
    """RULES 3.2."""
    violation = broken(white_to_play.play_at_once("B5>BB6", "D5>BD6"), "3.2", "two-cubes")
    assert violation.restore == (Restore("B6", "B5", "wHMK"), Restore("D6", "D5", "wKHM"))


def test_a_cube_gone(white_to_play: Table) -> None:
    """RULES 3.1."""
    said = white_to_play.carry("D2", None) + white_to_play.look(12)
    violation = broken(said, "3.1", "cube-gone")
    assert violation.restore == (Restore(None, "D2", "bKHM"),)


def test_a_cube_added(white_to_play: Table) -> None:
    """RULES 3.1."""
    violation = broken(white_to_play.put("A1wHMK"), "3.1", "cube-added")
    assert violation.restore == (Restore("A1", None, "wHMK"),)


def test_a_cube_put_in_the_place_of_another(white_to_play: Table) -> None:
    """RULES 3.2: B5 went onto C5, which lies beneath it."""
    board = bytearray(white_to_play.board)
    board[at("C5")], board[at("B5")] = white_to_play.cube("B5"), 0
    violation = broken(white_to_play.lay(bytes(board)), "3.2", "cube-stacked")
    assert violation.restore == (Restore("C5", "B5", "wHMK"), Restore(None, "C5", "wMKH"))


def test_another_face_of_a_cube_in_its_place(white_to_play: Table) -> None:
    """RULES 3.2."""
    broken(white_to_play.put("B5wKHM"), "3.2", "face-changed")


def test_out_of_turn(white_to_play: Table) -> None:
    """RULES 3.2: white has just played."""
    white_to_play.play("B5>BB4")
    broken(white_to_play.play("D5>BD4"), "3.2", "out-of-turn-black")


def test_outside_the_zone() -> None:
    """RULES 4.2."""
    four = table(Variant(Mode.TEAMS), TEAMS)
    broken(four.play("A2>BA1"), "4.2", "outside-zone")


def won() -> Table:
    """White needs one point, and takes it."""
    here = duel("B2bHMK,C3bMKH,C5wMKH,D2bKHM w 4-0 --- -")
    assert only(here.play("C5>BC4"), Over).winner == "w"
    return here


def test_playing_after_the_end() -> None:
    """RULES 3.13."""
    here = won()
    violation = broken(here.play("B2>BB3"), "3.13", "game-over")
    assert violation.restore == (Restore("B3", "B2", "bHMK"),)
    assert names(here.carry("B3", None)) == []


def test_after_the_end_the_cubes_may_be_cleared_away() -> None:
    """RULES 3.13: that is not playing."""
    here = won()
    for square in ("B2", "C3", "C4", "D2"):
        assert here.carry(square, None) == []


def test_the_game_goes_on_when_it_is_put_back(white_to_play: Table) -> None:
    before = white_to_play.status.position
    white_to_play.carry("C5", "C3")
    assert white_to_play.status.to_restore == Restore("C3", "C5", "wMKH")
    back = white_to_play.carry("C3", "C5")
    assert names(back) == ["restored"]
    assert only(back, Restored).position == before
    assert white_to_play.status.violation is None
    assert only(white_to_play.play("C5>BC4"), Move).move == "C5>BC4"


def test_an_illegal_move_put_right_with_a_legal_one(white_to_play: Table) -> None:
    white_to_play.carry("C5", "C3")
    board = bytearray(white_to_play.board)
    board[at("C5")], board[at("C3")] = board[at("C3")], 0
    white_to_play.board = bytes(board)
    said = white_to_play.play("C5>BC4")
    assert names(said)[:2] == ["restored", "move"]


def test_two_things_wrong_are_put_right_one_after_the_other(white_to_play: Table) -> None:
    white_to_play.play_at_once("B5>BB6", "D5>BD6")
    assert white_to_play.status.to_restore == Restore("B6", "B5", "wHMK")
    assert white_to_play.carry("B6", "B5") == []
    white_to_play.put("B5wHMK")
    assert white_to_play.status.to_restore == Restore("D6", "D5", "wKHM")
    white_to_play.carry("D6", None)
    assert white_to_play.status.violation is not None
    assert names(white_to_play.put("D5wKHM")) == ["restored"]


def test_half_of_what_was_wrong_put_back_and_left_so_is_a_move_after_a_while() -> None:
    here = duel()
    here.play_at_once("B5>BB6", "D5>BD6")
    here.carry("B6", None)
    assert here.put("B5wHMK") == []
    assert names(here.look(6)) == ["restored", "move", "turn"]
    assert here.moves == ["D5>BD6"]


def test_a_hand_that_only_passes_is_no_violation(white_to_play: Table) -> None:
    assert white_to_play.hand() + white_to_play.look() == []
