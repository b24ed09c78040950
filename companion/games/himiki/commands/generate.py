"""`himiki generate`: new challenges, as text or as files."""

import argparse
import sys
from itertools import islice
from pathlib import Path
from typing import Final

from companion.games.himiki.mindlock.compose import challenges
from companion.games.himiki.mindlock.scroll import challenges as shipped
from companion.games.himiki.mindlock.text import challenge_text
from companion.games.himiki.rules.written.challenge import (
    Category,
    Challenge,
    ChallengeError,
    parse_challenge,
)

# How the command ends.
DONE: Final = 0
"""Exit status."""
WRONG_USAGE: Final = 2
"""Exit status, as argparse has it."""

_FIRST: Final = 100
"""Number from which on challenges of one's own are counted: two figures are for those that ship."""
_LAST: Final = 9999
"""The largest: a name has four figures at most."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--category", choices=[category.value for category in Category], required=True, type=str.upper
    )
    parser.add_argument(
        "--seed", type=int, required=True, metavar="N", help="the same seed gives the same challenges"
    )
    parser.add_argument("--count", type=_positive, default=1, metavar="K", help="how many (1)")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write each to a file of its own there, instead of printing"
    )
    parser.add_argument(
        "--first", type=_positive, default=_FIRST, metavar="N", help=f"the first one's number ({_FIRST})"
    )


def run(options: argparse.Namespace) -> int:
    category = Category(options.category)
    if options.first + options.count - 1 > _LAST:
        return _complain(f"challenges are numbered up to {_LAST}: use a smaller --first or --count")
    try:
        known = _known(options.out)
        for made in islice(challenges(category, options.seed, options.first, known), options.count):
            text = challenge_text(made)
            if options.out is None:
                print(text, flush=True)
                continue
            path = options.out / f"{made.challenge.name}.toml"
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
            print(path, flush=True)
    except FileExistsError as fault:
        if options.out.exists() and not options.out.is_dir():
            return _complain(f"'{options.out}' is a file: name a folder")
        return _complain(f"'{fault.filename}' is there already: take another --first or another folder")
    except OSError as fault:
        return _complain(f"cannot write to '{options.out}': {fault.strerror}")
    return DONE


def _known(folder: Path | None) -> list[Challenge]:
    """What ships, and what is in the folder already, is not made again."""
    found = shipped()
    if folder is None:
        return found
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.toml"):
        try:
            found.append(parse_challenge(path.read_text(encoding="utf-8")))
        except (ChallengeError, UnicodeDecodeError):
            continue  # somebody else's file is no challenge to compare with
    return found


def _positive(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _LAST:
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number from 1 to {_LAST}")
    return int(text)


def _complain(text: str) -> int:
    print(f"himiki generate: {text}", file=sys.stderr)
    return WRONG_USAGE
