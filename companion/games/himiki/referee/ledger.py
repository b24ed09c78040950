"""What stands of a game: its start, every entry with the position after it, and what is open.

It is made of the events that were said and of nothing else: `apply` is the one place that knows what an
event does to a game, while it is played as after a power cut.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.games.himiki.referee.events import (
    Arbiter,
    Corrected,
    Doubtful,
    Event,
    Hint,
    Move,
    MukYan,
    Opponent,
    Over,
    Placed,
    Ready,
    Restored,
    SolutionShown,
    Uncertain,
    Violation,
)
from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.cubes import (
    OWNED,
    ROTATED,
    Colour,
    Cube,
    Element,
    colour_of,
    element_lettered,
    has_hidden,
    is_like,
    top_of,
)
from companion.games.himiki.rules.errors import NotationError, RulesError
from companion.games.himiki.rules.moves import Rotate, Tilt
from companion.games.himiki.rules.muk_yan import MukYanAction
from companion.games.himiki.rules.position import OVER, Position
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.rules.written.notation import CHAOS, parse_move
from companion.games.himiki.rules.written.position_text import parse_position
from vision.frames import Seconds

NO_GAME: Final = (RulesError, ValueError, LookupError, TypeError, AttributeError, AssertionError)
"""What comes of events that are not those of a game: from elsewhere, or damaged."""

REMEMBERED: Final = 20
"""Entries back to which a board can be put as a take-back."""

ADDING: Final = frozenset(("accept", "position", "claim", "unclaim", "resign", "side"))
"""Corrections that are entries themselves; the others only take entries away."""


UNSAID: Final = "unsaid"
"""The reason of a correction that ends an announcement, and changes nothing else."""


def read_position(text: str, variant: Variant) -> Position:
    """A position as an event tells it; that a challenge is solved is not in its text (RULES 7.1)."""
    position = parse_position(text, variant)
    if variant.mode is not Mode.MINDLOCK or any(position.board.translate(OWNED[Colour.BLACK])):
        return position
    solved = all(position.influences[element] is Colour.WHITE for element in variant.in_play)
    return position._replace(phase=OVER) if solved else position


@dataclass(frozen=True, slots=True)
class LedgerEntry:
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
        if has_hidden(after[square]) and not has_hidden(before[square]):
            continue
        if square in rotated or (not has_hidden(before[square]) and after[square] == ROTATED[before[square]]):
            kept[square] = (heading + 90) % 180
        elif _stayed(before[square], after[square]):
            kept[square] = heading
    return kept


def _stayed(before: int, after: int) -> bool:
    if before == after:
        return True
    if not before or not after or not (has_hidden(before) or has_hidden(after)):
        return False
    top = top_of(Cube(after))
    return top is not None and is_like(before, colour_of(Cube(after)), top)


BESIDE_THE_GAME: Final = (Doubtful, Hint, SolutionShown, Arbiter)
"""Events that come and go without being a step of it."""


@dataclass(frozen=True, slots=True)
class Ledger:
    start: Position | None = None
    entries: tuple[LedgerEntry, ...] = ()
    began: Seconds | None = None
    violation: Violation | None = None
    question: Uncertain | None = None
    muk_yan: MukYan | None = None
    """What has to be carried out for him."""
    muk_yan_stops: bool = False
    """He has carried out an action after which he does not play again (RULES 6.7)."""
    opponent: Opponent | None = None
    """What has to be carried out for a level."""
    ended: Over | None = None
    time_left: tuple[float, float] | None = None
    """Seconds left for white and black, as they were told last."""
    ahead: bool = False
    """The game went on last without the board, which had still to follow."""
    last_event: Event | None = None
    """Of the game itself."""

    @property
    def position(self) -> Position:
        if self.entries:
            return self.entries[-1].after
        assert self.start is not None  # nobody asks before the board was seen
        return self.start

    @property
    def over(self) -> bool:
        return self.ended is not None or (self.start is not None and self.position.over)

    @property
    def awaits_roll(self) -> bool:
        """It is Muk Yan's turn, and nothing was rolled for him yet."""
        if self.start is None or self.over or self.position.phase.setup:
            return False
        rolled = self.question is not None and self.question.code == "which-side"
        return self.position.seat is self.position.variant.muk_yan and self.muk_yan is None and not rolled

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

    def clock_before(self, count: int) -> tuple[float, float] | None:
        """What the clocks showed when the last entry but `count` was made; None for the full time."""
        for entry in reversed(self.entries[: len(self.entries) - count]):
            clock = None if isinstance(entry.event, Placed) else entry.event.clock
            if clock is not None:
                return clock
        return None


def apply(ledger: Ledger, event: Event, variant: Variant) -> Ledger:
    """The game after the event; raises `RulesError` for a position that cannot be."""
    if isinstance(event, BESIDE_THE_GAME):
        return ledger
    ledger = replace(ledger, last_event=event)
    match event:
        case Ready():
            start = read_position(event.position, variant)
            return Ledger(start, began=Seconds(event.t), last_event=event, time_left=ledger.time_left)
        case Placed():
            entry = LedgerEntry(event, ledger.position, read_position(event.position, variant))
            return replace(ledger, entries=(*ledger.entries, entry), opponent=None, ahead=False)
        case Move():
            return _moved(ledger, event, variant)
        case Corrected():
            return _corrected(ledger, event, variant)
        case Violation():
            return replace(ledger, violation=event, question=None)
        case Uncertain():
            return replace(ledger, question=event)
        case Restored():
            return replace(ledger, violation=None, question=None, ahead=False)
        case MukYan():
            return replace(ledger, muk_yan=event)
        case Opponent():
            return replace(ledger, opponent=event)
        case Over():
            return replace(ledger, ended=event, muk_yan=None, opponent=None)
        case _:
            return ledger


def _moved(ledger: Ledger, event: Move, variant: Variant) -> Ledger:
    entry = LedgerEntry(event, ledger.position, read_position(event.position, variant))
    told = ledger.muk_yan
    after = replace(
        ledger,
        entries=(*ledger.entries, entry),
        muk_yan=None,
        muk_yan_stops=ledger.muk_yan_stops if told is None else told.action != MukYanAction.PLAY_AGAIN,
        opponent=None,
        time_left=event.clock or ledger.time_left,
        ahead=event.said or bool(event.remove),
    )
    # A pass that follows by itself moves no cube: what stood wrong does so still.
    return after if entry.by_itself and not event.said else replace(after, violation=None, question=None)


def _corrected(ledger: Ledger, event: Corrected, variant: Variant) -> Ledger:
    ledger = replace(
        ledger, violation=None, question=None, time_left=event.clock or ledger.time_left, ahead=True
    )
    if event.back:
        ledger = replace(ledger, entries=ledger.entries[: -event.back])
    elif event.reason in ADDING:
        entry = LedgerEntry(event, ledger.position, read_position(event.position, variant))
        ledger = replace(ledger, entries=(*ledger.entries, entry))
    else:
        # Words about squares, or what was announced, were taken back: the game is where it was.
        return replace(ledger, opponent=None) if event.reason == UNSAID else ledger
    return replace(ledger, muk_yan=None, muk_yan_stops=False, opponent=None, ended=None)


def dice(roll: Sequence[str]) -> tuple[Element, Element]:
    return element_lettered(roll[0]), element_lettered(roll[1])
