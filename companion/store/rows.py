"""Games as they lie in the file, one by one, for a copy: a damaged one costs itself and no other."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from companion.games.events import Event, EventError
from companion.games.kept import event_from, game_from
from companion.games.play import Game, SettingsError
from companion.store.rescue import readable_text, rows_of


class UnreadableRow(ValueError):
    """A game that is damaged; the text says in what way."""


@dataclass(frozen=True, slots=True)
class GameRow:
    settings: dict[str, Any]
    started: float
    ended: float | None
    events: tuple[dict[str, Any], ...]
    """Whole, as they were told."""

    def as_json(self) -> dict[str, Any]:
        return {
            "started": self.started,
            "ended": self.ended,
            "settings": self.settings,
            "events": list(self.events),
        }

    @classmethod
    def from_json(cls, told: Any) -> Self:
        """Raises `UnreadableRow`."""
        try:
            ended = None if told["ended"] is None else float(told["ended"])
            row = cls(dict(told["settings"]), float(told["started"]), ended, tuple(map(dict, told["events"])))
            row.read()
        except (TypeError, ValueError, KeyError) as fault:
            raise UnreadableRow(f"no game: {fault}") from None
        return row

    def read(self) -> tuple[Game, list[Event]]:
        """What it is of; raises `UnreadableRow`."""
        try:
            game = game_from(self.settings)
            return game, [event_from(game.of, each) for each in self.events]
        except (SettingsError, EventError, TypeError, ValueError) as fault:
            raise UnreadableRow(str(fault)) from None


def kept_rows(path: Path, damaged: Callable[[int, UnreadableRow], object]) -> Iterator[GameRow]:
    """The oldest first, beside whoever plays at the table; `damaged` hears which are left out, and why."""
    if not path.exists():
        return
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=10)) as source:
        source.text_factory = readable_text
        for number, settings, started, ended in rows_of(source, "games", "id, settings, started, ended"):
            try:
                row = _row(source, number, settings, started, ended)
            except UnreadableRow as fault:
                damaged(number, fault)
            else:
                yield row


def _row(source: sqlite3.Connection, number: int, settings: Any, started: Any, ended: Any) -> GameRow:
    try:
        told = source.execute(
            "SELECT number, told FROM events WHERE game = ? ORDER BY number", (number,)
        ).fetchall()
        if [each for each, _ in told] != list(range(1, len(told) + 1)):
            raise UnreadableRow("there is a hole in its events")
        return GameRow.from_json(
            {
                "settings": json.loads(settings),
                "started": started,
                "ended": ended,
                "events": [json.loads(text) for _, text in told],
            }
        )
    except (sqlite3.DatabaseError, ValueError, TypeError) as fault:
        raise UnreadableRow(str(fault)) from None
