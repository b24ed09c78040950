"""Where the board may be by its cubes alone: the poses in which eight cubes at home explain the change."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import cv2
import numpy as np

from calibration.cubes.places.changes import Changes
from companion.games.himiki.rules.board import COLUMNS, column_of, row_of
from vision.cubes.lesson import BLACK_PLACES, WHITE_PLACES
from vision.cubes.tops import USUAL_EDGE
from vision.finding.grid import GRID, Grid
from vision.finding.print_seen import PrintSeen
from vision.plane.camera import Floats, Lens
from vision.plane.channels import Singles

_WIDTH: Final = 240
"""Pixels across of the map on which poses are tried: a cube is still ten of them."""

_FOCUS: Final = 1.4
"""In half widths, to begin with: 71 degrees across."""

_LEANS: Final = np.radians([0.0, 14.0, 26.0, 38.0])
"""How far a plane may lean."""

_WAYS: Final = 8
"""Directions in which it may."""

_TURNS: Final = 24
"""Ways round that a board may lie in it: every 15 degrees."""

_SIZES: Final = (0.85, 1.0, 1.17)
"""Against the size that the spread of all change tells: shadows widen it."""

_TRIED: Final = 12
"""Poses from which a top is climbed."""

_KEPT: Final = 4
"""Tops that are kept of these."""

_MOST: Final = 8
"""The same with more patience."""

_ALIKE: Final = 0.5
"""Squares within which two poses climb to the same top."""

_CONTRAST: Final = 0.5
"""Logarithm by which white cubes are brighter than black ones, beyond which more says little."""

_WORTH_OF_CONTRAST: Final = 0.15
"""What white cubes that are brighter than the black ones are worth against all change explained."""

_BLURS: Final = (0.14, 0.07)
"""Of a square: how far beside its place print is still felt, one after the other."""

_SHIFTS: Final = (0.0, -0.16, 0.16, -0.32, 0.32, -0.48, 0.48)
"""Squares by which shadows may have drawn a pose aside."""

_NEARER: Final = (1.0, 0.94, 1.06)
"""Sizes by which they may."""

_TILTS: Final = [np.array([x, y, 0.0]) for x in (0.0, 0.13, -0.13) for y in (0.0, 0.13, -0.13)]
"""Radians about columns and rows, none first."""

_WORTH_OF_CUBES: Final = 3.0
"""Of what cubes say, against the print."""

_SWEEPS: Final = 10
"""In which a top is climbed, each with all steps."""

_STEPS: Final = np.array([0.06, 0.06, 0.06, 0.2, 0.2, 0.4, 0.15])
"""To begin with: turns in radians, shifts in squares, the focal length's logarithm."""

_FOCUSES: Final = np.log([0.83, 2.8])
"""Logarithms of the least and the largest focal length: 100 and 40 degrees across."""

_LEAST: Final = 0.35
"""Share of change and outlines that agree: below, it is not eight cubes that changed the picture."""

_HOMES: Final = np.array(
    [(column_of(square) + 0.5, row_of(square) + 0.5) for square in WHITE_PLACES + BLACK_PLACES]
)
"""Middles of the home squares, in squares: white's, then black's."""
_MIDDLE: Final = np.array([3.0, 2.5])
"""The board's, in squares."""
_BOXES: Final = np.array(
    [
        (*(home + USUAL_EDGE * 0.96 * np.array([x, y])), z)
        for home in _HOMES
        for z in (0.0, USUAL_EDGE)
        for x in (-0.5, 0.5)
        for y in (-0.5, 0.5)
    ]
)
"""The corners of the cubes at home, the lower four of each first."""

_CORES: Final = np.array([(*home, z) for z in (0.1, 0.35, 0.65) for home in _HOMES])


@dataclass(frozen=True, slots=True, eq=False)
class _Pose:
    """A board before a camera, its lengths in squares."""

    turn: Floats
    """3 x 3: the board's columns, rows and height, as columns, in the camera's coordinates."""
    middle: Floats
    """The grid's middle before the lens."""
    focus: float

    def project(self, points: Floats) -> Floats:
        """Board points (N, 3) in half widths."""
        seen = (points - [*_MIDDLE, 0.0]) @ self.turn.T + self.middle
        return np.asarray(self.focus * seen[:, :2] / np.maximum(seen[:, 2:], 1e-3))

    def corners(self) -> Floats:
        return self.project(np.column_stack([GRID, np.zeros(4)]))

    def turned(self) -> "_Pose":
        """The other way round, with the cubes on the same squares."""
        half = self.turn @ np.diag([-1.0, -1.0, 1.0])
        return _Pose(half, self.middle + half @ [*(2 * (_MIDDLE - _HOMES.mean(axis=0))), 0.0], self.focus)

    def beside(self, tilts: Sequence[Floats]) -> Iterator["_Pose"]:
        """The same and all that lie a little aside of it, nearer or further, tilted so."""
        for x, y, nearer, tilt in product(_SHIFTS, _SHIFTS, _NEARER, tilts):
            spin, _ = cv2.Rodrigues(tilt)
            turn = self.turn @ np.asarray(spin, np.float64)
            yield _Pose(turn, self.middle * nearer + self.turn @ [x, y, 0.0], self.focus)

    def moved(self, steps: Floats) -> "_Pose":
        spin, _ = cv2.Rodrigues(np.asarray(steps[:3], np.float64))
        focus = float(np.exp(np.clip(np.log(self.focus) + steps[6], *_FOCUSES)))
        return _Pose(np.asarray(spin, np.float64) @ self.turn, self.middle + steps[3:6], focus)


