"""How long tests wait for something to happen, on whatever machine they run.

Bounds in tests are written for a common computer; `HIMIKI_PATIENCE` says how many times longer everything
takes, as it does on an emulated processor.
"""

import os
import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = int(os.environ.get("HIMIKI_PATIENCE", "1"))


def patient(seconds: float) -> float:
    """How long to wait before giving up; not for what has to come in time on any machine."""
    return seconds * PATIENCE


def until(true: Callable[[], bool]) -> bool:
    """Others work in threads of their own: what has to come true may take a while."""
    end = time.monotonic() + patient(40)
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
