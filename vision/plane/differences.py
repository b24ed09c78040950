"""How two frames of one camera differ, reckoned on small copies of them.

A copy is about ten pixels to a square, averaged over areas: little noise, little work. Before two of them
are compared the change of light between them is taken off: a factor for each colour that changes evenly
over the picture and with the brightness, fitted to what most pixels agree on.
"""

from dataclasses import dataclass
from typing import Any, Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.frames import Image
from vision.plane.camera import outline_of
from vision.plane.channels import Mask
from vision.sighting import Corners

Small = NDArray[np.float32]
Outline = NDArray[np.float64]
"""Of something convex: points in order round it."""

PER_SQUARE: Final = 10
"""Pixels of a small copy along a square, about."""

_FINE: Final = 3
"""How much larger the copy is that a push is measured on."""

_MARGIN: Final = 1.1
"""How far around the grid is watched, in squares."""

_NEAR: Final = 0.5
"""Movement counts up to so many squares from the grid."""

_FAR: Final = 0.85
"""A piece of the edge, which an oblique camera sees lean out, does not reach so many squares outside."""

_LIFT: Final = 8.0
"""Added to pixels before the logarithm, so that noise in the dark does not count as much."""

_NOTICED: Final = 6.0
"""Least difference of pixel values that counts."""

_NOISES: Final = 4.5
"""Times the usual difference between two frames of the same."""

_UNSURE: Final = 0.4
"""Share of the change of light by which a pixel may differ from what was expected of it."""

_SAME_LIGHT: Final = 0.015
"""Change of the logarithm below which there is nothing to take off."""

_PATCH: Final = 72
"""Pixels of the fine copy along a piece that is followed."""

_ROUNDS: Final = 2
"""In which a push is measured, each time with the one before taken back."""

_AGREE: Final = 0.4
"""Share of the pieces that must have gone the same way."""

_EDGE: Final = 8.0
"""Levels by which edges of two copies must differ not to lie on each other."""

_EXPLAINED: Final = 0.6
"""Share of what was different that may be left when the push is taken back."""

_PUSHED: Final = 2.0
"""Pixels of the frame from which a shift is a push."""

_TURNED: Final = 0.3
"""Degrees, likewise."""


