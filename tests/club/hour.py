"""Tables, broker and hall that are killed and cut off while tables play: `python -m tests.club.hour`.

Each is a process of its own, as in a club. At the end every table's own numbered events are compared with
what the hall has of them: each exactly once, in order, with the same text. With `--players 24` they play a
Swiss tournament meanwhile, whose games come from the hall and whose results go there by themselves;
`--every 0` plays it without accidents, and ends when it does.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.request import urlopen

from companion.broker.invitation import Invitation
from companion.broker.messages.happening import TableEvent
from companion.hall.ledger import told_of
from companion.store import Store
from companion.table import StateFolder
from tests.broker.mosquitto import Mosquitto, broker_in
from tests.club.tournament import Arbiter
from tests.friend.proxy import Proxy, proxy_to

_STARTS: Final = 240.0
"""Seconds at most until a program is ready: a drawn table is learnt at its first start."""
_CATCHES_UP: Final = 180.0
"""Seconds at most, once nobody is killed any more, until the hall has all."""
_LOOKS_EVERY: Final = 2.0
"""Seconds between two looks of the arbiter."""
_PAGE: Final = 500
"""Events of a table that are asked of the hall at once."""


@dataclass
class Program:
    """`himiki …`, killed and started again with the same folder."""

    command: tuple[str, ...]
    folder: Path
    kills: int = 0
    address: str = ""
    _process: "subprocess.Popen[str] | None" = field(default=None)

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        log = (self.folder.parent / f"{self.folder.name}.log").open("a", encoding="utf-8")
        told = (sys.executable, "-m", "companion.cli", *self.command, "--state", str(self.folder))
        self._process = subprocess.Popen(told, stdout=subprocess.PIPE, stderr=log, text=True)
        log.close()
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("ready "):
                self.address = line.split()[1]
                return
        raise RuntimeError(f"{self.folder.name} did not start: see its log")

    def kill(self) -> None:
        """As the power does."""
        self.kills += 1
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(60)
            self._process = None


@dataclass
class Club:
    broker: Mosquitto
    hall: Program
    tables: dict[str, Program]
    lines: dict[str, Proxy]
    broker_kills: int = 0

    def accident(self, dice: Random) -> None:
        name = dice.choice(list(self.tables))
        match dice.randrange(4):
            case 0:
                self.broker_kills += 1
                self.broker.kill()
                time.sleep(dice.uniform(0.2, 5.0))
                self.broker.start()
            case 1:
                self.hall.kill()
                time.sleep(dice.uniform(0.0, 3.0))
                self.hall.start()
            case 2:
                self.tables[name].kill()
                self.tables[name].start()
            case _:
                self.lines[name].cut(dice.uniform(0.2, 8.0))

    def said(self, name: str) -> list[dict[str, Any]]:
        """By a table that is not running any more."""
        with StateFolder(self.tables[name].folder) as state, Store(state.games, for_broker=True) as store:
            found, after = [], 0
            while page := store.outgoing(after):
                found += [told_of(TableEvent(each.n, each.game, each.told, each.revises)) for each in page]
                after = page[-1].n
            return found

    def heard(self, name: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        while page := self._asked(f"tables/{name}/events?after={found[-1]['n'] if found else 0}"):
            found += page
        return found

    def _asked(self, path: str) -> Any:
        with urlopen(f"{self.hall.address}/api/v1/{path}", timeout=30) as answer:
            return json.load(answer)


@contextmanager
def club_of(count: int, folder: Path, seed: int) -> Iterator[Club]:
    with ExitStack() as closing:
        # What was acknowledged outlives the broker's death: so a club's broker is set up.
        kept = f"allow_anonymous true\npersistence true\npersistence_location {folder}/broker/\n"
        broker = closing.enter_context(broker_in(folder / "broker", kept))
        lines, tables = {}, {}
        for number in range(1, count + 1):
            name = f"t{number}"
            line = lines[name] = closing.enter_context(
                proxy_to(broker.port, delay=0.0, loss=0.0, seed=seed + number)
            )
            asked = ("serve", "--host", "127.0.0.1", "--port", "0", "--camera", "sim", "--autoplay")
            tables[name] = Program(asked, folder / name)
            _join(folder / name, line.url, name)
        first, *others = tables.values()
        first.start()
        closing.callback(first.stop)
        for each in others:
            _learnt_as(first.folder, each.folder)
            each.start()
            closing.callback(each.stop)
        at = ("--host", "127.0.0.1", "--port", "0")
        hall = Program(("hall", "--broker", broker.url, "--club", "club", *at), folder / "hall")
        hall.start()
        closing.callback(hall.stop)
        yield Club(broker, hall, tables, lines)


def _join(folder: Path, url: str, name: str) -> None:
    """With a code of the club, so that the table begins the games that the hall asks for."""
    with StateFolder(folder) as state:
        state.club.write_text(Invitation(url, "club", name, name, "any").code(), encoding="ascii")


def _learnt_as(one: Path, other: Path) -> None:
    """A drawn table is the same everywhere: it is learnt once."""
    with StateFolder(one) as learnt, StateFolder(other) as fresh:
        source, target = (each.shelf("himiki").virtual_profile for each in (learnt, fresh))
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)


def _until(holds: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(1.0)
    return holds()


def _arbiter(club: Club, options: argparse.Namespace, dice: Random) -> Arbiter:
    pin = club.hall.folder / "pin"
    return Arbiter(pin, tuple(club.tables), options.players, options.rounds, dice)


def _play(club: Club, arbiter: Arbiter | None, dice: Random, options: argparse.Namespace) -> None:
    """An accident every so often; the arbiter looks in between."""
    end = time.monotonic() + 60 * options.minutes
    due, round_ = time.monotonic() + options.every, 0
    while time.monotonic() < end:
        time.sleep(min(_LOOKS_EVERY, max(0.0, end - time.monotonic())))
        told = None if arbiter is None else arbiter.look(club.hall.address)
        if told is not None and told["round"] > round_:
            round_ = told["round"]
            print(f"{time.strftime('%H:%M:%S')} round {round_} is paired", file=sys.stderr, flush=True)
        if told is not None and told["over"] and not options.every:
            return
        if options.every and time.monotonic() > due:
            club.accident(dice)
            due = time.monotonic() + options.every


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--every", type=float, default=40.0, metavar="S", help="seconds between accidents")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=0, metavar="N", help="of a tournament; 0 for none")
    parser.add_argument("--rounds", type=int, default=7, metavar="N")
    options = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    dice, faults = Random(options.seed), 0
    with tempfile.TemporaryDirectory() as place, club_of(options.tables, Path(place), options.seed) as club:
        arbiter = _arbiter(club, options, dice) if options.players else None
        _play(club, arbiter, dice, options)
        if arbiter is not None:
            outcome, right = arbiter.verdict(club.hall.address)
            faults += not right
            print(outcome, flush=True)
        for each in club.tables.values():
            each.stop()
        # A table that starts again says what the broker does not have yet; it plays on while it does.
        print("| table | events | in the hall | killed | cut off | as it was said |")
        print("|---|---|---|---|---|---|")
        for name, table in club.tables.items():
            table.command = tuple(each for each in table.command if each != "--autoplay")
            table.start()
            newest = club.said(name)[-1]["n"] if club.said(name) else 0
            _until(lambda name=name, newest=newest: _count(club, name) >= newest, _CATCHES_UP)  # type: ignore[misc]
            table.stop()
            said, heard = club.said(name), club.heard(name)
            same = said == heard[: len(said)]
            faults += not same or len(heard) < len(said)
            print(
                f"| {name} | {len(said)} | {len(heard)} | {table.kills} | {club.lines[name].cuts} | {same} |"
            )
        print(f"broker killed {club.broker_kills} times, hall {club.hall.kills} times; at fault: {faults}")
    return 1 if faults else 0


def _count(club: Club, name: str) -> int:
    heard = club.heard(name)
    return heard[-1]["n"] if heard else 0


if __name__ == "__main__":
    sys.exit(main())
