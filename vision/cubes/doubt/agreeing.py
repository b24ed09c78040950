"""What readings of one still table say together."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import SQUARES, Square
from vision.cubes.seen import SOMETHING_ELSE, CubeDoubt, CubeSighting, SeenCube, place_in_odds
from vision.sighting import Reason

SURE: Final = 0.8
"""Confidence from which on a cube needs no second reading."""

_READINGS: Final = 3
"""Of the same still table before it is told with what remains unsure."""

_TORN: Final = 0.5
"""The most confidence in a cube on which readings of a still table do not agree."""

_ODDS: Final = 3.0
"""Difference in the lead of what is likeliest, from which on a doubt is another one."""

_EITHER: Final = -8.0
"""Odds, on a square on which readings do not agree, of what none of them took to stand there."""


def same(one: CubeSighting, other: CubeSighting) -> bool:
    """Whether both say the same about every square; headings within an eighth of a turn."""
    if len(one.doubts) != len(other.doubts) or not all(map(_same_doubt, one.doubts, other.doubts)):
        return False
    ours, theirs = _undoubted(one), _undoubted(other)
    return len(ours) == len(theirs) and all(map(_same_cube, ours, theirs))


def _undoubted(sighting: CubeSighting) -> list[SeenCube]:
    doubtful = {doubt.square for doubt in sighting.doubts}
    return [cube for cube in sighting.cubes if cube.square not in doubtful]


def _same_doubt(one: CubeDoubt, other: CubeDoubt) -> bool:
    if (one.square, one.reason) != (other.square, other.reason):
        return False
    return int(np.argmax(one.odds)) == int(np.argmax(other.odds)) and abs(_lead(one) - _lead(other)) < _ODDS


def _lead(doubt: CubeDoubt) -> float:
    best, second = sorted(doubt.odds)[:-3:-1]
    return best - second


def _same_cube(one: SeenCube, other: SeenCube) -> bool:
    if _place(one) != _place(other) or one.side is not other.side:
        return False
    if one.heading is None or other.heading is None:
        return one.heading is other.heading
    return abs((one.heading - other.heading + 90) % 180 - 90) < 22.5


def _place(cube: SeenCube) -> tuple[object, ...]:
    return cube.square, cube.colour, cube.top


def _said(sighting: CubeSighting) -> tuple[object, ...]:
    """What is plain, and which squares are not, and why."""
    doubts = [(doubt.square, doubt.reason) for doubt in sighting.doubts]
    return [_place(cube) for cube in _undoubted(sighting)], doubts


def agreed(readings: list[CubeSighting]) -> CubeSighting | None:
    """What readings of one still table say together; None while another one could tell more."""
    last = readings[-1]
    if len(readings) < 2:
        return None
    for other in readings[-2::-1]:
        if _said(other) == _said(last):
            surest = {cube.square: cube for cube in other.cubes}
            cubes = tuple(_surer(cube, surest.get(cube.square)) for cube in last.cubes)
            return replace(last, pieces=cubes, doubts=_together([other, last], 1))
    return torn(readings) if len(readings) >= _READINGS else None


def _surer(cube: SeenCube, other: SeenCube | None) -> SeenCube:
    if other is None or _place(other) != _place(cube):
        return cube
    return max(cube, other, key=lambda one: one.confidence)


def torn(readings: list[CubeSighting]) -> CubeSighting:
    """The last one; where readings differ, the best of them without a claim."""
    doubts = {doubt.square: doubt for doubt in _together(readings, (len(readings) + 1) // 2)}
    cubes = []
    for square in SQUARES:
        seen = [cube for reading in readings for cube in reading.cubes if cube.square == square]
        if not seen:
            continue
        best = max(seen, key=lambda cube: cube.confidence)
        if len(seen) < len(readings) or len({_place(cube) for cube in seen}) > 1:
            best = replace(best, confidence=min(best.confidence, _TORN), side=None, heading=None)
            doubts.setdefault(square, _either(square, readings))
        elif square in doubts:
            best = min(seen, key=lambda cube: cube.confidence)
        cubes.append(best)
    clear = not any(doubt.reason.unseats for doubt in doubts.values())
    told = tuple(doubts[square] for square in sorted(doubts))
    return replace(readings[-1], pieces=tuple(cubes), doubts=told, clear=clear)


def _together(readings: list[CubeSighting], least: int) -> tuple[CubeDoubt, ...]:
    """The doubts that so many readings have, with what is likely on the whole."""
    by_square: dict[Square, list[CubeDoubt]] = {}
    for reading in readings:
        for doubt in reading.doubts:
            by_square.setdefault(doubt.square, []).append(doubt)
    kept = []
    for square in sorted(by_square):
        doubts = by_square[square]
        if len(doubts) >= least:
            kept.append(replace(doubts[-1], odds=_mean(doubt.odds for doubt in doubts)))
    return tuple(kept)


def _either(square: Square, readings: list[CubeSighting]) -> CubeDoubt:
    """A square on which readings do not agree, though each was sure."""
    odds = []
    for reading in readings:
        known = next((doubt.odds for doubt in reading.doubts if doubt.square == square), None)
        odds.append(known or _as_read(next((c for c in reading.cubes if c.square == square), None)))
    likely = np.logaddexp.reduce(np.array(odds), axis=0)
    return CubeDoubt(square, Reason.UNLIKE, tuple(round(float(one - likely.max()), 2) for one in likely))


def _as_read(cube: SeenCube | None) -> tuple[float, ...]:
    sure = place_in_odds(None) if cube is None else place_in_odds(cube.colour, cube.top)
    return tuple(0.0 if place == sure else _EITHER for place in range(SOMETHING_ELSE + 1))


def _mean(odds: Iterable[tuple[float, ...]]) -> tuple[float, ...]:
    mean = np.mean(list(odds), axis=0)
    return tuple(round(float(one - mean.max()), 2) for one in mean)
