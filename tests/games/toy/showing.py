"""What is said and lit of a heap."""

from typing import Any

from companion.games.decisions import Answer, Undo
from companion.games.events import BoardLost, Event, Uncertain
from hardware.buttons import Press
from hardware.lights import Lights, Signal
from hardware.tunes import POINT, QUESTION, VICTORY, Tune
from tests.games.toy.events import Taken, Won
from tests.games.toy.referee import Standing
from tests.games.toy.rules import Toy


class Telling:
    def tell(self, game: Toy, event: Event) -> str | None:
        match event:
            case Taken():
                return f"{game.names.get(event.by, event.by)} takes {event.move}"
            case Uncertain():
                return event.question
            case _:
                return None

    def answer(self, game: Toy, option: str) -> str:
        return option.capitalize()


def telling(language: str) -> Telling:
    return Telling()


def at_once(event: Event) -> bool:
    return isinstance(event, (Uncertain, BoardLost))


def tune_of(event: Event, game: Toy) -> Tune | None:
    match event:
        case Taken():
            return POINT
        case Uncertain():
            return QUESTION
        case Won():
            return VICTORY
        case _:
            return None


def lights_of(status: Standing) -> Lights:
    waits = status.question is not None or not status.board
    signal = Signal.WAITING if waits else Signal.FAIR
    return Lights(white_turn=status.turn == "w", black_turn=status.turn == "b", referee=signal)


def squares_of(option: str) -> tuple[str, ...]:
    return ()


def meaning(press: Press, status: Standing, offered: str | None) -> Any:
    match press:
        case Press.DONE if status.question is not None:
            return Answer(offered or status.question.options[0])
        case Press.UNDO:
            return Undo()
        case _:
            return None
