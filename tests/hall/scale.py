"""A hall with many simulated tables: `python -m tests.hall.scale --tables 1000 --seconds 60`.

Each says an event every four seconds, as a game does, over a Mosquitto on this machine. How long each takes
to a page that listens, what the hall's memory grows to, and whether every event came, is printed as a table.
`--postgres` keeps them in a PostgreSQL of this run's own.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from typing import Final

from paho.mqtt.client import Client, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

from companion.broker.messages.availability import Availability
from companion.broker.messages.happening import TableEvent
from companion.broker.messages.standing import State
from companion.broker.places import Place
from tests.broker.mosquitto import Mosquitto, broker_in
from tests.hall.databases import postgres_in
from tests.hall.simulated import START

_EVERY: Final = 4.0
"""Seconds between two events of one table."""
_TABLES_EACH: Final = 50
"""Tables that one connection speaks for."""


class Crowd:
    """Some of the tables, over one connection."""

    def __init__(self, broker: Mosquitto, names: list[str]) -> None:
        self._names = names
        self.said = dict.fromkeys(names, 0)
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv5)
        self._client.max_inflight_messages_set(1000)
        self._client.connect("127.0.0.1", broker.port)
        self._client.loop_start()

    def begin(self) -> None:
        for name in self._names:
            there = Availability.ONLINE
            self._client.publish(Place("club", name).topic(there.part), there.payload(), 1, retain=True)

    def run(self, seconds: float) -> None:
        dice = random.Random(self._names[0])
        due = sorted((time.time() + dice.random() * _EVERY, name) for name in self._names)
        end = time.time() + seconds
        while due[0][0] < end:
            at, name = due.pop(0)
            time.sleep(max(0.0, at - time.time()))
            self._say(name)
            due.append((at + _EVERY, name))

    def _say(self, name: str) -> None:
        self.said[name] += 1
        n, place = self.said[name], Place("club", name)
        event = TableEvent(
            n, 1, {"t": 1.0, "event": "move", "move": "B5>BB4", "by": "w", "sent": time.time()}
        )
        state = State(n, 1, {"mode": "duel", "position": START, "score": [0, 0], "turn": "w", "moves": n})
        for message in (event, state):
            self._client.publish(place.topic(message.part), message.payload(), 1, retain=message.retained)

    def end(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def listened(port: int, taken: list[float], stop: threading.Event) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/api/v1/live")
    stream = connection.getresponse()
    while not stop.is_set():
        line = stream.readline()
        if line.startswith(b"data:"):
            taken.append(time.time() - json.loads(line[5:])["sent"])


def memory(process: int) -> float:
    """Megabytes that it holds."""
    text = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(text.split("VmRSS:")[1].split()[0]) / 1024


def measured(tables: int, seconds: float, store: str | None) -> str:
    names = [f"t{number}" for number in range(tables)]
    with tempfile.TemporaryDirectory() as folder, broker_in(Path(folder, "broker")) as broker:
        command = [sys.executable, "-m", "companion.cli", "hall", "--broker", broker.url, "--club", "club"]
        command += ["--host", "127.0.0.1", "--port", "0", "--state", str(Path(folder, "hall"))]
        command += ["--store", store] if store else []
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as hall:
            assert hall.stdout is not None
            port = int(hall.stdout.readline().rsplit(":", 1)[1])
            crowds = [Crowd(broker, names[at : at + _TABLES_EACH]) for at in range(0, tables, _TABLES_EACH)]
            for each in crowds:
                each.begin()
            taken: list[float] = []
            stop = threading.Event()
            listening = threading.Thread(target=listened, args=(port, taken, stop), daemon=True)
            listening.start()
            time.sleep(1.0)
            running = [threading.Thread(target=each.run, args=(seconds,)) for each in crowds]
            for thread in running:
                thread.start()
            for thread in running:
                thread.join()
            said = sum(sum(each.said.values()) for each in crowds)
            end = time.time() + 30
            while len(taken) < said and time.time() < end:
                time.sleep(0.1)
            held = memory(hall.pid)
            stop.set()
            for each in crowds:
                each.end()
            hall.terminate()
    cut = quantiles(taken, n=100)
    kept = "PostgreSQL" if store else "SQLite"
    return (
        f"| {tables} | {kept} | {said} | {len(taken)} | {1000 * cut[49]:.0f} | {1000 * cut[98]:.0f}"
        f" | {held:.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 300, 1000])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    columns = ("tables", "store", "events said", "heard live", "p50 ms", "p99 ms", "hall MB")
    print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for tables in options.tables:
        with ExitStack() as closing:
            store = None
            if options.postgres:
                folder = closing.enter_context(tempfile.TemporaryDirectory())
                store = closing.enter_context(postgres_in(Path(folder)))
            print(measured(tables, options.seconds, store), flush=True)


if __name__ == "__main__":
    main()
