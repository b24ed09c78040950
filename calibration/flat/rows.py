"""Rows of pieces of one size, as one reads: which places belong to them, when only some are seen for sure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np

from vision.flat.rectangles import Pose, Size
from vision.plane.camera import Floats

_CLEAR: Final = 0.88
"""Of a piece: middles of two are at least so far from each other, across or along."""

_STRONG: Final = 0.15
"""Of the usual strength of a side: what a piece shows at least on three of its sides."""
_FAINT: Final = 0.04
"""The same in a gap among others, as of a dark back on a dark table."""

_USUAL: Final = 1.12
"""Of a piece, the step to the next where nothing else tells it."""

_EVEN: Final = 0.35
"""Of the usual strength: what shows more is rather a piece than none."""
_MOST: Final = 1.2
"""Of it: more says no more."""

_ASIDE: Final = 0.3
"""Of a step: what is seen for sure lies no further from its place among even rows."""

_BEYOND: Final = 8
"""Places to each side of those that are sure, at most, that are looked at."""

_UNEVEN: Final = 0.07
"""Of the width: what lies further from its place among the others is perhaps not a piece by its own edges,
but by those of its print, or of its neighbour."""

_PLAINER: Final = 1.3
"""Times as plain as near its place: what is found further off is believed."""

_ENOUGH: Final = 6
"""Pieces that make rows by which one is held."""

_ROUNDS: Final = 5
"""Times that the rows are fitted, what is off them counting less each time."""
_SPREAD: Final = 0.06
"""Of the width, from which on a piece off its row counts less."""

Looking = Callable[[Pose, bool], tuple[Pose, float]]
"""Of a piece that lies about there, or (True) is only guessed to: where, and how plain its edges are."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece of a sheet."""

    pose: Pose
    row: int
    column: int