def grids_by_cubes(empty: PrintSeen, changes: Changes, *, thorough: bool = False) -> list[Grid]:
    """Grids on which cubes at home explain the change best, moved to where the print agrees; best first.

    Thoroughly, more poses are followed, from further aside, for some seconds.
    """
    stage = _Stage(changes)
    most = _MOST if thorough else _KEPT
    tops = _distinct((stage.climbed(pose, stage.agreed, _SWEEPS) for pose in stage.likely()), most)
    tops = [(value, pose) for value, pose in tops if value >= _LEAST]
    tops += [(value, pose.turned()) for value, pose in tops if stage.contrast(pose) < _CONTRAST]
    tilts = _TILTS if thorough else _TILTS[:1]
    for blur in _BLURS:
        tops = _distinct((_printed(empty, stage, pose, blur, tilts) for _, pose in tops), most)
    return [Grid(pose.corners(), Lens()) for _, pose in tops]


def _printed(
    print_seen: PrintSeen, stage: "_Stage", pose: _Pose, blur: float, tilts: Sequence[Floats]
) -> tuple[float, _Pose]:
    """The pose moved to where its grid explains the print, without leaving what its cubes explain."""
    corners = pose.corners()
    square = float(np.linalg.norm(corners[1] - corners[0])) / COLUMNS
    maps = print_seen.maps(blur * square)

    def printed(pose: _Pose) -> float:
        return sum(maps.seen(Grid(pose.corners(), Lens())))

    if blur == _BLURS[0]:
        pose = max(pose.beside(tilts), key=printed)
    return stage.climbed(pose, lambda one: _WORTH_OF_CUBES * stage.agreed(one) + printed(one), _SWEEPS, blur)


def _distinct(found: Iterable[tuple[float, _Pose]], most: int) -> list[tuple[float, _Pose]]:
    kept: list[tuple[float, _Pose]] = []
    for value, pose in sorted(found, key=lambda one: -one[0]):
        if len(kept) < most and not any(_alike(pose, other) for _, other in kept):
            kept.append((value, pose))
    return kept


def _alike(one: _Pose, other: _Pose) -> bool:
    first, second = one.corners(), other.corners()
    square = float(np.linalg.norm(first[1] - first[0])) / 6
    return bool(np.linalg.norm(first - second, axis=1).max() < _ALIKE * square)


