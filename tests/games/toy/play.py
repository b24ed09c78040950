"""The toy as a game of the table."""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from companion.games import decisions
from companion.games.decisions import Answer, Refused, SayMove, Undo
from companion.games.events import Event
from companion.games.play import Search, SettingsError, Unplayable
from tests.games.toy.autoplay import Hand
from tests.games.toy.events import Begun, Taken, Won, event_from
from tests.games.toy.referee import Announce, Asked, Referee, Standing
from tests.games.toy.referee import resumed as _resumed
from tests.games.toy.rules import MOST, SIDES, Heap, Toy

__all__ = [
    "again",
    "alike",
    "answered",
    "as_told",
    "autoplay",
    "decision_from",
    "event_from",
    "game_asked",
    "game_from",
    "imported",
    "laid_out",
    "record_of",
    "record_text",
    "referee",
    "resumed",
    "settings_of",
    "standing",
    "thought",
    "usual",
]

_SETTINGS = ("game", "heap", "machine", "seed", "players")
_DECISIONS: dict[str, type] = {"undo": Undo, "move": SayMove, "answer": Answer}


def usual() -> Toy:
    return Toy()


def game_from(told: object) -> Toy:
    if not isinstance(told, Mapping):
        raise SettingsError(("a game is an object",))
    faults = [f"'{key}' is no setting of a game" for key in told if key not in _SETTINGS]
    heap, machine, seed = told.get("heap", 5), told.get("machine"), told.get("seed", 0)
    if not isinstance(heap, int) or not 1 <= heap <= MOST:
        faults.append(f"heap is 1 to {MOST}")
    if machine not in (None, *SIDES):
        faults.append("machine is w or b")
    players = told.get("players", {})
    if not set(players) <= set(SIDES):
        faults.append("players are names by w and b")
    if faults:
        raise SettingsError(tuple(faults))
    return Toy(heap, machine, int(seed), dict(players))


def settings_of(game: Toy) -> dict[str, Any]:
    told = {"game": game.of, **asdict(game)}
    return told if game.players else {key: value for key, value in told.items() if key != "players"}


def alike(asked: Toy, kept: Toy) -> bool:
    return replace(asked, seed=kept.seed) == kept


def again(game: Toy, seed: int) -> Toy:
    return replace(game, seed=seed)


def game_asked(options: argparse.Namespace, house: Mapping[str, object]) -> Toy | None:
    return None if options.heap is None else Toy(options.heap)


def decision_from(told: object) -> Any:
    return decisions.read(told, _DECISIONS)


def as_told(decision: Any) -> dict[str, Any] | None:
    return decisions.told_of(decision, _DECISIONS)


def referee(game: Toy) -> Referee:
    return Referee(game)


def resumed(game: Toy, events: Iterable[Event]) -> Referee:
    try:
        return _resumed(game, events)
    except (Refused, ValueError, IndexError) as fault:
        raise Unplayable(str(fault)) from fault


def answered(asked: Asked) -> Announce:
    return Announce(asked, asked.heap.left % 3 or 1)


def thought(asked: Asked) -> Announce | Search:
    """A large heap is thought over elsewhere."""
    if asked.heap.left < MOST - 1:
        return answered(asked)
    command = (sys.executable, "-c", f"print({asked.heap.left} % 3 or 1)")
    return Search(command, lambda told: Announce(asked, int(told)))


def record_of(game: Toy, events: Iterable[Event]) -> tuple[int, ...]:
    return resumed(game, events).record()


def record_text(record: tuple[int, ...], *, plain: bool = False) -> str:
    if plain:
        return f"# mode: toy\n{' '.join(map(str, record))}"
    return json.dumps({"format": "toy-record/1", "heap": record[0], "taken": record[1:]})


def imported(text: str) -> tuple[Toy, tuple[Event, ...]]:
    try:
        told = json.loads(text) if text.startswith("{") else None
        plain = text.removeprefix("# mode: toy\n")
        heap, *taken = map(int, plain.split()) if told is None else (told["heap"], *told["taken"])
        return Toy(heap), tuple(_events(heap, taken))
    except (ValueError, KeyError, Refused) as fault:
        raise Unplayable(str(fault)) from fault


def _events(left: int, taken: Iterable[int]) -> Iterable[Event]:
    heap = Heap(left)
    yield Begun(t=0.0, position=str(left))
    for count in taken:
        by, heap = heap.turn, heap.less(count)
        yield Taken(t=0.0, by=by, move=str(count), position=str(heap.left))
        if not heap.left:
            yield Won(t=0.0, winner=by)


def laid_out(game: Toy) -> str | None:
    return str(game.heap)


def standing(status: Standing) -> str | None:
    return status.position


def autoplay(table: Any) -> Hand:
    return Hand(table)
