"""A frame: one picture from a source, with the source's own time."""

from dataclasses import dataclass
from typing import NewType

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""Height x width x 3, blue-green-red as OpenCV keeps them."""

Seconds = NewType("Seconds", float)
"""Since any start the source chooses; never going back within one source."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    image: Image
    t: Seconds
    name: str | None = None
    """The file that it came from, where it came from one."""
