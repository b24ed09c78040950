"""Strangers that mean harm to a running table, one kind at a time, and how a phone of the family fares
meanwhile.

`python -m tests.web.attacking [NAME…]` prints a line of figures for each. Everything stays on this machine's
loopback addresses, of which each stranger has its own, and ends by itself: after so many seconds and so many
tries.
"""

import argparse
import asyncio
import json
import os
import resource
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.store import Store
from tests import kept_state
from tests.patience import patient

HOME: Final = Path(__file__).parents[2]
START: Final = "A2wHMK,A5bHMK,B1wMKH,B6bKHM,D1bMKH,D6wHMK,E2bKHM,E5wKHM wl 0-0 --- -"
SECONDS: Final = 8.0
"""That an attack lasts."""
GAMES: Final = 150
"""Kept by the table that is attacked: some years of evenings."""
_EVERY: Final = 0.05
_DECIDE_EVERY: Final = 0.25
_STATE: Final = "/api/v1/state"
_ESTABLISHED: Final = 1
"""What the kernel calls it, TCP_ESTABLISHED."""


@dataclass
class Figures:
    """Seconds and megabytes."""

    state: list[float] = field(default_factory=list)
    """How long the family's phone waited for what stands."""
    heard: list[float] = field(default_factory=list)
    """From a decision to the phone that listens."""
    memory: int = 0
    threads: int = 0
    busy: float = 0.0
    """Cores that the table took."""
    back: float = 0.0
    """After the attack, until a stranger sees pages again."""
    complaints: int = 0
    """Lines in the log."""
    answers: dict[str, int] = field(default_factory=dict)
    """What the strangers were told."""

    def __str__(self) -> str:
        state = [1000 * part(self.state, share) for share in (0.5, 0.99)]
        return (
            f"state p50 {state[0]:5.0f} p99 {state[1]:6.0f} ms of {len(self.state):3}, "
            f"live p99 {1000 * part(self.heard, 0.99):6.0f} ms of {len(self.heard):2}, {self.memory:4} MB, "
            f"{self.threads:2} threads, {self.busy:.2f} cores, "
            f"back after {self.back:4.1f} s, {self.complaints} lines logged, {self.answers}"
        )


def part(waits: Sequence[float], share: float) -> float:
    return sorted(waits)[min(len(waits) - 1, int(len(waits) * share))] if waits else float("inf")


# A table in a process of its own


@dataclass
class Attacked:
    process: "subprocess.Popen[str]"
    port: int
    tls: bool
    kept: Path
    log: Path

    @property
    def pin(self) -> str:
        """It gets longer where strangers guess."""
        return self.kept.read_text(encoding="ascii").strip()

    def worked(self) -> float:
        """Seconds of a core so far."""
        told = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    def measured(self, name: str) -> int:
        """A line of /proc/PID/status."""
        told = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(next(line for line in told.splitlines() if line.startswith(name)).split()[1])


def history(folder: Path) -> None:
    """Games as they were really kept, over and over."""
    state = kept_state.unpacked(folder)
    (state / "virtual-table.json").unlink()  # What lies on the table is that of the game to come.
    with Store(state / "games.sqlite") as store:
        kept = [game for each in store.games() if (game := store.load(each.id)) is not None]
        longest = max(kept, key=lambda game: len(game.events))
        for count in range(GAMES):
            store.bring(longest.game, longest.events, started=1_600_000_000.0 + count)


@contextmanager
def attacked(
    folder: Path, *, tls: bool = False, files: int | None = None, home: Path = HOME
) -> Iterator[Attacked]:
    """`files`: how many it may have open."""
    history(folder)
    state, log = folder / "state", folder / "log"
    with log.open("w", encoding="utf-8") as said:
        command = [sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
        process = subprocess.Popen(
            [
                *command,
                "--camera",
                "sim",
                "--state",
                str(state),
                "--mode",
                "teams",
                "--start",
                START,
                *(["--tls"] * tls),
            ],
            cwd=home,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            env={
                **os.environ,
                "PYTHONPATH": str(home),
                "HIMIKI_CONFIG": str(folder / "none.toml"),
                "PYTHONDONTWRITEBYTECODE": "1",
            },
        )
        if files is not None:
            resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (files, files))
    with process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            assert address.startswith("ready"), log.read_text(encoding="utf-8")
            yield Attacked(process, int(address.rpartition(":")[2]), tls, state / "pin", log)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=patient(20))
            except subprocess.TimeoutExpired:
                process.kill()


