"""What the witness looks at: a square as it is, beside the same square bare; and a cube that was learnt,
laid on a bare one."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from companion.games.himiki.rules.board import SQUARES, Square, column_of, row_of
from vision.cubes.tops import FINE, QUARTERS, RASTER, Singles, samples_at
from vision.frames import Image

SIDE: Final = 28
"""Samples along a patch."""

WIDE: Final = 1.45
"""Edges of a cube that a patch is wide: a cube that is put down by hand is wholly in it."""

_FLOOR: Final = 10.0
"""Levels added before a logarithm, so that noise in the dark stays small."""

_STEP: Final = 7
"""Squares from one on which a learnt cube is laid to the next: no zone of the board has all of a kind."""

_MIDDLE: Final = 4.5
"""About the mean of all logarithms, which is taken off."""


def middles(squares: Sequence[Square] = SQUARES) -> Singles:
    """Where they are, straight: K x 3."""
    return np.array([(column_of(s) + 0.5, row_of(s) + 0.5, 0.0) for s in squares], np.float32)


def patches(plane: Image, places: Singles, edge: float, lights: Singles) -> Singles:
    """Squares of a softened plane of the tops, as they would look in the light of the empty picture:
    K x 3 x SIDE x SIDE."""
    samples = samples_at(plane, RASTER, places, edge * WIDE, SIDE, lights)
    return samples.reshape(-1, 3, SIDE, SIDE)


def laid(samples: Singles, bare: Singles) -> tuple[Singles, Singles]:
    """Tops (n x FINE x FINE x 3), each in four turns, on bare squares in turn, and these squares without
    them: each n·4 x 3 x SIDE x SIDE."""
    shrunk = SIDE / WIDE / FINE
    edge = (SIDE - SIDE / WIDE) / 2 + shrunk / 2 - 0.5
    into = np.array([[shrunk, 0, edge], [0, shrunk, edge]])
    below = bare[np.arange(len(samples) * QUARTERS) // QUARTERS * _STEP % len(bare)]
    laid = np.ascontiguousarray(below.transpose(0, 2, 3, 1))
    for number, patch in enumerate(laid):
        top = np.ascontiguousarray(np.rot90(samples[number // QUARTERS], -(number % QUARTERS)))
        cv2.warpAffine(top, into, (SIDE, SIDE), patch, cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    return np.ascontiguousarray(laid.transpose(0, 3, 1, 2)), below


def beside(seen: Singles, bare: Singles) -> Singles:
    """What the network is shown: K x 6 x SIDE x SIDE."""
    both = np.concatenate([seen, bare], axis=1)
    return np.asarray(np.log(np.maximum(both, 0) + np.float32(_FLOOR)) - np.float32(_MIDDLE), np.float32)
