"""Prints how much of drawn games is understood, watched on all cores:

python -m tests.end_to_end [--games N] [--violations N] [--moves N] [--looks NAME…] [--harder SHARE]
                           [--seed N] [-v]
"""

import argparse
import os
import sys
from collections.abc import Iterator
from typing import Final

from tests.end_to_end.drawn_games import Habits
from tests.end_to_end.measuring import KINDS, Tally, Watched, summary_of, table_of, violations_of
from tests.end_to_end.planting import KINDS as VIOLATIONS
from tests.end_to_end.sharing import Asked, watched_by_all
from vision.virtual.gallery import LOOKS
from vision.virtual.harder import HARDER

_ALL = "all"
_SHOWN = ("t", "event", "rule", "text", "question", "options", "reason", "back")
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
    parser.add_argument("-v", "--verbose", action="store_true", help="what was misunderstood, game by game")
    options = parser.parse_args()
    tallies: dict[str, Tally] = {_ALL: Tally()}
    legal: list[Watched] = []
    planted: list[Watched] = []
    for one in watched_by_all([*_games(options), *_planted(options)], options.processes):
        if one.meant_to_break:
            planted.append(one)
            if options.verbose and not (one.rightly_named and one.put_back and one.fine):
                _explain(one)
            continue
        legal.append(one)
        for name in (_ALL, one.name, f"look {one.look}", f"light {one.light or 'usual'}"):
            tallies.setdefault(name, Tally()).add(one)
        if options.verbose and not one.fine:
            _explain(one)
    print("\n".join(table_of(tallies)))
    if planted:
        print("\n" + "\n".join(violations_of(planted)))
    print("\n" + "\n".join(summary_of(legal, planted)))
    return 0


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


def _explain(one: Watched) -> None:
    truth = one.game.truth
    print(
        f"\n{one.name} {one.look} seed {one.game.game.seed}: "
        f"score {one.score}, true {one.game.position.score}"
    )
    print(f"  played     {' '.join(truth.moves)}")
    print(f"  understood {' '.join(one.understood)}")
    if truth.stuck:
        print(f"  stuck: {truth.stuck}")
    if truth.planted is not None:
        print(f"  planted {truth.planted.kind} {truth.planted.actions} (rules {sorted(truth.planted.rules)})")
    for event in one.events:
        if event.name in ("violation", "uncertain", "restored", "corrected", "board_lost", "board_found"):
            told = event.as_json()
            kept = {key: value for key, value in told.items() if key in _SHOWN}
            print(f"  {kept}")
    for complaint in one.complaints:
        print(f"  refused: {complaint}")


if __name__ == "__main__":
    sys.exit(main())
