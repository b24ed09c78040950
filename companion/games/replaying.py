"""`himiki replay`: a recorded game, position by position; its mode or its format says whose it is."""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Final

from companion import games
from companion.games import part, usual

WRONG_USAGE: Final = 2
_SAID: Final = re.compile(r"^#\s*(?:mode|format)\s*:\s*(\S+)", re.MULTILINE)


class RecordUnreadable(ValueError):
    """Nothing there that is a record; the text says which file, and why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a record, as JSON or as text; - for standard input")
    parser.add_argument(
        "--check", action="store_true", help="only say whether the record is right, and if not where"
    )


def run(options: argparse.Namespace) -> int:
    try:
        text = text_in(options.record)
        status: int = part(game_of(text), "commands.replay").replay_text(
            text, options.record, check=options.check
        )
    except RecordUnreadable as fault:
        print(f"himiki: {fault}", file=sys.stderr)
        return WRONG_USAGE
    return status


def text_in(name: str) -> str:
    """`-` is standard input; raises `RecordUnreadable`."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "no UTF-8 text"
        raise RecordUnreadable(f"cannot read '{name}': {reason}") from None


def game_of(text: str) -> str:
    """Told by its mode, or by the first word of its format; the first game's modes are its own."""
    others = {*games.GAMES, *games.RULED} - {usual()}
    return next((word for word in _words_in(text) if word in others), usual())


def _words_in(text: str) -> list[str]:
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        try:
            table = json.loads(text.lstrip("\ufeff"))
        except (ValueError, RecursionError):
            return []
        told = [str(table.get("mode")), str(table.get("format"))]
    else:
        told = [line[1] for line in _SAID.finditer(text)]
    return [word.partition("-")[0] for word in told]


def where(done: int, entries: int, fault: str) -> str:
    """Where in a record the first thing wrong stands."""
    return f"move {done + 1}: {fault}" if done < entries else f"at the end: {fault}"
