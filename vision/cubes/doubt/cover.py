"""What lies over the grid and is no cube on its square: a hand, a sleeve, a cube askew."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import SQUARES, Square
from vision.accepting import ROOM
from vision.boardlight import Comparison, structure_of
from vision.camera import Floats
from vision.frames import Image
from vision.silhouette import Shadowcaster
from vision.surroundings import Surroundings
from vision.tops import HALF, Pose

Mask = NDArray[np.bool_]

_EDGE: Final = 0.02
_SPARE_AT: Final = 0.25
"""Squares beside the grid where spare cubes stand at the nearest: they hide no more of it than from there."""

_SURE: Final = 0.8
_LIKELY: Final = 0.6
"""Shares of the excess that a shadow never has: a little of the one, or much of the other, is a cover."""

LARGEST_SURE: Final = 0.045
LARGEST_LIKELY: Final = 0.22
LARGEST_ENTERING: Final = 0.012
LARGEST_LOST: Final = 0.6
LARGEST_VARIED: Final = 0.32
LARGEST_REACHING: Final = 0.06
"""In squares: from these areas on the grid counts as covered."""

_CONCERNED: Final = 0.03
"""Squares of one that a cover must take to leave it open what stands there."""

_ENTERS_FROM: Final = 0.12
"""Squares that something must cover beside the grid to be reaching in."""

_FLAT: Final = 0.5
_FLAT_DOUBT: Final = 0.35
_FLAT_LEAST: Final = 0.08
_FLAT_MARGIN: Final = 0.06
_FLAT_BEYOND: Final = 0.03
_FLAT_ASIDE: Final = 0.16
"""A tile lies on one square: excess that shows it, and that it might still have; its least area; how far from
the square's lines it ends; the share of it that may be seen beyond; how far off the middle it lies."""

_OTHER: Final = 0.55
"""Excess of what is beside the grid and belongs to something."""

_NEAR: Final = 5
"""Pixels around cubes where their edges disturb windows, and a glossy board mirrors their colours."""

_VARIED: Final = 0.04
_VARIED_NOISE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Covered:
    """Largest areas, in squares, that no cube and no shadow explains."""

    sure: float
    likely: float
    entering: float
    """Of something that also lies beside the grid."""
    lost: float
    """Where the board's print is not found again."""
    varied: float
    """Where brightness is structured as no shadow's is."""
    reaching: float = 0.0
    """Beside the grid, of what comes from afar and touches it; only asked where nothing else covers it."""

    @property
    def clear(self) -> bool:
        return (
            self.sure < LARGEST_SURE
            and self.likely < LARGEST_LIKELY
            and self.entering < LARGEST_ENTERING
            and self.lost < LARGEST_LOST
            and self.varied < LARGEST_VARIED
            and self.reaching < LARGEST_REACHING
        )


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    covered: Covered
    where: Mask
    """All that nothing explains."""
    things: tuple[Mask, ...] = ()
    """What is seen of each thing that covers the grid; none where it only reaches over it from beside."""
    squares: frozenset[Square] = frozenset()
    """Those that they cover."""


