"""Searches as processes of their own: beside the camera's thread one would hold up what is seen."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HOME: Final = Path(__file__).parents[1]
"""The folder to start them in."""
_LATER: Final = 10
"""Steps of niceness that a search stands behind whatever else the machine does."""
_LOOK: Final = 0.25
"""Seconds after which it is asked whether anybody still waits."""
_SACRIFICED: Final = Path("/proc/self/oom_score_adj")
_BEFORE_OTHERS: Final = "500"


def command(name: str, *words: str, of: str | None = None) -> list[str]:
    """A command of `himiki` that stands behind every other program of this machine; `of` a later game."""
    return [sys.executable, "-m", "companion.cli", name, *([of] if of else []), "--behind", *words]


@dataclass(frozen=True, slots=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


def answered(command: Sequence[str], seconds: float, gone: Callable[[], bool] = lambda: False) -> Done | None:
    """What it said and how it ended; None where it took longer, or nobody waits for it any more."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", cwd=HOME
    ) as process:
        end = time.monotonic() + seconds
        while True:
            try:
                told, complained = process.communicate(timeout=max(0.0, min(_LOOK, end - time.monotonic())))
                return Done(process.returncode, told, complained)
            except subprocess.TimeoutExpired:
                if gone() or time.monotonic() > end:
                    process.kill()
                    process.communicate()
                    return None


def stand_behind(steps: int = _LATER) -> None:
    """What such a command does first, asked for with `--behind`: where time or memory is short, the table's
    own program has it."""
    with suppress(OSError):  # a service may be forbidden even this
        os.nice(steps)
    with suppress(OSError):
        _SACRIFICED.write_text(_BEFORE_OTHERS, encoding="ascii")
