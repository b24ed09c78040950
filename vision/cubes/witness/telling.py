"""From the network's numbers to what stands on a square."""

from typing import Final

import numpy as np

from vision.cubes.profile import KINDS
from vision.cubes.tops import Indices, Singles

NUMBERS: Final = 64
"""In which cubes are alike or not; two more of the network say how it looks bare, and like neither."""

TEMPERATURE: Final = 1.0
"""By which logits are divided so that they are right as often as they say."""


def told(numbers: Singles, learnt: Singles, kinds: Indices) -> Singles:
    """Logarithms of how likely it is nothing, each kind and something else, from squares' numbers (K x 66)
    and those of learnt cubes: K x 8, each square's adding up to 1."""
    mine, known = numbers[:, :NUMBERS], learnt[:, :NUMBERS]
    apart = (mine**2).sum(axis=1)[:, None] + (known**2).sum(axis=1) - 2 * mine @ known.T
    nearness = -np.maximum(apart, 0)
    logits = np.empty((len(numbers), len(KINDS) + 2), np.float32)
    logits[:, 0], logits[:, -1] = numbers[:, NUMBERS], numbers[:, NUMBERS + 1]
    for kind in range(len(KINDS)):
        of_kind = nearness[:, kinds == kind]
        most = of_kind.max(axis=1)
        logits[:, 1 + kind] = most + np.log(np.exp(of_kind - most[:, None]).mean(axis=1))
    logits /= np.float32(TEMPERATURE)
    logits -= logits.max(axis=1, keepdims=True)
    return np.asarray(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)), np.float32)