# Talking to it


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@asynccontextmanager
async def connected(
    port: int, address: str, *, tls: bool = False
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, local_addr=(address, 0), ssl=trusting() if tls else None
    )
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


def request(method: str, path: str, body: Any = None, **headers: str) -> bytes:
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(content)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + content


async def answered(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)
    }
    if headers.get("transfer-encoding") == "chunked":
        parts = []
        while size := int(await reader.readline(), 16):
            parts.append(await reader.readexactly(size))
            await reader.readline()
        await reader.readline()
        return int(head[0].split(" ")[1]), headers, b"".join(parts)
    return (
        int(head[0].split(" ")[1]),
        headers,
        await reader.readexactly(int(headers.get("content-length", 0))),
    )


async def asked(table: Attacked, address: str, sent: bytes) -> tuple[int, dict[str, str], bytes]:
    async with connected(table.port, address, tls=table.tls) as (reader, writer):
        writer.write(sent)
        return await answered(reader)


class Family:
    """A phone that was let in: it asks what stands again and again, decides now and then, and listens."""

    def __init__(self, table: Attacked, figures: Figures, address: str = "127.0.0.9") -> None:
        self.table, self.figures, self.address = table, figures, address
        self.cookie = ""
        self.over = asyncio.Event()
        self.decided: asyncio.Queue[float] = asyncio.Queue()

    async def enter(self) -> None:
        status, headers, told = await asked(
            self.table, self.address, request("POST", "/api/v1/session", {"pin": self.table.pin})
        )
        assert status == 200, told
        self.cookie = headers["set-cookie"].split(";")[0]

    async def until_it_is_played(self) -> None:
        """The board was seen in its start: before, nothing can be decided."""
        end = time.monotonic() + patient(60)
        while time.monotonic() < end:
            _, _, told = await asked(self.table, self.address, request("GET", _STATE, Cookie=self.cookie))
            if json.loads(told)["setup"] is None:
                return
            await asyncio.sleep(0.2)
        raise TimeoutError("the game did not begin")

    async def watch(self) -> None:
        """As a page does, on connections that stay; one that is taken from it is made anew, which counts."""
        while not self.over.is_set():
            with suppress(OSError, EOFError, ssl.SSLError):
                async with connected(self.table.port, self.address, tls=self.table.tls) as (reader, writer):
                    while not self.over.is_set():
                        before = time.monotonic()
                        writer.write(request("GET", _STATE, Cookie=self.cookie))
                        waiting = asyncio.ensure_future(answered(reader))
                        done, _ = await asyncio.wait((waiting,), timeout=patient(20))
                        self.figures.state.append(time.monotonic() - before if done else float("inf"))
                        if not done or waiting.result()[0] != 200:
                            waiting.cancel()
                            self.figures.state[-1] = float("inf")
                            break
                        await asyncio.sleep(_EVERY)
            await asyncio.sleep(_EVERY)

    async def listen(self, ready: asyncio.Event) -> None:
        async with connected(self.table.port, self.address, tls=self.table.tls) as (reader, writer):
            writer.write(request("GET", "/api/v1/events?state=1", Cookie=self.cookie))
            while line := await reader.readline():
                if line == b"event: state\n":
                    ready.set()
                elif line == b"event: corrected\n" and not self.decided.empty():
                    self.figures.heard.append(time.monotonic() - self.decided.get_nowait())

    async def decide(self) -> None:
        count = 0
        while not self.over.is_set():
            told = {"decision": "unclaim" if count % 2 else "claim", "side": "w"}
            sent = request("POST", "/api/v1/decisions", told, Cookie=self.cookie)
            self.decided.put_nowait(time.monotonic())
            count += 1
            with suppress(OSError, EOFError, ssl.SSLError):
                status, _, _ = await asked(self.table, self.address, sent)
                if status == 409 and count == 1:
                    self.decided.get_nowait()  # It was claimed already, before this phone came.
                    continue
            while not self.decided.empty() and not self.over.is_set():
                await asyncio.sleep(0.02)
            await asyncio.sleep(_DECIDE_EVERY)


