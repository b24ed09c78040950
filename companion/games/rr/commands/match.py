"""Let two opponents play a repeatable match of RR, each deal twice with sides changed."""

import argparse
from typing import Final

from companion.games.match_options import add_match_arguments
from companion.games.rr.players.matches import NAMES, play_match
from companion.games.rr.rules.variant import GAMES, Game
from companion.games.tallies import HEADING, row

DONE: Final = 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("one", choices=NAMES, metavar="ONE", help=f"one of {', '.join(NAMES)}")
    parser.add_argument("other", choices=NAMES, metavar="OTHER", help="the same, for the other side")
    parser.add_argument(
        "--variant", choices=tuple(GAMES), default=Game.BASIC.value, help="an option game (basic)"
    )
    add_match_arguments(parser)


def run(options: argparse.Namespace) -> int:
    *_, tally = play_match(
        options.one,
        options.other,
        games=options.games,
        seed=options.seed,
        share=options.share,
        game=GAMES[options.variant],
    )
    print(HEADING.removesuffix(" wanted"))
    print(row(options.one, options.other, tally))
    return DONE
