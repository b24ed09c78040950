"""Which game a command is to referee: whatever is played, `--mode` says it."""

import argparse
from collections.abc import Mapping
from typing import Any

from companion import games
from companion.games.play import OptionError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--mode` is the first game's: it takes its kinds of play, and the words of the other games."""
    for name in games.GAMES:
        games.options_of(name).add_arguments(parser)


def game_asked(options: argparse.Namespace, house: Mapping[str, object]) -> Any:
    """None where neither the options nor the configuration say anything of a game. Raises `OptionError`."""
    if options.mode in games.RULED and options.mode not in games.GAMES:
        raise OptionError(f"no camera follows {options.mode} yet")
    if options.mode in games.GAMES:
        play = games.play_of(options.mode)
        return play.game_asked(options, house) or play.usual()
    return games.play_of(games.usual()).game_asked(options, house)
