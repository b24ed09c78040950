"""Planted violations, each looked up afterwards: `python -m tests.clips.planted [--violations 100]`.

A cube is put where no rule leads, and back again. Of each violation there must be a shot of the board before,
with the cube on its square, one with the hand, and one of the board after.
"""

import argparse
import random
import sys
import tempfile
from functools import partial
from pathlib import Path

from companion.clips import Clips, Shot
from companion.games.himiki.rules.board import SQUARES, name_of
from tests import learning
from tests.patience import until
from tests.table.helpers import START, rig
from vision.cores import one_core
from vision.virtual.gallery import LOOKS


def squares_read(shot: Shot) -> set[str]:
    return {mark.words.split()[0] for mark in shot.marks if mark.words}


def missing(clips: Clips, game: int, t: float, source: str, target: str) -> list[str]:
    """What there is no shot of."""
    shown = clips.shown(game, round(t * 1000))
    if shown is None:
        return ["anything"]
    before, after = squares_read(shown.shots[shown.before]), squares_read(shown.shots[shown.after])
    found = []
    if not (source in before and target not in before):
        found.append("the board before")
    if shown.hand is None or not shown.shots[shown.hand].moving:
        found.append("the hand")
    if not (target in after and source not in after):
        found.append("the board after")
    if any(clips.picture(game, shot.ms) is None for shot in shown.shots):
        found.append("a picture")
    return found


def _heard(clips: Clips, game: int, t: float) -> bool:
    """Whether the clips' thread has heard of it."""
    return any(moment.t == t for moment in clips.moments(game))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--violations", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    one_core()
    chance = random.Random(told.seed)
    folder = Path(tempfile.mkdtemp())
    made = rig(folder, learning.played_on(LOOKS["kitchen"], folder / "profile"))
    clips = Clips(made.table, folder / "clips")
    clips.start()
    made.table.start()
    made.until_name("ready")
    cubes = [each[:2] for each in START.split()[0].split(",")]
    free = sorted({name_of(square) for square in SQUARES} - set(cubes))
    keeping, game = clips._keeping, made.table.game_id  # noqa: SLF001
    whole = 0
    for number in range(1, told.violations + 1):
        source = chance.choice(cubes)
        far = [
            each
            for each in free
            if abs(ord(each[0]) - ord(source[0])) + abs(int(each[1]) - int(source[1])) > 1
        ]
        target = chance.choice(far)
        made.drawn.do(f"{source}>T{target}")
        said = made.until_name("violation")
        until(partial(_heard, clips, game, said.t))
        until(lambda: not keeping.pending(game)[0])
        lacks = missing(clips, game, said.t, source, target)
        whole += not lacks
        print(
            f"{number}: {source} to {target}: {'all there' if not lacks else 'no ' + ', no '.join(lacks)}",
            flush=True,
        )
        made.drawn.do(f"{target}>T{source}")
        made.until_name("restored")
    print(f"{whole} of {told.violations} violations have the board before, the hand and the board after")
    clips.stop()
    made.end()
    return 0 if whole == told.violations else 1


if __name__ == "__main__":
    sys.exit(main())
