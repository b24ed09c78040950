"""`himiki bench silence`: the longest time in which the referee leaves people in the dark."""

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from calibration.bench.report import calibrated
from calibration.cubes.drawn import learn_drawn
from calibration.refusals import CalibrationError
from companion.bench.films import FilmedEvening, game_of, recorded
from companion.bench.stillness import BAR, Listening, Silence, listened
from companion.games.himiki.referee.watch.machine import Referee
from companion.table.following import Following
from vision.cores import one_core
from vision.cubes.following.eye import Eye
from vision.frames import Seconds
from vision.virtual.gallery import LOOKS
from vision.virtual.harder import look_named

USUAL_LOOKS: Final = tuple(name for name in LOOKS if name != "tagged")

HOURS: Final = 0.5
"""Of drawn play, all looks together, where nobody says how much."""

_PARTS: Final = 2
"""Evenings of each look, for as many processes as there are to share."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One game, or one drawn evening."""

    what: str
    minutes: float
    moves: int
    questions: int
    longest: Silence
    faults: tuple[str, ...] = ()
    """Stalls, games that were given up, tables that cannot be learnt."""

    @property
    def fine(self) -> bool:
        return self.longest.seconds <= BAR and not self.faults

    def __str__(self) -> str:
        mark = "" if self.fine else "  MISSED"
        told = (
            f"{self.what:<28} {self.minutes:>7.1f} {self.moves:>6} {self.questions:>5}  {self.longest}{mark}"
        )
        return "\n".join([told, *(f"    {fault}" for fault in self.faults)])


_HEADER: Final = f"{'':<28} {'minutes':>7} {'moves':>6} {'asked':>5}  longest silence"


def bench_silence(folders: Sequence[Path], looks: Sequence[str], hours: float, seed: int = 1) -> int:
    """0 where no silence is longer than the bar and nothing stalls, else 1; the figures are printed."""
    heard = []
    print(_HEADER, flush=True)
    for each in _all(folders, looks, hours, seed):
        print(each, flush=True)
        heard.append(each)
    worst = max(heard, key=lambda each: each.longest.seconds, default=None)
    if worst is not None:
        print(f"worst: {worst.what}, {worst.longest}")
    faults = sum(len(each.faults) for each in heard)
    print(f"bars: at most {BAR:.0f} s, and nothing stalls ({faults} did)")
    return 0 if all(each.fine for each in heard) else 1


def _all(folders: Sequence[Path], looks: Sequence[str], hours: float, seed: int) -> Iterator[Heard]:
    parts = len(looks) * _PARTS
    processes = max(1, min(len(os.sched_getaffinity(0)), parts + len(folders)))
    # Started anew: what OpenCV and the drawing have begun here does not survive a fork.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context, initializer=one_core) as pool:
        games = [pool.submit(heard_in, folder) for folder in folders]
        evenings = [
            pool.submit(evening, look, 3600 * hours / parts, seed + part)
            for look in (looks if hours > 0 else ())
            for part in range(_PARTS)
        ]
        for several in games:
            yield from several.result()
        for one in evenings:
            yield one.result()


def heard_in(folder: Path) -> list[Heard]:
    """All games of a dataset folder."""
    try:
        profile, _ = calibrated(folder)
    except CalibrationError as fault:
        return [Heard(folder.name, 0, 0, 0, Silence(), (f"it cannot be learnt: {fault}",))]
    found = []
    for game in sorted(path.parent for path in folder.glob("games/*/frames.jsonl")):
        following, listening = Following(Referee(game_of(game))), Listening()
        t, questions = Seconds(0.0), 0
        for shown, said in listened(recorded(game), Eye(profile), following, listening):
            t = shown.frame.t
            questions += sum(event.name == "uncertain" for event in said)
        moves = following.referee.status(t).moves
        found.append(Heard(f"{folder.name} {game.name}", t / 60, moves, questions, listening.longest))
    return found


def evening(look: str, seconds: float, seed: int) -> Heard:
    table = look_named(look, seed)
    one = FilmedEvening(table, learn_drawn(table), seed)
    one.play(seconds)
    faults = [f"stalled at {t:.0f} s: a minute without an event" for t in one.stalls]
    faults += [f"given up at {t:.0f} s: nothing came of anything" for t in one.given_up]
    return Heard(
        f"{look} drawn, seed {seed}",
        seconds / 60,
        one.moves,
        one.questions,
        one.listening.longest,
        tuple(faults),
    )
