"""What lies over the grid and is no cube on its square: a hand, a sleeve, a cube askew."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.board import SQUARES, Square
from vision.cubes.doubt.accepting import ROOM
from vision.cubes.matching.silhouette import Shadowcaster
from vision.cubes.tops import HALF, Pose
from vision.frames import Image
from vision.plane.boardlight import Comparison, structure_of
from vision.plane.camera import Floats
from vision.plane.channels import Mask
from vision.plane.surroundings import Surroundings

_EDGE: Final = 0.02
"""Squares by which the grid is drawn in: what is seen nearer to its outer line may lie beside it."""

_SPARE_AT: Final = 0.25
"""Squares beside the grid where spare cubes stand at the nearest: they hide no more of it than from there."""

_SURE: Final = 0.8
"""Share of the excess that a shadow never has: a little of it is a cover."""

_LIKELY: Final = 0.6
"""Share that one hardly has: much of it is a cover."""


@dataclass(frozen=True, slots=True)
class _Largest:
    """In squares: from these areas on the grid counts as covered.

    What is said of pictures was measured on eleven tables with known truth: of 353 that are clear, and of 156
    in which a hand, or a cube askew, is seen.
    """

    sure: float = 0.045
    """What is surely no shadow; 99 of 100 clear pictures have 0.021 at most, 85 of 100 others reach this."""
    likely: float = 0.22
    """What is likely none; 99 of 100 clear pictures have 0.036 at most, 73 of 100 others reach this."""
    entering: float = 0.012
    """What also lies beside the grid; clear pictures have 0.005 at most, 78 of 100 others reach this, and in
    six of them nothing else tells it."""
    lost: float = 0.6
    """Where the board's print is not found again; 99 of 100 clear pictures have 0.31 at most."""
    varied: float = 0.32
    """Where brightness is structured as no shadow's is; 99 of 100 clear pictures have 0.25 at most."""
    reaching: float = 0.06
    """Beside the grid, of what comes from afar; 99 of 100 clear pictures have none, and in seven others
    nothing else tells it."""


LARGEST: Final = _Largest()

_PERHAPS: Final = 0.5
"""Share of the areas above that perhaps is a hand's, if an arm goes on from there."""

_CONCERNED: Final = 0.03
"""Squares of one that a cover must take to leave it open what stands there."""

_ENTERS_FROM: Final = 0.12
"""Squares that something must cover beside the grid to be reaching in."""


@dataclass(frozen=True, slots=True)
class _Tile:
    """A thing that lies flat on one square."""

    shown: float = 0.5
    """Excess that shows it."""
    perhaps: float = 0.35
    """Excess that it might still have beyond the square's lines."""
    least: float = 0.08
    """Squares that it must show: less is no tile."""
    margin: float = 0.06
    """Squares from the square's lines where it has ended."""
    beyond: float = 0.03
    """Share of it that may be seen beyond."""
    aside: float = 0.16
    """Squares off the middle that it may lie."""


_TILE: Final = _Tile()


@dataclass(frozen=True, slots=True)
class _Print:
    """What of a square's print is not found again where something lies over it."""

    least: float = 0.03
    """Squares of print that must be in view to tell."""
    lost: float = 0.45
    """Share of it: leaves and bars left .38 at most on 8 tables, of 31 hands on eleven others two thirds took
    more from some square; colour tells the rest."""


_PRINT: Final = _Print()

_OTHER: Final = 0.55
"""Excess of what is beside the grid and belongs to something."""

_NEAR: Final = 5
"""Pixels around cubes where their edges disturb windows, and a glossy board mirrors their colours."""

_VARIED: Final = 0.04
"""Change of brightness in two directions at once (logarithm a pixel) that no shadow has."""

