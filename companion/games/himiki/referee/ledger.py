"""What stands of a game: its start, and every entry with the position after it.

It is folded from the events that were said, so that the list which a power cut leaves behind gives the
very same ledger again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.referee.events import Corrected, Move, Placed
from companion.referee.reading import is_like
from companion.rules.board import Square
from companion.rules.cubes import OWNED, ROTATED, Colour, Cube, Element, colour_of, element_lettered, top_of
from companion.rules.errors import NotationError
from companion.rules.moves import Rotate, Tilt
from companion.rules.notation import CHAOS, parse_move
from companion.rules.position import OVER, Position
from companion.rules.position_text import parse_position
from companion.rules.variant import Mode, Variant

REMEMBERED: Final = 20
"""Entries back to which a board can be put as a take-back."""

ADDING: Final = frozenset(("accept", "position", "claim", "unclaim", "resign", "side"))
"""Corrections that are entries themselves; the others only take entries away."""


def read_position(text: str, variant: Variant) -> Position:
    """A position as an event tells it; that a challenge is solved is not in its text (RULES 7.1)."""
    position = parse_position(text, variant)
    if variant.mode is not Mode.MINDLOCK or any(position.board.translate(OWNED[Colour.BLACK])):
        return position
    solved = all(position.influences[element] is Colour.WHITE for element in variant.in_play)
    return position._replace(phase=OVER) if solved else position


@dataclass(frozen=True, slots=True)
class Entry:
    event: Move | Placed | Corrected
    before: Position
    after: Position

    @property
    def by_itself(self) -> bool:
        """It followed from the position before without anybody's choice, and is undone with that."""
        if isinstance(self.event, Corrected):
            return self.event.reason == "side"
        if not isinstance(self.event, Move):
            return False
        muk_yan = self.after.variant.muk_yan
        his = muk_yan is not None and self.event.by == muk_yan.value
        told = his or self.event.level is not None
        return self.event.move == "pass" or (told and self.event.move == "stop")

    @property
    def acts(self) -> bool:
        """A tilt or a rotation of a turn, not a choice and not what a tile does."""
        return (
            isinstance(self.event, Move)
            and not self.event.move.startswith(CHAOS)
            and self.event.move not in ("stop", "pass")
        )

    @property
    def rotated(self) -> tuple[Square, ...]:
        move = self.move
        return move.squares if isinstance(move, Rotate) else ()

    @property
    def tilt(self) -> Tilt | None:
        move = self.move
        return move if isinstance(move, Tilt) else None

    @property
    def move(self) -> object:
        """The move as a value; None for what is no move."""
        if not isinstance(self.event, Move):
            return None
        try:
            return parse_move(self.event.move).move
        except NotationError:
            return None

    def headings_before(self, headings: Mapping[Square, float]) -> dict[Square, float]:
        """The headings that the cubes had before this entry, as far as those now tell."""
        return carried(headings, self.after.board, self.before.board, self.rotated)


def carried(
    headings: Mapping[Square, float], before: bytes, after: bytes, rotated: tuple[Square, ...]
) -> dict[Square, float]:
    """A heading stays with a cube that stayed, and turns with one that was turned.

    Of one that may have been turned unseen, so that its sides are not known any more, none is known either.
    """
    kept = {}
    for square, heading in headings.items():
        if before[square] < 128 <= after[square]:
            continue
        if square in rotated or (before[square] < 128 and after[square] == ROTATED[before[square]]):
            kept[square] = (heading + 90) % 180
        elif _stayed(before[square], after[square]):
            kept[square] = heading
    return kept


def _stayed(before: int, after: int) -> bool:
    if before == after:
        return True
    if not before or not after or (before < 128 and after < 128):
        return False
    top = top_of(Cube(after))
    return top is not None and is_like(before, colour_of(Cube(after)), top)


@dataclass(slots=True)
class Ledger:
    start: Position | None = None
    entries: list[Entry] = field(default_factory=list)

    @property
    def position(self) -> Position:
        if self.entries:
            return self.entries[-1].after
        assert self.start is not None  # nobody asks before the board was seen
        return self.start

    def add(self, event: Move | Placed | Corrected, after: Position) -> None:
        self.entries.append(Entry(event, self.position, after))

    def drop(self, count: int) -> None:
        if count:
            del self.entries[-count:]

    @property
    def undone_by_undo(self) -> int:
        """How many entries go with the last one."""
        count = 0
        for entry in reversed(self.entries):
            count += 1
            if not entry.by_itself:
                break
        return count

    @property
    def undone_by_takeback(self) -> int:
        """How many entries go with the last move; 0 when there is none."""
        for count, entry in enumerate(reversed(self.entries), 1):
            if entry.acts:
                return count
            if isinstance(entry.event, (Placed, Corrected)):
                return 0
        return 0

    @property
    def moves(self) -> int:
        """Without `pass` and `stop`."""
        return sum(
            1
            for entry in self.entries
            if isinstance(entry.event, Move) and entry.event.move not in ("stop", "pass")
        )

    @property
    def begun(self) -> bool:
        """Whether anything but set-up was played."""
        return any(not isinstance(entry.event, Placed) for entry in self.entries)

    @property
    def rolls(self) -> int:
        return sum(1 for entry in self.entries if isinstance(entry.event, Move) and entry.event.roll)

    @property
    def spent(self) -> int:
        """Moves that a challenge has cost so far (RULES 7.2)."""
        return sum(entry.event.cost for entry in self.entries if isinstance(entry.event, Move))

    @property
    def resigned(self) -> Colour | None:
        for entry in self.entries:
            if isinstance(entry.event, Corrected) and entry.event.reason == "resign":
                return Colour.WHITE if entry.event.side == "w" else Colour.BLACK
        return None


def dice(roll: Sequence[str]) -> tuple[Element, Element]:
    return element_lettered(roll[0]), element_lettered(roll[1])
