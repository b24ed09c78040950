"""Prints how much of drawn games is understood, watched on all cores:

python -m tests.end_to_end [--games N] [--violations N] [--moves N] [--looks NAME…] [--harder SHARE]
                           [--seed N] [--keep FILE] [-v]

Looks, light and modes come by turns, so that a run that is broken off has measured some of each; what has
been found so far is told with every game, and with `--keep` the next run goes on from there.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.end_to_end.drawn_games import Habits
from tests.end_to_end.measuring import KINDS
from tests.end_to_end.outcomes import Outcome, Running, Tally, kept_in, summary_of, table_of, violations_of
from tests.end_to_end.planting import KINDS as VIOLATIONS
from tests.end_to_end.sharing import Asked, spread, watched_by_all
from vision.virtual.gallery import LOOKS
from vision.virtual.harder import HARDER

_ALL = "all"
_HARDER: Final = 0.4
"""Share of games in light that is harder than usual."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.end_to_end")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--violations", type=int, default=200, help="games with one planted violation")
    parser.add_argument("--moves", type=int, default=24, help="at most, of a game")
    parser.add_argument("--looks", nargs="*", default=[name for name in LOOKS if name != "tagged"])
    parser.add_argument("--modes", nargs="*", help="only these: duel, teams, mukyan")
    parser.add_argument("--harder", type=float, default=_HARDER, metavar="SHARE", help="in hard light")
    parser.add_argument("--light", choices=HARDER, help="only this one, where it is hard")
    parser.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)), metavar="N")
    parser.add_argument("--no-tiles", action="store_true", help="terrain is said and not laid down")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="a single seed, with all it says")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="each game at once; those that it has are not played again"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="what was misunderstood, game by game")
    options = parser.parse_args()
    asked = spread([*_games(options), *_planted(options)])
    kept = kept_in(options.keep) if options.keep else []
    known = {one.seed: one for one in kept}
    wanted = [each for each in asked if each.seed not in known]
    running = Running([known[each.seed] for each in asked if each.seed in known])
    for one in watched_by_all(wanted, options.processes):
        if options.keep:
            with options.keep.open("a", encoding="utf-8") as file:
                file.write(f"{one.line()}\n")
        print(running.told(one, len(asked)), file=sys.stderr, flush=True)
    _print(running.all, verbose=options.verbose)
    return 0


def _print(watched: list[Outcome], *, verbose: bool) -> None:
    by_seed = sorted(watched, key=lambda one: one.seed)
    legal = [one for one in by_seed if not one.meant_to_break]
    planted = [one for one in by_seed if one.meant_to_break]
    tallies: dict[str, Tally] = {_ALL: Tally()}
    for one in legal:
        for name in (_ALL, one.name, f"look {one.look}", f"light {one.light or 'usual'}"):
            tallies.setdefault(name, Tally()).add(one)
    for one in by_seed if verbose else ():
        if one.explained:
            print("\n" + "\n".join(one.explained))
    print("\n".join(table_of(tallies)))
    if planted:
        print("\n" + "\n".join(violations_of(planted)))
    print("\n" + "\n".join(summary_of(legal, planted)))


def _games(options: argparse.Namespace) -> Iterator[Asked]:
    for number in range(options.games):
        seed = options.seed * 1000 + number
        if options.only is not None and seed != options.only:
            continue
        # A look at a time, since learning one takes as long as a game.
        look = options.looks[number * len(options.looks) // max(1, options.games)]
        kinds = [each for each in KINDS if not options.modes or each.mode.value in options.modes]
        habits = Habits(moves=options.moves, tiles=not options.no_tiles)
        yield Asked(kinds[number % len(kinds)], look, seed, habits, _light(options, number))


def _planted(options: argparse.Namespace) -> Iterator[Asked]:
    for number in range(options.violations):
        seed = options.seed * 1000 + 500_000 + number
        if options.only is not None and seed != options.only:
            continue
        kind = VIOLATIONS[number % len(VIOLATIONS)]
        variant = KINDS[(number // len(VIOLATIONS)) % 4]
        moves = 200 if kind == "after the end" else 14
        look = options.looks[number * len(options.looks) // max(1, options.violations)]
        habits = Habits(moves=moves, bump=0, back=0, violation=kind)
        yield Asked(variant, look, seed, habits, _light(options, number))


def _light(options: argparse.Namespace, number: int) -> str | None:
    """So that every share of the games has its share of hard light, each kind of it as often."""
    before, after = int(number * options.harder), int((number + 1) * options.harder)
    if after == before:
        return None
    return options.light or HARDER[before % len(HARDER)]


if __name__ == "__main__":
    sys.exit(main())
