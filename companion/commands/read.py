"""`himiki read`: what lies or stands on the board in each picture, as one JSON object a line.

A profile of flat pieces knows whose they are; without one, or with any other, the usual game reads.
"""

import argparse
import sys

from companion.games import RULED, NoSuchRules, part, usual
from vision.flat.profile import game_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    part(usual(), "commands.read").add_arguments(parser)


def run(options: argparse.Namespace) -> int:
    game = None if options.profile is None else game_of(options.profile)
    if game is None:
        return int(part(usual(), "commands.read").run(options))
    told = [name for name in ("corners", "advice", "scores") if getattr(options, name)]
    if told:
        return _refused(f"--{told[0]} is for tables of {usual()}: leave it out")
    if game not in RULED:
        return _refused(f"the profile in {options.profile} is of '{game}': {NoSuchRules(game)}")
    return int(part(game, "commands.read").read(options.profile, options.images, options.draw))


def _refused(text: str) -> int:
    print("himiki read: " + " ".join(text.split()), file=sys.stderr)
    return 2