async def measured(table: Attacked, name: str, seconds: float = SECONDS) -> Figures:
    """While strangers in a process of their own do that to the table."""
    figures = Figures()
    family = Family(table, figures)
    await family.enter()
    await family.until_it_is_played()
    ready = asyncio.Event()
    tasks = [asyncio.create_task(family.listen(ready))]
    await asyncio.wait_for(ready.wait(), patient(20))
    before = len(table.log.read_text(encoding="utf-8").splitlines())
    command = [sys.executable, "-m", "tests.web.attacking", "--as-stranger", name]
    strangers = await asyncio.create_subprocess_exec(
        *command, str(table.port), str(seconds), table.pin, stdout=asyncio.subprocess.PIPE, cwd=HOME
    )
    assert strangers.stdout is not None
    assert await strangers.stdout.readline() == b"begun\n"
    tasks += [asyncio.create_task(family.watch()), asyncio.create_task(family.decide())]
    end, worked = time.monotonic() + seconds, table.worked()
    while time.monotonic() < end:
        await asyncio.sleep(0.1)
        figures.memory = max(figures.memory, table.measured("VmRSS") // 1024)
        figures.threads = max(figures.threads, table.measured("Threads"))
    figures.busy = (table.worked() - worked) / seconds
    family.over.set()
    while not family.decided.empty():
        figures.heard.append(time.monotonic() - family.decided.get_nowait())
    figures.answers = json.loads(await strangers.stdout.readline())
    await strangers.wait()
    figures.back = await _back(table)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    figures.complaints = len(table.log.read_text(encoding="utf-8").splitlines()) - before
    return figures


async def _back(table: Attacked) -> float:
    """Until a stranger from the attackers' own address and one from elsewhere see the first page."""
    before = time.monotonic()
    for address in ("127.0.1.1", "127.0.3.3"):
        while time.monotonic() - before < patient(60):
            with suppress(OSError, EOFError, ssl.SSLError, TimeoutError):
                async with asyncio.timeout(patient(60)):
                    if (await asked(table, address, request("GET", "/")))[0] == 200:
                        break
            await asyncio.sleep(0.05)
    return time.monotonic() - before


# What strangers do


@dataclass
class Strangers:
    port: int
    end: float
    pin: str
    told: dict[str, int] = field(default_factory=dict)

    def on(self) -> bool:
        return time.monotonic() < self.end

    def heard(self, what: object) -> None:
        self.told[str(what)] = self.told.get(str(what), 0) + 1

    async def ask(self, sent: bytes, address: str) -> None:
        """And wait for the answer."""
        try:
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + self.end - time.monotonic()):
                async with connected(self.port, address) as (reader, writer):
                    writer.write(sent)
                    self.heard((await answered(reader))[0])
        except (OSError, EOFError, TimeoutError) as fault:
            self.heard(type(fault).__name__)
            await asyncio.sleep(0.01)

    async def drop(self, sent: bytes, address: str, after: float = 0.02) -> None:
        """And be gone."""
        try:
            async with connected(self.port, address) as (_, writer):
                writer.write(sent)
                await asyncio.sleep(after)
                self.heard("dropped")
        except OSError as fault:
            self.heard(type(fault).__name__)
            await asyncio.sleep(0.01)

    async def hold(self, sent: bytes, address: str, *, room: int = 4096) -> None:
        """And stay without reading what comes; whoever is let go comes back."""
        while self.on():
            try:
                own = socket.socket()
                own.setblocking(False)
                own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
                own.bind((address, 0))
                await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", self.port))
                with own:
                    await asyncio.get_running_loop().sock_sendall(own, sent)
                    self.heard("held")
                    while self.on() and not _closed(own):
                        await asyncio.sleep(0.25)
            except OSError as fault:
                self.heard(type(fault).__name__)
                await asyncio.sleep(0.1)

    async def together(self, count: int, work: Callable[[int], Awaitable[None]]) -> None:
        """So many at a time, again and again."""

        async def again(number: int) -> None:
            while self.on():
                await work(number)

        await asyncio.gather(*(again(number) for number in range(count)))


