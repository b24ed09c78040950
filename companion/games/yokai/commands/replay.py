"""What `himiki replay` shows of a game of Terres de Yokai."""

import sys
from typing import Final

from companion.games.replaying import RecordUnreadable, where
from companion.games.rule_errors import RulesError
from companion.games.yokai.rules.written.notation import annotated
from companion.games.yokai.rules.written.record import replay
from companion.games.yokai.rules.written.record_text import parse
from companion.games.yokai.text_board import status_line, text_board

DONE: Final = 0
FAILED: Final = 1


def replay_text(text: str, name: str, *, check: bool) -> int:
    """Raises `RecordUnreadable`."""
    try:
        record = parse(text)
    except RulesError as fault:
        raise RecordUnreadable(f"'{name}': {fault}") from None
    replayed = replay(record)
    if not check:
        print(f"{text_board(record.start)}\n{status_line(record.start)}")
        for number, played in enumerate(replayed.steps, start=1):
            print(f"\n{number}. {annotated(played)}\n{text_board(played.after)}\n{status_line(played.after)}")
    if replayed.fault is not None:
        wrong = where(len(replayed.steps), len(record.entries), replayed.fault)
        print(f"himiki: {wrong}", file=sys.stderr)
        return FAILED
    if check:
        print(f"right: {len(record.entries)} entries")
    return DONE
