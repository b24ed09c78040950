"""Reads tables with known truth without any profile, told only where the board is, and prints what was right.

python -m calibration.bench.generic_report DIR…
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.bench.report import PictureTruth, picture, truths
from companion.games.himiki.rules.board import SQUARES, name_of
from companion.games.himiki.rules.cubes import Colour, Element
from vision.cubes.seen import CubeSighting, SeenCube
from vision.cubes.untaught.place import as_corners
from vision.cubes.untaught.reader import GenericReader
from vision.frames import Frame, Seconds
from vision.sighting import CLAIM, Corners


@dataclass(slots=True)
class UntaughtTally:
    squares: int = 0
    wrong: int = 0
    cubes: int = 0
    claims: int = 0
    wrong_claims: int = 0
    """In any picture, also in those with a hand or a cube in the air."""
    pictures: int = 0
    called_clear: int = 0
    wrongly_clear: int = 0
    """Called clear with something covered, missed or invented in it."""

    def add(self, other: "UntaughtTally") -> None:
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def __str__(self) -> str:
        return (
            f"squares {self.squares - self.wrong}/{self.squares}"
            f" ({100 * (1 - self.wrong / max(self.squares, 1)):.1f} %)"
            f" claims {self.claims}/{self.cubes} ({self.wrong_claims} wrong)"
            f" clear {self.called_clear}/{self.pictures} ({self.wrongly_clear} wrong)"
        )


def corners_of(folder: Path) -> Corners:
    first = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()[0]
    return as_corners(np.array(json.loads(first)["corners"], np.float64))


def judged(truth: PictureTruth, sighting: CubeSighting, tally: UntaughtTally) -> list[str]:
    """Adds one picture to a tally and returns what was claimed wrong in it."""
    seen = {cube.square: cube for cube in sighting.cubes}
    faults, wrong = [], 0
    for square in SQUARES:
        if square in truth.hidden:
            continue
        told, cube = truth.cubes.get(square), seen.get(square)
        right = _same(told, cube)
        wrong += not right
        if cube is not None and cube.confidence >= CLAIM:
            tally.claims += truth.clear
            if not right:
                tally.wrong_claims += 1
                is_ = "empty" if told is None else f"{told['colour']} {told['top']}"
                read = f"{cube.colour.name.lower()} {cube.top.name.lower()} ({cube.confidence:.2f})"
                faults.append(f"{name_of(square)} is {is_}, read {read}")
    if truth.clear:
        tally.pictures += 1
        tally.called_clear += sighting.clear
        tally.squares += len(SQUARES)
        tally.wrong += wrong
        tally.cubes += len(truth.cubes)
    if sighting.clear and (wrong or not truth.clear):
        tally.wrongly_clear += 1
        faults.append("called clear")
    return faults


def _same(told: dict[str, str] | None, cube: SeenCube | None) -> bool:
    if told is None or cube is None:
        return told is None and cube is None
    return Colour[told["colour"].upper()] is cube.colour and Element[told["top"].upper()] is cube.top


def table_report(folder: Path, chosen: Iterable[PictureTruth]) -> UntaughtTally:
    reader = GenericReader(corners_of(folder))
    tally = UntaughtTally()
    for truth in chosen:
        reading = reader.reading(Frame(picture(truth.image), Seconds(0.0)))
        faults = judged(truth, reading.sighting, tally)
        if faults:
            print(f"  {truth.image.parent.name}/{truth.image.name} {'; '.join(faults)}")
    print(f"  {folder.name}: {tally}")
    return tally


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="calibration.bench.generic_report", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    parser.add_argument("--games", action="store_true", help="read the frames of games too")
    options = parser.parse_args(argv)
    cv2.setNumThreads(1)
    everything = UntaughtTally()
    for folder in options.folders:
        chosen = [one for one in truths(folder) if options.games or one.image.parent.name == "stills"]
        everything.add(table_report(folder, chosen))
    if len(options.folders) > 1:
        print(f"  all: {everything}")
    return 0 if everything.wrong_claims == everything.wrongly_clear == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
