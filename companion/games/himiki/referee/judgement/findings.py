"""What a look at the board can mean for the game."""

from dataclasses import dataclass

from companion.games.himiki.referee.events import Restore
from companion.games.himiki.referee.judgement.explain import Explanation
from companion.games.rule_errors import RuleWhy


@dataclass(frozen=True, slots=True)
class Agreed:
    """The board is as it ought to be."""


@dataclass(frozen=True, slots=True)
class Waits:
    """It is on its way to what it ought to be, or it does not matter."""


@dataclass(frozen=True, slots=True)
class Explained:
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
    why: RuleWhy
    restore: tuple[Restore, ...]


Verdict = Agreed | Waits | Explained | TakenBack | Open | Broken