_VARIED_NOISE: Final = 0.5
"""How much more it must be for each of what noise makes of a pixel."""


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
            self.sure < LARGEST.sure
            and self.likely < LARGEST.likely
            and self.entering < LARGEST.entering
            and self.lost < LARGEST.lost
            and self.varied < LARGEST.varied
            and self.reaching < LARGEST.reaching
        )


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    covered: Covered
    where: Mask
    """All that nothing explains."""
    things: tuple[Mask, ...] = ()
    """What is seen of each thing that covers the grid; none where it only reaches over it from beside."""
    reaching: Mask | None = None
    """Where that touches it."""
    squares: frozenset[Square] = frozenset()
    """Those that they cover."""

    @property
    def everything(self) -> tuple[Mask, ...]:
        return self.things if self.reaching is None else (*self.things, self.reaching)


class CoverJudge:
    def __init__(self, caster: Shadowcaster) -> None:
        self._caster = caster
        self.grid = caster.grid_mask(_EDGE)
        self.inside = self.grid & caster.only_from_inside(_EDGE)
        self._over = self.grid & caster.only_from_inside(-_SPARE_AT)
        self._square_of, self._inner = caster.squares(_TILE.margin)
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
            there = over.of(LARGEST.sure) | perhaps.of(LARGEST.likely)
            there |= hidden_print.of(LARGEST.lost) | structured.of(LARGEST.varied)
            if covered.entering >= LARGEST.entering:
                there |= _patches(sure & self.inside).of(LARGEST.entering)
            return Cover(covered, likely | there, _parts(there), None, self.most(there))
        if around is None:
            return Cover(covered, likely)
        within = over.of(_PERHAPS * LARGEST.sure) | perhaps.of(_PERHAPS * LARGEST.likely)
        reaching, where = around.reaching(image, seen.excess > _OTHER, hidden, within)
        covered = replace(covered, reaching=reaching)
        if covered.clear:
            return Cover(covered, likely)
        return Cover(covered, likely, (), where, self.most(where))

    def most(self, mask: Mask) -> frozenset[Square]:
        """The squares, of which one is always the nearest, that a mask takes a part of."""
        areas = np.bincount(self._nearest[mask], minlength=len(SQUARES)) / HALF.scale**2
        if not areas.any():
            return frozenset()
        return frozenset(s for s in SQUARES if areas[s] >= min(_CONCERNED, areas.max()))

    def surely(self, seen: Comparison, cubes: list[Pose], tiles: Sequence[Square]) -> frozenset[Square]:
        """What is covered besides these in any light: by another colour, or where no print is found."""
        known = self._known(cubes)[1] | np.isin(self._square_of, tiles)
        coloured = (seen.coloured > _SURE) & ~known
        there = _patches(coloured & self._over).of(LARGEST.sure)
        if self._entering(coloured) >= LARGEST.entering:
            there |= _patches(coloured & self.inside).of(LARGEST.entering)
        print_ = seen.printed & self.inside & ~known
        printed, lost = (
            np.bincount(self._nearest[mask], minlength=len(SQUARES)) for mask in (print_, print_ & seen.lost)
        )
        hidden = (printed >= _PRINT.least * HALF.scale**2) & (lost > _PRINT.lost * printed)
        return self.most(there) | {s for s in SQUARES if hidden[s]}

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
        other = (seen.excess > _TILE.shown) & ~near
        if not bare or not other.any():
            return {}
        doubtful = ((seen.excess > _TILE.perhaps) | seen.lost) & ~near & ~self._inner
        beyond = np.bincount(self._square_of[doubtful], minlength=len(SQUARES) + 1)
        other &= self._inner
        inner = np.bincount(self._square_of[other], minlength=len(SQUARES) + 1)
        found = {}
        for square in bare:
            if inner[square] > _TILE.least * HALF.scale**2 and beyond[square] <= _TILE.beyond * inner[square]:
                rows, columns = np.nonzero(other & (self._square_of == square))
                # A cube beside it may hide part of a tile: the middle of what can be seen is meant.
                cell_rows, cell_columns = np.nonzero(~near & (self._square_of == square))
                off = np.array([columns.mean() - cell_columns.mean(), rows.mean() - cell_rows.mean()])
                if np.abs(off).max() < _TILE.aside * HALF.scale:
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
