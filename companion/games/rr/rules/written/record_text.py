"""Records of games and matches as text, JSON or plain (FORMATS-RR F4)."""

import json
import re
from collections.abc import Iterator
from math import isfinite
from typing import Any, Final

from companion.games.rr.rules.board import Player, player_lettered
from companion.games.rr.rules.ending import Reason
from companion.games.rr.rules.match import Match
from companion.games.rr.rules.variant import GAMES, Game
from companion.games.rr.rules.written.notation import annotated
from companion.games.rr.rules.written.options import NAME
from companion.games.rr.rules.written.position_text import parse_position, position_text
from companion.games.rr.rules.written.record import Entry, MatchRecord, Record, Result, Start, replay
from companion.games.rule_errors import NotationError

FORMAT: Final = "himiki-record/1"
MATCH_FORMAT: Final = "himiki-match/1"
_HEADER: Final = re.compile(r"#\s*([a-z]+)\s*:\s*(.*)")
_LETTERS: Final = ("r", "b")
_MOST_GAMES: Final = 1000
"""More than anybody plays in a match."""


# JSON


def record_json(record: Record) -> str:
    return json.dumps(_table(record), ensure_ascii=False, indent=1) + "\n"


def match_json(record: MatchRecord) -> str:
    table: dict[str, Any] = {"format": MATCH_FORMAT, "mode": NAME}
    match = record.match
    table |= {"wins": match.wins} if match.games is None else {"points": match.games}
    table["games"] = [_table(game) for game in record.games]
    table["starts"] = [
        {"first": start.first.letter, "by": start.by.letter if start.by is not None else None}
        for start in record.starts
    ]
    return json.dumps(table, ensure_ascii=False, indent=1) + "\n"


def _table(record: Record) -> dict[str, Any]:
    result = record.result
    return {
        "format": FORMAT,
        "mode": NAME,
        "variant": record.game.value,
        "players": dict(record.players),
        "start": position_text(record.start),
        "moves": [_entry_table(entry) for entry in record.entries],
        "result": None
        if result is None
        else {
            "winner": result.winner.letter,
            "reason": result.reason.value,
            "allies": list(result.allies),
            "points": list(result.points),
        },
    }


def _entry_table(entry: Entry) -> dict[str, Any]:
    table: dict[str, Any] = {"move": entry.move}
    if entry.by is not None:
        table["by"] = entry.by.letter
    if entry.t is not None:
        table["t"] = entry.t
    return table


def parse(text: str) -> Record | MatchRecord:
    """A game in either form, or a match; raises `NotationError` or `PositionError`."""
    stripped = text.lstrip("\ufeff \t\r\n")
    if not stripped.startswith("{"):
        return _plain(stripped)
    try:
        table = json.loads(stripped)
    except (ValueError, RecursionError) as fault:
        raise _bad(text, f"no JSON: {fault}") from None
    return _match(table) if table.get("format") == MATCH_FORMAT else _record(table)


def _bad(text: object, why: str) -> NotationError:
    shown = text if isinstance(text, str) else json.dumps(text, ensure_ascii=False)
    return NotationError("record", shown, why)


def _match(table: dict[str, Any]) -> MatchRecord:
    wins, points, games, starts = (table.get(key) for key in ("wins", "points", "games", "starts"))
    if table.get("mode") != NAME:
        raise _bad(table.get("mode"), f"mode is {NAME}")
    if not isinstance(games, list) or not isinstance(starts, list):
        raise _bad(table, "a match has a list of games and a list of starts")
    if (wins is None) == (points is None):
        raise _bad(table, "a match says how many wins it takes, or of how many games points are counted")
    for count in (wins, points):
        if count is not None and (type(count) is not int or not 1 <= count <= _MOST_GAMES):
            raise _bad(count, "wins and points are numbers of games")
    match = Match(games=points) if wins is None else Match(wins=wins)
    return MatchRecord(match, tuple(map(_record, games)), tuple(map(_start, starts)))


def _start(item: object) -> Start:
    first, by = (item.get(key) if isinstance(item, dict) else None for key in ("first", "by"))
    if first not in _LETTERS or by not in (*_LETTERS, None):
        raise _bad(item, 'a start is such as {"first": "r", "by": "b"}')
    return Start(player_lettered(str(first)), None if by is None else player_lettered(str(by)))