@dataclass(frozen=True, slots=True)
class Bump:
    """The camera or the board was pushed: the picture of the grid is elsewhere now."""

    corners: Corners
    """Where the grid is now, about."""
    shift: float
    """How far its middle went, in pixels of the frame."""
    turn: float
    """Degrees clockwise in the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """Between two small frames, less the change of light."""

    mask: Mask
    light: float
    noise: float


class Watched(Protocol):
    """A part of the picture of which small copies are compared."""

    plane: Small
    """Of a small copy, for fitting light (`evenly`)."""


class Window:
    """The watched part of the frame, and where the squares are in its small copy."""

    def __init__(
        self, board: Board, corners: Corners, size: tuple[int, int], aside: Outline | None = None
    ) -> None:
        """What merely moves in the outline (pixels of the frame) beside the grid does not matter to it."""
        points = np.array(corners, dtype=np.float32)
        self.corners = points
        columns, rows = board.columns, board.rows
        to_picture = cv2.getPerspectiveTransform(outline_of(board).astype(np.float32), points)
        wide = np.array(
            [
                [[-_MARGIN, -_MARGIN]],
                [[columns + _MARGIN, -_MARGIN]],
                [[columns + _MARGIN, rows + _MARGIN]],
                [[-_MARGIN, rows + _MARGIN]],
            ],
            dtype=np.float32,
        )
        reach = cv2.perspectiveTransform(wide, to_picture).reshape(-1, 2)
        edge = float(np.sqrt(cv2.contourArea(points) / board.squares))
        self.factor = max(round(edge / PER_SQUARE), 1)
        self.shrink = max(self.factor // _FINE, 1)
        low = np.maximum(np.floor(reach.min(axis=0)), 0)
        high = np.minimum(np.ceil(reach.max(axis=0)), np.array(size))
        width, height = (int(v) for v in (high - low) // self.factor)
        if width < 8 or height < 8:
            raise ValueError("the grid is not in the picture")
        self.left, self.top = int(low[0]), int(low[1])
        self.size = (width, height)
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        centres = np.stack([x, y], axis=-1) * self.factor + (low + (self.factor - 1) / 2).astype(np.float32)
        there = cv2.perspectiveTransform(centres.reshape(1, -1, 2), np.linalg.inv(to_picture))
        u, v = there[0, :, 0].reshape(height, width), there[0, :, 1].reshape(height, width)
        self.inside = (u >= 0) & (u < columns) & (v >= 0) & (v < rows)
        beyond = np.maximum(np.maximum(-u, u - columns), np.maximum(-v, v - rows))
        self.near = beyond < _NEAR
        self.rim = (beyond > _FAR) & (beyond < _MARGIN)
        self.rim[0] |= self.near[0]
        self.rim[-1] |= self.near[-1]
        self.rim[:, 0] |= self.near[:, 0]
        self.rim[:, -1] |= self.near[:, -1]
        self.outermost = _outermost(beyond < _MARGIN)
        """What comes from outside crosses it, the long shadow of a piece or one that leans out does not."""
        if aside is not None:
            elsewhere = np.zeros((height, width), np.uint8)
            places = (aside - low - (self.factor - 1) / 2) / self.factor
            cv2.fillConvexPoly(elsewhere, np.rint(places * 16).astype(np.int32), 1, cv2.LINE_8, 4)
            self.near &= (elsewhere == 0) | self.inside
        self.watched = float(np.count_nonzero(self.near))
        self._squares = board.squares
        names = np.where(self.inside, np.floor(v) * columns + np.floor(u), self._squares).astype(np.intp)
        self._names = names.ravel()
        self._sizes = np.maximum(np.bincount(self._names, minlength=self._squares + 1), 1)[: self._squares]
        self.per_square = float(self._sizes.mean())
        self.plane = evenly(width, height)

    def small(self, image: Image) -> Image:
        """The watched part, area-averaged."""
        width, height = self.size
        part = image[self.top : self.top + height * self.factor, self.left : self.left + width * self.factor]
        return np.asarray(cv2.resize(part, self.size, interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def by_square(self, mask: Mask) -> NDArray[np.float64]:
        counts = np.bincount(self._names, weights=mask.ravel(), minlength=self._squares + 1)
        return np.asarray(counts[: self._squares] / self._sizes)

    def fine(self, image: Image) -> Image:
        """The watched part in grey, larger than the small copy."""
        width, height = self.size
        part = image[self.top : self.top + height * self.factor, self.left : self.left + width * self.factor]
        size = (width * self.factor // self.shrink, height * self.factor // self.shrink)
        grey = cv2.cvtColor(cv2.resize(part, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        return np.asarray(grey, dtype=np.uint8)


_LOGARITHMS: Final = np.log(np.arange(256, dtype=np.float32) + np.float32(_LIFT))


def _outermost(region: Mask) -> Mask:
    """The pixels of a region that are at its end, or at the picture's."""
    within = cv2.erode(
        region.astype(np.uint8), np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0
    )
    return np.asarray(region & (within == 0), dtype=np.bool_)


def evenly(width: int, height: int) -> Small:
    """Rows 1, x and y, for fitting light that changes evenly; every third pixel in each direction."""
    y, x = np.mgrid[0:height:3, 0:width:3].astype(np.float32)
    ones = np.ones_like(x)
    return np.stack([ones.ravel(), (x / width - 0.5).ravel(), (y / height - 0.5).ravel()], axis=1)


