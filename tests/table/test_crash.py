"""A power cut at any moment: whatever was announced is kept, once, and the game goes on from there."""

import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from companion.games.himiki.seeing import drawn_profile
from companion.store import Store
from tests.patience import patient
from vision.virtual.gallery import LOOKS

pytestmark = pytest.mark.long

HOME = Path(__file__).parents[2]


@dataclass
class Life:
    """What one process said until it was killed."""

    began: dict[str, object] = field(default_factory=dict)
    announced: list[tuple[int, dict[str, object]]] = field(default_factory=list)


def lived(folder: Path, profile: Path, dice: Random) -> Life:
    """Plays, and is killed without warning: some events and some tenths of a second after it began."""
    life = Life()
    events, seconds = dice.randrange(4), dice.uniform(0, 0.5)
    with subprocess.Popen(
        [sys.executable, "-m", "tests.table.playing", str(folder), str(profile)],
        cwd=HOME,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(HOME)},
    ) as process:
        assert process.stdout is not None
        life.began = json.loads(process.stdout.readline())
        killing = threading.Timer(seconds, process.send_signal, (signal.SIGKILL,))
        if events == 0:
            killing.start()
        for line in process.stdout:
            if not line.endswith("\n"):
                break
            number, _, told = line.partition(" ")
            life.announced.append((int(number), json.loads(told)))
            if len(life.announced) == events:
                killing.start()
        killing.join()
        assert process.wait(timeout=patient(20)) == -signal.SIGKILL
    return life


def last_position(events: list[dict[str, object]]) -> str | None:
    return next((str(e["position"]) for e in reversed(events) if e.get("position") is not None), None)


def killed_again_and_again(folder: Path, kills: int, seed: int) -> int:
    """How many events were announced in all those lives."""
    dice = Random(seed)
    profile = folder / "profile"
    drawn_profile(LOOKS["kitchen"], profile)
    announced: dict[int, dict[str, object]] = {}
    for life_number in range(kills):
        with Store(folder / "games.sqlite") as store:
            going_on = store.going_on()
            kept = None if going_on is None else store.load(going_on)
        life = lived(folder, profile, dice)
        if kept is not None:
            assert life.began["game"] == going_on
            told = [event.as_json() for event in kept.events]
            position = last_position(told)
            assert position is None or life.began["position"] == position, f"life {life_number}"
        for number, event in life.announced:
            assert number not in announced, f"event {number} was announced twice"
            announced[number] = event
        with Store(folder / "games.sqlite") as store:
            assert store.damage is None
            stored = [(each.id, each.told.as_json()) for each in store.between(0, store.newest())]
        numbers = [number for number, _ in stored]
        assert numbers == sorted(set(numbers))
        there = dict(stored)
        missing = {number for number, event in announced.items() if there.get(number) != event}
        assert not missing, f"life {life_number} lost {sorted(missing)}"
    return len(announced)


def test_nothing_announced_is_lost_or_said_twice_when_it_is_killed(tmp_path: Path) -> None:
    assert killed_again_and_again(tmp_path, kills=3, seed=1) > 0


@pytest.mark.slow
def test_nothing_announced_is_lost_at_two_hundred_random_moments(tmp_path: Path) -> None:
    assert killed_again_and_again(tmp_path, kills=200, seed=2) > 200
