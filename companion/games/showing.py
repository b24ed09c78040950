"""How a game is told at the table: sentences for a voice, lights, tunes, and what buttons mean."""

from typing import Any, Protocol

from companion.games.events import Event
from hardware.buttons import Press
from hardware.lights import Lights
from hardware.tunes import Tune


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
