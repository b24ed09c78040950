"""A state folder as it was kept by an earlier version, and all that a program is told of it."""

import gzip
import hashlib
import json
import shutil
import threading
from pathlib import Path
from typing import Any, Final

from companion.store import Store
from companion.table import OwnClock, StateFolder, Table, opened
from companion.web.server import server_for
from tests.web.tables import PATIENCE, PIN, Client

HOME: Final = Path(__file__).parent / "data/state"
ASKED: Final = ("state", "games", "export", "steps", "players", "sim")


def unpacked(into: Path) -> Path:
    """The folder as the program left it when the power went."""
    folder = into / "state"
    shutil.copytree(HOME / "folder", folder)
    packed = folder / "games.sqlite.gz"
    (folder / "games.sqlite").write_bytes(gzip.decompress(packed.read_bytes()))
    packed.unlink()
    return folder


def told_of(folder: Path) -> dict[str, Any]:
    """By a table that opens it and has looked at nothing yet."""
    with StateFolder(folder) as state, Store(state.games) as store:
        clock = OwnClock(store.latest_time())
        camera = opened("sim", clock, state.drawn)
        table = Table(camera, None, store, clock=clock, state_folder=folder)
        server = server_for(table, host="127.0.0.1", port=0, pin=PIN)
        ready = threading.Event()
        serving = threading.Thread(target=server.run, args=(ready.set,))
        serving.start()
        try:
            assert ready.wait(PATIENCE)
            return _told(table, Client(server.port))
        finally:
            server.stop()
            serving.join()
            camera.source.close()


def _told(table: Table, client: Client) -> dict[str, Any]:
    told = {path: client.get(f"/api/v1/{path}").json for path in ASKED}
    for game in told["games"]:
        path = f"/api/v1/games/{game['id']}"
        told[f"game {game['id']}"] = {
            "steps": client.get(path).json,
            "record": client.get(f"{path}/record").body.decode(),
            "text": client.get(f"{path}/record?form=text").body.decode(),
        }
    events = [[number, event.as_json()] for number, event in table.events.since(0)]
    told["events"] = [len(events), hashlib.sha256(json.dumps(events).encode()).hexdigest()]
    return told
