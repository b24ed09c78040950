"""Server-sent events: everything, in order, to everybody, without a gap (FORMATS 7)."""

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from queue import Empty, SimpleQueue
from typing import Any

import pytest

from companion.web.exchange.live import Live
from tests.web.tables import PATIENCE, Running

Told = tuple[int | None, str, dict[str, Any]]


@contextmanager
def listening(table: Running, query: str = "", after: int | None = None) -> Iterator[Iterator[Told]]:
    """Events as they come over a real socket."""
    head = f"GET /api/v1/events{query} HTTP/1.1\r\nHost: localhost\r\n"
    if after is not None:
        head += f"Last-Event-ID: {after}\r\n"
    with socket.create_connection(("127.0.0.1", table.port), timeout=PATIENCE) as stream:
        stream.sendall(f"{head}\r\n".encode())
        with stream.makefile("rb") as lines:
            assert b"200" in lines.readline()
            yield events(lines)


def events(lines: Any) -> Iterator[Told]:
    number: int | None = None
    name = ""
    for line in lines:
        text = line.decode().rstrip("\r\n")
        if text.startswith("id: "):
            number = int(text[4:])
        elif text.startswith("event: "):
            name = text[7:]
        elif text.startswith("data: "):
            yield number, name, json.loads(text[6:])
            number, name = None, ""


def test_events_come_with_their_name_their_number_and_their_json(table: Running) -> None:
    player = table.player()
    with listening(table) as told:
        player.begin()
        number, name, data = next(told)
    assert name == data["event"] == "ready"
    assert isinstance(number, int)


def test_who_comes_back_gets_what_was_missed_and_nothing_twice(table: Running) -> None:
    player = table.player()
    player.begin()
    with listening(table, after=0) as told:
        first = [next(told) for _ in range(8)]
    numbers = [number for number, _, _ in first]
    assert numbers == sorted(set(filter(None, numbers)))
    player.play("B5>BB4")
    player.until(lambda state: state["moves"] == 1, "the move")
    with listening(table, after=numbers[3]) as told:
        again = [next(told) for _ in range(5)]
    assert again[:4] == first[4:]
    assert again[4][1] == "move"


def test_pages_get_the_full_state_at_once_and_after_every_change(table: Running) -> None:
    player = table.player()
    player.begin()
    with listening(table, "?state=1") as told:
        _, name, state = next(told)
        assert name == "state"
        assert state["position"] == player.state()["position"]
        player.play("B5>BB4")
        seen = [next(told) for _ in range(1)]
        while seen[-1][1] != "state" or seen[-1][2]["moves"] != 1:
            seen.append(next(told))
    assert "move" in [name for _, name, _ in seen]


@pytest.mark.long
def test_other_programs_get_the_referees_events_and_nothing_else(table: Running) -> None:
    player = table.player()
    with listening(table) as told:
        player.begin()
        player.play("B5>BB4")
        names = []
        while "move" not in names:
            names.append(next(told)[1])
    assert set(names) <= {"ready", "placed", "turn", "move"}


class Speaker:
    """Says what it is told to."""

    def __init__(self) -> None:
        self.words: SimpleQueue[str] = SimpleQueue()
        self.said = 0

    def take(self, timeout: float) -> list[tuple[int, dict[str, Any]]]:
        try:
            word = self.words.get(timeout=timeout)
        except Empty:
            return []
        self.said += 1
        return [(self.said, {"event": word})]

    def since(self, number: int, most: int) -> list[tuple[int, dict[str, Any]]]:
        return []

    def state(self) -> dict[str, Any]:
        return {}

    def newest(self) -> int:
        return self.said


def test_whoever_asks_something_does_not_wait_until_five_hundred_pages_have_heard_what_was_said() -> None:
    pages, heard = 500, 0

    async def page(live: Live) -> None:
        nonlocal heard
        async with aclosing(live.stream(after=None, with_state=False)) as stream:
            async for chunk in stream:
                if b"event: rattle" in chunk:
                    heard += 1
                    return

    async def most_in_a_round() -> int:
        speaker, most = Speaker(), 0
        live = Live(speaker)
        live.start(asyncio.get_running_loop())
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as listening:
            for _ in range(pages):
                listening.create_task(page(live))
            while live.listening < pages:
                await asyncio.sleep(0)
            speaker.words.put("rattle")
            while heard < pages:
                before = heard
                await asyncio.sleep(0)
                most = max(most, heard - before)
        live.stop()
        return most

    assert 0 < asyncio.run(most_in_a_round()) <= 50
