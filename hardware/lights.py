"""Which light shows what: a function of the game as it stands, so that an undo or a restart needs no care."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from companion.referee.status import Status

POINTS: Final = 5

PUT_RIGHT: Final = frozenset(("covered", "between", "tipped"))
"""Reasons of doubt that hands can end: the words of those that unseat, without all of seeing being loaded."""


class Signal(Enum):
    """What the referee's light says. Colours differ in rhythm too, for those who see no difference."""

    DARK = "dark"
    FAIR = "green"
    WAITING = "amber"
    """Set-up, a question, a roll or the board itself is waited for, or something on it is to be put right."""
    VIOLATION = "red"
    MUK_YAN = "blue"
    """He has said his move: it waits to be carried out. Or a level has, or thinks about it."""


@dataclass(frozen=True, slots=True)
class Lights:
    white_score: int = 0
    black_score: int = 0
    white_turn: bool = False
    black_turn: bool = False
    influences: tuple[str | None, str | None, str | None] = (None, None, None)
    """Who holds fire, water, wood: `w`, `b` or None."""
    referee: Signal = Signal.DARK
    squares: tuple[str, ...] = ()
    """The squares in question, for lights in or around the board."""

    def as_json(self) -> dict[str, Any]:
        return {
            "white_score": self.white_score,
            "black_score": self.black_score,
            "white_turn": self.white_turn,
            "black_turn": self.black_turn,
            "influences": list(self.influences),
            "referee": self.referee.value,
            "squares": list(self.squares),
        }


ALL_DARK: Final = Lights()


def lights_of(status: Status) -> Lights:
    white, black = status.score
    playing = status.setup is None and not status.over
    return Lights(
        white,
        black,
        status.turn.startswith("w") if playing else status.winner == "w",
        status.turn.startswith("b") if playing else status.winner == "b",
        status.influences,
        _signal(status),
        _squares(status),
    )


def _signal(status: Status) -> Signal:
    if status.violation is not None:
        return Signal.VIOLATION
    waits = not status.board or status.question is not None or status.awaits_roll or status.setup is not None
    if waits or status.to_restore is not None or status.to_remove or _unseated(status):
        return Signal.WAITING
    said = status.muk_yan is not None or status.opponent is not None or status.thinks
    return Signal.MUK_YAN if said else Signal.FAIR


def _squares(status: Status) -> tuple[str, ...]:
    """One thing at a time: the first that has to be put right, what is asked, or what is expected next."""
    restore = status.to_restore
    if restore is None and status.setup is not None:
        restore = next(iter((*status.setup.wrong, *status.setup.missing)), None)
    if restore is not None:
        return tuple(square for square in (restore.source, restore.target) if square is not None)
    if status.question is not None and status.question.squares:
        return status.question.squares
    if status.to_remove:
        return status.to_remove
    if unseated := _unseated(status):
        return unseated
    told = status.muk_yan or status.opponent
    return () if told is None else squares_in(told.move)


def _unseated(status: Status) -> tuple[str, ...]:
    """What hands have to put right. Lamps can wait: what they spoil holds up no other square."""
    return tuple(square for square, reason in status.doubts if reason in PUT_RIGHT)


def squares_in(move: str) -> tuple[str, ...]:
    """The squares that a bare tilt or rotation names: `B2>BB3` is B2 and B3, `B5>PB5+C5>PC5` B5 and C5."""
    named: list[str] = []
    for part in move.split("+"):
        source, _, target = part.rpartition(">")
        named += [source[-2:], target[-2:]] if source else []
    return tuple(dict.fromkeys(named))
