"""Chaos on a real table: tiles are used by saying so, and their work on the board is then seen (RULES 5)."""

from companion.games.himiki.referee.events import Move, Restore, Turn, Violation
from companion.games.himiki.rules.variant import Variant
from tests.referee.table import Table, names, only, table

START = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 ---"


def chaos(state: str, start: str = START) -> Table:
    return table(Variant(chaos=True), f"{start} {state}")


def test_a_tile_out_of_an_unknown_hand_is_used_by_saying_it() -> None:
    """RULES 5.12."""
    here = chaos("hands:w.?3/b.?3;due:use.w")
    said = here.decide("move", move="C-im@C3")
    assert only(said, Move).position.endswith("land:C3.im;hands:w.?2/b.?3")
    assert here.look() == []


def test_who_plays_on_without_a_word_has_declined() -> None:
    """RULES 5.2."""
    here = chaos("hands:w.?3/b.?3;due:use.w")
    assert here.status.turn == "w"
    here.play("B2>BB3")
    assert here.moves == ["C-none", "B2>BB3"]


def test_a_conjured_cube_is_waited_for() -> None:
    """RULES 5.4."""
    here = chaos("hands:w.?3/b.?3;due:use.w")
    here.decide("move", move="C-cj@B2=KHM")
    assert here.look() == []
    assert here.status.to_restore == Restore("B2", "B2", "bKHM")
    assert here.put("B2bKHM") == []
    assert here.status.to_restore is None


def test_the_mana_tilt_is_seen_and_another_is_refused() -> None:
    """RULES 5.3."""
    here = chaos("hands:w.?3/b.?3;due:use.w")
    turn = only(here.decide("move", move="C-mh"), Turn)
    assert turn.due == "mana.w.H"
    assert only(here.play("C5>BC4"), Violation).rule == "5.3"
    here.carry("C4", None)
    here.put("C5wMKH")
    assert only(here.play("B5>BB4"), Move).move == "C-B5>BB4"


def test_impulse_slide_and_swap_are_seen_on_the_board() -> None:
    """RULES 5.9, 5.11."""
    here = chaos("land:B4.im+C4.tp+D4.tr;hands:w.?1/b.?2")
    here.play("B5>BB4", "B4>BA4")
    assert here.moves == ["B5>BB4", "C-B4>BA4"]
    slides = chaos("land:C4.tp;hands:w.?1/b.?2")
    slides.play("C5>BC4")
    slides.carry("C4", "E4")
    assert slides.moves == ["C5>BC4", "C-C4>TE4"]
    swaps = chaos("land:D4.tr;hands:w.?1/b.?2")
    swaps.play("D5>BD4")
    board = bytearray(swaps.board)
    board[21], board[9 - 2] = board[7], board[21]
    swaps.lay(bytes(board))
    assert swaps.moves == ["D5>BD4", "C-D4<>B2"]


def test_a_vortex_turns_the_cube_at_once_or_a_little_later() -> None:
    """RULES 5.10."""
    for at_once in (True, False):
        here = chaos("land:B4.vx;hands:w.?1/b.?2")
        if at_once:
            here.play_at_once("B5>BB4", "B4>PB4")
        else:
            here.play("B5>BB4")
            assert here.status.to_restore == Restore("B4", "B4", "wMKH")
            assert here.turn("B4") == []
        assert here.moves == ["B5>BB4"]
        assert here.status.to_restore is None
        assert names(here.play("B2>BB1"))[0] == "move"


def test_a_mirror_carries_the_cube_across() -> None:
    """RULES 5.9."""
    here = chaos("land:B4.mi;hands:w.?1/b.?2")
    here.play("B5>BB4")
    assert here.status.to_restore == Restore("B4", "B3", "wMHK")
    assert here.carry("B4", "B3") == []
    assert here.moves == ["B5>BB4"]


def test_a_gate_takes_the_cube() -> None:
    """RULES 5.8."""
    here = chaos("land:B4.gh;hands:w.?1/b.?2")
    assert only(here.play("B5>BB4"), Move).remove == ("B4",)
    violation = only(here.play("B2>BB3"), Violation)
    assert (violation.rule, violation.code) == ("5.8", "beaten-stays")


def test_undo_gives_the_hand_back() -> None:
    here = chaos("hands:w.?3/b.?3;due:use.w")
    before = here.status.position
    here.decide("move", move="C-cf")
    here.decide("undo")
    assert here.status.position == before
