"""Arrays of small numbers, three channels of them: what numpy does slowly along so short an axis."""

import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]
Mask = NDArray[np.bool_]


def total(values: Singles) -> Singles:
    """Sum over three channels."""
    return np.asarray(values[..., 0] + values[..., 1] + values[..., 2], np.float32)


def largest(values: Singles) -> Singles:
    """Of three channels."""
    return np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2])


def median(values: Singles) -> Singles:
    """Along the last axis; np.median takes its time."""
    half = values.shape[-1] // 2
    parted = np.partition(values, half, axis=-1)
    if values.shape[-1] % 2:
        return np.asarray(parted[..., half], np.float32)
    return np.asarray((parted[..., :half].max(axis=-1) + parted[..., half]) / 2, np.float32)
