"""`himiki match`: a repeatable match of two opponents at fixed nodes."""

import argparse
import sys
from typing import Final

from companion.players.contests import GAMES, HEADING, MUK_YAN, NAMES, SEED, play_match, row
from companion.rules.variant import Mode

DONE: Final = 0
WRONG_USAGE: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("one", choices=NAMES, metavar="ONE", help=f"one of {', '.join(NAMES)}")
    parser.add_argument("other", choices=NAMES, metavar="OTHER", help="the same, for the other side")
    parser.add_argument(
        "--mode", choices=["duel", "teams"], default="duel", help="duel, if not said otherwise"
    )
    add_match_arguments(parser)


def add_match_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=_count, default=GAMES, metavar="N", help=f"how many ({GAMES})")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help="of set-ups and slips (1)")
    parser.add_argument(
        "--share",
        type=_share,
        default=1.0,
        metavar="S",
        help="of each level's nodes: 0.2 is a slow machine (1)",
    )


def run(options: argparse.Namespace) -> int:
    one, other, mode = options.one, options.other, Mode(options.mode)
    if one == MUK_YAN or (other == MUK_YAN and mode is Mode.TEAMS):
        print("himiki match: Muk Yan is named second, and plays no teams", file=sys.stderr)
        return WRONG_USAGE
    *_, tally = play_match(one, other, games=options.games, seed=options.seed, share=options.share, mode=mode)
    print(HEADING.removesuffix(" wanted"))
    print(row(one, other, tally))
    return DONE


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 100_000:
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number from 1 to 100000")
    return int(text)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not 0 < share <= 100:
        raise argparse.ArgumentTypeError(f"'{text}' is no share of nodes such as 0.2")
    return share
