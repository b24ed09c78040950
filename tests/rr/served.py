"""A drawn RR table with its server and pages."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion.games.rr.agreed import Agreed
from companion.games.rr.drawn import USUAL_LOOK
from companion.games.rr.seeing import drawn_profile
from companion.store import Store
from companion.table import OwnClock, StateFolder, Table, opened
from companion.web.entrance.access import access_to
from tests.web.tables import PIN, Running, served


@contextmanager
def running(folder: Path, game: Agreed | None = None, *, pace: float = 0.0) -> Iterator[Running]:
    """Moves on it take no time, where `pace` is 0; what was played goes on."""
    with ExitStack() as closing:
        state = closing.enter_context(StateFolder(folder / "state"))
        store = closing.enter_context(Store(state.games))
        clock = OwnClock(store.latest_time())
        camera = opened("sim", clock, folder / "drawn.txt", of="rr")
        closing.callback(camera.source.close)
        assert camera.drawn is not None
        camera.drawn.table.pace = pace
        profile = drawn_profile(USUAL_LOOK, folder / "profile")
        table = Table(camera, profile, store, clock=clock, state_folder=state.path, game=game)
        yield closing.enter_context(served(table, folder, access_to(state.path, PIN)))
