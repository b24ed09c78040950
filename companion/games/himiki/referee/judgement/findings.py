"""What a look at the board can mean for the game."""

from dataclasses import dataclass
from enum import Enum

from companion.referee.events import Restore
from companion.referee.explain import Explanation
from companion.rules.messages import Message


class Patience(Enum):
    """How long a look has to stay the same before it is acted on.

    Seconds where looks come densely (a live camera), and a number of looks where they do not (pictures
    in a folder): the rarer looks are, the more each of them counts.
    """

    NONE = (0.0, 1, 0.0)
    MOVE = (0.12, 1, 0.0)
    UNUSUAL = (0.4, 1, 0.0)
    UNSURE = (0.5, 2, 0.0)
    WRONG = (0.6, 2, 0.3)
    GONE = (1.5, 3, 0.6)
    BESIDE = (1.5, 3, 0.5)
    CATCHING_UP = (1.0, 2, 0.3)
    HALFWAY = (3.0, 6, 1.8)
    LEFT = (15.0, 45, 12.0)

    def __init__(self, dense: float, looks: int, sparse: float) -> None:
        self.dense = dense
        self.looks = looks
        self.sparse = sparse


@dataclass(frozen=True, slots=True)
class Agreed:
    """The board is as it ought to be."""


@dataclass(frozen=True, slots=True)
class Waits:
    """It is on its way to what it ought to be, or it does not matter."""


@dataclass(frozen=True, slots=True)
class Played:
    """Moves explain it, after the last `back` entries are taken back."""

    explanation: Explanation
    back: int = 0
    long: bool = False
    """More turns than one change can hold: people have played on, unseen or after a violation was told."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """It is an earlier position of the game."""

    back: int
    restarts: bool = False
    """A challenge was laid out anew."""


@dataclass(frozen=True, slots=True)
class Open:
    """Several explanations that differ in what they lead to."""

    explanations: tuple[Explanation, ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """No rule leads there."""

    rule: str
    why: Message
    restore: tuple[Restore, ...]


Finding = Agreed | Waits | Played | TakenBack | Open | Broken
