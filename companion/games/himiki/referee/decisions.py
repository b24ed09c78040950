"""What people decide, on a phone, with a button or in a file (FORMATS 7)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.games import decisions
from companion.games.asking import Announce
from companion.games.decisions import (
    Accept,
    Answer,
    DecisionError,
    EndTurn,
    SayMove,
    SetPosition,
    TakeBack,
    Undo,
)
from companion.games.himiki.rules.board import Square, name_of, square_named
from companion.games.himiki.rules.cubes import LETTERS, Colour, Element, colour_lettered, element_lettered
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.moves import Move
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.written.position_text import parse_cubes
from companion.games.quoting import quoted

__all__ = [
    "NAMES",
    "Accept",
    "Announce",
    "Answer",
    "Claim",
    "Decision",
    "DecisionError",
    "EndTurn",
    "Pause",
    "Resign",
    "Roll",
    "SayMove",
    "Seen",
    "SetPosition",
    "TakeBack",
    "TimeLeft",
    "Unclaim",
    "Undo",
    "Unsaid",
    "as_told",
    "decision_from",
]


@dataclass(frozen=True, slots=True)
class Claim:
    side: Colour


@dataclass(frozen=True, slots=True)
class Unclaim:
    side: Colour


@dataclass(frozen=True, slots=True)
class Roll:
    black: Element
    white: Element


@dataclass(frozen=True, slots=True)
class Pause:
    """The clocks stand still; or they go on."""


@dataclass(frozen=True, slots=True)
class Unsaid:
    """What a friend's table had told was taken back there before it was carried out here."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What the clock of the other table says of its own side: no program can send it."""

    side: Colour
    seconds: float


@dataclass(frozen=True, slots=True)
class Resign:
    side: Colour


@dataclass(frozen=True, slots=True)
class Seen:
    """What people see on some squares; it is believed, whatever the eye makes of them."""

    squares: tuple[Square, ...]
    cubes: str
    """Those that stand on them, as in a position (FORMATS 1); `-` for none."""

    @property
    def board(self) -> bytes:
        """With nothing known of any other square."""
        return parse_cubes(self.cubes)


Decision = (
    Undo
    | TakeBack
    | Accept
    | EndTurn
    | Pause
    | SetPosition
    | SayMove
    | Claim
    | Unclaim
    | Roll
    | Answer
    | Resign
    | Seen
    | Announce[Position, Move]
    | Unsaid
    | TimeLeft
)


@dataclass(frozen=True, slots=True)
class _Reader:
    """The fields of one decision, each refused with its name."""

    told: Mapping[str, Any]

    def text(self, name: str) -> str:
        value = self.told.get(name)
        if not isinstance(value, str) or not value:
            raise DecisionError(f"the decision needs '{name}', a text")
        return value

    def side(self) -> Colour:
        value = self.told.get("side")
        if value not in ("w", "b"):
            raise DecisionError("the decision needs 'side', w or b")
        return colour_lettered(value)

    def squares(self) -> tuple[Square, ...]:
        value = self.told.get("squares")
        if not isinstance(value, Sequence) or isinstance(value, str) or not value:
            raise DecisionError("the decision needs 'squares', a list such as [\"C2\"]")
        found = [square_named(name) if isinstance(name, str) else None for name in value]
        squares = tuple(square for square in found if square is not None)
        if len(squares) < len(value):
            wrong = value[found.index(None)]
            raise DecisionError(f"{quoted(str(wrong))} is no square: A1 to E6")
        if len(set(squares)) < len(squares):
            raise DecisionError("a square is named twice in 'squares'")
        return tuple(sorted(squares))

    def seen(self) -> Seen:
        told = Seen(self.squares(), self.text("cubes"))
        try:
            board = told.board
        except RulesError as fault:
            raise DecisionError(f"'cubes' cannot be read: {fault}") from None
        for square, cube in enumerate(board):
            if cube and square not in told.squares:
                name = name_of(Square(square))
                raise DecisionError(f"'cubes' has one on {name}, which is not among 'squares'")
        return told

    def element(self, name: str) -> Element:
        value = self.told.get(name)
        if not isinstance(value, str) or len(value) != 1 or value not in LETTERS:
            raise DecisionError(f"the decision needs '{name}', one of H, M, K")
        return element_lettered(value)


_READERS: Final[Mapping[str, Callable[[_Reader], Decision]]] = {
    "undo": lambda _: Undo(),
    "takeback": lambda _: TakeBack(),
    "accept": lambda _: Accept(),
    "end_turn": lambda _: EndTurn(),
    "position": lambda told: SetPosition(told.text("position")),
    "move": lambda told: SayMove(told.text("move")),
    "claim": lambda told: Claim(told.side()),
    "unclaim": lambda told: Unclaim(told.side()),
    "roll": lambda told: Roll(told.element("black"), told.element("white")),
    "answer": lambda told: Answer(told.text("option")),
    "resign": lambda told: Resign(told.side()),
    "pause": lambda _: Pause(),
    "seen": lambda told: told.seen(),
}
NAMES: Final = tuple(_READERS)

KINDS: Final[Mapping[str, type]] = {
    "undo": Undo,
    "takeback": TakeBack,
    "accept": Accept,
    "end_turn": EndTurn,
    "position": SetPosition,
    "move": SayMove,
    "claim": Claim,
    "unclaim": Unclaim,
    "roll": Roll,
    "answer": Answer,
    "resign": Resign,
    "pause": Pause,
    "seen": Seen,
}
"""What people decide, by the name that it goes by."""


def decision_from(told: object) -> Decision:
    """Reads the body of a decision; raises `DecisionError`."""
    name = decisions.name_in(told, NAMES)
    assert isinstance(told, Mapping)
    return _READERS[name](_Reader(told))


def as_told(decision: Decision) -> dict[str, Any] | None:
    """What `decision_from` reads; None for what no person decides."""
    return decisions.told_of(decision, KINDS, _plain)


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [name_of(square) for square in value]
    return value.letter if isinstance(value, (Colour, Element)) else value
