"""Two drawn tables in two houses, which play one game over a real Mosquitto."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.friend.game import game_of
from companion.friend.invitation import Invitation, other
from companion.friend.kept import Keeping, Kept
from companion.friend.playing import Playing
from companion.games.himiki.autoplay import CubesAutoplay
from companion.store import Store
from companion.table import OwnClock, StateFolder, Table, opened
from tests.patience import patient
from vision.cubes.profile import Profile

NAMES = {"w": "Ada", "b": "Bea"}


def invitation(url: str, **game: Any) -> Invitation:
    """Ada invites, who has the white cubes."""
    return Invitation.made(url, "b", {"mode": "duel", **game}, host=NAMES["w"])


@dataclass
class House:
    """One of both tables; what it keeps outlives it."""

    folder: Path
    profile: Profile
    invited: Invitation
    side: str
    url: str
    """How this house reaches the broker."""
    _closing: ExitStack | None = None
    table: Table = None  # type: ignore[assignment]
    playing: Playing = None  # type: ignore[assignment]
    player: CubesAutoplay | None = None

    def open(self, *, seed: int | None = None, pause: float = 0.05) -> "House":
        """With a `seed` its people play by themselves."""
        closing = self._closing = ExitStack()
        state = closing.enter_context(StateFolder(self.folder))
        keeping = Keeping.of(state.friend)
        if keeping is None:
            code = replace(self.invited, url=self.url).code()
            keeping = Keeping.begun(state.friend, Kept(code, self.side, NAMES[self.side]))
        store = closing.enter_context(Store(state.games))
        clock = OwnClock(store.latest_time())
        camera = opened("sim", clock, state.drawn)
        closing.callback(camera.source.close)
        assert camera.drawn is not None
        camera.drawn.table.pace = 0.0
        self.table = Table(
            camera, self.profile, store, clock=clock, state_folder=state.path, game=game_of(keeping)
        )
        self.playing = Playing(self.table, keeping)
        self.table.start()
        closing.callback(self.table.stop)
        self.playing.start()
        closing.callback(self.playing.stop)
        if seed is not None:
            self.player = CubesAutoplay(self.table, seed=seed, pause=pause)
            self.player.start()
            closing.callback(self.player.stop)
        return self

    def close(self) -> None:
        if self._closing is not None:
            self._closing.close()
            self._closing = None

    @property
    def steps(self) -> list[tuple[str, str, str]]:
        shared = self.table.consult(self.playing._friendly.shared_of)  # noqa: SLF001 -- as it sees itself
        return [(step.by, step.move, step.position) for step in shared.steps]

    @property
    def moves(self) -> list[str]:
        return [move for _, move, _ in self.steps]

    @property
    def status(self) -> Any:
        return self.table.status()

    @property
    def notices(self) -> set[str]:
        return {each.code for each in self.table.notices.standing()}

    def do(self, action: Any) -> None:
        """By a hand, at this table."""
        self.table.drawn.do(action)


@contextmanager
def two_houses(
    folder: Path, profile: Profile, invited: Invitation, urls: tuple[str, str] | None = None
) -> Iterator[tuple[House, House]]:
    """Ada's and Bea's, neither of them open yet."""
    hers = urls or (invited.url, invited.url)
    houses = [
        House(folder / NAMES[side].lower(), profile, invited, side, url)
        for side, url in zip((other(invited.side), invited.side), hers, strict=True)
    ]
    try:
        yield houses[0], houses[1]
    finally:
        for house in houses:
            house.close()


def until(holds: Callable[[], object], what: str, seconds: float = 60.0) -> None:
    end = time.monotonic() + patient(seconds)
    while not holds():
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.05)
