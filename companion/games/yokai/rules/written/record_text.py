"""Records as text, JSON or plain (FORMATS-YOKAI F4)."""

import json
import re
from collections.abc import Iterator
from math import isfinite
from typing import Any, Final

from companion.games.rule_errors import NotationError
from companion.games.yokai.rules.cards import FILE
from companion.games.yokai.rules.moves import Draw
from companion.games.yokai.rules.written.notation import annotated
from companion.games.yokai.rules.written.position_text import parse_position, position_text
from companion.games.yokai.rules.written.record import (
    CHANCE,
    Entry,
    Record,
    Replay,
    replay,
    rulings_of,
)

FORMAT: Final = "yokai-record/1"
_HEADER: Final = re.compile(r"#\s*([a-z]+)\s*:\s*(.*)")
_RESULT: Final = re.compile(r"(?:a|b|draw) [0-9]{1,3}-[0-9]{1,3}")
_LETTERS: Final = ("a", "b")


# Printing


def record_json(record: Record) -> str:
    table = {
        "format": FORMAT,
        "cards": FILE.name,
        "rulings": _rulings(record),
        "players": dict(record.players),
        "near": record.near,
        "start": position_text(record.start),
        "moves": [_entry_table(entry) for entry in record.entries],
        "result": record.result,
    }
    return json.dumps(table, ensure_ascii=False, indent=1) + "\n"


def _rulings(record: Record) -> dict[str, str]:
    return rulings_of(record.house) | dict(record.rulings)


def _entry_table(entry: Entry) -> dict[str, Any]:
    table: dict[str, Any] = {"move": entry.move}
    if entry.by is not None:
        table["by"] = entry.by
    if entry.t is not None:
        table["t"] = entry.t
    return table


def record_plain(record: Record) -> str:
    """Headers, then a turn on each line, as far as the record can be replayed. Times are left out."""
    return "\n".join([*_headers(record), "", *turns(replay(record))]) + "\n"


def _headers(record: Record) -> Iterator[str]:
    yield f"# format: {FORMAT}"
    yield f"# cards: {FILE.name}"
    yield "# rulings: " + " ".join(f"{name}={told}" for name, told in _rulings(record).items())
    for letter, name in record.players.items():
        yield f"# {letter}: {' '.join(name.split())}"
    yield f"# near: {record.near}"
    yield f"# start: {position_text(record.start)}"
    if record.result is not None:
        yield f"# result: {record.result}"


def turns(replayed: Replay) -> list[str]:
    """The moves of each turn, from its draw to what is turned up at its end."""
    lines: list[list[str]] = []
    for played in replayed.steps:
        if not lines or isinstance(played.move, Draw):
            lines.append([])
        lines[-1].append(annotated(played))
    return list(map(" ".join, lines))


# Reading


def parse(text: str) -> Record:
    """In either form; raises `NotationError` or `PositionError`."""
    stripped = text.lstrip("\ufeff \t\r\n")
    if not stripped.startswith("{"):
        return _plain(stripped)
    try:
        table = json.loads(stripped)
    except (ValueError, RecursionError) as fault:
        raise _bad(text, f"no JSON: {fault}") from None
    return _record(table)


def _bad(text: object, why: str) -> NotationError:
    shown = text if isinstance(text, str) else json.dumps(text, ensure_ascii=False)
    return NotationError("record", shown, why)


def _record(table: dict[str, Any]) -> Record:
    if table.get("format") != FORMAT:
        raise _bad(table.get("format"), f"format is {FORMAT}")
    start, moves, result = table.get("start"), table.get("moves"), table.get("result")
    players, rulings = table.get("players") or {}, table.get("rulings") or {}
    if not isinstance(start, str) or not isinstance(moves, list):
        raise _bad(table, "start is a position string and moves a list")
    if not isinstance(players, dict) or not all(
        key in _LETTERS and isinstance(name, str) for key, name in players.items()
    ):
        raise _bad(players, "players are names by a and b")
    if not isinstance(rulings, dict):
        raise _bad(rulings, "rulings are readings by name")
    return Record(
        parse_position(start),
        tuple(map(_entry, moves)),
        players,
        _near(table.get("near")),
        _cards_and(rulings, table.get("cards")),
        _result(result),
    )


def _entry(item: object) -> Entry:
    move, by, t = (item.get(key) if isinstance(item, dict) else None for key in ("move", "by", "t"))
    if not isinstance(move, str):
        raise _bad(item, "a move has its text")
    if by not in (*_LETTERS, CHANCE, None):
        raise _bad(by, "by is a, b or chance")
    if t is not None and (isinstance(t, bool) or not isinstance(t, (int, float)) or not isfinite(t)):
        raise _bad(t, "t is a number of seconds")
    return Entry(move, by, t)


def _near(told: object) -> str:
    if told is None:
        return "a"
    if told not in _LETTERS:
        raise _bad(told, "near is a or b")
    return str(told)


def _cards_and(rulings: dict[str, Any], cards: object) -> dict[str, str]:
    if cards not in (None, FILE.name):
        raise _bad(cards, f"cards are those of {FILE.name}")
    return {str(name): str(told) for name, told in rulings.items()}


def _result(told: object) -> str | None:
    if told is None:
        return None
    if not isinstance(told, str) or not _RESULT.fullmatch(told):
        raise _bad(told, "result is null or such as a 24-18, the points of a first")
    return told


def _plain(text: str) -> Record:
    headers: dict[str, str] = {}
    entries: list[Entry] = []
    for line in map(str.strip, text.splitlines()):
        if header := _HEADER.fullmatch(line):
            headers[header[1]] = header[2].strip()
        elif not line.startswith("#"):
            entries += map(Entry, line.split())
    if "start" not in headers or headers.get("format") != FORMAT:
        raise _bad(text, f"neither JSON nor text with '# format: {FORMAT}' and '# start:' lines")
    said = (each.partition("=") for each in headers.get("rulings", "").split())
    return Record(
        parse_position(headers["start"]),
        tuple(entries),
        {letter: headers[letter] for letter in _LETTERS if letter in headers},
        _near(headers.get("near")),
        _cards_and({name: told for name, _, told in said}, headers.get("cards")),
        _result(headers.get("result")),
    )
