"""The bare board below a lamp's mirror image: print that is still seen, paler, through what lies over it."""

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
