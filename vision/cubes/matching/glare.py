"""The bare board below a lamp's mirror image: print that is still seen, paler, through what lies over it, or
light that is added and nothing else."""

from functools import cache
from typing import Final

import numpy as np

from vision.cubes.matching.templates import OUTLIER, Noise, between
from vision.cubes.tops import Singles
from vision.plane.channels import total

_PRINT_LEFT: Final = (0.3, 1.25)
"""Share of the print's contrast that is seen through a reflection: less is none, or something else."""

_SEEN: Final = 0.6
"""Correlation of what is seen with the board's own print from which on it is that print: signs of cubes
have nothing in common with it."""

GAMMA: Final = 2.2
"""Of a picture's levels against light."""

WHITE: Final = 235
"""Level of all channels from which on a reflection hides what it lies over."""

MOST_WHITE: Final = 0.3
"""Share of a square that a reflection must whiten to hide what stands there."""

_PALE: Final = 0.6
"""Share of the strongest channel that the weakest adds at least: of skin it is .5, of cubes' tops .1 to .5,
of lamps of any room more."""

_BRIGHT: Final = 0.01
"""Share of the light of white that is added at least: what adds less may be anything."""

_EXPLAINED: Final = 0.04
"""Misfit over which something is left that such light does not explain: on bare squares below it was .004 at
the most, and a black cube's sign alone leaves .08."""

_COSTS: Final = 0.02
"""Misfit that such light costs: with its bends to choose anything fits a little better."""

_NO_PRINT: Final = 4.0
"""Levels of contrast of a board whose print tells nothing: anything smooth may lie over that."""


def below_glare(seen: Singles, board: Singles, noise: Noise) -> Singles:
    """How badly (K) the empty board (K, 3, N) explains what is seen (K, 3, N) with a pale light over it.

    1 where its print is not seen again.
    """
    level, print_level = seen.mean(axis=2, keepdims=True), board.mean(axis=2, keepdims=True)
    off, print_off = seen - level, board - print_level
    shared = total(np.einsum("kcn,kcn->kc", off, print_off))
    power = total(np.einsum("kcn,kcn->kc", print_off, print_off))
    varied = total(np.einsum("kcn,kcn->kc", off, off))
    left = np.asarray(shared / np.maximum(power, 1e-6), np.float32)
    gain = between(left, *_PRINT_LEFT)[:, None, None]
    # A reflection adds light, in the lamp's colour.
    veil = np.maximum(level - gain * print_level, 0)
    expected = np.asarray(gain * board + veil, np.float32)
    misfit = noise.wrong(np.asarray(seen - expected, np.float32), expected).mean(axis=1) / OUTLIER**2
    samples = 3 * seen.shape[2]
    like = shared / np.sqrt(np.maximum(power * varied, 1e-6))
    told = (like > _SEEN) & (np.sqrt(power / samples) > _NO_PRINT)
    return np.asarray(np.where(told, misfit, 1.0), np.float32)


def in_mirrored_light(seen: Singles, board: Singles, noise: Noise) -> Singles:
    """How badly (K) the empty board (K, 3, N) explains what is seen (K, 3, N) with pale light added to it
    that has no contour: what stands on the board mirrors no lamp, and shows its own edges and sign.

    1 where no such light is, or where it hides everything.
    """
    bends = _bends(round(seen.shape[2] ** 0.5))
    told = (seen < WHITE).any(axis=1)
    weights = told / np.maximum(np.count_nonzero(told, axis=1), 1)[:, None]
    weighted = bends * weights[:, None]
    alone = _light(board)
    power = weighted @ bends.T + 1e-6 * np.eye(len(bends), dtype=np.float32)
    fit = np.linalg.solve(power, weighted @ (_light(seen) - alone).transpose(0, 2, 1))
    added_light = np.maximum(fit.transpose(0, 2, 1) @ bends, 0).astype(np.float32)
    expected = np.asarray(255 * (alone + added_light) ** np.float32(1 / GAMMA), np.float32)
    wrong = noise.wrong(np.asarray(seen - expected, np.float32), expected)
    misfit = np.einsum("kn,kn->k", wrong, weights) / OUTLIER**2
    by_channel = added_light.mean(axis=2)
    weakest, strongest = by_channel.min(axis=1), by_channel.max(axis=1)
    is_lamp = (strongest > _BRIGHT) & (weakest > _PALE * strongest) & (told.mean(axis=1) > 1 - MOST_WHITE)
    return np.asarray(np.where(is_lamp & (misfit < _EXPLAINED), misfit + _COSTS, 1.0), np.float32)


def _light(levels: Singles) -> Singles:
    return np.asarray((np.maximum(levels, 0) / 255) ** np.float32(GAMMA), np.float32)


@cache
def _bends(count: int) -> Singles:
    """All surfaces up to the third order over count x count samples (10 x N)."""
    line = (2 * np.arange(count, dtype=np.float32) + 1) / count - 1
    x, y = (a.reshape(-1) for a in np.meshgrid(line, line))
    bends = np.asarray([x**across * y**down for across in range(4) for down in range(4 - across)], np.float32)
    bends.flags.writeable = False
    return bends
