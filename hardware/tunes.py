"""A short vocabulary of sounds: what happened can be told without looking. A game says what sounds when."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Note:
    hertz: float
    """0 is a rest."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Tune:
    name: str
    notes: tuple[Note, ...]
    urgency: int
    """A tune gives way to one at least as urgent."""

    @property
    def seconds(self) -> float:
        return sum(note.seconds for note in self.notes)


def _tune(name: str, urgency: int, *notes: tuple[float, float]) -> Tune:
    return Tune(name, tuple(Note(*note) for note in notes), urgency)


_C5, _E5, _G5, _A5, _C6, _E6 = 523.25, 659.25, 783.99, 880.0, 1046.5, 1318.5
_LOW: Final = 196.0

YOUR_TURN: Final = _tune("your turn", 0, (_A5, 0.06))
POINT: Final = _tune("point", 1, (_C5, 0.09), (_G5, 0.14))
INFLUENCE: Final = _tune("influence", 1, (_C5, 0.08), (_E5, 0.08), (_G5, 0.08), (_C6, 0.16))
QUESTION: Final = _tune("question", 2, (_G5, 0.12), (0.0, 0.05), (_C6, 0.18))
VIOLATION: Final = _tune("violation", 3, (_LOW, 0.22), (0.0, 0.06), (_LOW, 0.22))
VICTORY: Final = _tune(
    "victory", 4, (_C5, 0.12), (_E5, 0.12), (_G5, 0.12), (_C6, 0.24), (_G5, 0.12), (_C6, 0.2), (_E6, 0.4)
)
TUNES: Final = (YOUR_TURN, POINT, INFLUENCE, QUESTION, VIOLATION, VICTORY)