def _closed(own: socket.socket) -> bool:
    """By the other side."""
    return own.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != _ESTABLISHED


Attack = Callable[[Strangers], Awaitable[None]]

ONE: Final = "127.0.1.1"


def of(number: int, addresses: int = 4) -> str:
    return f"127.0.1.{1 + number % addresses}"


async def nobody(strangers: Strangers) -> None:
    """What the rest is held against."""
    await asyncio.sleep(strangers.end - time.monotonic())


async def exports_dropped(strangers: Strangers) -> None:
    await strangers.together(100, lambda n: strangers.drop(request("GET", "/api/v1/export"), of(n), 0.1))


async def exports_unread(strangers: Strangers) -> None:
    sent = request("GET", "/api/v1/export")
    await asyncio.gather(*(strangers.hold(sent, of(n, 10)) for n in range(100)))


async def games_unread(strangers: Strangers) -> None:
    """Again and again on one connection, without taking any of it."""
    sent = request("GET", f"/api/v1/games/{GAMES}") * 20
    await asyncio.gather(*(strangers.hold(sent, of(n, 10)) for n in range(150)))


async def replays(strangers: Strangers) -> None:
    sent = request("GET", "/api/v1/events?state=1", Last_Event_ID="0")

    async def forty_a_second(number: int) -> None:
        await strangers.drop(sent, of(number), 0.5)
        await asyncio.sleep(0.5)

    await strangers.together(40, forty_a_second)


async def replays_unread(strangers: Strangers) -> None:
    sent = request("GET", "/api/v1/events?state=1", Last_Event_ID="0")
    await asyncio.gather(*(strangers.hold(sent, of(n, 10)) for n in range(200)))


async def idle(strangers: Strangers) -> None:
    await asyncio.gather(*(strangers.hold(b"", ONE) for _ in range(700)))


async def idle_from_many(strangers: Strangers) -> None:
    await asyncio.gather(*(strangers.hold(b"", of(n, 200)) for n in range(700)))


async def listeners(strangers: Strangers) -> None:
    sent = request("GET", "/api/v1/events?state=1")
    await asyncio.gather(*(strangers.hold(sent, ONE, room=65536) for _ in range(300)))


async def audience(strangers: Strangers) -> None:
    """No attack: five hundred pages of a hundred clients that listen, and read what they hear."""

    async def page(number: int) -> None:
        with suppress(OSError, TimeoutError):
            async with connected(strangers.port, f"127.0.7.{1 + number // 5}") as (reader, writer):
                writer.write(request("GET", "/api/v1/events?state=1"))
                async with asyncio.timeout(strangers.end - time.monotonic()):
                    strangers.heard((await reader.readline()).decode().strip())
                    while await reader.read(65536):
                        pass

    await asyncio.gather(*(page(number) for number in range(500)))


async def burst(strangers: Strangers) -> None:
    async def once(number: int) -> None:
        await asyncio.gather(*(strangers.drop(request("GET", _STATE), of(k, 8), 0.2) for k in range(500)))

    await strangers.together(1, once)


async def pages_flooded(strangers: Strangers) -> None:
    await strangers.together(60, lambda n: strangers.ask(request("GET", f"/api/v1/games/{GAMES}"), of(n)))


async def solver(strangers: Strangers) -> None:
    paths = (
        "/api/v1/puzzles/M01/solution",
        "/api/v1/hint",
        "/api/v1/daily",
        "/api/v1/players",
        "/api/v1/games/1/analysis",
    )
    await strangers.together(60, lambda n: strangers.drop(request("GET", paths[n % len(paths)]), of(n), 0.1))


