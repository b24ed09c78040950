"""What the cubes of the faces pictures change against the empty board, and which grid explains it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.board import Square, column_of, row_of
from companion.games.himiki.rules.cubes import Colour
from vision.cubes.lesson import BLACK_PLACES, WHITE_PLACES
from vision.cubes.tops import USUAL_EDGE
from vision.finding.grid import BOARD
from vision.finding.segments import resized
from vision.frames import Image
from vision.plane.camera import Camera, Floats, camera_from
from vision.plane.channels import Singles

PLACES: Final = {Colour.WHITE: WHITE_PLACES, Colour.BLACK: BLACK_PLACES}

_WIDTH: Final = 480
"""Pixels across at which changes are looked at."""

_FULL: Final = 0.4
"""Logarithm of brightness or colour that is surely a change."""

_NOTHING: Final = 0.1
"""Logarithm that may be none."""

_FLOOR: Final = 12.0
"""Levels added before a logarithm, so that noise in the dark stays small."""

_BODY: Final = np.array([(x, y) for x in (-0.5, 0.5) for y in (-0.5, 0.5)])
"""A cube's corners from its middle, in widths."""
_CONTRAST: Final = 0.5
"""Logarithm by which white cubes are brighter than black ones, beyond which more says little."""

_OWN: Final = 0.15
"""Of an outline, what must be left of it to judge a cube by."""

_SURELY: Final = 0.3
"""Share of an outline that changed where a cube surely is."""

_AS_OTHERS: Final = 0.65
"""The same against its colour's others."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """How well eight cubes in their places explain what changed."""

    filled: tuple[float, ...]
    """Share of each cube's outline that changed: white A to D, then black A to D."""
    explained: float
    """Share of all change that lies in the outlines."""
    contrast: float
    """How much brighter the white cubes are than the black ones (logarithm)."""

    @property
    def there(self) -> float:
        """Share of the eight places where a cube is as plain as the others of its colour."""
        shares = []
        for filled in (self.filled[:4], self.filled[4:]):
            surely = max(_SURELY, _AS_OTHERS * sorted(filled)[2])
            shares += [min(share / surely, 1.0) for share in filled]
        return float(np.mean(shares))

    @property
    def score(self) -> float:
        """1 at best."""
        lit = float(np.tanh(self.contrast / _CONTRAST))
        return self.there**3 * (0.5 + 0.5 * self.explained) * (0.7 + 0.3 * lit)


class Changes:
    """The change that all faces pictures have in common, at every place of a small picture."""

    def __init__(self, empty: Image, faces: Sequence[Image]) -> None:
        self._scale = min(_WIDTH, empty.shape[1]) / empty.shape[1]
        self._empty, self._faces = empty, faces
        before = _logs(empty)
        after = [_logs(image) for image in faces]
        moved = []
        for now in after:
            off = now - before
            # The light as a whole may have changed a little between two pictures.
            off -= np.median(off.reshape(-1, 3), axis=0)
            moved.append(np.abs(off).max(axis=2))
        common = np.median(np.stack(moved), axis=0)
        self.map: Singles = np.asarray(np.clip((common - _NOTHING) / (_FULL - _NOTHING), 0, 1), np.float32)
        self.bright: Singles = np.asarray(np.mean([now.mean(axis=2) for now in after], axis=0), np.float32)
        self._total = float(self.map.sum())

    def of_pictures(self) -> Iterator["Changes"]:
        """Of each picture by itself."""
        for image in self._faces:
            yield Changes(self._empty, [image])

    def explained_by(self, camera: Camera, edge: float = USUAL_EDGE) -> Evidence:
        filled, brightness = [], []
        bodies = self._bodies(camera, edge)
        for square, body in zip(WHITE_PLACES + BLACK_PLACES, bodies, strict=True):
            top = self._drawn(_cube(square, edge, edge, edge * 0.8), camera)
            filled.append(cv2.mean(self.map, body)[0])
            brightness.append(cv2.mean(self.bright, top)[0])
        union = np.any(bodies, axis=0)
        explained = float(self.map[union].sum()) / max(self._total, 1e-6)
        contrast = float(np.median(brightness[:4]) - np.median(brightness[4:]))
        return Evidence(tuple(filled), explained, contrast)

    def alone(self, camera: Camera, edge: float = USUAL_EDGE) -> tuple[float, ...]:
        """Share of each cube's outline that changed, of what no other cube can hide or stand behind."""
        bodies = self._bodies(camera, edge)
        only = np.sum(bodies, axis=0) == 1
        shares = []
        for body in bodies:
            own = np.where(only, body, 0).astype(np.uint8)
            enough = np.count_nonzero(own) > _OWN * np.count_nonzero(body)
            shares.append(cv2.mean(self.map, own if enough else body)[0])
        return tuple(shares)

    def _bodies(self, camera: Camera, edge: float) -> list[NDArray[np.uint8]]:
        return [
            self._drawn(_cube(square, 0.0, edge, edge * 0.96), camera)
            for square in WHITE_PLACES + BLACK_PLACES
        ]

    def from_a1(self, corners: Floats, size: tuple[int, int]) -> Floats:
        """The same corners, going round from A1."""
        turned = [np.roll(corners, -first, axis=0) for first in range(4)]
        return max(turned, key=lambda one: self.explained_by(camera_from(BOARD, one, size)).score)

    def _drawn(self, points: Floats, camera: Camera) -> NDArray[np.uint8]:
        pixels = (camera.project(points) + 0.5) * self._scale - 0.5
        hull = cv2.convexHull(np.clip(pixels, -1e4, 1e4).astype(np.float32))[:, 0]
        canvas = np.zeros(self.map.shape, np.uint8)
        cv2.fillConvexPoly(canvas, np.rint(hull * 8).astype(np.int32), 1, cv2.LINE_8, 3)
        return canvas


def _cube(square: Square, low: float, high: float, width: float) -> Floats:
    flat = [column_of(square) + 0.5, row_of(square) + 0.5] + _BODY * width
    return np.array([(x, y, z) for x, y in flat for z in (low, high)])


def _logs(image: Image) -> Singles:
    small = cv2.GaussianBlur(resized(image, _WIDTH), (0, 0), 0.8)
    return np.asarray(np.log(small.astype(np.float32) + _FLOOR), np.float32)
