"""`himiki advise`: what a level would play in a position, and why."""

import argparse
import json
import sys
from random import Random
from typing import Final

from companion.apart import stand_behind
from companion.games.himiki.players.advice import MoveAdvice, hint
from companion.games.himiki.players.levels import HINT, LEVELS, choose, level_named
from companion.games.himiki.rules.cubes import colour_lettered
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Edition, Mode, Variant
from companion.games.himiki.rules.written.notation import annotated, bare
from companion.games.himiki.rules.written.position_text import parse_position

DONE: Final = 0
FAILED: Final = 1
WRONG_USAGE: Final = 2
_MODES: Final = (Mode.DUEL, Mode.TEAMS, Mode.MUK_YAN)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION", help="a position, in quotes")
    parser.add_argument("--mode", choices=[mode.value for mode in _MODES], default=Mode.DUEL.value)
    parser.add_argument("--edition", choices=[each.value for each in Edition], default="second")
    parser.add_argument("--human", choices=["w", "b"], default="w", help="whom Muk Yan plays against (w)")
    parser.add_argument("--level", choices=[level.name for level in LEVELS], default=HINT.name)
    parser.add_argument(
        "--chance",
        metavar="TEXT",
        help="what the level plays instead, slips included: the same again for the same text",
    )
    parser.add_argument("--json", action="store_true", help="for programs: one JSON object")
    parser.add_argument("--behind", action="store_true", help="stand behind other programs of this machine")


def run(options: argparse.Namespace) -> int:
    variant = Variant(Mode(options.mode), Edition(options.edition), human=colour_lettered(options.human))
    try:
        position = parse_position(options.position, variant)
        setting_up = position.phase.setup and options.chance is None
        if position.over or setting_up or not legal_moves(position):
            return _complain("there is nothing to play in that position", FAILED)
    except RulesError as fault:
        return _complain(str(fault), WRONG_USAGE)
    if options.behind:
        stand_behind()
    level = level_named(options.level)
    assert level is not None
    try:
        if options.chance is not None:
            print(bare(position, choose(level, position, Random(options.chance))))
            return DONE
        advice = hint(position, level)
    except RulesError as fault:
        return _complain(str(fault), FAILED)
    if options.json:
        told = {
            "move": bare(position, advice.move),
            "score": advice.score,
            "why": {"code": advice.why.code, "values": dict(advice.why.values), "text": str(advice.why)},
        }
        print(json.dumps(told))
    else:
        print(_told(position, advice))
    return DONE


def _told(position: Position, advice: MoveAdvice) -> str:
    return f"{annotated(play(position, advice.move))}  {advice.why}"


def _complain(text: str, status: int) -> int:
    print(f"himiki advise: {text}", file=sys.stderr)
    return status
