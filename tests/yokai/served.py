"""A drawn table of Terres de Yokai with its server and pages."""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion.games.yokai.agreed import Agreed
from companion.games.yokai.drawn import USUAL_LOOK
from companion.games.yokai.seeing import drawn_profile
from companion.store import Store
from companion.table import OwnClock, StateFolder, Table, opened
from companion.web.entrance.access import access_to
from companion.web.server import server_for
from tests.patience import patient
from tests.web.tables import PATIENCE, PIN, Running


@contextmanager
def drawn_table(folder: Path, game: Agreed | None = None, *, pace: float = 0.0) -> Iterator[Running]:
    """Moves on it take no time, where `pace` is 0; what was played goes on."""
    with ExitStack() as closing:
        state = closing.enter_context(StateFolder(folder / "state"))
        store = closing.enter_context(Store(state.games))
        clock = OwnClock(store.latest_time())
        camera = opened("sim", clock, folder / "drawn.txt", of="yokai")
        closing.callback(camera.source.close)
        assert camera.drawn is not None
        camera.drawn.table.pace = pace
        profile = drawn_profile(USUAL_LOOK, folder / "profile")
        table = Table(camera, profile, store, clock=clock, state_folder=state.path, game=game)
        access = access_to(state.path, PIN, time.monotonic)
        server = server_for(table, host="127.0.0.1", port=0, pin=PIN, access=access)
        ready = threading.Event()
        serving = threading.Thread(target=server.run, args=(ready.set,), name="server")
        table.start()
        closing.callback(table.stop)
        serving.start()
        closing.callback(serving.join, patient(20))
        closing.callback(server.stop)
        assert ready.wait(PATIENCE), "the server did not start"
        yield Running(table, server, folder, access)
