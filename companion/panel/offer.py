"""A question answered with two buttons, however many answers it has."""

from dataclasses import dataclass, replace
from typing import Self

from companion.games.events import Uncertain
from hardware.lights import Lights


@dataclass(frozen=True, slots=True)
class Offer:
    """The answer that *yes* takes. *No* takes the other one of two; of more it offers the next, and after the
    last the first, so that nothing is answered which was not offered."""

    question: Uncertain
    at: int = 0

    @property
    def option(self) -> str:
        return self.question.options[self.at]

    @property
    def goes_on(self) -> bool:
        """Whether *no* offers another one."""
        return len(self.question.options) > 2

    def next(self) -> Self:
        return replace(self, at=(self.at + 1) % len(self.question.options))

    def lit(self, lights: Lights, named: tuple[str, ...] = ()) -> Lights:
        """With the squares that the answer is about, where it is about any; its words name `named`."""
        asked = self.question.values.get("square")
        squares = list(self.question.squares) or ([asked] if isinstance(asked, str) else [])
        squares += named
        return replace(lights, squares=tuple(dict.fromkeys(squares))) if squares else lights
