"""`himiki match`: a repeatable match of two opponents at fixed nodes."""

import argparse
import sys
from typing import Final

from companion.games.himiki.players.contests import MUK_YAN, NAMES, play_match
from companion.games.himiki.rules.variant import Mode
from companion.games.match_options import add_match_arguments
from companion.games.tallies import HEADING, row

DONE: Final = 0
WRONG_USAGE: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("one", choices=NAMES, metavar="ONE", help=f"one of {', '.join(NAMES)}")
    parser.add_argument("other", choices=NAMES, metavar="OTHER", help="the same, for the other side")
    parser.add_argument(
        "--mode", choices=["duel", "teams"], default="duel", help="duel, if not said otherwise"
    )
    add_match_arguments(parser)


def run(options: argparse.Namespace) -> int:
    one, other, mode = options.one, options.other, Mode(options.mode)
    if one == MUK_YAN or (other == MUK_YAN and mode is Mode.TEAMS):
        print("himiki match: Muk Yan is named second, and plays no teams", file=sys.stderr)
        return WRONG_USAGE
    *_, tally = play_match(one, other, games=options.games, seed=options.seed, share=options.share, mode=mode)
    print(HEADING.removesuffix(" wanted"))
    print(row(one, other, tally))
    return DONE