class CoverJudge:
    def __init__(self, caster: Shadowcaster) -> None:
        self._caster = caster
        self.grid = caster.grid_mask(_EDGE)
        self.inside = self.grid & caster.only_from_inside(_EDGE)
        self._over = self.grid & caster.only_from_inside(-_SPARE_AT)
        self._square_of, self._inner = caster.squares(_FLAT_MARGIN)
        self._nearest = caster.nearest()

    def judge(
        self,
        seen: Comparison,
        cubes: list[Pose],
        tiles: Sequence[Square],
        image: Image,
        around: Surroundings | None,
    ) -> Cover:
        """What is covered besides these cubes and flat tiles, and by what."""
        hidden, known = self._known(cubes)
        if tiles:
            known |= np.isin(self._square_of, tiles)
        sure = (seen.excess > _SURE) & ~known
        likely = (seen.excess > _LIKELY) & ~known & self.inside
        lost = seen.lost & self.inside & ~known
        varied = structure_of(seen.bright, ~known) > _VARIED + _VARIED_NOISE * seen.doubt
        varied &= self.inside & ~known
        over, perhaps, hidden_print, structured = map(_patches, (sure & self._over, likely, lost, varied))
        covered = Covered(
            over.largest, perhaps.largest, self._entering(sure), hidden_print.largest, structured.largest
        )
        if not covered.clear:
            there = over.of(LARGEST_SURE) | perhaps.of(LARGEST_LIKELY)
            there |= hidden_print.of(LARGEST_LOST) | structured.of(LARGEST_VARIED)
            if covered.entering >= LARGEST_ENTERING:
                there |= _patches(sure & self.inside).of(LARGEST_ENTERING)
            return Cover(covered, likely | there, _parts(there), self.most(there))
        if around is None:
            return Cover(covered, likely)
        reaching, where = around.reaching(image, seen.excess > _OTHER, hidden)
        covered = replace(covered, reaching=reaching)
        return Cover(covered, likely) if covered.clear else Cover(covered, likely, (), self.most(where))

    def most(self, mask: Mask) -> frozenset[Square]:
        """The squares, of which one is always the nearest, that a mask takes a part of."""
        areas = np.bincount(self._nearest[mask], minlength=len(SQUARES)) / HALF.scale**2
        if not areas.any():
            return frozenset()
        return frozenset(s for s in SQUARES if areas[s] >= min(_CONCERNED, areas.max()))

    def known(self, cubes: list[Pose]) -> Mask:
        """What these cubes and their edges hide."""
        return self._known(cubes)[1]

    def _known(self, cubes: list[Pose]) -> tuple[Mask, Mask]:
        """What these cubes hide, and the same with their edges."""
        hidden = self._caster.hidden_by(cubes, ROOM)
        return hidden, cv2.dilate(hidden.view(np.uint8), np.ones((_NEAR, _NEAR), np.uint8)).view(bool)

    def flat(self, seen: Comparison, cubes: list[Pose], bare: Sequence[Square]) -> dict[Square, Floats]:
        """Which of these squares something lies on that ends before their lines, and its middle."""
        _, near = self._known(cubes)
        other = (seen.excess > _FLAT) & ~near
        if not bare or not other.any():
            return {}
        doubtful = ((seen.excess > _FLAT_DOUBT) | seen.lost) & ~near & ~self._inner
        beyond = np.bincount(self._square_of[doubtful], minlength=len(SQUARES) + 1)
        other &= self._inner
        inner = np.bincount(self._square_of[other], minlength=len(SQUARES) + 1)
        found = {}
        for square in bare:
            if inner[square] > _FLAT_LEAST * HALF.scale**2 and beyond[square] <= _FLAT_BEYOND * inner[square]:
                rows, columns = np.nonzero(other & (self._square_of == square))
                # A cube beside it may hide part of a tile: the middle of what can be seen is meant.
                cell_rows, cell_columns = np.nonzero(~near & (self._square_of == square))
                off = np.array([columns.mean() - cell_columns.mean(), rows.mean() - cell_rows.mean()])
                if np.abs(off).max() < _FLAT_ASIDE * HALF.scale:
                    found[square] = HALF.to_board(np.array([columns.mean(), rows.mean()]))
        return found

    def _entering(self, sure: Mask) -> float:
        """The area inside of the largest thing that reaches in from beside the grid."""
        if not (sure & self.inside).any():
            return 0.0
        count, labels = cv2.connectedComponents(sure.view(np.uint8))
        inside = np.bincount(labels[self.inside], minlength=count)
        beside = np.bincount(labels[~self.grid], minlength=count)
        reaching = inside[1:][beside[1:] > _ENTERS_FROM * HALF.scale**2]
        return float(reaching.max(initial=0) / HALF.scale**2)


@dataclass(frozen=True, slots=True, eq=False)
class _Patches:
    """What hangs together in a mask."""

    shape: tuple[int, int]
    part: tuple[slice, slice]
    """Of the raster, with everything there is."""
    labels: NDArray[np.int32]
    areas: Floats
    """In squares, by label."""

    @property
    def largest(self) -> float:
        return float(self.areas.max())

    def of(self, least: float) -> Mask:
        """Everything of at least so many squares."""
        large = np.zeros(self.shape, bool)
        if self.largest >= least:
            large[self.part] = (self.areas >= least)[self.labels]
        return large


def _patches(mask: Mask) -> _Patches:
    left, top, width, height = cv2.boundingRect(mask.view(np.uint8))
    part = slice(top, top + height), slice(left, left + width)
    if not width:
        return _Patches(mask.shape, part, np.zeros((0, 0), np.int32), np.zeros(1))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask[part].view(np.uint8))
    areas = stats[:, cv2.CC_STAT_AREA] / HALF.scale**2
    areas[0] = 0
    return _Patches(mask.shape, part, np.asarray(labels, np.int32), areas)


def _parts(mask: Mask) -> tuple[Mask, ...]:
    """What hangs together, as far as cubes' edges and thin lines leave it."""
    joined = cv2.dilate(mask.view(np.uint8), np.ones((_NEAR, _NEAR), np.uint8))
    count, labels = cv2.connectedComponents(joined)
    return tuple((labels == label) & mask for label in range(1, count))
