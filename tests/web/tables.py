"""A running table with its server, and a program that talks to it as others do."""

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion import games
from companion.clips import Clips, Wanted
from companion.games.himiki.seeing import USUAL_LOOK
from companion.store import Store
from companion.table import OwnClock, StateFolder, Table, opened
from companion.table.camera.cameras import TableCamera
from companion.web.entrance.access import Access, access_to
from companion.web.exchange.running import Extras
from companion.web.server import Server, server_for
from tests import learning
from tests.patience import patient
from vision.cubes.profile import Profile
from vision.virtual.gallery import LOOKS

PIN: Final = "271828"
PATIENCE: Final = patient(40.0)
"""Seconds after which a test gives up waiting; nothing waits that long on a quiet machine."""

START: Final = "B2bMHK,B5wHMK,C2bKHM,C5wMKH,D2bHMK,D5wHMK"
"""A set-up in which nothing scores at once."""


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Client:
    """Keeps its cookie, sends what it is told to and nothing else."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie: str | None = None

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        headers: dict[str, str] | None = None,
        raw: bytes | None = None,
    ) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = {"Connection": "close", **(headers or {})}
        if self.cookie is not None:
            sent.setdefault("Cookie", self.cookie)
        content = raw if raw is not None else None if body is None else json.dumps(body).encode()
        try:
            connection.request(method, path, content, sent)
            told = connection.getresponse()
            read = told.read()
        finally:
            connection.close()
        given = told.getheader("Set-Cookie")
        if given and told.status == 200:
            self.cookie = given.split(";")[0]
        return Answer(told.status, {name.lower(): value for name, value in told.getheaders()}, read)

    def get(self, path: str, **more: Any) -> Answer:
        return self.send("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> Answer:
        return self.send("POST", path, {} if body is None else body, **more)

    def enter(self) -> "Client":
        assert self.post("/api/v1/session", {"pin": PIN}).status == 200
        return self

    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = self.get("/api/v1/state").json
        return told

    def decide(self, decision: str, **fields: Any) -> Answer:
        return self.post("/api/v1/decisions", {"decision": decision, **fields})

    def play(self, move: str) -> None:
        """On the drawn table; what comes of it is for the camera to see."""
        assert self.post("/api/v1/sim/moves", {"move": move}).status == 200

    def lay(self, cubes: str) -> None:
        assert self.post("/api/v1/sim/position", {"cubes": cubes}).status == 200

    def until(self, holds: Callable[[dict[str, Any]], object], what: str) -> dict[str, Any]:
        """Waits for the camera and the referee, and says what was waited for in vain."""
        end = time.monotonic() + PATIENCE
        state = self.state()
        while not holds(state):
            assert time.monotonic() < end, f"{what} did not come; the state is {state}"
            time.sleep(0.05)
            state = self.state()
        return state

    def played(self, move: str) -> dict[str, Any]:
        """The state once the camera has seen it."""
        before = self.state()["moves"]
        self.play(move)
        return self.until(lambda state: state["moves"] > before, move)

    def begin(self, cubes: str = START, **game: Any) -> dict[str, Any]:
        """A game from a laid-out set-up."""
        self.lay("-")
        started = self.post("/api/v1/games", {"mode": "duel", **game})
        assert started.status == 200, started.body
        self.lay(cubes)
        return self.until(lambda state: state["setup"] is None and state["clear"], "the end of set-up")


@dataclass
class Running:
    table: Table
    server: Server
    folder: Path
    access: Access

    @property
    def port(self) -> int:
        return self.server.port

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self) -> Client:
        """A stranger that only watches."""
        return Client(self.port)

    def player(self) -> Client:
        """One that knows the PIN."""
        return self.client().enter()


def drawn_profile_once(folder: Path) -> Profile:
    return learning.played_on(LOOKS[USUAL_LOOK], folder)


@contextmanager
def served(table: Table, folder: Path, access: Access, extras: Extras | None = None) -> Iterator[Running]:
    """Running, with its pages, until it is left."""
    with ExitStack() as closing:
        server = server_for(table, host="127.0.0.1", port=0, pin=PIN, extras=extras, access=access)
        ready = threading.Event()
        serving = threading.Thread(target=server.run, args=(ready.set,), name="server")
        table.start()
        closing.callback(table.stop)
        serving.start()
        closing.callback(serving.join, patient(20))
        closing.callback(server.stop)
        assert ready.wait(PATIENCE), "the server did not start"
        yield Running(table, server, folder, access)


@contextmanager
def running(
    folder: Path,
    profile: Profile | None,
    *,
    pace: float = 0.0,
    extras: Extras | None = None,
    watch: Callable[[], float] = time.monotonic,
    for_broker: bool = False,
    of: str | None = None,
    through: Callable[[TableCamera], TableCamera] = lambda camera: camera,
    recorded: Wanted | None = None,
) -> Iterator[Running]:
    """`pace` 1 moves cubes as slowly as people do; `through` gives the drawn table another camera; by `watch`
    those who guess at its PIN wait; `of` is another game than the first, without a profile; where it is
    `recorded`, pictures of its moments are kept in that way."""
    with ExitStack() as closing:
        state = closing.enter_context(StateFolder(folder / "state"))
        store = closing.enter_context(Store(state.games, for_broker=for_broker))
        clock = OwnClock(store.latest_time())
        camera = through(opened("sim", clock, state.drawn, of=of or games.usual()))
        closing.callback(camera.source.close)
        assert camera.drawn is not None
        if of is None:
            camera.drawn.table.pace = pace
        game = None if of is None else games.play_of(of).usual()
        table = Table(camera, profile, store, clock=clock, state_folder=state.path, game=game)
        if recorded is not None:
            extras = extras or Extras()
            extras.clips = Clips(table, state.clips, recorded)
            extras.clips.start()
            closing.callback(extras.clips.stop)
        yield closing.enter_context(served(table, folder, access_to(state.path, PIN, watch), extras))