def _record(table: object) -> Record:
    if not isinstance(table, dict) or table.get("format") != FORMAT or table.get("mode") != NAME:
        raise _bad(table, f"format is {FORMAT} and mode is {NAME}")
    start, moves, players = table.get("start"), table.get("moves"), table.get("players", {})
    if not isinstance(start, str) or not isinstance(moves, list):
        raise _bad(table, "start is a position string and moves a list")
    if not isinstance(players, dict) or not all(
        key in _LETTERS and isinstance(name, str) for key, name in players.items()
    ):
        raise _bad(players, "players are names by r and b")
    return Record(
        parse_position(start),
        tuple(map(_entry, moves)),
        players,
        _game(table.get("variant")),
        _result(table.get("result")),
    )


def _game(word: object) -> Game:
    if word is None:
        return Game.BASIC
    if not isinstance(word, str) or word not in GAMES:
        raise _bad(word, f"variant is one of {', '.join(GAMES)}")
    return GAMES[word]


def _entry(item: object) -> Entry:
    move, by, t = (item.get(key) if isinstance(item, dict) else None for key in ("move", "by", "t"))
    if not isinstance(move, str):
        raise _bad(item, "a move has its text")
    if by not in (*_LETTERS, None):
        raise _bad(by, "by is r or b")
    if t is not None and (isinstance(t, bool) or not isinstance(t, (int, float)) or not isfinite(t)):
        raise _bad(t, "t is a number of seconds")
    return Entry(move, None if by is None else player_lettered(by), t)


def _result(item: object) -> Result | None:
    if item is None:
        return None
    winner, reason, allies, points = (
        item.get(key) if isinstance(item, dict) else None for key in ("winner", "reason", "allies", "points")
    )
    reasons = {each.value: each for each in Reason}
    if winner not in _LETTERS or reason not in reasons or not (_is_pair(allies) and _is_pair(points)):
        raise _bad(item, 'result is null or such as {"winner": "r", "reason": "board", "allies": [5, 4], …}')
    assert isinstance(allies, list)
    assert isinstance(points, list)
    return Result(
        player_lettered(str(winner)), reasons[str(reason)], (allies[0], allies[1]), (points[0], points[1])
    )


def _is_pair(item: object) -> bool:
    return isinstance(item, list) and len(item) == len(Player) and all(type(each) is int for each in item)


# Plain text


def record_plain(record: Record) -> str:
    """Headers, then a move on each line, as far as the record can be replayed. Times are left out."""
    moves = [annotated(played) for played in replay(record).steps]
    return "\n".join([*_headers(record), "", *moves]) + "\n"


def _headers(record: Record) -> Iterator[str]:
    yield f"# format: {FORMAT}"
    yield f"# mode: {NAME}"
    yield f"# variant: {record.game.value}"
    for letter, name in record.players.items():
        yield f"# {letter}: {' '.join(name.split())}"
    yield f"# start: {position_text(record.start)}"
    if (result := record.result) is not None:
        counts = " ".join(f"{each[0]}-{each[1]}" for each in (result.allies, result.points))
        yield f"# result: {result.winner.letter} {result.reason.value} {counts}"


_RESULT: Final = re.compile(r"([rb]) ([a-z]+) ([0-9])-([0-9]) ([0-9])-([0-9])")


def _plain(text: str) -> Record:
    headers: dict[str, str] = {}
    entries: list[Entry] = []
    for line in map(str.strip, text.splitlines()):
        if header := _HEADER.fullmatch(line):
            headers[header[1]] = header[2].strip()
        elif not line.startswith("#"):
            entries += map(Entry, line.split())
    if "start" not in headers or headers.get("mode") != NAME:
        raise _bad(text, f"neither JSON nor text with '# mode: {NAME}' and '# start:' lines")
    return Record(
        parse_position(headers["start"]),
        tuple(entries),
        {letter: headers[letter] for letter in _LETTERS if letter in headers},
        _game(headers.get("variant")),
        _plain_result(headers.get("result")),
    )


def _plain_result(text: str | None) -> Result | None:
    if text is None:
        return None
    match = _RESULT.fullmatch(text)
    reasons = {each.value: each for each in Reason}
    if match is None or match[2] not in reasons:
        raise _bad(text, "result is such as r board 5-4 5-4")
    one, other, points, others = map(int, match.groups()[2:])
    return Result(player_lettered(match[1]), reasons[match[2]], (one, other), (points, others))
