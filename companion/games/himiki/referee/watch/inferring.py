"""What a look with doubtful squares most likely shows, by what people said of them and by the game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.games.himiki.referee.game.course import Course
from companion.games.himiki.referee.judgement.judging import Case
from companion.games.himiki.referee.judgement.weighing import (
    LEAD,
    LEAST_LEAD,
    Weighed,
    likeliest,
    weighed,
    weighed_apart,
)
from companion.games.himiki.referee.ledger import Ledger
from companion.games.himiki.referee.look.doubting import seemed
from companion.games.himiki.referee.look.reading import SeenCubes
from companion.games.himiki.referee.look.stands import DoubtsBySquare, Stands, stands_of
from companion.games.himiki.referee.setup.clearing import homes_of
from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.cubes import Colour, Cube, Element, colour_of, top_of
from companion.games.himiki.rules.position import EMPTY_BOARD
from companion.games.settling import Patience


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A square that nothing settles."""

    square: Square
    options: tuple[Stands, ...]
    """What may stand there, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Inferred:
    look: SeenCubes
    settled: bool
    """False: `look` has the plain squares alone, and is not to be judged."""
    least: Patience = Patience.NONE
    """How long it has to last at the least: longer where something in it was filled in."""
    open: Unsettled | None = None


_NOTHING_SEEN: Final[tuple[SeenCubes, DoubtsBySquare]] = {}, {}


class Inferring:
    def __init__(self, course: Course, case: Callable[[SeenCubes], Case]) -> None:
        """`case` is the game that a look is weighed with; its reading is made while weighing."""
        self._course = course
        self._case = case
        self.lying: bytes | None = None
        """How the board lay when it was judged last, where that was not as it ought to."""
        self.doubtful: DoubtsBySquare = {}
        """What nobody has said of the last sight either."""
        self._weighed: tuple[object, Weighed] | None = None

    def infer(self) -> Inferred:
        """What the sight of the course shows."""
        look: SeenCubes
        look, doubts = self._course.truths.over(*self._sight)
        self.doubtful = {s: doubt for s, doubt in doubts.items() if not self._course.truths.tells(s)}
        if not doubts:
            return Inferred(look, settled=True)
        told = self._weigh(look, doubts)
        held = told.held_by(doubts)
        asks = told.asks if held is None else held
        open_ = None if asks is None else Unsettled(asks, likeliest(doubts[asks]))
        if held is not None or (told.lead is not None and told.lead < self._wanted(told.asks)):
            plain = {square: seen for square, seen in look.items() if square not in doubts}
            return Inferred(plain, settled=False, open=open_)
        hidden = any(doubt.hidden for doubt in doubts.values())
        least = Patience.BESIDE if hidden else Patience.UNSURE
        return Inferred(told.look, settled=True, least=least, open=open_ if told.lead is None else None)

    def was_asked(self, square: Square) -> bool:
        return (square, self._seemed(square)) in self._course.truths.asked

    def asks(self, square: Square) -> None:
        """It is being asked now."""
        self._course.truths.asked.add((square, self._seemed(square)))

    def agreed(self) -> None:
        """The board is as the game has it: what the eye takes doubtful squares for now is nothing new."""
        self.lying = None
        look = self._course.board.look
        if look is not None:
            self._course.truths.settled(look, self._sight)

    @property
    def _sight(self) -> tuple[SeenCubes, DoubtsBySquare]:
        return self._course.sight or _NOTHING_SEEN

    def _seemed(self, square: Square) -> tuple[bool, Stands]:
        return seemed(square, *self._sight)

    def _wanted(self, asks: Square | None) -> float:
        """What was asked once is not asked again: then whatever is rather likelier counts."""
        question = self._course.question
        waits = question is not None and question.code == "what-stands"
        return LEAD if waits or asks is None or not self.was_asked(asks) else LEAST_LEAD

    def _weigh(self, look: SeenCubes, doubts: DoubtsBySquare) -> Weighed:
        """Once for each sight: the same one is looked at many times a second."""
        key = self._course.changes, look, doubts, self.lying
        if self._weighed is None or self._weighed[0] != key:
            self._weighed = key, self._weighed_anew(look, doubts)
        return self._weighed[1]

    def _weighed_anew(self, look: SeenCubes, doubts: DoubtsBySquare) -> Weighed:
        course, start = self._course, self._course.game.start
        if course.game.free:
            return weighed_apart(look, doubts, self._as_before(doubts))
        if course.started and not course.position.phase.setup:
            return weighed(self._case(look), doubts, self.lying)
        if not course.started and start is not None and not start.phase.setup:
            return weighed(Case(Ledger(start), start, look, {}, ()), doubts)
        return weighed_apart(look, doubts, self._at_home(doubts))

    def _as_before(self, doubts: DoubtsBySquare) -> dict[Square, tuple[Stands, ...]]:
        before = self._course.board.look or {}
        return {square: (stands_of(before.get(square)),) for square in doubts}

    def _at_home(self, doubts: DoubtsBySquare) -> dict[Square, tuple[Stands, ...]]:
        """RULES 3.1: as placed; on a home that waits for its cube any face of it, elsewhere nothing."""
        course, variant = self._course, self._course.game.variant
        board = course.position.board if course.started else EMPTY_BOARD
        likely: dict[Square, tuple[Stands, ...]] = {}
        for square in doubts:
            cube = Cube(board[square])
            if cube and (top := top_of(cube)) is not None:
                likely[square] = ((colour_of(cube), top),)
                continue
            owners = [colour for colour in Colour if square in homes_of(variant, colour)]
            likely[square] = (None, *((colour, top) for colour in owners for top in Element))
        return likely
