"""`himiki bench phones`: many phones watching one table, on this machine.

The phones live in a process of their own; what is measured of the server is its own process.
"""

import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Final

from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.decisions import Claim, Unclaim
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.seeing import profile_for
from companion.store import Store
from companion.table import OwnClock, StateFolder, Table, opened
from companion.table.camera.memory import give_back
from companion.web.server import server_for

PHONES: Final = 500
"""Pages that listen, in all."""

_OF_A_CLIENT: Final = 5
"""Pages that listen: each client has a loopback address of its own."""
_EVENTS: Final = 100
"""That are said while it is measured how soon they are heard of."""

_APART: Final = 0.1
"""Seconds between two of them."""

_MOVE_EVERY: Final = 40
"""Of them, one after which a drawn cube is moved."""

_TO_AND_FRO: Final = ("A2>BA3", "A3>BA2")
"""Somebody plays meanwhile: drawing what moves takes the most memory."""

_IDLE_SECONDS: Final = 20.0
"""Without events, in which it is measured what listening alone costs."""

LARGEST: Final = 200
"""Megabytes that the server may take: what a Zero 2 W can spare."""


def bench_phones(phones: int = PHONES) -> str:
    give_back()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as closing:
        state = closing.enter_context(StateFolder(Path(folder)))
        store = closing.enter_context(Store(state.games))
        clock = OwnClock()
        camera = opened("sim", clock, state.drawn)
        closing.callback(camera.source.close)
        learnt = Path(folder) / "profile"
        # As of a table that was learnt before: what learning takes is no part of an evening.
        subprocess.run([sys.executable, "-m", "companion.bench.phones", "--learn", str(learnt)], check=True)
        profile = profile_for(None, camera.drawn, learnt)
        game = Game(Variant(Mode.TEAMS))
        table = Table(camera, profile, store, clock=clock, state_folder=state.path, game=game)
        table.drawn.lay("A2wHMK,A5bHMK,B1wMKH,B6bKHM,D1bMKH,D6wHMK,E2bKHM,E5wKHM")
        server = server_for(table, host="127.0.0.1", port=0, pin="000000")
        ready = threading.Event()
        serving = threading.Thread(target=server.run, args=(ready.set,))
        table.start()
        closing.callback(table.stop)
        serving.start()
        closing.callback(serving.join)
        closing.callback(server.stop)
        ready.wait()
        table.wait_for_sight(20.0)
        _until_played(table)
        return _measured(table, server.port, phones)


def _until_played(table: Table) -> None:
    """Until the laid cubes are a game: claims are for games that are being played."""
    end = time.monotonic() + 30
    while table.status().setup is not None and time.monotonic() < end:
        time.sleep(0.1)


def _measured(table: Table, port: int, phones: int) -> str:
    command = [sys.executable, "-m", "companion.bench.phones", str(port), str(phones), str(_EVENTS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout is not None
        assert watching.stdout.readline().strip() == "listening"
        said = []
        largest = 0
        for count in range(_EVENTS):
            if count % _MOVE_EVERY == 0:
                table.drawn.do(_TO_AND_FRO[count // _MOVE_EVERY % 2])
            said.append(time.monotonic())
            table.decide(Unclaim(Colour.WHITE) if count % 2 else Claim(Colour.WHITE))
            time.sleep(_APART)
            largest = max(largest, _memory())
        heard: list[list[float]] = json.loads(watching.stdout.readline())
        time.sleep(2.0)
        before, start = time.process_time(), time.monotonic()
        time.sleep(_IDLE_SECONDS)
        idle = (time.process_time() - before) / (time.monotonic() - start)
        largest = max(largest, _memory())
        watching.kill()
    waits = sorted(at - sent for times in heard for sent, at in zip(said, times, strict=True))
    missed = phones * _EVENTS - len(waits)
    late = waits[min(len(waits) - 1, int(len(waits) * 0.99))]
    return "\n".join(
        [
            f"{phones} phones of {-(-phones // _OF_A_CLIENT)} clients, {_EVENTS} events: {missed} not heard",
            f"from decision to phone: median {1000 * median(waits):.0f} ms, p99 {1000 * late:.0f} ms",
            f"server with camera and referee, resident at most: {largest} MB ({LARGEST} allowed)",
            f"nothing moving, all phones watching: {100 * idle:.1f} % of one core",
        ]
    )


def _memory() -> int:
    """Resident, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() // 2**20


async def _phones(port: int, count: int, events: int) -> None:
    joined = asyncio.Semaphore(0)
    listening = [
        asyncio.create_task(_phone(port, number // _OF_A_CLIENT, events, joined)) for number in range(count)
    ]
    for _ in range(count):
        await joined.acquire()
    print("listening", flush=True)
    print(json.dumps(await asyncio.gather(*listening)), flush=True)
    await asyncio.sleep(3600)


_open: list[object] = []
"""Connections that go on being open while nothing happens."""


async def _phone(port: int, client: int, events: int, joined: asyncio.Semaphore) -> list[float]:
    address = f"127.0.{1 + client // 250}.{1 + client % 250}"
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    _open.append((reader, writer))
    writer.write(b"GET /api/v1/events?state=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    heard: list[float] = []
    joining = True
    while len(heard) < events:
        line = await reader.readline()
        if line == b"event: state\n" and joining:
            joining = False
            joined.release()
        if line == b"event: corrected\n":
            heard.append(time.monotonic())
    _open.append(asyncio.create_task(_drain(reader)))
    return heard


async def _drain(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


def _learn(place: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, StateFolder(Path(folder)) as state:
        camera = opened("sim", OwnClock(), state.drawn)
        profile_for(None, camera.drawn, place)
        camera.source.close()


def main(arguments: Sequence[str]) -> None:
    if arguments[0] == "--learn":
        _learn(Path(arguments[1]))
        return
    asyncio.run(_phones(*map(int, arguments)))


if __name__ == "__main__":
    main(sys.argv[1:])
