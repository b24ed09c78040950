"""Tops of cubes: where one is, what was found there, and how its samples are taken from a plane.

Everything works on many places at once: K hypotheses of N samples in three channels.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.grid import BOARD
from vision.frames import Image
from vision.plane import channels
from vision.plane.channels import median
from vision.plane.plane import Raster

Singles = channels.Singles
Mask = channels.Mask
Indices = NDArray[np.intp]

RASTER: Final = Raster(BOARD, scale=48)
"""The plane of the tops, as it is compared."""

HALF: Final = Raster(BOARD, scale=24)
"""The same, as it is searched and held against the empty board."""

USUAL_EDGE: Final = 0.70
"""Of a cube, in squares, where nothing was learnt."""

FINE: Final = 24
"""Samples along a top's edge in a template."""

MIDDLE: Final = 12
"""The same on the way to the place."""

ROUGH: Final = 8
"""The same when looking for it."""

QUARTERS: Final = 4
"""Ways that a top may lie on its square."""

_GLARING: Final = 190.0
"""Levels of the darkest channel from which on it may be a lamp's mirror image."""

DARK_BODY: Final = 110.0
"""Levels of the darkest channel that the body of a dark cube does not reach."""

_HALO: Final = 40.0
"""Levels of the darkest channel above a dark body's own from which what touches a lamp's image is its halo:
of coloured strokes on black one channel stays nearer. Found on a lacquered set in path-traced pictures."""

_HALO_SHARE: Final = 0.17
"""Of a top's edge: how far a halo reaches from the image, found likewise."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a cube's top is, in squares, and how it is turned, in radians clockwise from above."""

    x: float
    y: float
    turn: float


REACH: Final = 0.24
"""Of a square: no cube that stands on a square is further off its middle."""

TWIST: Final = 0.3
"""Radians: no cube that stands on a square is turned further from straight."""


@dataclass(frozen=True, slots=True)
class Found:
    """The best kind of cube at a place; its heading is the pose's turn plus the quarters."""

    kind: int
    look: int
    quarters: int
    pose: Pose
    misfit: float
    """0, exactly alike, to 1, nothing alike."""
    rival: float
    """The misfit of the best other kind."""
    apart: float
    """What that misfit would be on a perfect picture of this kind."""
    across: float
    """The misfit of the same kind turned a quarter."""
    alike: float
    """Correlation with the template, all channels together: 1 at best."""
    plain: float = 1.0
    """The misfit of the empty board at the same place."""
    sign: float | None = None
    """How much worse (logarithm) the sign alone fits on the other axis, where that was asked."""

    @property
    def lead(self) -> float:
        """Over the best other kind: 1 for a perfect picture, 0 halfway between the two."""
        return (self.rival - self.misfit) / max(self.apart, 1e-3)

    @property
    def score(self) -> float:
        """1 for a perfect likeness; what is no cube stays below a half."""
        return self.alike - 2 * self.misfit


@cache
def sample_offsets(edge: float, count: int) -> Singles:
    """Picture directions (right, down) of a top's samples, in squares: count² x 2."""
    line = ((np.arange(count) + 0.5) / count - 0.5) * edge
    across, down = np.meshgrid(line, line)
    offsets = np.stack([across, down], axis=-1).reshape(-1, 2).astype(np.float32)
    offsets.flags.writeable = False
    return offsets


def samples_at(
    plane: Image, raster: Raster, poses: Singles, edge: float, count: int, light: Singles
) -> Singles:
    """The samples of tops at poses (K, 3), upright and in their light (K, 3): K x 3 x count²."""
    x, y = sample_pixels(raster, poses, edge, count)
    return lit(looked_up(plane, x, y), light)