async def pictures(strangers: Strangers) -> None:
    """Rendering: QR codes for phones that never come, and looks of the camera for them."""
    await strangers.together(
        40,
        lambda n: strangers.ask(
            request("POST", "/api/v1/session/code", {})
            if n % 2
            else request("POST", "/api/v1/session/seen", {"ticket": "guessed"}),
            of(n),
        ),
    )


async def pins(strangers: Strangers) -> None:
    """2,500 guesses, each from an address of its own."""
    count = iter(range(2500))

    async def guess(_: int) -> None:
        number = next(count, None)
        if number is None:
            await asyncio.sleep(0.2)
            return
        address = f"127.0.{10 + number // 250}.{1 + number % 250}"
        await strangers.ask(request("POST", "/api/v1/session", {"pin": f"{number:06}"}), address)

    await strangers.together(40, guess)


async def heads(strangers: Strangers) -> None:
    """Requests that trickle in and never end."""
    begun = request("POST", "/api/v1/session", {"pin": "000000"})
    await asyncio.gather(*(strangers.hold(begun[: -1 - n % 100], of(n, 8)) for n in range(300)))


async def crumbs(strangers: Strangers) -> None:
    """Bodies in chunks of one byte each: much to read for whoever reads them one by one."""
    begun = b"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    sent = begun + b"1\r\nx\r\n" * 60_000
    await strangers.together(12, lambda n: strangers.ask(sent, of(n)))


async def names(strangers: Strangers) -> None:
    """Heads of thousands of lines, each sent at once."""
    lines = b"".join(b"X-%d: y\r\n" % number for number in range(20_000))
    sent = b"GET /api/v1/state HTTP/1.1\r\nHost: localhost\r\n" + lines + b"\r\n"
    await strangers.together(12, lambda n: strangers.ask(sent, of(n)))


async def bodies(strangers: Strangers) -> None:
    """Pages that listen, and talk without an end."""
    begun = b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    piece = b"%x\r\n%s\r\n" % (100, b"x" * 100) * 500

    async def talk(number: int) -> None:
        try:
            async with connected(strangers.port, of(number)) as (_, writer):
                writer.write(begun)
                while strangers.on():
                    writer.write(piece)
                    async with asyncio.timeout(5):
                        await writer.drain()
                    strangers.heard("taken")
        except (OSError, TimeoutError) as fault:
            strangers.heard(type(fault).__name__)
            await asyncio.sleep(0.01)

    await strangers.together(16, talk)


async def handshakes(strangers: Strangers) -> None:
    """Of TLS, begun and left."""
    await asyncio.gather(*(strangers.hold(b"\x16\x03\x01"[: n % 4], of(n, 40)) for n in range(700)))


ATTACKS: Final[dict[str, Attack]] = {
    each.__name__.replace("_", "-"): each
    for each in (
        nobody,
        exports_dropped,
        exports_unread,
        games_unread,
        replays,
        replays_unread,
        idle,
        idle_from_many,
        listeners,
        audience,
        burst,
        pages_flooded,
        solver,
        pictures,
        pins,
        heads,
        crumbs,
        names,
        bodies,
        handshakes,
    )
}


async def _as_strangers(name: str, port: int, seconds: float, pin: str) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    strangers = Strangers(port, time.monotonic() + seconds, pin)
    print("begun", flush=True)
    await ATTACKS[name](strangers)
    print(json.dumps(strangers.told), flush=True)


def main(arguments: Sequence[str]) -> None:
    if arguments[:1] == ["--as-stranger"]:
        name, port, seconds, pin = arguments[1:]
        asyncio.run(_as_strangers(name, int(port), float(seconds), pin))
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", metavar="NAME", help=f"of {', '.join(ATTACKS)}; all of them")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--of", type=Path, default=HOME, metavar="DIR", help="another version's folder")
    options = parser.parse_args(arguments)
    for name in options.attacks or ATTACKS:
        kind, _, tls = name.partition("+")
        with TemporaryDirectory() as folder, attacked(Path(folder), tls=bool(tls), home=options.of) as table:
            print(f"{name:16}", asyncio.run(measured(table, kind, options.seconds)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
