"""How RR is told at the table: sentences, lights, tunes, and what its buttons mean.

Lights are a function of the game as it stands, so that an undo or a restart needs no care.
"""

import re
from typing import Final

from companion.games.decisions import EndTurn
from companion.games.events import Event
from companion.games.rr.agreed import Agreed
from companion.games.rr.referee.events import Moved, Reminder
from companion.games.rr.referee.status import RrStatus
from companion.games.rr.telling import Teller, said_of
from companion.games.showing import at_once, usual_meaning, usual_tune
from hardware.buttons import Press
from hardware.lights import POINTS, Lights, Signal
from hardware.tunes import POINT, YOUR_TURN, Tune

__all__ = ["at_once", "lights_of", "meaning", "squares_of", "telling", "tune_of"]

_SQUARE: Final = re.compile(r"[abc][123]")


class Telling:
    """Sentences as they are called out."""

    def __init__(self, language: str) -> None:
        self._teller = Teller(language)

    def tell(self, game: Agreed, event: Event) -> str | None:
        return self._teller.tell(said_of(event))

    def answer(self, game: Agreed, option: str) -> str:
        return self._teller.answer(option)


def telling(language: str) -> Telling:
    return Telling(language)


def tune_of(event: Event, game: Agreed) -> Tune | None:
    """What an event sounds like; most are silent."""
    match event:
        case Moved() if "!" in event.move:
            return POINT
        case Reminder():
            return YOUR_TURN
        case _:
            return usual_tune(event)


def meaning(press: Press, status: RrStatus, offered: str | None = None) -> object | None:
    """What a button says at this moment of the game; None where it says nothing."""
    question = status.question
    match press:
        case Press.DONE if question is None and status.placed is not None:
            return EndTurn()
        case _:
            return usual_meaning(press, question, offered)


def squares_of(option: str) -> tuple[str, ...]:
    """Those that an answer names, but for where its tile was placed."""
    return tuple(dict.fromkeys(_SQUARE.findall(option.partition("!")[2])))


def lights_of(status: RrStatus) -> Lights:
    """Regality has the lights of white. There are fewer than nine for each side: who has more than they can
    show has won."""
    red, blue = (min(count, POINTS) for count in status.allies)
    turn = status.winner if status.over else status.turn
    return Lights(red, blue, turn == "r", turn == "b", referee=_signal(status), squares=_squares(status))


def _signal(status: RrStatus) -> Signal:
    if status.violation is not None:
        return Signal.VIOLATION
    if not status.board or status.question is not None or status.restore or status.todo or status.doubts:
        return Signal.WAITING
    return Signal.SAID if status.said is not None else Signal.FAIR


def _squares(status: RrStatus) -> tuple[str, ...]:
    """One thing at a time: the first that has to be put right, what is missing, or what was said."""
    if status.restore:
        return (status.restore[0].square,)
    if status.todo:
        return status.todo
    return () if status.said is None else tuple(dict.fromkeys(_SQUARE.findall(status.said)))
