"""Many places of one picture, each asked by itself whether another picture shows it where it was.

Marks that move together need not be the table: shadows of leaves do as well, and they are often the
strongest edges there are. But where a camera or a board moved, nothing that is printed stays behind.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.frames import Image
from vision.plane.camera import Floats
from vision.plane.channels import Singles

_WIDTH: Final = 960
"""Pixels of a picture's width from which on it is looked at smaller."""

_PLACE: Final = 15
"""Pixels of a place's side: a piece's sign and a line's crossing fit in, and many places into a board."""

_FLOOR: Final = 10.0
"""Levels added before a logarithm, so that noise in the dark stays small."""

_FINE: Final = 2.5
"""Pixels above which detail is coarse."""

_MOST: Final = 0.12
"""Contrast (logarithm) above which an edge counts no more: a shadow's is ten times a print's."""

_TEXTURE: Final = 0.012
"""Contrast (logarithm) of a place that can be told from another one; noise has half of it."""

_SEEN: Final = 0.6
"""Correlation from which on a place is seen."""

_BETTER: Final = 0.6
"""How much less (ratio) must be missing to it there than elsewhere to say that it is there."""

_OUTWEIGH: Final = 4
"""How many times as many places must have gone as stayed, or the other way round. Drawn cameras that moved
leave a sixth behind at most, for pieces hide places; where only leaves moved, a third and more stay."""

_RIM: Final = 1.1
"""Of a grid: a board that is printed hardly beyond it."""

_LEAST: Final = 8
"""Places without which nobody can say anything."""


@dataclass(frozen=True, slots=True)
class Votes:
    """Places that are seen, by where."""

    stayed: int
    gone: int

    @property
    def moved(self) -> bool:
        return self.gone >= max(_LEAST, _OUTWEIGH * self.stayed)

    @property
    def still(self) -> bool:
        return self.stayed >= max(_LEAST, _OUTWEIGH * self.gone)


class Witnesses:
    """The places of one picture. May be shared by threads."""

    def __init__(self, before: Image, within: Floats | None = None) -> None:
        """`within`: an outline in pixels, of which places are wanted; else all of the picture is."""
        self._scale = min(1.0, _WIDTH / before.shape[1])
        self._before = _detail(before, self._scale)
        textured = _mean(self._before**2) > _TEXTURE**2
        if within is not None:
            inside = np.zeros(textured.shape, np.uint8)
            cv2.fillConvexPoly(inside, np.rint(within * self._scale).astype(np.int32), 1)
            textured &= inside.astype(bool)
        self._places = textured[_PLACE // 2 :: _PLACE, _PLACE // 2 :: _PLACE]

    def votes(self, after: Image, matrix: Floats) -> Votes:
        """Whether places are where they were, or where that matrix takes them, in pixels of the pictures."""
        detail = _detail(after, self._scale)
        scaled = np.diag([self._scale, self._scale, 1.0])
        there = scaled @ matrix @ np.linalg.inv(scaled)
        height, width = detail.shape
        back = cv2.warpPerspective(
            detail, there, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        )
        moved = cv2.warpPerspective(self._before, there, (width, height))
        here, gone = self._alike(detail), self._alike(np.asarray(back, np.float32))
        # Squares moved by a whole square look as if they had stayed.
        telling = self._alike(np.asarray(moved, np.float32)) < _SEEN
        stays = telling & (here > _SEEN) & (1 - here < _BETTER * (1 - gone))
        goes = telling & (gone > _SEEN) & (1 - gone < _BETTER * (1 - here))
        return Votes(int(np.count_nonzero(stays)), int(np.count_nonzero(goes)))

    def in_place(self, after: Image) -> bool:
        """Whether it is seen where it was, and not just as well anywhere else."""
        beside = 2 * _PLACE / self._scale
        elsewhere = ((beside, beside), (beside, -beside), (-beside, beside), (-beside, -beside))
        return all(self.votes(after, _shift(*by)).still for by in elsewhere)

    def _alike(self, detail: Singles) -> Singles:
        """The correlation of each place with what is there now."""
        together = _mean(self._before * detail)
        power = _mean(self._before**2) * _mean(detail**2)
        alike = together / np.sqrt(np.maximum(power, 1e-10))
        return np.asarray(alike[_PLACE // 2 :: _PLACE, _PLACE // 2 :: _PLACE][self._places], np.float32)


def around(corners: Floats) -> Floats:
    """The outline of a board whose grid has these corners: its rim moves with it, a table does not."""
    middle = corners.mean(axis=0)
    return np.asarray((corners - middle) * _RIM + middle)


def shift_of(corners: Floats, now: Floats) -> Floats:
    """What takes four corners to where they are now."""
    return np.asarray(
        cv2.getPerspectiveTransform(corners.astype(np.float32), now.astype(np.float32)), np.float64
    )


def _detail(image: Image, scale: float) -> Singles:
    """What is finer than shading, strong edges cut down."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    logs = np.log(small.astype(np.float32) + _FLOOR)
    soft = cv2.GaussianBlur(logs, (0, 0), 0.8)
    fine = soft - cv2.GaussianBlur(logs, (0, 0), _FINE)
    return np.asarray(_MOST * np.tanh(fine / _MOST), np.float32)


def _shift(right: float, down: float) -> Floats:
    return np.array([[1.0, 0.0, right], [0.0, 1.0, down], [0.0, 0.0, 1.0]])


def _mean(values: Singles) -> Singles:
    return np.asarray(cv2.blur(values, (_PLACE, _PLACE)), np.float32)
