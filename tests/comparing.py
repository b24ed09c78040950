"""Comparisons with a second reading of the rules, part by part: how far they are is told as they go on."""

import argparse
import time
from collections.abc import Callable
from typing import Final

_PARTS: Final = 20


def compared(what: str | None, part: Callable[[int, int], None]) -> None:
    """The command that is described by `what`; `part` is called with a seed and a number of positions, and
    raises at the first difference."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    start = time.process_time()
    share = told.positions // _PARTS
    for count in range(_PARTS):
        part(told.seed * 1000 + count, share)
        seconds = time.process_time() - start
        print(f"{(count + 1) * share} positions, 0 differences, {seconds:.0f} s", flush=True)
