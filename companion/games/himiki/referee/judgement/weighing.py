"""Doubtful squares weighed with the game: of all that may stand there, what explains best what is seen.

What is seen plainly is never overruled: it has to agree with a board before that board is weighed at all. Of
the boards that agree, each is worth how usual it is (that nothing happened, that a legal move was made, that
somebody did what no rule allows) and how likely what is seen on the doubtful squares is, were it so.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.himiki.referee.judgement.explain import explanations
from companion.games.himiki.referee.judgement.judging import Case, earlier, instead
from companion.games.himiki.referee.judgement.unseen import with_unseen_rotation
from companion.games.himiki.referee.look.reading import SeenCubes, wrong_squares
from companion.games.himiki.referee.look.stands import KINDS, DoubtsBySquare, Stands, stands_of
from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.cubes import Colour, Cube, Element, colour_of, top_of
from vision.cubes.seen import SOMETHING_ELSE, CubeDoubt, SeenCube

# How usual something is, as logarithms. Most looks show what the last one did; there are about forty legal
# actions, and one game in some twenty moves has something taken back or forbidden in it.
_A_MOVE: Final = -4.0
"""A legal move: one of about forty."""
_UNUSUAL: Final = -5.0
"""A move taken back, or another in place of the last one."""
_MORE: Final = -1.0
"""Of each further move under the same hand."""
_FORBIDDEN: Final = -7.0
"""What no rule allows."""
_SPARE: Final = -4.0
"""Besides, of each cube more or fewer than the game has: one has to bring a spare, or take one off."""
_STAYED: Final = 3.0
"""How much likelier a square stayed as it was than that it changed, whatever else was done."""

LEAD: Final = 3.0
"""By so much (logarithm) the best has to be likelier than all that differs from it: twenty to one."""

LEAST_LEAD: Final = 0.7
"""The same where people were asked and did not say: two to one."""

_UNEXPLAINED: Final = 0.5
"""Where what is seen is rather something else than any of these, how much worse one of them explains it than
another counts by so much: whatever makes it look like that may have made the difference too."""

_CLAIMED_AT_MOST: Final = 0.5
"""Confidence in what was filled in: it is no claim, and never tells how a cube is turned."""


@dataclass(frozen=True, slots=True)
class Candidate:
    board: bytes
    worth: float


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the doubtful squares most likely show."""

    look: SeenCubes
    """The plain squares as they are seen, the doubtful ones filled in."""
    lead: float | None
    """None where each square stands for itself: then only the one it `asks` for is open."""
    asks: Square | None
    """The square whose answer would tell the best from the next best."""
    changed: frozenset[Square]
    """Doubtful squares that would not stand as before any more."""

    def held_by(self, doubts: DoubtsBySquare) -> Square | None:
        """A square that has to be seen first: a cube that lies under a hand may still be in that hand."""
        return next((s for s in sorted(self.changed) if doubts[s].hidden and s in self.look), None)


def weighed(case: Case, doubts: DoubtsBySquare, lying: bytes | None = None) -> Weighed:
    """`lying` is how the board was last seen to lie, where that is not as it ought to."""
    plain = case.about({s: seen for s, seen in case.look.items() if s not in doubts}, frozenset(doubts))
    found = [*_candidates(plain, lying)]
    before = lying if lying is not None else case.position.board
    return _best(case.look, doubts, found, before)


def weighed_apart(
    look: SeenCubes, doubts: DoubtsBySquare, likely: Mapping[Square, Sequence[Stands]]
) -> Weighed:
    """Square by square, where no moves lead anywhere yet; `likely` begins with what stood there.

    A square of which nothing leads is left as it was, so that it holds up no other.
    """
    filled = dict(look)
    asks = None
    changed = set()
    for square, doubt in doubts.items():
        usual = likely[square]
        worth = {stands: _odds(doubt, stands) + _STAYED * (stands in usual) for stands in KINDS}
        best, other = sorted(worth, key=lambda each: -worth[each])[:2]
        if worth[best] - worth[other] < LEAD or doubt.hidden:
            if asks is None and not doubt.hidden:
                asks = square
            best = usual[0]
        if best != usual[0]:
            changed.add(square)
        _fill(filled, square, best)
    return Weighed(filled, None, asks, frozenset(changed))


def likeliest(doubt: CubeDoubt) -> tuple[Stands, ...]:
    """Everything that can stand there, the likeliest first."""
    return tuple(sorted(KINDS, key=lambda stands: -_odds(doubt, stands)))


