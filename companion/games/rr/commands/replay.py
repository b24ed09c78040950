"""What `himiki replay` shows of a game of RR, or of a match."""

import sys
from typing import Final

from companion.games.replaying import RecordUnreadable, where
from companion.games.rr.rules.written.notation import annotated
from companion.games.rr.rules.written.record import (
    MatchRecord,
    Record,
    Replay,
    match_faults,
    match_so_far,
    replay,
)
from companion.games.rr.rules.written.record_text import parse
from companion.games.rr.text_board import status_line, text_board
from companion.games.rule_errors import RulesError

DONE: Final = 0
FAILED: Final = 1


def replay_text(text: str, name: str, *, check: bool) -> int:
    """Raises `RecordUnreadable`."""
    try:
        told = parse(text)
    except RulesError as fault:
        raise RecordUnreadable(f"'{name}': {fault}") from None
    wrong = _match(told, check=check) if isinstance(told, MatchRecord) else _game(told, check=check)
    if wrong is not None:
        print(f"himiki: {wrong}", file=sys.stderr)
        return FAILED
    return DONE


def _game(record: Record, *, check: bool) -> str | None:
    replayed = replay(record)
    if not check:
        _show(record, replayed)
    if replayed.fault is not None:
        return where(len(replayed.steps), len(record.entries), replayed.fault)
    if check:
        print(f"right: {len(record.entries)} entries")
    return None


def _match(record: MatchRecord, *, check: bool) -> str | None:
    for number, game in enumerate(record.games, start=1):
        replayed = replay(game)
        if not check:
            print(f"Game {number}\n")
            _show(game, replayed)
            print()
        if replayed.fault is not None:
            return f"game {number}, {where(len(replayed.steps), len(game.entries), replayed.fault)}"
    for number, fault in match_faults(record):
        return f"game {number}: {fault}"
    match = match_so_far(record)
    if check:
        entries = sum(len(game.entries) for game in record.games)
        print(f"right: {len(record.games)} games, {entries} entries")
    else:
        counted = match.won if match.games is None else match.points
        print(f"Match: {counted[0]}-{counted[1]}")
    return None


def _show(record: Record, replayed: Replay) -> None:
    print(f"{text_board(record.start)}\n{status_line(record.start)}")
    for number, played in enumerate(replayed.steps, start=1):
        print(f"\n{number}. {annotated(played)}\n{text_board(played.after)}\n{status_line(played.after)}")
