"""How Terres de Yokai is told at the table: sentences, lights, tunes, and what its buttons mean."""

from typing import Final

from companion.games.events import Event
from companion.games.showing import at_once, usual_meaning, usual_tune
from companion.games.yokai.agreed import Agreed
from companion.games.yokai.referee.events import Move
from companion.games.yokai.referee.status import YokaiStatus
from companion.games.yokai.telling import Teller, said_of
from hardware.buttons import Press
from hardware.lights import POINTS, Lights, Signal
from hardware.tunes import POINT, Tune

__all__ = ["at_once", "lights_of", "meaning", "squares_of", "telling", "tune_of"]

_A_LIGHT: Final = 10
"""Points for each of the lights that a side has: who has won fifty in a game has nearly all there are."""


class Telling:
    def __init__(self, language: str) -> None:
        self._teller = Teller(language)

    def tell(self, game: Agreed, event: Event) -> str | None:
        return self._teller.tell(said_of(event, game))

    def answer(self, game: Agreed, option: str) -> str:
        return option


def telling(language: str) -> Telling:
    return Telling(language)


def tune_of(event: Event, game: Agreed) -> Tune | None:
    """What an event sounds like; most are silent."""
    return POINT if isinstance(event, Move) and "+" in event.move else usual_tune(event)


def meaning(press: Press, status: YokaiStatus, offered: str | None = None) -> object | None:
    """What a button says at this moment of the game; None where it says nothing."""
    return usual_meaning(press, status.question, offered)


def squares_of(option: str) -> tuple[str, ...]:
    """Piles have no lights."""
    return ()


def lights_of(status: YokaiStatus) -> Lights:
    """`a` has the lights of white."""
    a, b = (min(POINTS, points // _A_LIGHT) for points in status.points)
    turn = status.winner if status.over else status.turn
    return Lights(a, b, turn == "a", turn == "b", referee=_signal(status))


def _signal(status: YokaiStatus) -> Signal:
    if status.violation is not None:
        return Signal.VIOLATION
    if status.question is not None or status.todo or status.doubts or (status.seen and not status.board):
        return Signal.WAITING
    return Signal.SAID if status.said is not None else Signal.FAIR