def _candidates(case: Case, lying: bytes | None) -> Iterator[Candidate]:
    position = case.position
    fits = False
    standing = [position.board, *(branch.explanation.after.board for branch in case.branches)]
    for board in [*standing, *([] if lying is None else [lying])]:
        if not _wrong(case, board):
            fits = True
            yield Candidate(board, 0.0)
    if not case.over:
        found = explanations(position, case.reading, deepest=1, only=case.only)
        back = earlier(case)
        if back is not None:
            yield Candidate(case.ledger.entries[-back].before.board, _UNUSUAL)
        others = instead(case)
        yield from (Candidate(each.after.board, _UNUSUAL) for each in others)
        if not (found or fits or others or back is not None):
            found = explanations(position, case.reading, only=case.only)
        if not (found or fits or others or back is not None):
            found = with_unseen_rotation(position, case.look, case.headings, case.only, case.doubtful)
        yield from (Candidate(each.after.board, _A_MOVE + _MORE * (each.visible - 1)) for each in found)


def _wrong(case: Case, board: bytes) -> bool:
    return bool(wrong_squares(case.read(board, case.headings), board))


def _best(look: SeenCubes, doubts: DoubtsBySquare, found: Sequence[Candidate], before: bytes) -> Weighed:
    worth: dict[tuple[Stands, ...], float] = {}
    for each in found:
        stands = tuple(_standing(each.board[square], doubts[square]) for square in doubts)
        likely = each.worth + sum(map(_odds, doubts.values(), stands))
        worth[stands] = max(likely, worth.get(stands, float("-inf")))
    due = Counter(colour_of(Cube(cube)) for cube in before if cube)
    plain = Counter(seen.colour for square, seen in look.items() if square not in doubts)
    for stands, odds in _whatever(doubts, before):
        standing = plain + Counter(one[0] for one in stands if one is not None)
        likely = odds + _SPARE * sum(abs(standing[colour] - due[colour]) for colour in Colour)
        worth[stands] = max(likely, worth.get(stands, float("-inf")))
    first, second = sorted(worth, key=lambda each: -worth[each])[:2]
    asks = next(square for square, one, other in zip(doubts, first, second, strict=True) if one != other)
    filled = dict(look)
    changed = set()
    for square, one in zip(doubts, first, strict=True):
        _fill(filled, square, one)
        if one != _standing(before[square], doubts[square]):
            changed.add(square)
    return Weighed(filled, worth[first] - worth[second], asks, frozenset(changed))


def _whatever(doubts: DoubtsBySquare, before: bytes) -> Iterator[tuple[tuple[Stands, ...], float]]:
    """Each square by itself, as if no rule held: the likeliest, and the same with one square otherwise."""
    likeliest: list[tuple[Stands, Stands, float]] = []
    total = _FORBIDDEN
    for square, doubt in doubts.items():
        was = _standing(before[square], doubt)
        worth = {stands: _odds(doubt, stands) + _STAYED * (stands == was) for stands in KINDS}
        best, other = sorted(worth, key=lambda each: -worth[each])[:2]
        likeliest.append((best, other, worth[best] - worth[other]))
        total += _odds(doubt, best)
    yield tuple(best for best, _, _ in likeliest), total
    closest = min(range(len(likeliest)), key=lambda index: likeliest[index][2])
    stands = [best for best, _, _ in likeliest]
    stands[closest] = likeliest[closest][1]
    yield tuple(stands), total - likeliest[closest][2]


def _standing(cube: int, doubt: CubeDoubt) -> Stands:
    """What a board's cube shows; of one whose top nobody knows, what is likeliest."""
    if not cube:
        return None
    colour, top = colour_of(Cube(cube)), top_of(Cube(cube))
    return colour, top if top is not None else max(Element, key=lambda each: doubt.of(colour, each))


def _odds(doubt: CubeDoubt, stands: Stands) -> float:
    odds = doubt.of(None) if stands is None else doubt.of(*stands)
    return odds * _UNEXPLAINED if doubt.odds[SOMETHING_ELSE] == max(doubt.odds) else odds


def _fill(look: dict[Square, SeenCube], square: Square, stands: Stands) -> None:
    """How a cube is turned is kept where the eye took it for the same."""
    guess = look.pop(square, None)
    if stands is None:
        return
    colour, top = stands
    heading = guess.heading if guess is not None and stands_of(guess) == stands else None
    look[square] = SeenCube(square, colour, top, None, heading, _CLAIMED_AT_MOST)
