"""`himiki read`: what stands on the board in each picture, as one JSON object a line."""

import argparse
import csv
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.cubes import Colour, Element
from vision.cubes.draw import drawn
from vision.cubes.lines import as_json
from vision.cubes.profile import KINDS, ProfileError, load_profile
from vision.cubes.reading.advice import advice
from vision.cubes.reading.reader import Reader, Reading, SquareReading, fitted
from vision.cubes.seen import NOTHING, SOMETHING_ELSE
from vision.cubes.untaught.place import given_corners
from vision.cubes.untaught.reader import GenericReader, GenericReading
from vision.frames import Frame, Image, Seconds
from vision.pictures import PictureError, load_picture
from vision.plane.camera import Floats

_SMALLEST_BOARD: Final = 5000.0
"""Square pixels: corners that span less are a slip."""


_SAID: Final = (
    "witness: nothing",
    *(f"witness: {colour.name.lower()} {element.name.lower()}" for colour, element in KINDS),
    "witness: something else",
)
"""What the scores call the logarithms of the witness's probabilities."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    parser.add_argument("--profile", type=Path, metavar="DIR", help="what `himiki calibrate` learnt")
    parser.add_argument(
        "--corners",
        nargs=4,
        metavar="x,y",
        help="without a profile: where the grid's outer corners are, A1 A6 E6 E1 in that order if known",
    )
    parser.add_argument("--advice", action="store_true", help="say on stderr what would make reading surer")
    parser.add_argument("--draw", type=Path, metavar="OUT.png", help="what was seen, over the last picture")
    parser.add_argument("--scores", type=Path, metavar="CSV", help="every named score of every square")


def run(options: argparse.Namespace) -> int:
    reader: Reader | GenericReader
    try:
        if options.profile is not None:
            if options.corners is not None:
                return _refused("--corners is for reading without --profile: leave one of them out")
            reader = Reader(load_profile(options.profile))
        elif options.corners is not None:
            reader = GenericReader(given_corners(corners_in(options.corners)))
        else:
            reader = GenericReader()
    except (ProfileError, ValueError) as error:
        return _refused(str(error))
    cv2.setNumThreads(1)
    status = 0
    rows: list[dict[str, Any]] = []
    last: Image | None = None
    for path in options.images:
        try:
            image = load_picture(path)
        except PictureError as error:
            status = _refused(str(error))
            continue
        start = time.perf_counter()
        reading = reader.reading(Frame(image, Seconds(0.0), str(path)))
        elapsed = (time.perf_counter() - start) * 1e3
        print(json.dumps({**as_json(str(path), reading.sighting), "ms": round(elapsed, 1)}), flush=True)
        if not reading.sighting.board:
            status = max(status, 1)
        if options.scores is not None:
            rows += score_rows(str(path), reading)
        if options.draw is not None:
            last = picture_of(image, reading, reader)
        if options.advice and isinstance(reader, Reader) and reading.sighting.board:
            for one in advice(reader.profile, fitted(image, reader.profile.size)):
                print(f"himiki read: {path}: {one.text}", file=sys.stderr)
    try:
        if options.scores is not None:
            write_scores(options.scores, rows)
        if last is not None:
            write_picture(options.draw, last)
    except OSError as error:
        return _refused(f"{error.filename} cannot be written ({error.strerror}): name a file that can")
    return status


def write_picture(path: Path, image: Image) -> None:
    """As PNG, whatever the file is called."""
    done, data = cv2.imencode(".png", image)
    assert done
    path.write_bytes(data.tobytes())


def picture_of(image: Image, reading: Reading | GenericReading, reader: Reader | GenericReader) -> Image:
    """What was seen, over the picture."""
    sighting = reading.sighting
    if isinstance(reading, GenericReading):
        return drawn(image, sighting, reading.camera, reading.poses, reading.edge)
    assert isinstance(reader, Reader)
    profile = reader.profile
    image = image if (known := fitted(image, profile.size)) is None else known
    camera = None if sighting.corners is None else reader.camera_at(np.asarray(sighting.corners))
    poses = {one.square: one.found.pose for one in reading.squares if one.found is not None}
    doubtful = {doubt.square for doubt in sighting.doubts}
    said = {one.square: _said_by_each(one) for one in reading.squares if one.square in doubtful}
    return drawn(image, sighting, camera, poses, profile.edge, said)


def _said_by_each(one: SquareReading) -> str:
    """`wF|bM 0.93`: what the matcher found there, and what the witness sees and how surely."""
    matcher = "-" if one.found is None else _letters(*KINDS[one.found.kind])
    if one.witness is None:
        return matcher
    best = int(np.argmax(one.witness))
    witness = {NOTHING: "-", SOMETHING_ELSE: "?"}.get(best) or _letters(*KINDS[best - 1])
    return f"{matcher}|{witness} {np.exp(one.witness[best]):.2f}"


def _letters(colour: Colour, top: Element) -> str:
    return colour.letter + top.letter


def corners_in(texts: Sequence[str]) -> Floats:
    """Four corners given as `x,y`; a ValueError says what is wrong with them."""
    points = []
    for text in texts:
        try:
            x, y = (float(part) for part in text.split(","))
        except ValueError:
            raise ValueError(f"the corner {text!r} is not x,y: give two numbers, as 381.0,748.0") from None
        points.append((x, y))
    corners = np.array(points, np.float64)
    hull = cv2.convexHull(corners.astype(np.float32))
    if not np.isfinite(corners).all() or len(hull) < 4 or cv2.contourArea(hull) < _SMALLEST_BOARD:
        raise ValueError("the four corners do not span a board: give the grid's outermost corners")
    return corners


def _refused(text: str) -> int:
    print("himiki read: " + " ".join(text.split()), file=sys.stderr)
    return 2


def score_rows(image: str, reading: Reading | GenericReading) -> list[dict[str, Any]]:
    """One row per square, for thresholds to be chosen from."""
    if isinstance(reading, GenericReading):
        return _generic_rows(image, reading)
    seen = {cube.square: cube for cube in reading.sighting.cubes}
    rows = []
    for one in reading.squares:
        row: dict[str, Any] = {"image": image, "square": name_of(one.square), "odd": one.odd}
        row["strange"] = one.strange
        if one.found is not None:
            row |= {"kind": one.found.kind, "score": one.found.score, "misfit": one.found.misfit}
            row |= {"alike": one.found.alike, "plain": one.found.plain, "lead": one.found.lead}
            row |= {"gap": one.found.rival - one.found.misfit, "across": one.found.across}
        if one.witness is not None:
            row |= zip(_SAID, (round(float(odds), 2) for odds in one.witness), strict=True)
        row["confidence"] = seen[one.square].confidence if one.square in seen else None
        rows.append(row | dict(reading.scores))
    return rows


def _generic_rows(image: str, reading: GenericReading) -> list[dict[str, Any]]:
    seen = {cube.square: cube for cube in reading.sighting.cubes}
    rows = []
    for one in reading.squares:
        row: dict[str, Any] = {"image": image, "square": name_of(one.square)}
        row |= {"chance": one.chance, "outline": one.outline, "confidence": None}
        if one.square in seen:
            row |= seen[one.square].scores
            row["confidence"] = seen[one.square].confidence
        rows.append(row)
    return rows


def write_scores(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names, restval="")
        writer.writeheader()
        writer.writerows(rows)
