"""How a game is told at the table: sentences for a voice, lights, tunes, and what buttons mean."""

from typing import Any, Final, Protocol

from companion.games.decisions import Answer, Undo
from companion.games.events import BoardLost, Corrected, Event, Opponent, Over, Restored, Uncertain, Violation
from hardware.buttons import Press
from hardware.lights import Lights
from hardware.tunes import QUESTION, VICTORY, VIOLATION, YOUR_TURN, Tune


class Telling(Protocol):
    """The sentences of one table in one language, told in the order of the events."""

    def tell(self, game: Any, event: Event) -> str | None:
        """As it is spoken; None where nothing is said."""

    def answer(self, game: Any, option: str) -> str:
        """What a question can be answered with, as a sentence begins."""


class Showing(Protocol):
    """The module `showing` of a game."""

    def telling(self, language: str) -> Telling: ...

    def at_once(self, event: Event) -> bool:
        """Whether it is spoken before what still waits to be: that is over, or wrong."""

    def tune_of(self, event: Event, game: Any) -> Tune | None: ...

    def lights_of(self, status: Any) -> Lights: ...

    def squares_of(self, option: str) -> tuple[str, ...]:
        """The squares that an answer names, to be lit while it is offered."""

    def meaning(self, press: Press, status: Any, offered: str | None) -> Any:
        """The decision that a button stands for now, `offered` being the answer that *yes* takes; None: it
        says nothing."""


_AT_ONCE: Final = (Violation, Restored, Uncertain, Corrected, BoardLost)
"""After a correction only what is right now is spoken, nothing of what was waiting to be said."""


def at_once(event: Event) -> bool:
    """As `Showing.at_once` says it of what all games tell."""
    return isinstance(event, _AT_ONCE)


def usual_tune(event: Event) -> Tune | None:
    """What events of all games sound like."""
    match event:
        case Violation():
            return VIOLATION
        case Uncertain():
            return QUESTION
        case Over():
            return VICTORY
        case Opponent():
            return YOUR_TURN
        case _:
            return None


def usual_meaning(press: Press, question: Uncertain | None, offered: str | None) -> Answer | Undo | None:
    """*Yes* answers what is asked, *undo* takes back."""
    match press:
        case Press.DONE if question is not None:
            return Answer(question.options[0] if offered is None else offered)
        case Press.UNDO:
            return Undo()
        case _:
            return None
