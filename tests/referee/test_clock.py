"""The game clock: started and stopped by what is seen."""

import pytest

from companion.games.clockwork import Clock
from companion.games.himiki.referee.decisions import DecisionError
from companion.games.himiki.referee.events import Corrected, Move, Over
from tests.referee.table import Table, duel, only
from vision.frames import Seconds


def clocked(minutes: float = 1.0, increment: float = 0.0) -> Table:
    return duel(clock=Clock(minutes, increment))


def left(here: Table) -> tuple[float, float]:
    clock = here.status.clock
    assert clock is not None
    return clock


def runs(here: Table) -> str:
    return here.status.clock_runs or "nobody"


def test_time_runs_for_the_side_on_turn_until_its_move_is_seen() -> None:
    here = clocked()
    begun = here.events[0].t
    move = only(here.play("B5>BB4"), Move)
    assert move.clock == (round(60 - (move.t - begun), 3), 60.0)
    here.look(6)
    assert left(here)[0] == move.clock[0]
    assert left(here)[1] < 60
    assert here.status.clock_runs == "b"


def test_an_increment_is_added_when_the_turn_ends() -> None:
    here = clocked(increment=30)
    move = only(here.play("B5>BB4"), Move)
    assert move.clock is not None
    assert move.clock[0] > 80


def test_it_stands_still_in_a_violation_and_when_the_board_is_lost() -> None:
    here = clocked()
    here.play("B2>BB3")
    assert runs(here) == "nobody"
    before = left(here)
    here.look(10)
    assert left(here) == before
    here.carry("B3", None)
    here.put("B2bHMK")
    assert runs(here) == "w"
    for _ in range(4):
        here.referee.see(here.eye.nothing())
    assert runs(here) == "nobody"


def test_who_has_no_time_left_has_lost() -> None:
    here = clocked(minutes=0.1)
    here.play("B5>BB4")
    over = only(list(here.referee.tick(Seconds(here.eye.t + 7))), Over)
    assert (over.winner, over.reason) == ("w", "time")
    assert left(here)[1] == 0.0


def test_undo_gives_the_time_back() -> None:
    here = clocked()
    here.play("B5>BB4")
    here.play("B2>BB1")
    corrected = only(here.decide("undo"), Corrected)
    first = next(event for event in here.events if isinstance(event, Move))
    assert corrected.clock == first.clock


def test_people_stop_it_and_it_goes_on_when_they_say_or_play() -> None:
    here = clocked()
    here.decide("pause")
    assert (runs(here), here.status.paused) == ("nobody", True)
    before = left(here)
    here.look(10)
    here.hand()
    here.look(3)
    assert left(here) == before
    here.decide("pause")
    assert (runs(here), here.status.paused) == ("w", False)
    here.decide("pause")
    here.play("B5>BB4")
    assert (runs(here), here.status.paused) == ("b", False)


def test_without_a_clock_there_is_nothing_to_stop() -> None:
    with pytest.raises(DecisionError, match="without a clock"):
        duel().decide("pause")
