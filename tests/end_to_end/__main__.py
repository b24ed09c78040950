"""Prints how much of drawn games is understood:

python -m tests.end_to_end [--games N] [--violations N] [--moves N] [--looks NAME…] [--seed N] [-v]
"""

import argparse
import sys

from tests.end_to_end.drawn_games import Habits
from tests.end_to_end.measuring import KINDS, Tally, Watched, table_of, violations_of, watched
from tests.end_to_end.planting import KINDS as VIOLATIONS
from vision.cores import one_core
from vision.virtual.gallery import LOOKS

_ALL = "all"
_SHOWN = ("t", "event", "rule", "text", "question", "options", "reason", "back")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.end_to_end")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--violations", type=int, default=200, help="games with one planted violation")
    parser.add_argument("--moves", type=int, default=24, help="at most, of a game")
    parser.add_argument("--looks", nargs="*", default=[name for name in LOOKS if name != "tagged"])
    parser.add_argument("--modes", nargs="*", help="only these: duel, teams, mukyan")
    parser.add_argument("--no-tiles", action="store_true", help="terrain is said and not laid down")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="a single seed, with all it says")
    parser.add_argument("-v", "--verbose", action="store_true", help="what was misunderstood, game by game")
    options = parser.parse_args()
    one_core()
    tallies: dict[str, Tally] = {_ALL: Tally()}
    for one in _games(options):
        for name in (_ALL, one.name, f"look {one.look}"):
            tallies.setdefault(name, Tally()).add(one)
        if options.verbose and not one.fine:
            _explain(one)
    planted = list(_planted(options))
    for one in planted:
        if options.verbose and not (one.rightly_named and one.put_back and one.fine):
            _explain(one)
    print("\n".join(table_of(tallies)))
    if planted:
        print("\n" + "\n".join(violations_of(planted)))
    return 0


def _games(options: argparse.Namespace):  # type: ignore[no-untyped-def]
    for number in range(options.games):
        seed = options.seed * 1000 + number
        if options.only is not None and seed != options.only:
            continue
        # A look at a time, since learning one takes as long as a game.
        look = options.looks[number * len(options.looks) // max(1, options.games)]
        kinds = [each for each in KINDS if not options.modes or each.mode.value in options.modes]
        habits = Habits(moves=options.moves, tiles=not options.no_tiles)
        yield _told(watched(kinds[number % len(kinds)], look, seed, habits), seed)


def _planted(options: argparse.Namespace):  # type: ignore[no-untyped-def]
    for number in range(options.violations):
        seed = options.seed * 1000 + 500_000 + number
        if options.only is not None and seed != options.only:
            continue
        kind = VIOLATIONS[number % len(VIOLATIONS)]
        variant = KINDS[(number // len(VIOLATIONS)) % 4]
        moves = 200 if kind == "after the end" else 14
        look = options.looks[number * len(options.looks) // max(1, options.violations)]
        yield _told(watched(variant, look, seed, Habits(moves=moves, bump=0, back=0, violation=kind)), seed)


def _told(one: Watched, seed: int) -> Watched:
    mark = "." if one.fine else "x"
    print(f"{mark} {seed} {one.name} {one.look}", file=sys.stderr, flush=True)
    return one


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
