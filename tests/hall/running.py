"""A running hall with its pages, and a program that asks it."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from companion.broker.account import Account
from companion.hall.hall import Hall
from companion.hall.ledger import Ledger
from companion.hall.opening import opened
from companion.hall.site.app import server_for
from companion.hall.tournaments.office import Office
from companion.web.entrance.access import access_to
from companion.web.server import Server
from tests.broker.mosquitto import Mosquitto
from tests.patience import patient
from tests.web.tables import Client

PIN = "271828"


@dataclass
class RunningHall:
    hall: Hall
    server: Server

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    def client(self) -> Client:
        return Client(self.server.port)


@contextmanager
def hall_at(
    broker: Mosquitto,
    folder: Path,
    store: str | None = None,
    *,
    wall: Callable[[], float] = time.time,
    delay: float = 0.0,
) -> Iterator[RunningHall]:
    with ExitStack() as closing:
        folder.mkdir(parents=True, exist_ok=True)
        database = opened(store or str(folder / "hall.db"))
        closing.callback(database.close)
        account = Account("127.0.0.1", broker.port)
        hall = Hall(account, "club", Ledger(database, wall), wall, delay=delay)
        office = Office(hall, database)
        server = server_for(hall, office, access_to(folder, PIN), host="127.0.0.1", port=0)
        ready = Event()
        serving = Thread(target=server.run, args=(ready.set,), name="hall server")
        hall.start()
        closing.callback(hall.stop)
        office.start()
        closing.callback(office.stop)
        serving.start()
        closing.callback(serving.join, patient(20))
        closing.callback(server.stop)
        assert ready.wait(patient(20)), "the hall did not start"
        yield RunningHall(hall, server)
