"""What `himiki replay` shows of a game of HI MI KI."""

import sys
from collections.abc import Sequence
from typing import Final

from companion.games.himiki.record_file import record_told
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.written.notation import annotated
from companion.games.himiki.rules.written.record import ReplayStep, replay
from companion.games.himiki.text_board import status_line, text_board
from companion.games.replaying import where

DONE: Final = 0
FAILED: Final = 1


def replay_text(text: str, name: str, *, check: bool) -> int:
    """Raises `RecordUnreadable`."""
    record = record_told(text, name)
    corrected = [each.then for each in record.earlier]
    for part, then in zip(record.parts, [*corrected, None], strict=True):
        replayed = replay(part)
        if not check:
            _show_game(part.start, replayed.steps)
        if replayed.fault is not None:
            wrong = where(len(replayed.steps), len(part.entries), replayed.fault)
            print(f"himiki: {wrong}", file=sys.stderr)
            return FAILED
        if then is not None and not check:
            print(f"\nCorrected ({then}):")
    if check:
        print(f"right: {sum(len(part.entries) for part in record.parts)} entries")
    return DONE


def _show_game(start: Position, steps: Sequence[ReplayStep]) -> None:
    print(f"{text_board(start)}\n{status_line(start)}")
    for number, step in enumerate(steps, start=1):
        told = " ".join(annotated(played) for played in step.played) or "talking claim"
        print(f"\n{number}. {told}\n{text_board(step.after)}\n{status_line(step.after)}")
