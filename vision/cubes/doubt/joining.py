"""What matcher and witness say together of the squares: they err on different ones.

Where both see the same, doubt is over; where the witness sees what the matcher plainly does not, it begins.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import Square
from vision.cubes.doubt.doubts import HIDDEN, Doubts, guess_of
from vision.cubes.matching.odds import likeliest_first
from vision.cubes.seen import NOTHING, SOMETHING_ELSE, SeenCube, place_in_odds
from vision.cubes.tops import Singles
from vision.sighting import CLAIM, Reason

_SETTLED: Final = 5.0
"""Lead of what both together say from which on it is plain, where it is what the matcher takes for likeliest.
Of 19 squares of three hard tables that were settled so, none was wrong."""

_SURELY: Final = -0.25
"""What the witness says at least of what is settled (logarithm): four times in five."""

_CONTRADICTED: Final = -5.0
"""What it says of a plain claim, from which on that is doubtful: less than once in 150."""

_PLAINLY: Final = 6.0
"""Lead that a plain claim counts as."""

_RATHER: Final = 0.05
"""By which the matcher's likeliest is that of both where the witness sees another."""

Odds = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Joined:
    cubes: tuple[SeenCube, ...]
    """Those of settled squares claimed."""
    doubts: Doubts
    """Without the settled squares, with those on which the two contradict each other."""
    odds: Mapping[Square, Odds]


def joined(
    cubes: Sequence[SeenCube], doubts: Doubts, odds: Mapping[Square, Odds], says: Mapping[Square, Singles]
) -> Joined:
    """`odds` are the matcher's of doubtful squares, `says` what the witness says of those and of others."""
    seen = {cube.square: cube for cube in cubes}
    together = {
        square: _together(one, says[square]) if square in says and one != HIDDEN else one
        for square, one in odds.items()
    }
    # What people have to put right stays, whatever both see through it: a hand is there until it is gone.
    settled = {
        square
        for square, reason in doubts.reasons.items()
        if not reason.unseats and square in odds and square in says
        if _settled(together[square], odds[square], says[square])
    }
    after = Doubts()
    for square, reason in doubts.reasons.items():
        if square not in settled:
            after.add(square, reason)
    for square in settled:
        _claim(seen, square, together[square])
    for square, one in says.items():
        if square in doubts:
            continue
        known = seen.get(square)
        place = NOTHING if known is None else place_in_odds(known.colour, known.top)
        # That something is neither cube nor board it knows least well: alone that contradicts nothing.
        if one[place] < _CONTRADICTED and int(one.argmax()) != SOMETHING_ELSE:
            after.add(square, Reason.UNLIKE)
            matcher = np.full(len(one), -_PLAINLY)
            matcher[place] = 0.0
            together[square] = likeliest_first(matcher + one)
    return Joined(tuple(seen[square] for square in sorted(seen)), after, together)


def _together(matcher: Odds, witness: Singles) -> Odds:
    """What the matcher takes for likeliest stays as likely as anything: alone the witness errs more often."""
    both = np.asarray(matcher) + witness
    best = int(np.argmax(matcher))
    if both[best] < both.max():
        both[best] = both.max() + _RATHER
    return likeliest_first(both)


def _settled(together: Odds, matcher: Odds, witness: Singles) -> bool:
    best = int(np.argmax(together))
    if best == SOMETHING_ELSE or matcher == HIDDEN:
        return False
    lead = -sorted(together)[-2]
    return lead >= _SETTLED and best == int(np.argmax(matcher[:SOMETHING_ELSE])) and witness[best] > _SURELY


def _claim(seen: dict[Square, SeenCube], square: Square, odds: Odds) -> None:
    """What is settled, as seen plainly; how its sign lies is known only where the matcher found that cube."""
    told = guess_of(square, odds)
    known = seen.pop(square, None)
    if told is None:
        return
    if known is not None and (known.colour, known.top) == (told.colour, told.top):
        # Its sides were in the same light, and nobody but the matcher saw them.
        told = replace(known, side=None)
    seen[square] = replace(told, confidence=max(told.confidence, CLAIM))
