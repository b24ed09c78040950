"""Say what a level of RR would play in a position, and why."""

import argparse
import json
import sys
from random import Random
from typing import Final

from companion.apart import stand_behind
from companion.games.rr.players.advice import hint
from companion.games.rr.players.levels import HINT, LEVELS, choose, level_named
from companion.games.rr.rules.ending import ending
from companion.games.rr.rules.written.notation import bare
from companion.games.rr.rules.written.position_text import parse_position
from companion.games.rule_errors import RulesError

DONE: Final = 0
FAILED: Final = 1
WRONG_USAGE: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION", help="a position, in quotes")
    parser.add_argument("--level", choices=[level.name for level in LEVELS], default=HINT.name)
    parser.add_argument(
        "--chance",
        metavar="TEXT",
        help="what the level plays instead, slips included: the same again for the same text",
    )
    parser.add_argument("--json", action="store_true", help="for programs: one JSON object")
    parser.add_argument("--behind", action="store_true", help="stand behind other programs of this machine")


def run(options: argparse.Namespace) -> int:
    try:
        position = parse_position(options.position)
    except RulesError as fault:
        return _complain(str(fault), WRONG_USAGE)
    if ending(position) is not None:
        return _complain("there is nothing to play in that position", FAILED)
    if options.behind:
        stand_behind()
    level = level_named(options.level)
    assert level is not None
    if options.chance is not None:
        print(bare(choose(level, position, Random(options.chance))))
        return DONE
    advice = hint(position, level)
    move, why = bare(advice.move), advice.reason
    if options.json:
        print(json.dumps({"move": move, "why": str(why), "code": why.code, "values": dict(why.values)}))
    else:
        print(f"{move}\n{why}")
    return DONE


def _complain(text: str, status: int) -> int:
    print(f"himiki advise rr: {text}", file=sys.stderr)
    return status
