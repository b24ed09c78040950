"""Options that a command which lets opponents play each other has in every game."""

import argparse
from typing import Final

GAMES: Final = 100
SEED: Final = 1


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
