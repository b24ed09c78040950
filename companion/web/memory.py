"""Memory that a picture needed goes back to the system when the picture is done with.

Left alone, the C library keeps what it once had: a server that draws or reads pictures then stays at its
largest for good, which is a quarter of a small Pi. Costs nothing that could be measured.
"""

import ctypes
from typing import Final

_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
_ARENA_MAX: Final = -8
"""Of glibc's malloc.h."""

_PICTURE: Final = 4 * 1024 * 1024


def give_back() -> None:
    """From now on, in this process; does nothing where the C library is another one."""
    try:
        tune = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return
    tune(_ARENA_MAX, 2)
    tune(_MMAP_THRESHOLD, _PICTURE)
    tune(_TRIM_THRESHOLD, _PICTURE)
