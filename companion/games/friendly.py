"""A game that two tables play together: what each tells the other, and what it makes of what it is told.

These are shapes; a game that can be shared has a module `friendly` of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


class NotShared(ValueError):
    """A game that two tables cannot play together; carries a code with its values and a sentence."""

    def __init__(self, code: str, text: str, **values: str) -> None:
        super().__init__(text)
        self.code, self.values = code, values


@dataclass(frozen=True, slots=True)
class Step:
    """What was placed or played, and what stands after it."""

    by: str
    """The turn code of who did it."""
    move: str
    position: str


@dataclass(frozen=True, slots=True)
class Ended:
    winner: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Shared:
    """All of one moment that the other table has to know, or that is to be decided here."""

    steps: tuple[Step, ...] = ()
    """Without what was taken back."""
    position: str = ""
    """Empty before the board was seen."""
    turn: str = ""
    """The turn code of who is to play."""
    asked: Any = None
    """What the friend has to play now, as her table is to be asked for; None while it is not her turn, or
    the board has still to follow."""
    announced: str | None = None
    """Her move that is being carried out."""
    ended: Ended | None = None
    clock: tuple[float, float] | None = None
    """Seconds left for both sides."""
    calm: bool = True
    """No violation stands, and no question is open."""
    unsided: str = ""
    """A place where it has still to be seen how a piece lies, before the friend can be told of it."""


@dataclass(frozen=True, slots=True)
class Told:
    """A friend's move as a decision, and what stands after it by the rules of this table."""

    decision: Any
    position: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """What both agreed on beforehand, from one table's side."""

    settings: Mapping[str, Any]
    side: str
    """Of this table: `w` or `b`."""
    name: str
    """Under which both know the game."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Of who plays, by side."""


class Friendly(Protocol):
    """The module `friendly` of a game."""

    def agreed(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """What both tables play, whole; raises `NotShared` where that cannot be."""

    def game_of(self, agreement: Agreement) -> Any:
        """The game at this table; raises `NotShared`."""

    def shared_of(self, referee: Any, t: float) -> Shared: ...

    def told(self, asked: Any, move: str, name: str = "") -> Told:
        """What is asked is answered with that move, by a friend of that name; raises `Refused` where no rule
        allows it."""

    def alike(self, one: str, other: str) -> bool:
        """Whether two positions may be the same one, as far as each table knows."""

    def undone(self) -> Any:
        """The decision that takes the last step back."""

    def unsaid(self) -> Any:
        """The decision that ends what was announced."""

    def said(self, move: str) -> Any:
        """The decision that plays a move of this table's own once more."""

    def over(self, ended: Ended, side: str) -> Any:
        """The decision by which that side, the friend's, has lost; None where the rules have ended it."""

    def time_left(self, side: str, seconds: float) -> Any:
        """The decision that puts the friend's clock."""
