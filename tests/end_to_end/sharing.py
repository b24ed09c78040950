"""Drawn games watched on all cores, every one in a process that may have watched others before."""

import multiprocessing
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.games.himiki.rules.variant import Variant
from tests import once
from tests.end_to_end.drawn_games import Habits
from tests.end_to_end.measuring import watched
from tests.end_to_end.outcomes import Outcome, outcome
from vision.cores import one_core

_ROUNDS: Final = 13
"""Prime to the periods in which modes, light and kinds of violation come back, so that each has them all."""


@dataclass(frozen=True)
class Asked:
    """One game to be played and watched."""

    variant: Variant
    look: str
    seed: int
    habits: Habits
    light: str | None


def spread(asked: list[Asked]) -> list[Asked]:
    """The same in rounds, each of which has some of everything; looks as they stand within one."""
    return [asked[n] for first in range(_ROUNDS) for n in range(first, len(asked), _ROUNDS)]


def watched_by_all(asked: list[Asked], processes: int) -> Iterator[Outcome]:
    """In the order in which they were asked for."""
    if processes < 2 or len(asked) < 2:
        one_core()
        yield from map(_watch, asked)
        return
    # Started anew: what OpenCV has begun here does not survive a fork.
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as learnt:
        made = ProcessPoolExecutor(processes, context, initializer=_prepare, initargs=(learnt,))
        with made as pool:
            yield from pool.map(_watch, asked)


def _prepare(learnt: str) -> None:
    one_core()
    once.keep_in(Path(learnt))


def _watch(asked: Asked) -> Outcome:
    return outcome(watched(asked.variant, asked.look, asked.seed, asked.habits, asked.light))