class _Stage:
    def __init__(self, changes: Changes) -> None:
        height, width = changes.map.shape
        size = (min(_WIDTH, width), max(1, round(height * min(_WIDTH, width) / width)))
        self._map = np.asarray(cv2.resize(_cleaned(changes.map), size, interpolation=cv2.INTER_AREA))
        self._bright = np.asarray(cv2.resize(changes.bright, size, interpolation=cv2.INTER_AREA))
        self._soft = cv2.GaussianBlur(self._map, (0, 0), 1.5)
        self._total = float(self._map.sum())
        self._size = size

    def likely(self) -> list[_Pose]:
        """Poses of all leans and turns, as large as the change is and in its middle, the best of them."""
        if self._total < 1:
            return []
        rows, columns = np.nonzero(self._map > 0.3)
        if len(rows) < 8:
            return []
        places = self._unit(np.column_stack([columns, rows]).astype(np.float64))
        middle, spread = places.mean(axis=0), float(np.sqrt(places.var(axis=0).sum()))
        poses = [_placed(turn, middle, spread * size) for turn in _turns() for size in _SIZES]
        worth = [self._rough(pose) for pose in poses]
        kept: list[_Pose] = []
        for index in np.argsort(-np.array(worth)):
            if len(kept) == _TRIED:
                break
            if not any(_alike(poses[index], other) for other in kept):
                kept.append(poses[index])
        return kept

    def _rough(self, pose: _Pose) -> float:
        pixels = np.rint(self._pixels(pose.project(_CORES))).astype(int)
        width, height = self._size
        inside = (pixels >= 0).all(axis=1) & (pixels[:, 0] < width) & (pixels[:, 1] < height)
        pixels = np.clip(pixels, 0, [width - 1, height - 1])
        there = np.where(inside, self._soft[pixels[:, 1], pixels[:, 0]], 0.0).reshape(3, 8)
        least = float(np.sort(there.mean(axis=0))[:3].mean())
        lit = self._lit(pixels[16:])
        return float(there.mean()) + least + _WORTH_OF_CONTRAST * float(np.tanh(lit / _CONTRAST))

    def agreed(self, pose: _Pose) -> float:
        """Twice what change and outlines share, of both together; white cubes should be the brighter ones."""
        canvas = np.zeros((self._size[1], self._size[0]), np.uint8)
        pixels = np.clip(self._pixels(pose.project(_BOXES)), -1e3, 1e3).reshape(8, 8, 2)
        for box in pixels.astype(np.float32):
            hull = cv2.convexHull(box)[:, 0]
            cv2.fillConvexPoly(canvas, np.rint(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        shared = float(np.vdot(self._map, canvas.astype(np.float32)))
        both = self._total + cv2.countNonZero(canvas)
        lit = self._lit(pixels[:, 4:].mean(axis=1))
        return 2 * shared / both + _WORTH_OF_CONTRAST * float(np.tanh(lit / _CONTRAST))

    def contrast(self, pose: _Pose) -> float:
        """How much brighter the white cubes' tops are than the black ones' (logarithm)."""
        return self._lit(self._pixels(pose.project(np.column_stack([_HOMES, np.full(8, USUAL_EDGE)]))))

    def _lit(self, tops: Floats) -> float:
        x, y = np.clip(np.rint(tops).astype(int), 0, np.array(self._size) - 1).T
        middle = np.sort(self._bright[y, x].reshape(2, 4), axis=1)[:, 1:3].mean(axis=1)
        return float(middle[0] - middle[1])

    def climbed(
        self, pose: _Pose, worth: Callable[[_Pose], float], sweeps: int, size: float = 0.2
    ) -> tuple[float, _Pose]:
        """The pose moved, step by step, to where it is worth most."""
        best, steps = worth(pose), _STEPS * (size / 0.2)
        for _ in range(sweeps):
            better = False
            for index in range(len(steps)):
                for way in (1.0, -1.0):
                    nudge = np.zeros(len(steps))
                    nudge[index] = way * steps[index]
                    if index == 5:
                        nudge[3:5] = pose.middle[:2] / pose.middle[2] * nudge[5]
                    if index == 6:
                        nudge[3:6] = 0.0
                        nudge[5] = pose.middle[2] * (np.exp(nudge[6]) - 1)
                        nudge[3:5] = 0.0
                    rival = pose.moved(nudge)
                    value = worth(rival)
                    if value > best:
                        best, pose, better = value, rival, True
                        break
            if not better:
                steps = steps / 2
        return best, pose

    def _pixels(self, unit: Floats) -> Floats:
        width, height = self._size
        return np.asarray(unit * (width / 2) + [(width - 1) / 2, (height - 1) / 2])

    def _unit(self, pixels: Floats) -> Floats:
        width, height = self._size
        return np.asarray((pixels - [(width - 1) / 2, (height - 1) / 2]) / (width / 2))


def _cleaned(change: Singles) -> Singles:
    """Without specks: noise and what is far smaller than a cube."""
    core = cv2.morphologyEx(change, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    return np.asarray(np.where(core > 0.15, core, 0.0), np.float32)


def _turns() -> Sequence[Floats]:
    turns = []
    for lean in _LEANS:
        for way in range(_WAYS if lean else 1):
            about = 2 * np.pi * way / _WAYS
            tilt, _ = cv2.Rodrigues(np.array([np.cos(about), np.sin(about), 0.0]) * lean)
            for turn in range(_TURNS):
                spin = 2 * np.pi * turn / _TURNS
                # Seen from above: y of the board runs up in the picture, its height towards the lens.
                flat = np.array(
                    [[np.cos(spin), np.sin(spin), 0.0], [np.sin(spin), -np.cos(spin), 0.0], [0.0, 0.0, -1.0]]
                )
                turns.append(np.asarray(tilt, np.float64) @ flat)
    return turns


def _placed(turn: Floats, middle: Floats, spread: float) -> _Pose:
    """Where a board that is turned so shows its cubes in that middle and as widely spread."""
    points = np.column_stack([_HOMES, np.full(8, USUAL_EDGE / 2)])
    own = float(np.sqrt(np.var(_HOMES, axis=0).sum() + USUAL_EDGE**2 / 6))
    depth = _FOCUS * own / spread
    place = np.array([*(middle / _FOCUS * depth), depth])
    for _ in range(3):
        seen = _Pose(turn, place, _FOCUS).project(points)
        wide = float(np.sqrt(seen.var(axis=0).sum() + (_FOCUS / place[2] * USUAL_EDGE) ** 2 / 6))
        depth = place[2] * wide / spread
        off = middle - seen.mean(axis=0) * place[2] / depth
        place = np.array([*(place[:2] + off * depth / _FOCUS), depth])
    return _Pose(turn, place, _FOCUS)
