"""Tables to test with: drawn, seen by the real eye, in a time that passes as fast as frames can be drawn."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.games.himiki.agreed import Game
from companion.games.himiki.drawn import DrawnTable
from companion.games.himiki.referee.events import Event
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.position_text import parse_position
from companion.store import Store
from companion.table import OwnClock, Table, TableCamera
from tests.patience import PATIENCE
from vision.cubes.profile import Profile
from vision.virtual.gallery import LOOKS
from vision.virtual.source import VirtualSource
from vision.virtual.table import VirtualTable

START = "B2bMHK,B5wHKM,C2bHKM,C5wKMH,D2bKMH,D5wHKM w 0-0 --- -"
GAME = Game(Variant(), parse_position(START, Variant()), players={"w": "Ada", "b": "Bo"})


@dataclass
class Ticking:
    """Seconds that pass when somebody waits."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += max(seconds, 0.001)

    def pause(self, seconds: float) -> None:
        """For waiting that is no drawing: others get a turn."""
        self.wait(seconds)
        time.sleep(0.005)


@dataclass
class Rig:
    """A table, and everything that it is made of."""

    table: Table
    source: VirtualSource
    drawn: DrawnTable
    store: Store
    ticking: Ticking
    heard: list[tuple[int, Event]] = field(default_factory=list)
    waiting: deque[tuple[int, Event]] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self.listening = self.table.events.subscribe()

    def until(self, happened: Callable[[Event], bool], rounds: int = 40) -> Event:
        """The first event heard from now on of which that is true."""
        for _ in range(rounds * PATIENCE):
            self.waiting.extend(self.listening.take(0 if self.waiting else 0.5))
            while self.waiting:
                self.heard.append(self.waiting.popleft())
                if happened(self.heard[-1][1]):
                    return self.heard[-1][1]
        raise AssertionError(f"nothing of the kind among {[event.name for _, event in self.heard]}")

    def until_name(self, name: str) -> Event:
        return self.until(lambda event: event.name == name)

    def end(self) -> None:
        self.table.stop()
        self.store.close()


def rig(
    folder: Path,
    profile: Profile | None,
    *,
    game: Game | None = GAME,
    ticking: Ticking | None = None,
    cubes: str | None = START,
) -> Rig:
    ticking = ticking or Ticking()
    store = Store(folder / "games.sqlite")
    clock = OwnClock(store.latest_time(), ticking=ticking)
    cubes_table = VirtualTable(LOOKS["kitchen"], seed=3)
    drawn = DrawnTable(cubes_table, clock, folder / "virtual-table.json")
    if drawn.fresh and cubes is not None:
        drawn.lay(cubes)
    source = VirtualSource(cubes_table, clock=clock, wait=ticking.wait, rate=10)
    source.open()
    camera = TableCamera("sim", source, drawn)
    table = Table(camera, profile, store, clock=clock, state_folder=folder, game=game, wait=ticking.pause)
    return Rig(table, source, drawn, store, ticking)
