"""How pieces look: patches of one size, upright, and how alike two of them are whatever the light."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat.ground import Ground
from vision.flat.light import logarithm
from vision.flat.rectangles import Pose, Size
from vision.frames import Image
from vision.plane.camera import Floats
from vision.plane.channels import Singles

WIDTH: Final = 48
"""Pixels across a look: faces and signs are plain, and nine of them are compared within milliseconds."""

_FINER: Final = 2
"""Times as finely as that a picture is sampled first: nothing is lost between two pixels."""

_SMOOTH: Final = 0.45
"""Of the width: what changes more slowly is light, not print."""

_RIM: Final = 0.05
"""Of the width, at the edge of a piece, that is not compared: it may be what lies beside it."""

_COARSE: Final = 12
"""Pixels across, coarsely: a piece that is off its place by a twentieth still looks alike."""


@dataclass(frozen=True, slots=True, eq=False)
class PieceLook:
    code: str
    patch: Image


def shape_of(size: Size, width: int = WIDTH) -> tuple[int, int]:
    """Rows and columns of a look."""
    return round(width * size.height / size.width), width


def patch_points(size: Size, finer: int = 1, width: int = WIDTH) -> Floats:
    """Of each pixel of a look, where it is on the piece, from its middle."""
    rows, columns = (finer * side for side in shape_of(size, width))
    x = ((np.arange(columns) + 0.5) / columns - 0.5) * size.width
    y = (0.5 - (np.arange(rows) + 0.5) / rows) * size.height
    return np.stack(np.meshgrid(x, y), axis=-1)


def look_at(image: Image, ground: Ground, pose: Pose, size: Size, width: int = WIDTH) -> Image:
    """What a picture shows of a piece, upright, so many pixels across."""
    pixels = ground.to_picture(pose.of(patch_points(size, _FINER, width))).astype(np.float32)
    fine = cv2.remap(image, pixels, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    rows, columns = shape_of(size, width)
    return np.asarray(cv2.resize(fine, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)


def print_of(patch: Image | Singles) -> Singles:
    """What is printed, without what light makes of it: 0 on average wherever one looks closely."""
    bright = logarithm(patch)
    side = 2 * round(_SMOOTH * patch.shape[1] / 2) + 1
    smooth = cv2.blur(bright, (side, side), borderType=cv2.BORDER_REFLECT)
    smooth = cv2.blur(smooth, (side, side), borderType=cv2.BORDER_REFLECT)
    return np.asarray(cv2.subtract(bright, smooth), np.float32)


def inner_part(shape: tuple[int, int]) -> tuple[slice, slice]:
    """What is compared of a look."""
    rim = max(1, round(_RIM * shape[1]))
    return slice(rim, -rim), slice(rim, -rim)


def inner_mask(shape: tuple[int, int]) -> Singles:
    mask = np.zeros(shape, np.float32)
    mask[inner_part(shape)] = 1
    return mask


class Gallery:
    """The looks of one table, made ready for being compared with."""

    def __init__(self, looks: Sequence[PieceLook], size: Size) -> None:
        self.looks, self.size = tuple(looks), size
        self.shape = shape_of(size)
        self.codes = tuple(look.code for look in looks)
        self.mask = inner_mask(self.shape)
        patches = [shrunk(look.patch, self.shape) for look in looks]
        prints = [print_of(patch) for patch in patches]
        self.prints = np.stack([_normed(one * self.mask[..., None]) for one in prints])
        self._coarse = np.stack([self.coarse(patch).ravel() for patch in patches])

    def coarse(self, patch: Image | Singles) -> Singles:
        """A patch in so few numbers that a small step aside changes little; its own back turned round is that
        of the piece the other way up."""
        rows = round(_COARSE * self.shape[0] / self.shape[1])
        small = cv2.resize(patch, (_COARSE, rows), interpolation=cv2.INTER_AREA)
        return _normed(print_of(np.asarray(small, np.float32)))

    def alike_coarsely(self, patch: Image | Singles) -> Floats:
        """With every look, as it lies and turned round: n x 2, 1 where they are the same."""
        return np.asarray(self._coarse @ both_ways(self.coarse(patch)), np.float64)

    @cached_property
    def alike(self) -> Floats:
        """Of every two looks, as they lie and turned round, how alike they are: n x n x 2."""
        flat = self.prints.reshape(len(self.looks), -1)
        turned = self.prints[:, ::-1, ::-1].reshape(len(self.looks), -1)
        return np.stack([flat @ flat.T, flat @ turned.T], axis=2).astype(np.float64)


def both_ways(shown: Singles) -> Singles:
    """A print as it lies and turned round, n x 2."""
    return np.stack([shown.ravel(), np.asarray(cv2.flip(shown, -1), np.float32).ravel()]).T


def shrunk(patch: Image, shape: tuple[int, int]) -> Image:
    """A look in so many rows and columns."""
    if patch.shape[:2] == shape:
        return patch
    return np.asarray(cv2.resize(patch, shape[::-1], interpolation=cv2.INTER_AREA), np.uint8)


def _normed(values: NDArray[np.float32]) -> Singles:
    return np.asarray(values / (float(cv2.norm(values)) + 1e-6), np.float32)
