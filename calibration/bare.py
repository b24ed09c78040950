"""What the empty squares of the four pictures score as cubes: from there on a likeness means something."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from calibration.changes import PLACES
from companion.rules.board import SQUARES
from vision import boardlight
from vision.boardlight import EmptyBoard
from vision.camera import Camera
from vision.frames import Image
from vision.matcher import Matcher
from vision.outline import centre_of
from vision.plane import Maps, seen_on
from vision.profile import KINDS, Bare
from vision.reader import halved
from vision.silhouette import Shadowcaster
from vision.tops import softened

_TAKEN: Final = frozenset(square for places in PLACES.values() for square in places)

_NO_MISFIT: Final = 1e-3
"""Of the board with itself, under which it explains a square whatever else does."""


def bare_of(
    matcher: Matcher, pictures: Sequence[Image], camera: Camera, maps: Maps, noise: float
) -> tuple[Bare, ...]:
    """`pictures` begin with the empty one. Of each kind how like it any empty square looked."""
    empty = seen_on(pictures[0], maps)
    flat, board = softened(empty), EmptyBoard(halved(empty), noise)
    inside = Shadowcaster(camera.centre(), matcher.edge, boardlight.RASTER).grid_mask(0.0)
    best = [Bare(-1.0, 0.0, 1.0)] * len(KINDS)
    for number, picture in enumerate(pictures):
        plane = seen_on(picture, maps)
        half, soft = halved(plane), softened(plane)
        centres = np.array([centre_of(s) for s in SQUARES if number == 0 or s not in _TAKEN], np.float32)
        light = board.compare(half, inside).light.over(centres)
        found = matcher.tops(half, soft, centres, light)
        poses = np.array([(one.pose.x, one.pose.y, one.pose.turn) for one in found], np.float32)
        for one, plain in zip(found, matcher.plain(soft, flat, poses, light).tolist(), strict=True):
            known = best[one.kind]
            best[one.kind] = Bare(
                max(known.score, round(one.score, 4)),
                max(known.alike, round(one.alike, 4)),
                min(known.share, round(one.misfit / max(plain, _NO_MISFIT), 4)),
            )
    return tuple(best)
