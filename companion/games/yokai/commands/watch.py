"""`himiki watch SIGHTINGS.jsonl --mode yokai`: sightings instead of pictures, events as JSON lines."""

import json
import sys
from pathlib import Path
from typing import Final

from companion.games.events import Event
from companion.games.yokai.referee.machine import Referee
from companion.games.yokai.referee.sightings import SightingError, read_sighting
from companion.games.yokai.rules.ending import score
from companion.games.yokai.rules.house import HOUSE
from companion.games.yokai.rules.written.notation import annotated
from companion.games.yokai.rules.written.record import Entry, Record, by_of, result_text
from companion.games.yokai.rules.written.record_text import record_json, record_plain

DONE: Final = 0
NOTHING_SEEN: Final = 1
REFUSED: Final = 2


def watch_sightings(source: Path, record: Path | None = None) -> int:
    referee = Referee()
    t = 0.0
    try:
        lines = source.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        return _refused(f"cannot read '{source}': {getattr(fault, 'strerror', None) or 'no UTF-8 text'}")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            sighting = read_sighting(line, HOUSE.cards)
        except SightingError as fault:
            return _refused(f"{source}, line {number}: {fault}")
        t = sighting.t
        _print(referee.see(sighting))
    _print(referee.ended(t))
    if record is not None and (told := record_of(referee)) is not None:
        plain = record.suffix == ".txt"
        record.write_text(record_plain(told) if plain else record_json(told), encoding="utf-8")
    if referee.position is None:
        print("himiki watch: no sighting shows all four piles", file=sys.stderr)
        return NOTHING_SEEN
    return DONE


def record_of(referee: Referee) -> Record | None:
    """None before the game has begun."""
    moves = referee.moves
    if not moves:
        return None
    entries = tuple(Entry(annotated(each), by_of(each)[0]) for each in moves)
    result = result_text(score(moves[-1].after))
    near = referee.near.letter if referee.near is not None else "a"
    return Record(moves[0].before, entries, near=near, result=result)


def _print(events: list[Event]) -> None:
    for event in events:
        print(json.dumps(event.as_json(), ensure_ascii=False), flush=True)


def _refused(text: str) -> int:
    print(f"himiki watch: {text}", file=sys.stderr)
    return REFUSED