class Rows:
    def __init__(self, sure: Sequence[Pose], size: Size, tilt: float, look: Looking) -> None:
        self._sure, self._size, self._tilt, self._look = list(sure), size, tilt, look
        self._looked: dict[tuple[int, int], tuple[Pose, float]] = {}

    # Even rows

    def arranged(self, count: int) -> list[Pose]:
        """Rows as long as each other, but for the last; empty where what is sure lies otherwise."""
        places = self._numbered
        if places is None or len(places) > count:
            return []
        best: tuple[float, list[tuple[int, int]]] = (0.0, [])
        for columns in range(1, count + 1):
            rows = -(-count // columns)
            for block in self._blocks(columns, rows, count):
                if set(places) <= set(block):
                    best = max(best, (self._worth(block, columns, rows), block), key=lambda one: one[0])
        return self._evened(best[1])

    def _evened(self, block: list[tuple[int, int]]) -> list[Pose]:
        """Where its pieces lie; what was guessed is held against the rows that all make together."""
        assert self._numbered is not None
        poses = [self._at(place)[0] for place in block]
        if len(block) < _ENOUGH:
            return poses
        terms = np.column_stack([np.ones(len(block)), np.array(block, np.float64)])
        there = np.array([(pose.x, pose.y) for pose in poses])
        even, off, weights = there, np.zeros(len(block)), np.ones(len(block))
        for _ in range(_ROUNDS):
            root = np.sqrt(weights)[:, None]
            even = terms @ np.linalg.lstsq(terms * root, there * root, rcond=None)[0]
            off = np.linalg.norm(there - even, axis=1) / self._size.width
            weights = 1 / (1 + (off / _SPREAD) ** 2)
        return [
            pose if gap < _UNEVEN else self._nearer(pose, Pose(float(x), float(y), self._tilt))
            for pose, gap, (x, y) in zip(poses, off, even, strict=True)
        ]

    def _nearer(self, found: Pose, even: Pose) -> Pose:
        """What is plainest near its place among the others, unless it is much plainer where it was found."""
        near, shown = self._look(even, False)
        if self._look(found, False)[1] > _PLAINER * shown:
            return found
        return near if _apart(near, even) < _UNEVEN * self._size.width else even

    def _blocks(self, columns: int, rows: int, count: int) -> list[list[tuple[int, int]]]:
        """Wherever such a block holds all that is sure; rows count downwards."""
        assert self._numbered is not None
        downs, rights = zip(*self._numbered, strict=True)
        return [
            [(top + at // columns, left + at % columns) for at in range(count)]
            for top in range(max(downs) - rows + 1, min(downs) + 1)
            for left in range(max(rights) - columns + 1, min(rights) + 1)
            if min(downs) - top <= _BEYOND
            and min(rights) - left <= _BEYOND
            and top + rows - 1 - max(downs) <= _BEYOND
            and left + columns - 1 - max(rights) <= _BEYOND
        ]

    def _worth(self, block: list[tuple[int, int]], columns: int, rows: int) -> float:
        """What the places of a block show, less what those around it do."""
        inside = set(block)
        top, left = block[0]
        around = {
            (down, right)
            for down in range(top - 1, top + rows + 1)
            for right in range(left - 1, left + columns + 1)
        } - inside
        mine = sum(min(self._at(place)[1], _MOST) - _EVEN for place in inside)
        return mine - sum(max(min(self._at(place)[1], _MOST) - _EVEN, 0.0) for place in around)

    @cached_property
    def _numbered(self) -> dict[tuple[int, int], Pose] | None:
        """What is sure by row and column; None where it lies in no even rows."""
        if not self._sure:
            return None
        wide, high = _pitches(self._sure, self._size, self._tilt)
        first = self._sure[0]
        right, down = _unit(self._tilt, 1.0, 0.0) / wide, _unit(self._tilt, 0.0, -1.0) / high
        numbered: dict[tuple[int, int], Pose] = {(0, 0): first}
        left = sorted(self._sure[1:], key=lambda pose: _apart(pose, first))
        for pose in left:
            # From the nearest that has its number: what is far off may have drifted.
            known, near = min(numbered.items(), key=lambda one: _apart(one[1], pose))
            step = np.array([pose.x - near.x, pose.y - near.y])
            row, column = float(step @ down), float(step @ right)
            if max(abs(row - round(row)), abs(column - round(column))) > _ASIDE:
                return None
            place = known[0] + round(row), known[1] + round(column)
            if place in numbered:
                return None
            numbered[place] = pose
        return numbered

    def _at(self, place: tuple[int, int]) -> tuple[Pose, float]:
        if place not in self._looked:
            assert self._numbered is not None
            wide, high = _pitches(self._sure, self._size, self._tilt)
            right, down = _unit(self._tilt, wide, 0.0), _unit(self._tilt, 0.0, -high)
            known, near = min(
                self._numbered.items(),
                key=lambda one: abs(one[0][0] - place[0]) + abs(one[0][1] - place[1]),
            )
            x, y = (place[0] - known[0]) * down + (place[1] - known[1]) * right + [near.x, near.y]
            self._looked[place] = self._look(Pose(float(x), float(y), near.turn), True)
        return self._looked[place]

    # Any rows

    def grown(self, count: int) -> list[Pose]:
        """From what is sure to its neighbours, the plainest first, as far as any show themselves."""
        poses = list(self._sure)
        size, tilt = self._size, self._tilt
        while poses and len(poses) < count:
            rivals = [
                self._look(pose, True) for pose in _beside(poses, size, tilt) if _clear_of(pose, poses, size)
            ]
            # Rows are as long as each other but for the last: a gap is likelier than what is beyond.
            scored = [
                (_among(pose, poses, size, tilt), shown, pose)
                for pose, shown in rivals
                if _clear_of(pose, poses, size)
            ]
            scored = [one for one in scored if one[1] >= (_FAINT if one[0] else _STRONG)]
            best = max(scored, key=lambda one: one[:2], default=None)
            if best is None:
                break
            poses.append(best[2])
        return poses


def _apart(one: Pose, other: Pose) -> float:
    return float(np.hypot(one.x - other.x, one.y - other.y))


def _pitches(poses: list[Pose], size: Size, tilt: float) -> tuple[float, float]:
    """The usual steps between neighbours, across and along."""
    flat = np.array([(pose.x, pose.y) for pose in poses])
    along, across = flat @ _unit(tilt, 1.0, 0.0), flat @ _unit(tilt, 0.0, 1.0)
    return _pitch(along, across, size.height, size.width), _pitch(across, along, size.width, size.height)


def _unit(tilt: float, x: float, y: float) -> Floats:
    return Pose(0, 0, tilt).of(np.array([x, y]))


def _among(pose: Pose, others: list[Pose], size: Size, tilt: float) -> bool:
    """Whether a place is no further to any side than the outermost of those that are there."""
    flat = np.array([(other.x, other.y) for other in others])
    for way, side in ((_unit(tilt, 1.0, 0.0), size.width), (_unit(tilt, 0.0, 1.0), size.height)):
        along, there = flat @ way, float(np.dot([pose.x, pose.y], way))
        if not along.min() - side / 2 < there < along.max() + side / 2:
            return False
    return True


def _clear_of(pose: Pose, others: list[Pose], size: Size) -> bool:
    """Whether it lies upon none of them."""
    right, up = _unit(pose.turn, 1.0, 0.0), _unit(pose.turn, 0.0, 1.0)
    for other in others:
        step = np.array([other.x - pose.x, other.y - pose.y])
        if abs(step @ right) < _CLEAR * size.width and abs(step @ up) < _CLEAR * size.height:
            return False
    return True


def _beside(poses: list[Pose], size: Size, tilt: float) -> list[Pose]:
    """Places a piece further on from every one, in four ways, as far as the others are from each other."""
    wide, high = _pitches(poses, size, tilt)
    right, up = wide * _unit(tilt, 1.0, 0.0), high * _unit(tilt, 0.0, 1.0)
    steps = (right, -right, up, -up)
    return [Pose(pose.x + float(x), pose.y + float(y), tilt) for pose in poses for x, y in steps]


def _pitch(along: Floats, across: Floats, near: float, size: float) -> float:
    """The usual step between neighbours that lie on one line."""
    steps = []
    for index in range(len(along)):
        gaps = along - along[index]
        mine = gaps[(np.abs(across - across[index]) < near / 2) & (gaps > 0.8 * size)]
        if len(mine):
            steps.append(float(mine.min()))
    return float(np.percentile(steps, 30)) if steps else _USUAL * size


def in_rows(poses: list[Pose], size: Size, tilt: float) -> tuple[Laid, ...]:
    right, up = _unit(tilt, 1.0, 0.0), _unit(tilt, 0.0, 1.0)
    across = {id(pose): float(np.dot([pose.x, pose.y], up)) for pose in poses}
    down = sorted(poses, key=lambda pose: -across[id(pose)])
    rows = [[down[0]]]
    for above, pose in pairwise(down):
        if across[id(above)] - across[id(pose)] > size.height / 2:
            rows.append([])
        rows[-1].append(pose)
    laid = []
    for number, row in enumerate(rows):
        row.sort(key=lambda pose: float(np.dot([pose.x, pose.y], right)))
        laid += [Laid(pose, number, column) for column, pose in enumerate(row)]
    return tuple(laid)
