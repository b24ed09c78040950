"""Challenges at the table (RULES 7): moves against PAR, cubes that leave, success and failure."""

from companion.games.himiki.agreed import Game
from companion.games.himiki.mindlock.scroll import challenge
from companion.games.himiki.referee.events import Corrected, Move, Over, Ready, Restore, Violation
from companion.games.himiki.rules.written.challenge import parse_challenge
from tests.referee.table import Table, names, only

FIRST = challenge("F01")
AS_LAID = "C2bHMK,C4wHMK,D5bKMH,E3bMHK"


def solving(par: int | None = None, cubes: str = AS_LAID) -> Table:
    game = Game(FIRST.start.variant, start=FIRST.start, challenge=FIRST.name, par=par or FIRST.par)
    return Table(game, cubes=cubes)


def to_remove(here: Table) -> list[str]:
    return list(here.status.to_remove)


def test_the_diagram_is_waited_for_and_the_sides_of_black_cubes_do_not_matter() -> None:
    """RULES 7.1."""
    here = solving(cubes="C2bHKM,C4wHKM,D5bKHM,E3bMHK")
    assert names(here.events) == ["uncertain"]
    setup = here.status.setup
    assert setup is not None
    assert setup.wrong == (Restore("C4", "C4", "wHMK"),)
    assert names(here.turn("C4")) == ["ready", "turn"]
    assert here.turn("D5") == []


def test_the_solution_solves_it() -> None:
    here = solving()
    first = only(here.play("C4>BC3"), Move)
    assert (first.remove, first.cost, first.points) == (("C2",), 1, 1)
    assert to_remove(here) == ["C2"]
    assert here.carry("C2", None) == []
    assert to_remove(here) == []
    here.play("C3>BD3")
    here.carry("E3", None)
    said = here.play("D3>BD4")
    over = only(said, Over)
    assert (over.winner, over.reason) == ("w", "solved")
    assert here.status.spent == 3
    assert here.carry("D5", None) == []


def test_a_beaten_cube_has_to_leave_before_anything_else_is_played() -> None:
    """RULES 7.1."""
    here = solving()
    here.play("C4>BC3")
    violation = only(here.play("C3>BD3"), Violation)
    assert (violation.rule, violation.code) == ("7.1", "beaten-stays")
    said = here.carry("C2", None)
    assert names(said)[:2] == ["restored", "move"]


def test_a_black_cube_never_moves() -> None:
    """RULES 7.1."""
    here = solving()
    violation = only(here.play("D5>BD4"), Violation)
    assert (violation.rule, violation.code) == ("7.1", "mindlock-black")


def test_more_moves_than_par_fail_and_the_board_laid_anew_begins_again() -> None:
    here = solving(par=1)
    start = here.board
    here.play("C4>BB4")
    over = only(here.play("B4>BA4"), Over)
    assert (over.winner, over.reason) == (None, "failed")
    said = here.lay(start)
    assert names(said) == ["corrected", "ready", "turn"]
    assert only(said, Corrected).back == 2
    assert only(said, Ready).position == here.status.position
    assert here.status.spent == 0


def test_undo_goes_on_after_failing() -> None:
    here = solving(par=1)
    here.play("C4>BB4", "B4>BA4")
    here.decide("undo")
    assert not here.status.over
    assert here.status.spent == 1


ON_TERRAIN = """
name = "M99"
category = "M"
par = 3
position = "A1bK??,C4wHMK,C2wHMK"
land = ["C3.gh"]
"""


def test_a_cube_that_falls_through_a_gate_leaves_the_board() -> None:
    """RULES 5.8, 7.4."""
    told = parse_challenge(ON_TERRAIN)
    here = Table(Game(told.start.variant, start=told.start, par=told.par), cubes="A1bKHM,C4wHMK,C2wHMK")
    move = only(here.play("C4>BC3"), Move)
    assert move.remove == ("C3",)
    assert here.status.to_restore == Restore("C3", None, "wMHK")
    assert here.carry("C3", None) == []
    assert here.status.to_restore is None
