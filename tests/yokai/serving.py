"""A running table of Terres de Yokai without any camera, with its server."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion.games.yokai.agreed import Agreed
from companion.store import Store
from companion.table import OwnClock, StateFolder, Table, opened
from companion.web.entrance.access import access_to
from tests.web.tables import PIN, Running, served


@contextmanager
def by_phone(folder: Path, game: Agreed | None = None) -> Iterator[Running]:
    with ExitStack() as closing:
        state = closing.enter_context(StateFolder(folder / "state"))
        store = closing.enter_context(Store(state.games))
        clock = OwnClock(store.latest_time())
        camera = opened("none", clock, of=Agreed.of)
        table = Table(camera, None, store, clock=clock, state_folder=state.path, game=game)
        yield closing.enter_context(served(table, folder, access_to(state.path, PIN, time.monotonic)))
