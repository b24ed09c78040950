"""What matcher and witness say of whole tables with known truth, each alone and both together.

    python -m training.tables DIR…

Each DIR has the layout of a dataset folder, none of which any of them was fitted to.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from calibration.bench.report import PictureTruth, ReadingTally, calibrated, judged, picture, truths
from calibration.refusals import CalibrationError
from companion.games.himiki.rules.board import SQUARES
from companion.games.himiki.rules.cubes import Colour, Element
from vision.cubes.reading.reader import Reader, fitted
from vision.cubes.seen import NOTHING, place_in_odds
from vision.cubes.tops import RASTER, Singles, padded, softened
from vision.frames import Frame, Image, Seconds
from vision.plane.plane import maps_of, seen_on


@dataclass
class _Both:
    """Of one table, or of all."""

    alone: ReadingTally = field(default_factory=ReadingTally)
    """The matcher."""
    both: ReadingTally = field(default_factory=ReadingTally)
    doubts: int = 0
    doubts_of_both: int = 0
    """Squares of clear pictures that are not plain."""
    witness_wrong: int = 0
    witness_boards: int = 0
    times: list[float] = field(default_factory=list)
    times_of_both: list[float] = field(default_factory=list)

    def add(self, other: "_Both") -> None:
        self.alone.add(other.alone)
        self.both.add(other.both)
        for name in ("doubts", "doubts_of_both", "witness_wrong", "witness_boards", "times", "times_of_both"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def text(self, name: str) -> str:
        one, both = self.alone, self.both
        median, most = (
            [np.percentile(np.array(times) * 1e3, at) for times in (self.times, self.times_of_both)]
            for at in (50, 95)
        )
        return "\n".join(
            (
                f"{name}: {one.squares} squares, {one.clear_pictures} boards; matcher | witness | both",
                f"  squares wrong {one.wrong_squares} | {self.witness_wrong} | {both.wrong_squares}",
                f"  boards right {one.boards} | {self.witness_boards} | {both.boards}",
                f"  doubtful squares of clear pictures {self.doubts} | - | {self.doubts_of_both}",
                f"  rightly called clear or not {one.clear_right} | - | {both.clear_right} of {one.pictures}",
                f"  wrong claims {one.false_claims} | - | {both.false_claims}",
                f"  sides wrong {one.sides_wrong} | - | {both.sides_wrong}",
                f"  ms median {median[0]:.1f} | - | {median[1]:.1f}, p95 {most[0]:.1f} | - | {most[1]:.1f}",
            )
        )


def measured(folder: Path) -> _Both:
    profile, axes = calibrated(folder, find=True)
    alone, both, found = Reader(profile), Reader(profile, witnessed=True), _Both()
    for truth in truths(folder):
        frame = Frame(picture(truth.image), Seconds(0.0))
        start = time.process_time()
        without = alone.read(frame)
        middle = time.process_time()
        reading = both.reading(frame)
        found.times.append(middle - start)
        found.times_of_both.append(time.process_time() - middle)
        judged(truth, without, profile, axes, found.alone)
        judged(truth, reading.sighting, profile, axes, found.both)
        if truth.clear:
            found.doubts += len(without.doubts)
            found.doubts_of_both += len(reading.sighting.doubts)
            if reading.light is not None and both.witness is not None:
                said = both.witness.says(_plane(both, frame.image), reading.light)
                wrong = _wrong(said, truth)
                found.witness_wrong += wrong
                found.witness_boards += wrong == 0
    return found


def _plane(reader: Reader, image: Image) -> Image:
    image = image if (known := fitted(image, reader.profile.size)) is None else known
    maps = maps_of(reader.camera_now(), RASTER, reader.profile.edge)
    return padded(softened(seen_on(image, maps)))


def _wrong(said: Singles, truth: PictureTruth) -> int:
    right = np.full(len(SQUARES), NOTHING)
    for square, cube in truth.cubes.items():
        right[square] = place_in_odds(Colour[cube["colour"].upper()], Element[cube["top"].upper()])
    shown = [square for square in SQUARES if square not in truth.hidden]
    return int((said.argmax(axis=1) != right)[shown].sum())


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="training.tables", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    options = parser.parse_args(argv)
    cv2.setNumThreads(1)
    everything, status = _Both(), 0
    for folder in options.folders:
        try:
            one = measured(folder)
        except CalibrationError as error:
            print(f"{folder.name}: {error}", flush=True)
            status = 1
            continue
        everything.add(one)
        worse = one.both.wrong_squares > one.alone.wrong_squares
        worse |= (
            one.both.false_claims > one.alone.false_claims or one.both.clear_right < one.alone.clear_right
        )
        status |= worse
        print(one.text(folder.name) + ("\n  WORSE than the matcher alone" if worse else ""), flush=True)
    if len(options.folders) > 1:
        print(everything.text("all"))
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
