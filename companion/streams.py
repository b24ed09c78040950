"""Standard input and output as every command needs them: there, and in UTF-8."""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import Final

_STANDARD: Final = (("stdin", os.O_RDONLY), ("stdout", os.O_WRONLY), ("stderr", os.O_WRONLY))


def prepare() -> None:
    """The formats are UTF-8 wherever the machine speaks Latin-1 or ASCII (the `►` of a solution)."""
    for name, how in _STANDARD:
        _fill(name, how)
    for stream, errors in (
        (sys.stdin, "strict"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)


def flush() -> None:
    """Here, not when the interpreter ends: there nobody could say that the disk is full."""
    sys.stdout.flush()


def silence() -> None:
    """What is still to be written goes nowhere: whoever read it has left, or its disk is full."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fill(name: str, how: int) -> None:
    """For a stream that was closed before the start (`>&-`): else the next file takes its number."""
    if getattr(sys, name) is None:
        descriptor = os.open(os.devnull, how)
        mode = "r" if how == os.O_RDONLY else "w"
        setattr(sys, name, os.fdopen(descriptor, mode, encoding="utf-8", closefd=False))
