"""The options that `himiki watch` and `himiki serve` share: which game is to be refereed."""

import argparse
from pathlib import Path
from typing import Any

from companion import games
from companion.games.himiki.agreed import LEVELS, Game
from companion.games.himiki.mindlock.scroll import ChallengeNotFound, challenge
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.rules.written.position_text import parse_position
from companion.games.himiki.settings import MODES, game_from
from companion.games.play import OptionError, SettingsError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--mode",
        choices=list(dict.fromkeys((*MODES, *games.RULED[1:], *games.GAMES[1:]))),
        help="what is played (duel)",
    )
    parser.add_argument("--chaos", action="store_true", help="with Chaos tiles: duel and teams")
    parser.add_argument("--edition", choices=("second", "first"), help="whose rules (second)")
    parser.add_argument(
        "--human", choices=("w", "b"), help="the person's colour against Muk Yan or a level (w)"
    )
    parser.add_argument(
        "--opponent",
        action="append",
        metavar="[SIDE=]LEVEL",
        help=f"who plays without hands: {', '.join(LEVELS)}; b=master, in teams also bl=master and so on, as"
        " often as there are such; without a side, the one that is not --human",
    )
    parser.add_argument(
        "--challenge", metavar="FILE|NAME", help="a challenge of Mindlock, as `himiki puzzles` lists them"
    )
    parser.add_argument(
        "--start", metavar="STRING", help="the position to start from; without, set-up is followed"
    )
    parser.add_argument("--profile", type=Path, metavar="DIR", help="what `himiki calibrate` learnt")
    parser.add_argument(
        "--dice",
        choices=("own", "cubes"),
        help="who rolls for Muk Yan: the companion (own), or people with the two spare cubes, which are seen"
        " in the tray that was marked, or entered",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="of Muk Yan's dice, and of what a level makes of equal moves (0): the same again plays the same",
    )


def game_asked(options: argparse.Namespace) -> Game | None:
    """None where no option says anything of a game; raises `OptionError`."""
    told: dict[str, Any] = {
        "mode": options.mode,
        "edition": options.edition,
        # Only against Muk Yan does it say anything.
        "human": options.human if options.mode == Mode.MUK_YAN.value else None,
        "start": options.start,
        "seed": options.seed,
        "own_dice": None if options.dice is None else options.dice == "own",
    }
    told = {key: value for key, value in told.items() if value is not None}
    if options.chaos:
        told["chaos"] = True
    if options.opponent:
        told["levels"] = _levels(options)
    if options.challenge is not None:
        return _of_challenge(options)
    if options.human is not None and options.mode != Mode.MUK_YAN.value and not options.opponent:
        raise OptionError("--human goes with --mode mukyan or --opponent: in other games nobody plays alone")
    if not told:
        return None
    if told.get("mode") == Mode.MINDLOCK.value and options.start is None:
        raise OptionError("--mode mindlock needs --challenge FILE|NAME or --start STRING")
    try:
        return game_from(told)
    except SettingsError as fault:
        raise OptionError(str(fault)) from None


def _levels(options: argparse.Namespace) -> dict[str, str]:
    levels: dict[str, str] = {}
    for each in options.opponent:
        seat, found, level = each.rpartition("=")
        if not found:
            seat = "w" if options.human == "b" else "b"
        if seat in levels:
            raise OptionError(f"--opponent {each}: {seat} is {levels[seat]} already")
        levels[seat] = level
    return levels


def _of_challenge(options: argparse.Namespace) -> Game:
    """With `--start`, in the middle of it."""
    if options.mode not in (None, Mode.MINDLOCK.value) or options.chaos or options.opponent:
        other = "--chaos" if options.chaos else "--opponent" if options.opponent else f"--mode {options.mode}"
        raise OptionError(f"--challenge does not go with {other}")
    try:
        found = challenge(options.challenge)
        start = found.start
        if options.start is not None:
            start = parse_position(options.start, start.variant)
    except ChallengeNotFound as fault:
        raise OptionError(str(fault)) from None
    except RulesError as fault:
        raise OptionError(f"--start: {fault}" if options.start else str(fault)) from None
    return Game(start.variant, start, challenge=found.name, par=found.par)
