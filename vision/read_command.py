"""`himiki read`: what stands on the board in each picture, as one JSON object a line."""

import argparse
import csv
import json
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import cv2

from companion.rules.board import name_of
from companion.rules.cubes import LETTERS, Element
from vision.draw import drawn
from vision.frames import Frame, Seconds
from vision.pictures import PictureError, load_picture
from vision.profile import ProfileError, load_profile
from vision.reader import Reader, Reading
from vision.sighting import SeenCube, Sighting


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    parser.add_argument("--profile", type=Path, metavar="DIR", help="what `himiki calibrate` learnt")
    parser.add_argument("--draw", type=Path, metavar="OUT.png", help="what was seen, over the last picture")
    parser.add_argument("--scores", type=Path, metavar="CSV", help="every named score of every square")


def run(options: argparse.Namespace) -> int:
    if options.profile is None:
        return _refused("no profile given: make one with `himiki calibrate` and name it with --profile")
    try:
        reader = Reader(load_profile(options.profile))
    except ProfileError as error:
        return _refused(str(error))
    cv2.setNumThreads(1)
    status = 0
    rows: list[dict[str, Any]] = []
    last: tuple[Any, Reading] | None = None
    for path in options.images:
        try:
            image = load_picture(path)
        except PictureError as error:
            status = _refused(str(error))
            continue
        start = time.perf_counter()
        reading = reader.reading(Frame(image, Seconds(0.0), str(path)))
        elapsed = (time.perf_counter() - start) * 1e3
        print(json.dumps(as_json(str(path), reading.sighting, elapsed)), flush=True)
        if not reading.sighting.board:
            status = max(status, 1)
        if options.scores is not None:
            rows += score_rows(str(path), reading)
        if options.draw is not None:
            last = image, reading
    try:
        if options.scores is not None:
            write_scores(options.scores, rows)
        if last is not None and not cv2.imwrite(str(options.draw), drawn(*last, reader)):
            raise OSError("it could not be written")
    except (OSError, cv2.error) as error:
        return _refused(f"the output cannot be written ({error}): name a file that can")
    return status


def _refused(text: str) -> int:
    print("himiki read: " + " ".join(text.split()), file=sys.stderr)
    return 2


def as_json(image: str, sighting: Sighting, milliseconds: float) -> dict[str, Any]:
    corners = [] if sighting.corners is None else [[round(x, 1), round(y, 1)] for x, y in sighting.corners]
    return {
        "image": image,
        "board": sighting.board,
        "clear": sighting.clear,
        "corners": corners,
        "cubes": [_cube(cube) for cube in sighting.cubes],
        "position": position(sighting.cubes) if sighting.board else None,
        "ms": round(milliseconds, 1),
    }


def _cube(cube: SeenCube) -> dict[str, Any]:
    return {
        "square": name_of(cube.square),
        "colour": cube.colour.name.lower(),
        "top": cube.top.name.lower(),
        "side": None if cube.side is None else cube.side.name.lower(),
        "heading": None if cube.heading is None else round(cube.heading) % 180,
        "confidence": cube.confidence,
    }


def position(cubes: Iterable[SeenCube]) -> str:
    """The cubes field of a position string."""
    return ",".join(f"{name_of(cube.square)}{cube.colour.letter}{letters(cube)}" for cube in cubes) or "-"


def letters(cube: SeenCube) -> str:
    """Three letters, `?` for what is not known."""
    if cube.side is None:
        return cube.top.letter + "??"
    rest = next(element for element in Element if element not in (cube.top, cube.side))
    return cube.top.letter + cube.side.letter + LETTERS[rest]


def score_rows(image: str, reading: Reading) -> list[dict[str, Any]]:
    """One row per square, for thresholds to be chosen from."""
    seen = {cube.square: cube for cube in reading.sighting.cubes}
    rows = []
    for one in reading.squares:
        row: dict[str, Any] = {"image": image, "square": name_of(one.square), "odd": one.odd}
        row["strange"] = one.strange
        if one.found is not None:
            row |= {"kind": one.found.kind, "score": one.found.score, "misfit": one.found.misfit}
            row |= {"alike": one.found.alike, "plain": one.found.plain, "lead": one.found.lead}
            row |= {"gap": one.found.rival - one.found.misfit, "across": one.found.across}
        row["confidence"] = seen[one.square].confidence if one.square in seen else None
        rows.append(row | dict(reading.scores))
    return rows


def write_scores(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names, restval="")
        writer.writeheader()
        writer.writerows(rows)
