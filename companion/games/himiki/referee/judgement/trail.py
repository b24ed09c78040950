"""What was half seen since the game and the board parted: stages of the way that the board has gone.

A cube that the eye cannot read hides no move of another cube. A look that lacks it is never judged; but
when the next whole look can only be explained by more turns than anybody could believe, every stage that
was glimpsed on the way makes a piece of it believable.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.games.himiki.referee.judgement.explain import Explanation, Only, explanations, outcomes
from companion.games.himiki.referee.look.alignment import headings_after
from companion.games.himiki.referee.look.reading import SeenCubes, SquareCodes, read, with_gaps, wrong_squares
from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.moves import Tilt
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Mode
from companion.games.settling import Patience, Settling
from vision.frames import Seconds
from vision.sighting import CLAIM

_WAYS: Final = 6
"""Ways that are followed at once."""
_STAGES: Final = 8
"""Looks that are remembered."""
_DEEPEST: Final = 8
"""Visible moves of a longer way."""


@dataclass(frozen=True, slots=True)
class Way:
    """Moves that may have been played unjudged."""

    explanation: Explanation | None
    """None for the game as it stands."""
    position: Position
    headings: Mapping[Square, float]
    glimpses: int = 0
    """How many looks it agrees with."""

    def on(self, more: Explanation) -> Explanation:
        return more if self.explanation is None else self.explanation.then(more)


class Trail:
    def __init__(self, only: Only | None = None) -> None:
        """`only` names those who do nothing unsaid."""
        self._only = only
        self._settling = Settling()
        self._start: Position | None = None
        self._last: SquareCodes | None = None
        self._ways: tuple[Way, ...] = ()
        self._whole: tuple[SeenCubes, ...] = ()
        self.version = 0
        """Counts what changes it."""

    @property
    def ways(self) -> tuple[Way, ...]:
        """Those with moves in them, the best supported first."""
        return tuple(way for way in self._ways if way.explanation is not None)

    @property
    def whole(self) -> tuple[SeenCubes, ...]:
        """Looks without a gap or a doubt to which no rule led: a longer way has to pass through them."""
        return self._whole

    def sighted(self, t: Seconds) -> None:
        self._settling.sighted(t)

    def disturbed(self) -> None:
        self._settling.disturbed()

    def forget(self) -> None:
        """The game and the board agree."""
        if self._start is not None:
            self._start, self._last, self._ways, self._whole = None, None, (), ()
            self.version += 1

    def glimpse(
        self, look: SeenCubes, position: Position, headings: Mapping[Square, float], t: Seconds
    ) -> None:
        """A look with a gap in it."""
        if position.over or position.phase.setup or position.variant.mode is Mode.MINDLOCK:
            return
        if position != self._start:
            self.forget()
        reading = _glimpsed(look, position, headings)
        self._settling.looked(reading, t)
        if self._settling.lasts(Patience.UNSURE, t) and wrong_squares(reading, position.board):
            self._add(look, position, headings)

    def broken(self, look: SeenCubes, position: Position, headings: Mapping[Square, float]) -> None:
        """A whole look that lasted, and that no rule led to."""
        if position.over or position.phase.setup or position.variant.mode is Mode.MINDLOCK:
            return
        if position != self._start:
            self.forget()
        sure = all(seen.confidence >= CLAIM for seen in look.values())
        whole = sure and len(look) == sum(map(bool, position.board))
        if self._add(look, position, headings, whole=whole) and whole:
            self._whole = (*self._whole, look)[-_STAGES:]

    def _add(
        self, look: SeenCubes, position: Position, headings: Mapping[Square, float], *, whole: bool = False
    ) -> bool:
        """Whether it says anything new."""
        if self._start is None:
            self._start = position
            self._ways = (Way(None, position, dict(headings)),)
        seen = _glimpsed(look, position, headings)
        if seen == self._last:
            return False
        self._last = seen
        found: list[Way] = []
        # From the game as it stands no rule led to a whole look: that was the first thing to be tried.
        for way in self._ways if not whole else self.ways:
            reading = _glimpsed(look, way.position, way.headings)
            if not wrong_squares(reading, way.position.board):
                found.append(Way(way.explanation, way.position, way.headings, way.glimpses + 1))
                continue
            found += [
                Way(way.on(each), each.after, along(each, way.headings, look), way.glimpses + 1)
                for each in outcomes(explanations(way.position, reading, only=self._only))
            ]
        # A glimpse proves nothing: it may be of a cube on its way, so what stood before stays possible.
        kept = {way.position: way for way in sorted((*self._ways, *found), key=lambda one: one.glimpses)}
        self._ways = tuple(sorted(kept.values(), key=lambda one: -one.glimpses)[:_WAYS])
        self.version += 1
        return True


def _glimpsed(look: SeenCubes, position: Position, headings: Mapping[Square, float]) -> SquareCodes:
    return with_gaps(read(look, position.board, headings), position.board)


def along(explanation: Explanation, headings: Mapping[Square, float], look: SeenCubes) -> dict[Square, float]:
    """How the cubes lie after those moves, the look showing their end."""
    carried = dict(headings)
    for step in explanation.steps:
        carried = headings_after(carried, step.before.board, step.after.board, step.move)
    after = explanation.after.board
    wrong = wrong_squares(read(look, after, carried), after)
    for square, seen in look.items():
        if seen.heading is not None and square not in wrong:
            carried.setdefault(square, seen.heading % 180)
    return carried


def longer_ways(
    position: Position,
    look: SeenCubes,
    headings: Mapping[Square, float],
    whole: tuple[SeenCubes, ...],
    turns: int,
) -> list[Explanation]:
    """Many turns, where people have played on: only ways that pass through what was seen meanwhile.

    One in three of those looks may have been misread. No cube goes and comes back: with such a detour the
    other side could have moved as often as anybody likes.
    """
    found = explanations(position, read(look, position.board, headings), deepest=_DEEPEST, turns=turns)
    return [each for each in found if not returns(each) and 3 * _missed(each, headings, whole) <= len(whole)]


def returns(explanation: Explanation) -> bool:
    """Whether a cube ends where it began, having been away."""
    began: dict[Square, Square] = {}
    for step in explanation.steps:
        if isinstance(step.move, Tilt):
            began[step.move.target] = began.pop(step.move.source, step.move.source)
    return any(source == target for target, source in began.items())


def _missed(explanation: Explanation, headings: Mapping[Square, float], whole: tuple[SeenCubes, ...]) -> int:
    """How many of the looks agree with no position on the way."""
    passed = set()
    for count in range(1, len(explanation.steps) + 1):
        board = explanation.steps[count - 1].after.board
        for index, look in enumerate(whole):
            lying = along(Explanation(explanation.steps[:count]), headings, look)
            if not wrong_squares(read(look, board, lying), board):
                passed.add(index)
    return len(whole) - len(passed)
