"""Memory that a picture needed goes back to the system when the picture is done with.

Left alone, the C library keeps what it once had: a server that draws or reads pictures then stays at its
largest for good, which is a quarter of a small Pi.
"""

import ctypes
from collections.abc import Callable
from typing import Any, Final

# Names of settings, as glibc's malloc.h numbers them.
_TRIM_THRESHOLD: Final = -1
"""M_TRIM_THRESHOLD."""
_MMAP_THRESHOLD: Final = -3
"""M_MMAP_THRESHOLD."""
_ARENA_MAX: Final = -8
"""M_ARENA_MAX."""

_PICTURE: Final = 3 * 1024 * 1024
"""Bytes: smaller pieces are kept for the next picture, as asking the system for each anew costs half of every
frame."""

REST: Final = 2.0
"""Seconds between two times that the rest is given back: it takes some milliseconds."""


def give_back() -> None:
    """From now on, in this process; does nothing where the C library is another one."""
    tune = _function("mallopt")
    if tune is None:
        return
    # One heap for all threads: what learning the table took, looking at it takes again.
    tune(_ARENA_MAX, 1)
    tune(_MMAP_THRESHOLD, _PICTURE)
    tune(_TRIM_THRESHOLD, _PICTURE)


def give_back_the_rest() -> None:
    """What lies free between things that are used."""
    trim = _function("malloc_trim")
    if trim is not None:
        trim(0)


def _function(name: str) -> Callable[..., Any] | None:
    try:
        found: Callable[..., Any] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError):
        return None
    return found
