"""What lies over the grid and is no cube on its square: a hand, a sleeve, a cube askew."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boardlight import Comparison, structure_of
from vision.silhouette import Shadowcaster
from vision.tops import HALF, Pose

Mask = NDArray[np.bool_]

ROOM: Final = 0.06
"""Squares around a cube that its rounded edges, its contact shadow and a slightly wrong pose may take."""

_EDGE: Final = 0.02
_SURE: Final = 0.8
_LIKELY: Final = 0.6
"""Shares of the excess that a shadow never has: a little of the one, or much of the other, is a cover."""

LARGEST_SURE: Final = 0.045
LARGEST_LIKELY: Final = 0.22
LARGEST_ENTERING: Final = 0.012
LARGEST_LOST: Final = 0.6
LARGEST_VARIED: Final = 0.32
"""In squares: from these areas on the grid counts as covered."""

_ENTERS_FROM: Final = 0.12
"""Squares that something must cover beside the grid to be reaching in."""

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

    @property
    def clear(self) -> bool:
        return (
            self.sure < LARGEST_SURE
            and self.likely < LARGEST_LIKELY
            and self.entering < LARGEST_ENTERING
            and self.lost < LARGEST_LOST
            and self.varied < LARGEST_VARIED
        )


class CoverJudge:
    def __init__(self, caster: Shadowcaster) -> None:
        self._caster = caster
        self.grid = caster.grid_mask(_EDGE)
        self.inside = self.grid & caster.only_from_inside(_EDGE)

    def judge(self, seen: Comparison, cubes: list[Pose]) -> tuple[Covered, Mask]:
        """What is covered besides these cubes, and where."""
        hidden = self._caster.hidden_by(cubes, ROOM)
        window = np.ones((_NEAR, _NEAR), np.uint8)
        near = cv2.dilate(hidden.view(np.uint8), window).view(bool)
        sure = (seen.excess > _SURE) & ~near
        likely = (seen.excess > _LIKELY) & ~near & self.inside
        lost = seen.lost & self.inside & ~near
        varied = structure_of(seen.bright, ~near) > _VARIED + _VARIED_NOISE * seen.doubt
        covered = Covered(
            _largest(sure & self.inside),
            _largest(likely),
            self._entering(sure),
            _largest(lost),
            _largest(varied & self.inside & ~near),
        )
        return covered, likely

    def _entering(self, sure: Mask) -> float:
        """The area inside of the largest thing that reaches in from beside the grid."""
        if not (sure & self.inside).any():
            return 0.0
        count, labels = cv2.connectedComponents(sure.view(np.uint8))
        inside = np.bincount(labels[self.inside], minlength=count)
        beside = np.bincount(labels[~self.grid], minlength=count)
        reaching = inside[1:][beside[1:] > _ENTERS_FROM * HALF.scale**2]
        return float(reaching.max(initial=0) / HALF.scale**2)


def _largest(mask: Mask) -> float:
    if not mask.any():
        return 0.0
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask.view(np.uint8))
    return float(stats[1:, cv2.CC_STAT_AREA].max() / HALF.scale**2) if count > 1 else 0.0
