"""Processes that are killed without warning, or whose files stop growing in the middle of a write.

The kernel does both: SIGKILL, and a limit on the size of files, past which a write is cut off where it stands
and the next one fails. Whatever was announced before has to be there afterwards.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from companion.games.himiki.seeing import USUAL_LOOK, drawn_profile
from companion.store import Store
from tests.patience import patient
from vision.cubes.profile import load_profile
from vision.virtual.gallery import LOOKS

HOME: Final = Path(__file__).parents[2]
LEARNT: Final = HOME / "tests/data/state/folder/virtual-profile"
_AT_RISK: Final = "at risk"
"""What a table says, once something could not be kept."""
_BEYOND: Final = 1.3
"""Of the time that an update takes: until then some are killed after it is through."""
_TO_BEGIN: Final = 120.0
"""Seconds for what takes three on a computer that nobody else uses."""


@dataclass
class Tally:
    """What a number of lives came to."""

    kills: int = 0
    cuts: int = 0
    announced: int = 0
    """Events, profiles or releases that were said to be kept."""
    refused: int = 0
    """Times that somebody was told that something could not be kept."""
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        told = (
            f"{self.kills:4} kills {self.cuts:4} cuts {self.announced:6} announced {self.refused:5} refused"
        )
        return f"{told} {len(self.faults):4} faults" + "".join(f"\n    {each}" for each in self.faults)


def _limited(most: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


@contextmanager
def living(*command: str, most: int | None = None) -> Iterator["subprocess.Popen[str]"]:
    """`most` bytes a file of it may have; killed at the end."""
    with subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=HOME,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": str(HOME)},
        preexec_fn=None if most is None else _limited(most),  # noqa: PLW1509 -- nothing else runs yet
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def said_until_killed(
    process: "subprocess.Popen[str]",
    seconds: float,
    enough: Callable[[list[str]], bool] = bool,
    most: float = 15.0,
) -> list[str]:
    """Whole lines; the time counts from when they are enough. Whoever has begun and never says enough is
    killed after `most`; to begin may take long where others work on the machine."""
    assert process.stdout is not None
    said: list[str] = []
    to_begin, to_end, killing = (
        threading.Timer(within, process.send_signal, (signal.SIGKILL,))
        for within in (patient(_TO_BEGIN), patient(most), seconds)
    )
    to_begin.start()
    for line in process.stdout:
        if not line.endswith("\n"):
            break
        said.append(line.rstrip("\n"))
        if len(said) == 1:
            to_begin.cancel()
            to_end.start()
        if killing.ident is None and enough(said):
            killing.start()
    for timer in (to_begin, to_end, killing):
        timer.cancel()
    process.wait(timeout=patient(20))
    return said


def lives(kills: int, cuts: int, dice: Random) -> list[bool]:
    """In which order it goes: whether each is cut."""
    each = [False] * kills + [True] * cuts
    dice.shuffle(each)
    return each


def playing(folder: Path, kills: int, cuts: int, seed: int) -> Tally:
    """A drawn table that plays by itself. It had a file of games before, which may grow no further in a life
    that is cut; such a life lasts until it was."""
    dice, tally = Random(seed), Tally(kills, cuts)
    Store(folder / "games.sqlite").close()
    profile = folder / "profile"
    drawn_profile(LOOKS["kitchen"], profile)
    announced: dict[int, object] = {}
    for number, cut in enumerate(lives(kills, cuts, dice)):
        most = None
        if cut:
            sizes = [each.stat().st_size for each in folder.glob("games.sqlite*")]
            most = max([*sizes, 32 * 1024]) + dice.randrange(12 * 1024)
        with living("tests.table.playing", str(folder), str(profile), most=most) as process:
            lines = 1 + dice.randrange(5)

            def enough(said: list[str], cut: bool = cut, lines: int = lines) -> bool:
                return said[-1] == _AT_RISK if cut else len(said) == lines

            said = said_until_killed(process, dice.uniform(0.0, 0.5), enough, 60.0)
        if not said:
            tally.faults.append(f"life {number} did not begin")
            continue
        for line in said[1:]:
            if line == _AT_RISK:
                tally.refused += 1
                continue
            key, _, told = line.partition(" ")
            if int(key) in announced:
                tally.faults.append(f"life {number}: event {key} was announced twice")
            announced[int(key)] = json.loads(told)
        with Store(folder / "games.sqlite") as store:
            if store.damage is not None:
                tally.faults.append(f"life {number}: {store.damage}")
            there = {each.id: each.told.as_json() for each in store.between(0, store.newest())}
        lost = [key for key, told in announced.items() if there.get(key) != told]
        if lost:
            tally.faults.append(f"life {number} lost {lost}")
            announced = {key: told for key, told in announced.items() if key not in lost}
    tally.announced = len(announced)
    return tally


def learning(folder: Path, kills: int, cuts: int, seed: int) -> Tally:
    """Two profiles are saved in turn, in one place."""
    dice, tally = Random(seed), Tally(kills, cuts)
    place = folder / "profile"
    load_profile(LEARNT).save(place)
    largest = max(each.stat().st_size for each in place.iterdir())
    newest = 0
    for number, cut in enumerate(lives(kills, cuts, dice)):
        most = dice.randrange(1, largest) if cut else None
        with living("tests.power.saving", str(LEARNT), str(place), str(newest), most=most) as process:
            said = said_until_killed(process, dice.uniform(0.0, 0.4))
        kept = [int(line) for line in said if line.isdecimal()]
        tally.announced += len(kept)
        tally.refused += said.count("refused")
        newest = max([newest, *kept])
        try:
            found = round(load_profile(place).focus)
        except ValueError as fault:
            tally.faults.append(f"life {number}: {fault}")
            load_profile(LEARNT).save(place)
            newest = 0
            continue
        if found not in (newest, newest + 1) and newest:
            tally.faults.append(f"life {number}: {newest} was kept, and {found} is there")
        newest = found if newest else 0
    return tally


def updating(folder: Path, kills: int, cuts: int, seed: int) -> Tally:
    """A machine is updated, killed, and started again as its units would start it."""
    dice, tally = Random(seed), Tally(kills, cuts)
    whole = _updated_in(folder / "whole")
    for number, cut in enumerate(lives(kills, cuts, dice)):
        machine = folder / str(number)
        most = str(dice.randrange(64, 16_000)) if cut else ""
        with living("tests.power.updating", str(machine), "update", most) as process:
            said = said_until_killed(process, dice.uniform(0.0, _BEYOND * whole), most=_TO_BEGIN)
        tally.announced += "runs" in said
        tally.refused += "refused" in said
        with living("tests.power.updating", str(machine), "boot") as process:
            assert process.stdout is not None
            answered = process.stdout.read().strip()
        wanted = ("new",) if "runs" in said else ("old", "new")
        if answered not in wanted:
            tally.faults.append(f"life {number}: after {said} the machine came up with {answered!r}")
    return tally


def _updated_in(machine: Path) -> float:
    """Seconds of one that nobody disturbs, on this machine as busy as it is: others are killed in any part
    of it, and some after it."""
    with living("tests.power.updating", str(machine), "update", "") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        began = time.monotonic()
        assert process.stdout.read() == "runs\n"
        return time.monotonic() - began


def starting(folder: Path, kills: int, cuts: int, seed: int) -> Tally:
    """`himiki serve`, killed while it starts or as soon as it answers: it always answers the next time. None
    is cut here: such a life has no page to speak of."""
    dice, tally = Random(seed), Tally(kills)
    drawn_profile(LOOKS[USUAL_LOOK], folder / "virtual-profile")
    served = ("companion.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--camera", "sim")
    for number in range(kills + 1):
        early = number < kills and dice.random() < 0.5
        with living(*served, "--state", str(folder)) as process:
            if early:
                time.sleep(dice.uniform(0.0, patient(6)))
                continue
            giving_up = threading.Timer(patient(120), process.kill)
            giving_up.start()
            assert process.stdout is not None
            word, _, address = process.stdout.readline().strip().partition(" ")
            giving_up.cancel()
            if word != "ready":
                tally.faults.append(f"life {number} did not answer")
                continue
            with urllib.request.urlopen(f"{address}/api/v1/state", timeout=patient(20)) as answer:
                tally.announced += "position" in json.loads(answer.read())
    return tally


ALL: Final = {"playing": playing, "learning": learning, "updating": updating, "starting": starting}
