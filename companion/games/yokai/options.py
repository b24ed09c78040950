"""Options of a command that say that Terres de Yokai is to be refereed, and how."""

import argparse

from companion.games.yokai.dealing import HANDS
from companion.games.yokai.players import NAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--yokai-hands",
        choices=HANDS,
        help="of Terres de Yokai: own, real cards are drawn; dealt, each phone gets its hand",
    )
    parser.add_argument(
        "--yokai-level",
        action="append",
        metavar="SIDE=LEVEL",
        help=f"of Terres de Yokai: whom a level plays, such as b=master ({', '.join(NAMES)})",
    )
