"""Searches as processes of their own: beside the camera's thread one would hold up what is seen."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.rules.position import Position
from companion.rules.position_text import position_text

HOME: Final = Path(__file__).parents[1]
"""The folder to start them in."""
_LATER: Final = 10
_SACRIFICED: Final = Path("/proc/self/oom_score_adj")
_BEFORE_OTHERS: Final = "500"


def command(name: str, *words: str) -> list[str]:
    """A command of `himiki` that stands behind every other program of this machine."""
    return [sys.executable, "-m", "companion.cli", name, "--behind", *words]


def stand_behind(steps: int = _LATER) -> None:
    """What such a command does first, asked for with `--behind`: where time or memory is short, the table's
    own program has it."""
    with suppress(OSError):  # a service may be forbidden even this
        os.nice(steps)
    with suppress(OSError):
        _SACRIFICED.write_text(_BEFORE_OTHERS, encoding="ascii")


def advise(position: Position, *words: str) -> list[str]:
    variant = position.variant
    told = ["--mode", variant.mode.value, "--edition", variant.edition.value]
    return command("advise", position_text(position), *told, "--human", variant.human.letter, *words)
