"""Rotations that nobody can see: of cubes without a sign, or of a cube that was tilted under the same hand.

A rotation changes no top (RULES 2.3). Where neither a heading nor a side tells it, it shows in what
follows alone: the other side plays as if a turn had been taken.
"""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.himiki.referee.judgement.explain import Explanation, Only, explanations, silent_choice
from companion.games.himiki.referee.look.belief import Ply, certain_steps
from companion.games.himiki.referee.look.reading import SeenCubes, hidden, read, sided
from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.moves import Rotate, Stop, Tilt
from companion.games.himiki.rules.options import playable
from companion.games.himiki.rules.position import Position


def with_unseen_rotation(
    position: Position,
    look: SeenCubes,
    headings: Mapping[Square, float],
    only: Only | None = None,
    doubtful: frozenset[Square] = frozenset(),
) -> list[Explanation]:
    """The player on turn rotated unseen, and what is seen was played after that.

    `only` is what was said beforehand: who says it is not believed to have rotated in silence. `doubtful`:
    squares of which the look says nothing.
    """
    bound = only.seats if only is not None else ()
    if silent_choice(position) is not None or position.chaos.due or position.phase.must_tilt:
        return []
    turned = [
        square
        for square in playable(position)
        if square in doubtful or (square in look and _shows_nothing(look, square))
    ]
    if not turned or position.seat is position.variant.muk_yan or position.seat in bound:
        return []
    (step,) = certain_steps(position, Rotate(tuple(turned[:1])))
    if len(turned) > 1:
        step = replace(step, after=_opened(step.after, turned), unseen=tuple(turned))
    following = None if only is None else replace(only, move=None, stops=False)
    found = explanations(step.after, read(look, step.after.board, headings, doubtful), only=following)
    return [Explanation((step, *each.steps), each.exact) for each in found]


def _shows_nothing(look: SeenCubes, square: Square) -> bool:
    seen = look[square]
    return seen.heading is None and sided(seen) is None


def with_doubts(explanation: Explanation, look: SeenCubes) -> Explanation:
    """Leaves open the sides of cubes that may have been rotated at the end of a turn, unseen."""
    steps: list[Ply] = []
    doubted: set[Square] = set()
    for index, step in enumerate(explanation.steps):
        if _may_hide_rotation(explanation, index):
            doubted |= {square for square in _movers(step) if _doubtful(step, look, square)}
        before = steps[-1].after if steps else step.before
        steps.append(replace(step, before=before, after=_opened(step.after, sorted(doubted))))
    return replace(explanation, steps=tuple(steps))


def _may_hide_rotation(explanation: Explanation, index: int) -> bool:
    """A turn that ends by stopping, as far as can be seen, or by rotating: unless a rotation follows.

    After a rotation the other side has to tilt (RULES 3.3), so a rotation of theirs proves that there
    was none.
    """
    step = explanation.steps[index]
    if isinstance(step.move, Rotate):
        return True
    after = explanation.steps[index + 1 :]
    return isinstance(step.move, Stop) and bool(after) and isinstance(after[0].move, Tilt)


def _movers(step: Ply) -> list[Square]:
    return playable(step.played.before)


def _doubtful(step: Ply, look: SeenCubes, square: Square) -> bool:
    seen = look.get(square)
    if seen is None or sided(seen) is not None:
        return False
    if isinstance(step.move, Rotate) and square in step.move.squares:
        return False
    just_tilted = any(at == square for at, _ in step.before.phase.bans)
    return just_tilted or seen.heading is None


def _opened(position: Position, squares: list[Square]) -> Position:
    board = bytearray(position.board)
    for square in squares:
        if board[square]:
            board[square] = hidden(board[square])
    return position._replace(board=bytes(board))