def difference(small: Image, other: Image, window: Watched, noise: float) -> Difference:
    values, wanted = other[::3, ::3].reshape(-1, 3), small[::3, ::3].reshape(-1, 3)
    change = _LOGARITHMS[wanted] - _LOGARITHMS[values]
    light = _typical(change, wanted)
    blurred = _softened(small)
    plain = _largest(cv2.absdiff(blurred, _softened(other)))
    level = max(float(np.median(plain[::2, ::2])), 0.5)
    least = max(_NOTICED, _NOISES * (min(level, 3 * noise) if noise else level))
    mask = plain > least
    if np.abs(light).max() > _SAME_LIGHT and mask.any():
        expected = _relit(other, values, change, light, window.plane)
        gap = cv2.absdiff(blurred.astype(np.float32), cv2.blur(expected, (3, 3)))
        level = float(np.median(_largest(gap[::2, ::2])))
        least = max(_NOTICED, _NOISES * (min(level, 3 * noise) if noise else level))
        unsure = cv2.absdiff(expected, other.astype(np.float32))
        mask = _largest(cv2.addWeighted(gap, 1, unsure, -_UNSURE, 0)) > least
    return Difference(mask, float(np.abs(light).max()), level)


def _typical(change: Small, values: NDArray[np.uint8]) -> Small:
    """Of the brighter half: in the dark a step of one level is much."""
    brightness = values.max(axis=1)
    bright = change[brightness >= np.median(brightness)]
    return np.asarray(np.median(bright, axis=0), dtype=np.float32)


def _softened(small: Image) -> Image:
    return np.asarray(cv2.blur(small, (3, 3)), dtype=np.uint8)


def _largest(colours: NDArray[Any]) -> NDArray[Any]:
    """Of the three colours of each pixel; NumPy's own way along so short an axis is slow."""
    return np.asarray(np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2]))


def _relit(other: Image, values: NDArray[np.uint8], change: Small, typical: Small, plane: Small) -> Small:
    """The other picture in the light of this one; `values` and `change` are of every third pixel."""
    height, width = other.shape[:2]
    tones = np.empty((1, 256, 3), dtype=np.float32)
    across = np.empty((1, width, 3), dtype=np.float32)
    along = np.empty((height, 1, 3), dtype=np.float32)
    near = np.ones(len(plane), dtype=bool)
    fits = np.zeros((3, 4), dtype=np.float32)
    fits[:, 0] = typical
    for spread in (0.25, 0.10):
        miss = change - np.stack([_of(fits[c], plane, values[:, c]) for c in range(3)], axis=1)
        near = np.abs(miss).max(axis=1) < spread
        if np.count_nonzero(near) < len(near) / 4:
            break
        fits = np.stack([_fitted(change[near, c], plane[near], values[near, c]) for c in range(3)])
    for c in range(3):
        constant, slope_x, slope_y, slope_tone = fits[c]
        tones[0, :, c] = np.maximum(
            (_VALUES + _LIFT) * np.exp(slope_tone * (_VALUES / 255 - np.float32(0.5))) - _LIFT, 0
        )
        across[0, :, c] = np.exp(slope_x * _steps(width))
        along[:, 0, c] = np.exp(constant + slope_y * _steps(height))
    expected = cv2.LUT(other, tones) * (along * across)
    return np.minimum(expected, np.float32(255))


_VALUES: Final = np.arange(256, dtype=np.float32)


def _steps(count: int) -> Small:
    return np.arange(count, dtype=np.float32) / np.float32(count) - np.float32(0.5)


def _of(fit: Small, plane: Small, values: NDArray[np.uint8]) -> Small:
    return np.asarray(
        plane @ fit[:3] + fit[3] * (values / np.float32(255) - np.float32(0.5)), dtype=np.float32
    )


def _fitted(change: Small, plane: Small, values: NDArray[np.uint8]) -> Small:
    """A constant and its slopes along x, y and the pixel's value, by least squares."""
    basis = np.column_stack([plane, values / np.float32(255) - np.float32(0.5)])
    # A little on the diagonal: few pixels may not make a steep slope.
    steady = np.diag(np.array([0, 1, 1, 1], dtype=np.float32)) * np.float32(len(change) / 100)
    return np.linalg.solve(basis.T @ basis + steady, basis.T @ change).astype(np.float32)


