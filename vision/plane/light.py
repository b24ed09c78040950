"""The light that falls on the board now, against the light of the empty picture."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.board import Board
from vision.plane.camera import Floats
from vision.plane.channels import Singles

_TINT_SPREAD: Final = 0.08
"""Logarithm by which a block's colour may leave the light's until it counts a quarter."""

_LEVEL_SPREAD: Final = 0.15
"""The same for its brightness."""

_ROUNDS: Final = 8
"""At most, in which what does not look like the board is outvoted."""

SETTLED: Final = 2e-4
"""Logarithm under which a round moves nothing that a reading could tell: a twentieth of a level where it is
brightest. What is learnt lasts, and is worth every round."""

_LIT_SHARE: Final = 0.7
"""Of the board, by brightness: the level that counts as lit and not as shadow."""

_SHADOW_SAYS: Final = 0.08
"""Weight of what is darker than the light, against what is as bright."""

_TINT_STIFF: Final = np.array([1e-4, 0.03, 0.03, 0.1, 0.1, 0.1])
"""Share of the weight of all blocks that holds each term of the colour back: level, slopes, curves."""

_LEVEL_STIFF: Final = np.array([1e-4, 0.05, 0.05, 0.2, 0.2, 0.2])
"""The same of the brightness."""


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """Per channel a curved surface over the board, in logarithms."""

    board: Board
    terms: Singles
    """6 x 3."""

    def at(self, x: float, y: float) -> Singles:
        return np.asarray(self.over(np.array([[x, y]]))[0], np.float32)

    def over(self, points: Floats | Singles) -> Singles:
        """At board points (…, 2)."""
        return np.asarray(np.exp(surface(self.board, points) @ self.terms), np.float32)

    @property
    def tint(self) -> Singles:
        """In the middle, what differs between the channels."""
        return np.asarray(self.terms[0] - self.terms[0].mean(), np.float32)


def surface(board: Board, points: Floats | Singles) -> Singles:
    """The terms of a curved surface at board points (…, 2): … x 6."""
    x = (points[..., 0] - board.columns / 2) / (board.columns / 2)
    y = (points[..., 1] - board.rows / 2) / (board.rows / 2)
    return np.stack([np.ones_like(x), x, y, x * x, y * y, x * y], axis=-1).astype(np.float32)


def find_light(board: Board, off: Floats, places: Floats, trust: Floats, settled: float = 0.0) -> Light:
    """From logarithms of blocks against the empty board (N, 3), their places (N, 6) and weights.

    Pieces, hands and shadows are outvoted by what looks like the board. Where a round moves it less than
    `settled`, it is the last.
    """
    mean = off.mean(axis=1)
    tint = off - mean[:, None]
    columns = np.ascontiguousarray(places.T)
    start = np.array([weighted_share(tint[:, channel], trust, 0.5) for channel in range(3)])
    tint_stiff = np.diag(trust.sum() * _TINT_STIFF)
    level_stiff = np.diag(trust.sum() * _LEVEL_STIFF * 0.3)
    tints: Floats = np.zeros((places.shape[1], 3))
    tints[0] = start
    pull = trust
    for _ in range(_ROUNDS):
        gap = tint - places @ tints
        pull = trust / (1 + np.einsum("nc,nc->n", gap, gap) / _TINT_SPREAD**2) ** 2
        before, tints = tints, _fitted(columns, tint, pull, tint_stiff)
        if np.abs(tints - before).max() < settled:
            break
    level: Floats = np.zeros(places.shape[1])
    level[0] = weighted_share(mean, pull, _LIT_SHARE)
    for _ in range(_ROUNDS):
        over = mean - places @ level
        weight = pull / (1 + (over / _LEVEL_SPREAD) ** 2) ** 2
        weight = np.where(over < -_LEVEL_SPREAD / 3, weight * _SHADOW_SAYS, weight)
        before, level = level, _fitted(columns, mean - level[0], weight, level_stiff)
        level[0] += before[0]
        if np.abs(level - before).max() < settled:
            break
    return Light(board, np.asarray(tints + level[:, None], np.float32))


def _fitted(columns: Floats, values: Floats, weight: Floats, stiff: Floats) -> Floats:
    weighted = columns * weight
    return np.asarray(np.linalg.solve(weighted @ columns.T + stiff, weighted @ values))


def weighted_share(values: Floats, weights: Floats, share: float) -> float:
    """The value that this share of the weight stays below."""
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    return float(values[order[min(int(np.searchsorted(total, total[-1] * share)), len(order) - 1)]])
