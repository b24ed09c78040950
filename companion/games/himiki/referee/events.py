"""What this game's referee says: everything that people see, hear or keep is made from these."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self

from companion.games import events
from companion.games.events import (
    Arbiter,
    BoardFound,
    BoardLost,
    Doubtful,
    Event,
    EventError,
    Hint,
    Opponent,
    Restored,
    Uncertain,
    by_name,
)

__all__ = [
    "KINDS",
    "Arbiter",
    "BoardFound",
    "BoardLost",
    "Corrected",
    "Doubtful",
    "End",
    "Event",
    "EventError",
    "Hint",
    "Move",
    "MukYan",
    "Opponent",
    "Over",
    "Placed",
    "Ready",
    "Restore",
    "Restored",
    "SolutionShown",
    "Standing",
    "Turn",
    "Uncertain",
    "Violation",
    "event_from",
]


@dataclass(frozen=True, slots=True)
class Restore:
    """One cube to put back: `source` None brings it to the board, `target` None takes it off."""

    source: str | None
    target: str | None
    cube: str
    """Colour and three letters, `wHMK`; `?` for sides that do not matter or are not known."""

    def as_json(self) -> dict[str, Any]:
        return {"from": self.source, "to": self.target, "cube": self.cube}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        return cls(told["from"], told["to"], told["cube"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(Event):
    """The board is seen and a game is followed on it."""

    name = "ready"
    mode: str
    edition: str
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(Event):
    """A cube was put down in set-up, or turned there before the first move."""

    name = "placed"
    move: str
    """`wHMK@B5`, with `?` for sides that are not known."""
    by: str
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Event):
    """An accepted move, a Chaos choice, `stop` or `pass`."""

    name = "move"
    move: str
    by: str
    points: int
    """Won conflicts, as counted for the mover."""
    influence: tuple[str, ...]
    score: tuple[int, int]
    position: str
    """After it; `?` for sides that nobody knows yet."""
    annotated: str = ""
    remove: tuple[str, ...] = ()
    """In a challenge, the squares whose black cubes are beaten and leave the board."""
    cost: int = 0
    """In a challenge, the moves it costs."""
    said: bool = False
    """Told by people, not seen: the board may still have to follow."""
    unseen: tuple[str, ...] = ()
    """Of a rotation that nobody could see: the squares of all cubes that may have been turned."""
    roll: tuple[str, str] | None = None
    """Muk Yan's dice, black then white, where the move carries them out."""
    level: str | None = None
    """The level whose announcement it carries out."""
    clock: tuple[float, float] | None = None
    """Seconds left for white and black, where a clock runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Event):
    """Whose turn it is now, and what is particular about it."""

    name = "turn"
    turn: str
    must_tilt: bool = False
    replay: bool = False
    due: str | None = None
    """The Chaos decision that is waited for, as in a position string."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation(events.Violation):
    """The board does not follow from the game by any rule; score and clock stand still until it does."""

    restore: tuple[Restore, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MukYan(Event):
    """What Muk Yan rolled and does: the person carries it out. Without an action (0) he passes or stops."""

    name = "muk_yan"
    roll: tuple[str, str]
    """Black, then white."""
    action: int
    move: str
    text: str
    code: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolutionShown(Event):
    """Somebody looked at the solution of the challenge that is being played: the game goes on as it was."""

    name = "solution"
    challenge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(events.Corrected):
    """People changed what stands: only the values that are right now are told."""

    reason: str
    """undo, takeback, accept, position, claim, unclaim or resign."""
    score: tuple[int, int]
    position: str
    back: int = 0
    """How many entries (moves, choices, corrections, placements) of this game no longer stand."""
    side: str | None = None
    """Of a claim, or who resigns."""
    clock: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(Event):
    """In free play: what stands on the board now."""

    name = "position"
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Over(events.Over):
    """The winner is `w` or `b`; in a challenge `w` for solved and None for failed."""

    score: tuple[int, int]
    reason: str = "points"
    """points, resigned, time, solved, failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Event):
    """The source has ended: the final line of `himiki watch`."""

    name = "end"
    score: tuple[int, int]
    moves: int
    """Without `pass` and `stop`."""
    position: str | None

    def as_json(self) -> dict[str, Any]:
        told = Event.as_json(self)
        del told["t"]
        return told


KINDS: Final = by_name(
    Ready,
    Placed,
    Move,
    Turn,
    Violation,
    Restored,
    Uncertain,
    Doubtful,
    MukYan,
    Opponent,
    Hint,
    SolutionShown,
    Corrected,
    BoardLost,
    BoardFound,
    Arbiter,
    Standing,
    Over,
    End,
)


def event_from(told: Mapping[str, Any]) -> Event:
    """Reads what `as_json` wrote; raises `EventError`."""
    return events.read(told, KINDS)