def pushed(before: Image, after: Image, window: Window) -> Bump | None:
    """Where the grid went between two fine copies, if all of it moved as one."""
    offset = np.array([window.left, window.top]) + (window.shrink - 1) / 2
    corners = (window.corners - offset) / window.shrink
    inside = np.zeros(before.shape, dtype=np.uint8)
    cv2.fillConvexPoly(inside, np.round(corners).astype(np.int32), 1)
    mask = inside.astype(bool)
    found = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    for _ in range(_ROUNDS):
        better = _step(before, _back(after, found), mask)
        if better is None:
            return None
        found = np.vstack([found, [0, 0, 1]])[:2] @ np.vstack([better, [0, 0, 1]])
    if _apart(before, _back(after, found), mask) > _EXPLAINED * _apart(before, after, mask):
        return None
    moved = (corners @ found[:, :2].T + found[:, 2]) * window.shrink + offset
    turn = float(np.degrees(np.arctan2(found[1, 0], found[0, 0])))
    shift = float(np.linalg.norm(moved.mean(axis=0) - window.corners.mean(axis=0)))
    if shift < _PUSHED and abs(turn) < _TURNED:
        return None
    a1, a6, e6, e1 = ((float(x), float(y)) for x, y in moved)
    return Bump((a1, a6, e6, e1), shift, turn)


def _back(after: Image, found: NDArray[np.float64]) -> Image:
    """The later copy as it would be without the push."""
    size = (after.shape[1], after.shape[0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    back = cv2.warpAffine(after, found, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(back, dtype=np.uint8)


def _apart(one: Image, other: Image, mask: Mask) -> float:
    """Share of the grid where edges do not lie on edges."""
    gap = np.abs(_edges(one) - _edges(other))[mask]
    return float(np.count_nonzero(gap > _EDGE) / max(len(gap), 1)) + 1e-3


def _edges(image: Image) -> Small:
    """What stands out from its surroundings, whatever the light."""
    soft = cv2.GaussianBlur(image.astype(np.float32), (0, 0), 1.0)
    return np.asarray(soft - cv2.blur(soft, (15, 15)), dtype=np.float32)


def _step(before: Image, after: Image, mask: Mask) -> NDArray[np.float64] | None:
    """The turn and shift (2 x 3) that most patches agree on."""
    starts, ends, seen = _followed(before, after, mask)
    if len(starts) < 5:
        return None
    found, _ = cv2.estimateAffinePartial2D(starts, ends, method=cv2.RANSAC, ransacReprojThreshold=2.0)
    if not _is_matrix(found):
        return None
    close = np.abs(starts @ found[:, :2].T + found[:, 2] - ends).max(axis=1) < 2.5
    return np.asarray(found, dtype=np.float64) if close.sum() >= max(5, seen * _AGREE) else None


def _is_matrix(found: object) -> bool:
    """OpenCV answers None where it finds nothing, which its types do not say."""
    return found is not None


def _followed(
    before: Image, after: Image, mask: Mask
) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    """Middles of pieces of the grid and where each went, and in how many there was something to follow."""
    height, width = before.shape
    size = min(_PATCH, height // 2, width // 2)
    taper = cv2.createHanningWindow((size, size), cv2.CV_32F)
    starts, ends, seen = [], [], 0
    for top in np.linspace(0, height - size, 8).astype(int):
        for left in np.linspace(0, width - size, 8).astype(int):
            one = before[top : top + size, left : left + size].astype(np.float32)
            other = after[top : top + size, left : left + size].astype(np.float32)
            if one.std() < 4 or not mask[top + size // 2, left + size // 2]:
                continue
            seen += 1
            (dx, dy), response = cv2.phaseCorrelate(one - one.mean(), other - other.mean(), taper)
            if response > 0.08 and max(abs(dx), abs(dy)) < size / 2.5:
                starts.append((left + size / 2, top + size / 2))
                ends.append((left + size / 2 + dx, top + size / 2 + dy))
    places = (
        np.array(starts, dtype=np.float64).reshape(-1, 2),
        np.array(ends, dtype=np.float64).reshape(-1, 2),
    )
    return *places, seen
