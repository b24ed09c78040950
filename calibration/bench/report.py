"""Reads whole tables with known truth and prints, picture by picture, what was right.

    python -m calibration.bench.report DIR…

Each DIR has the layout of a dataset folder: four calibration pictures, stills, games, and their truth.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from calibration.cubes.learning import learn_table
from calibration.refusals import CalibrationError
from companion.games.himiki.rules.board import SQUARES, Square, name_of, square_named
from companion.games.himiki.rules.cubes import Colour, Element
from vision.cubes.profile import KINDS, Profile
from vision.cubes.reading.reader import Reader
from vision.cubes.seen import CubeSighting, SeenCube
from vision.frames import Frame, Image, Seconds
from vision.pictures import PictureError, load_picture
from vision.plane.camera import Floats
from vision.sighting import CLAIM

_HEADING: Final = 25.0
_FLOOR_ROUNDS: Final = 15


@dataclass(frozen=True, slots=True)
class PictureTruth:
    image: Path
    clear: bool
    cubes: dict[Square, dict[str, Any]]
    hidden: frozenset[Square]


@dataclass(slots=True)
class ReadingTally:
    """What is counted over pictures."""

    pictures: int = 0
    clear_pictures: int = 0
    boards: int = 0
    squares: int = 0
    wrong_squares: int = 0
    clear_right: int = 0
    headings: int = 0
    headings_right: int = 0
    sides: int = 0
    sides_right: int = 0
    sides_wrong: int = 0
    false_claims: int = 0
    """Pictures that were called clear while something claimed in them was wrong or missing."""
    times: list[float] = field(default_factory=list)

    def add(self, other: "ReadingTally") -> None:
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def truths(folder: Path) -> Iterator[PictureTruth]:
    """Stills first, then every game's frames."""
    for lines in (folder / "truth.jsonl", *sorted(folder.glob("games/*/frames.jsonl"))):
        for line in lines.read_text(encoding="utf-8").splitlines():
            told = json.loads(line)
            if told["image"].startswith(("empty", "faces")):
                continue
            conditions = told["conditions"]
            unseated = bool(conditions.get("straddling")) or bool(conditions.get("lifted"))
            yield PictureTruth(
                lines.parent / told["image"],
                not told["hand"] and not unseated,
                {_square(cube["square"]): cube for cube in told["cubes"]},
                frozenset(_square(name) for name in conditions.get("hidden", ())),
            )


def _square(name: str) -> Square:
    square = square_named(name)
    assert square is not None, name
    return square


def calibrated(folder: Path, *, find: bool = False) -> tuple[Profile, dict[tuple[str, str], float]]:
    """The profile from a table's own pictures and corners, and each kind's heading in them.

    With `find` the corners are not told. A CalibrationError says why nothing can be learnt.
    """
    first: dict[str, Any] = {}
    headings: dict[tuple[str, str], list[float]] = {}
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        first = first or told
        if told["image"].startswith("faces"):
            for cube in told["cubes"]:
                if cube["heading"] is not None:
                    headings.setdefault((cube["colour"], cube["top"]), []).append(cube["heading"])
    names = ("empty", "faces_fire", "faces_water", "faces_wood")
    empty, *faces = (picture(folder / f"{name}.jpg") for name in names)
    profile = learn_table(empty, faces, None if find else np.asarray(first["corners"], np.float64))
    return profile, {kind: _mean_axis(values) for kind, values in headings.items()}


def true_corners(folder: Path) -> Floats:
    with (folder / "truth.jsonl").open(encoding="utf-8") as lines:
        return np.asarray(json.loads(lines.readline())["corners"], np.float64)


def picture(path: Path) -> Image:
    try:
        return load_picture(path)
    except PictureError as error:
        raise SystemExit(str(error)) from None


def _mean_axis(degrees: Sequence[float]) -> float:
    doubled = np.exp(2j * np.radians(degrees))
    return float(np.degrees(np.angle(doubled.mean())) / 2 % 180)


def judged(
    truth: PictureTruth,
    sighting: CubeSighting,
    profile: Profile,
    axes: dict[tuple[str, str], float],
    tally: ReadingTally,
) -> str:
    """Adds one picture to a tally and returns what was wrong with it."""
    faults: list[str] = []
    seen = {cube.square: cube for cube in sighting.cubes}
    doubtful = {doubt.square for doubt in sighting.doubts}
    wrong = 0
    claimed_wrong = False
    for square in SQUARES:
        told, cube = truth.cubes.get(square), seen.get(square)
        if square in truth.hidden:
            continue
        if _same(told, cube):
            if told is not None and cube is not None:
                faults += _details(told, cube, profile, axes, tally)
            continue
        wrong += 1
        claimed_wrong |= square not in doubtful and (cube is None or cube.confidence >= CLAIM)
        faults.append(f"{name_of(square)} is {_text(told)}, read {_seen_text(cube)}")
    tally.pictures += 1
    tally.clear_right += sighting.clear == truth.clear
    if truth.clear:
        tally.clear_pictures += 1
        tally.squares += len(SQUARES)
        tally.wrong_squares += wrong
        tally.boards += wrong == 0
    if sighting.clear and claimed_wrong:
        tally.false_claims += 1
        faults.insert(0, "FALSE CLAIM")
    if sighting.clear != truth.clear:
        faults.insert(0, "called clear" if sighting.clear else "called not clear")
    return "; ".join(faults) if truth.clear or sighting.clear else ""