def looked_up(plane: Image, x: Singles, y: Singles) -> Image:
    """The plane at these pixels."""
    return np.asarray(cv2.remap(plane, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def marked_at(mask: Mask, raster: Raster, poses: Singles, edge: float, count: int) -> Mask:
    """Which samples (K, count²) of tops at poses lie where a mask says."""
    x, y = sample_pixels(raster, poses, edge, count)
    seen = cv2.remap(mask.astype(np.uint8), x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8).view(bool)


def sample_pixels(raster: Raster, poses: Singles, edge: float, count: int) -> tuple[Singles, Singles]:
    """Where (right and down, K x count²) the samples of tops at poses (K, 3) are."""
    ways = np.empty((2, len(poses), 3), np.float32)
    ways[0, :, 0] = ways[1, :, 1] = np.cos(poses[:, 2])
    ways[1, :, 0] = np.sin(poses[:, 2])
    ways[0, :, 1] = -ways[1, :, 0]
    ways[:, :, 2] = raster.to_pixels(poses[:, :2].astype(np.float64)).T
    pixels = ways.reshape(-1, 3) @ _columns_of(edge * raster.scale, count)
    return pixels[: len(poses)], pixels[len(poses) :]


@cache
def _columns_of(edge: float, count: int) -> Singles:
    """The samples of a top in pixels (right, down, 1): 3 x count²."""
    offsets = sample_offsets(edge, count)
    columns = np.ascontiguousarray(np.column_stack([offsets, np.ones(len(offsets), np.float32)]).T)
    columns.flags.writeable = False
    return columns


def lit(seen: Image, light: Singles) -> Singles:
    """Samples (K, N, 3 or 4) as they would look in the light of the empty picture, by channel: K x 3 x N."""
    samples = np.empty((len(seen), 3, seen.shape[1]), np.float32)
    samples[:] = seen.transpose(0, 2, 1)[:, :3]
    samples *= (1 / light)[:, :, None]
    return samples


def patches_at(plane: Image, raster: Raster, poses: Singles, edge: float, count: int) -> Singles:
    """The samples of tops at poses (K, 3): K x count² x 3, upright."""
    samples = samples_at(plane, raster, poses, edge, count, np.ones((len(poses), 3), np.float32))
    return np.ascontiguousarray(samples.transpose(0, 2, 1))


def added(samples: Singles) -> Singles:
    """Sum over three channels of samples by channel (K, 3, N)."""
    return np.asarray(samples[:, 0] + samples[:, 1] + samples[:, 2], np.float32)


def darkest(values: Singles) -> Singles:
    """The least of three channels."""
    return np.minimum(np.minimum(values[..., 0], values[..., 1]), values[..., 2])


def unmirrored(patches: Singles) -> tuple[Singles, Mask]:
    """Patches (K, N, 3) of dark tops with their own colour where they mirror a lamp, and where that is."""
    samples, glare = without_mirrors(np.ascontiguousarray(patches.transpose(0, 2, 1)))
    if glare is None:
        return patches, np.zeros(patches.shape[:2], bool)
    return np.ascontiguousarray(samples.transpose(0, 2, 1)), glare


def without_mirrors(samples: Singles) -> tuple[Singles, Mask | None]:
    """The same of samples by channel (K, 3, N); None where nothing is mirrored."""
    dark = np.minimum(samples[:, 0], samples[:, 1])
    np.minimum(dark, samples[:, 2], out=dark)
    if not dark.size or dark.max() <= _GLARING:
        return samples, None
    glaring = dark > _GLARING
    rows = np.flatnonzero(glaring.any(axis=1))
    if len(rows):
        most = 2 * np.count_nonzero(dark[rows] < DARK_BODY, axis=1) - dark.shape[1]
        tied = most == 0
        tied[tied] = median(dark[rows[tied]]) < DARK_BODY
        rows = rows[(most > 0) | tied]
    if not len(rows):
        return samples, None
    count = round(samples.shape[2] ** 0.5)
    grown = glaring[rows].reshape(-1, count, count)
    pale = (dark[rows] > median(dark[rows])[:, None] + _HALO).reshape(grown.shape)
    for _ in range(round(_HALO_SHARE * count)):
        grown = grown | (_around(grown) & pale)
    glare = np.zeros(dark.shape, bool)
    glare[rows] = _around(grown).reshape(len(rows), -1)
    body = median(samples[rows])
    samples[rows] = np.where(glare[rows, None], body[..., None], samples[rows])
    return samples, glare


def _around(squares: Mask) -> Mask:
    """These samples and those beside them (K, side, side)."""
    grown = squares.copy()
    grown[:, 1:] |= squares[:, :-1]
    grown[:, :-1] |= squares[:, 1:]
    grown[:, :, 1:] |= squares[:, :, :-1]
    grown[:, :, :-1] |= squares[:, :, 1:]
    return grown


def softened(plane: Image) -> Image:
    """Takes the edge off, so that half a sample beside is not a difference."""
    return np.asarray(cv2.GaussianBlur(plane, (3, 3), 0.9), np.uint8)


def padded(plane: Image) -> Image:
    """With a fourth channel that says nothing: OpenCV looks four channels up twice as fast as three."""
    return np.asarray(cv2.cvtColor(plane, cv2.COLOR_BGR2BGRA), np.uint8)


def turned(template: Singles, quarters: int) -> Singles:
    """A FINE x FINE x 3 template as it looks when its cube is turned clockwise."""
    return np.ascontiguousarray(np.rot90(template, -quarters))


def stepped(poses: Singles, step: Singles) -> Singles:
    """Poses (K, 3) after a step in each top's own directions."""
    cos, sin = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    x = poses[:, 0] + step[:, 0] * cos - step[:, 1] * sin
    y = poses[:, 1] - step[:, 0] * sin - step[:, 1] * cos
    return np.stack([x, y, poses[:, 2] + step[:, 2]], axis=1)
