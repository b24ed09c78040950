"""Whether a grid whose corners are known before and after lies elsewhere, or the other way round."""

from math import dist
from typing import Final

from vision.sighting import Corners

PUSHED_BY: Final = 0.1
"""Squares by which a board must be elsewhere for that to be told; less is followed without a word."""


def pushed(before: Corners, now: Corners, columns: int) -> bool:
    square = dist(before[0], before[1]) / columns
    return any(dist(one, other) > PUSHED_BY * square for one, other in zip(before, now, strict=True))


def turned_round(before: Corners, now: Corners) -> bool:
    """Whether the first corner is nearer to where the opposite one was than to where it was itself."""
    return dist(before[2], now[0]) < dist(before[0], now[0])