def _same(told: dict[str, Any] | None, cube: SeenCube | None) -> bool:
    if told is None or cube is None:
        return told is None and cube is None
    return Colour[told["colour"].upper()] is cube.colour and Element[told["top"].upper()] is cube.top


def _details(
    told: dict[str, Any],
    cube: SeenCube,
    profile: Profile,
    axes: dict[tuple[str, str], float],
    tally: ReadingTally,
) -> list[str]:
    faults = []
    axis = axes.get((told["colour"], told["top"]))
    told_kind = profile.prints[KINDS.index((cube.colour, cube.top))]
    if (
        cube.heading is not None
        and told["heading"] is not None
        and axis is not None
        and told_kind.upright is not None
    ):
        tally.headings += 1
        off = (told["heading"] - axis - cube.heading + 90) % 180 - 90
        if abs(off) <= _HEADING:
            tally.headings_right += 1
        else:
            faults.append(f"{told['square']} heading off by {off:.0f}")
    tally.sides += 1
    if cube.side is not None:
        if cube.side is Element[told["side"].upper()]:
            tally.sides_right += 1
        else:
            tally.sides_wrong += 1
            faults.append(f"{told['square']} side is {told['side']}, read {cube.side.name.lower()}")
    return faults


def _text(told: dict[str, Any] | None) -> str:
    return "empty" if told is None else f"{told['colour']} {told['top']}"


def _seen_text(cube: SeenCube | None) -> str:
    if cube is None:
        return "empty"
    return f"{cube.colour.name.lower()} {cube.top.name.lower()} ({cube.confidence:.2f})"


def floor_seconds(image: Image) -> float:
    """What no reading can do without: one BGR to Lab conversion and one warp to 600 x 500."""
    target = np.array([[0, 500], [600, 500], [600, 0], [0, 0]], np.float32)
    height, width = image.shape[:2]
    source = np.array([[0.3, 0.8], [0.8, 0.8], [0.7, 0.2], [0.25, 0.25]], np.float32) * [width, height]
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target)
    times = []
    for _ in range(_FLOOR_ROUNDS):
        start = time.perf_counter()
        cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
        cv2.warpPerspective(image, matrix, (600, 500))
        times.append(time.perf_counter() - start)
    return float(np.median(times))


def table_report(folder: Path, *, verbose: bool, find: bool = False) -> ReadingTally:
    start = time.process_time()
    profile, axes = calibrated(folder, find=find)
    took = time.process_time() - start
    print(f"{folder.name}: calibrated in {took:.1f} s of one core, edge {profile.edge}")
    if find:
        off = np.linalg.norm(np.asarray(profile.corners) - true_corners(folder), axis=1)
        print(f"  corners found within {np.median(off):.1f} px median, {off.max():.1f} px worst")
    told = sum(one.upright is not None for one in profile.prints)
    print(f"  the print of {told} of {len(profile.prints)} kinds tells the side")
    reader = Reader(profile)
    tally = ReadingTally()
    image: Image | None = None
    for truth in truths(folder):
        image = picture(truth.image)
        start = time.perf_counter()
        sighting = reader.read(Frame(image, Seconds(0.0)))
        elapsed = time.perf_counter() - start
        tally.times.append(elapsed)
        faults = judged(truth, sighting, profile, axes, tally)
        if verbose or faults:
            print(
                f"  {truth.image.parent.name}/{truth.image.name} {elapsed * 1e3:.1f} ms {faults or 'right'}"
            )
    _print_tally(folder.name, tally, None if image is None else floor_seconds(image))
    return tally


def _print_tally(name: str, tally: ReadingTally, floor: float | None) -> None:
    milliseconds = np.array(tally.times or [0.0]) * 1e3
    p50, p95 = np.percentile(milliseconds, [50, 95])
    print(
        f"  {name}: squares {tally.squares - tally.wrong_squares}/{tally.squares}"
        f" boards {tally.boards}/{tally.clear_pictures} clear {tally.clear_right}/{tally.pictures}"
        f" headings {tally.headings_right}/{tally.headings}"
        f" sides {tally.sides_right}/{tally.sides} ({tally.sides_wrong} wrong)"
        f" false claims {tally.false_claims}"
    )
    ratio = "" if floor is None else f", p95 {p95 / (floor * 1e3):.1f} x the floor of {floor * 1e3:.1f} ms"
    print(f"  {name}: {p50:.1f} ms median, {p95:.1f} ms p95{ratio}")


def report(folders: Sequence[Path], *, verbose: bool = False, find: bool = False) -> int:
    """Prints the table of every folder; 1 where a square was wrong or a claim false.

    With `find` no corners are told: a table that is refused is named, and 1 is returned.
    """
    cv2.setNumThreads(1)
    everything = ReadingTally()
    refused = 0
    for folder in folders:
        try:
            everything.add(table_report(folder, verbose=verbose, find=find))
        except CalibrationError as error:
            print(f"{folder.name}: {error}")
            refused += 1
    if len(folders) > 1:
        _print_tally("all", everything, None)
    return 0 if everything.wrong_squares == everything.false_claims == refused == 0 else 1


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="calibration.bench.report", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    parser.add_argument("--verbose", action="store_true", help="name the right pictures too")
    parser.add_argument("--find", action="store_true", help="without the corners: the board is looked for")
    options = parser.parse_args(argv)
    return report(options.folders, verbose=options.verbose, find=options.find)


if __name__ == "__main__":
    sys.exit(main())
