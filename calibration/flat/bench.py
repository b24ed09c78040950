"""`python -m calibration.flat.bench DATASET…`: what is read of pictures of which the truth is known.

A line per dataset: tiles right, claims that are wrong, tiles nobody claimed, headings that are off, pictures
wrongly called clear or unclear, and milliseconds of CPU: median of a first reading, and of another one of the
same table. Tables are learnt first, or taken from where `--keep` put
them.
"""

import argparse
import json
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from calibration.flat.refusals import FlatError
from calibration.flat.tiles import Side, learn_tiles
from vision.flat.draw import drawn
from vision.flat.profile import VALUES, FlatProfile, load_flat_profile
from vision.flat.reader import FlatReader
from vision.flat.seen import FlatSighting
from vision.frames import Frame, Image, Seconds
from vision.pictures import as_png, load_picture

_ASKEW: Final = 4.0
"""Degrees by which a heading may be off."""

_NEAR: Final = 30.0
"""Pixels from its middle within which a tile beside the board is the one that is meant."""

_PLAIN: Final = 0.85
"""Share of a tile in view from which on it has to be read."""

_NOISE: Final = 3.0
"""Grey levels by which a camera's pixels differ from one picture to the next, indoors."""

Truth = Mapping[str, Any]


@dataclass(slots=True)
class Counted:
    """Of one dataset."""

    tiles: int = 0
    right: int = 0
    unsure: int = 0
    wrong: list[str] = field(default_factory=list)
    askew: int = 0
    unclear: list[str] = field(default_factory=list)
    beside: int = 0
    beside_right: int = 0
    ms: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)


def truth_in(folder: Path) -> dict[str, Truth]:
    """By picture."""
    lines = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    return {one["image"]: one for one in map(json.loads, lines)}


def learnt(folder: Path, truth: Mapping[str, Truth], keep: Path | None) -> FlatProfile:
    kept = None if keep is None else keep / folder.name
    if kept is not None and (kept / VALUES).exists():
        return load_flat_profile(kept)
    empty = truth["empty.jpg"]
    sets = [
        (name, load_picture(folder / name), [one["tile"] or _unnamed(one) for one in line["set"]])
        for name, line in sorted(truth.items(), reverse=True)
        if "set" in line
    ]
    profile = learn_tiles(
        str(empty["mode"]), (3, 3), ("empty.jpg", load_picture(folder / "empty.jpg")), sets, _side(empty)
    )
    if kept is not None:
        profile.save(kept)
    return profile


def _unnamed(piece: Truth) -> str:
    return str(piece["kind"])


def _side(empty: Truth) -> Side:
    """Where the first row is, by the corners."""
    a1, a3, c3, c1 = np.array(empty["corners"])
    way = (a1 + c1 - a3 - c3) / 2
    return max(Side, key=lambda side: float(np.dot(way, side.way)))


def counted(reader: FlatReader, folder: Path, truth: Mapping[str, Truth], draw: Path | None) -> Counted:
    found = Counted()
    for name, line in truth.items():
        if not name.startswith("stills"):
            continue
        image = load_picture(folder / name)
        sighting, first = _timed(reader, Frame(image, Seconds(0.0), name))
        found.ms.append(first)
        found.again.append(_timed(reader, Frame(_noisy(image), Seconds(1.0), name))[1])
        _count(found, name, line, sighting)
        if draw is not None:
            _draw(draw / f"{folder.name}-{Path(name).stem}.png", image, sighting)
    return found


def _timed(reader: FlatReader, frame: Frame) -> tuple[FlatSighting, float]:
    """And milliseconds of CPU."""
    start = time.process_time()
    sighting = reader.read(frame)
    return sighting, (time.process_time() - start) * 1e3


def _noisy(image: Image) -> Image:
    """What a camera would show of the same a moment later."""
    noise = np.random.default_rng(0).normal(0, _NOISE, image.shape)
    return np.asarray(np.clip(image + noise, 0, 255), np.uint8)


def _count(found: Counted, name: str, line: Truth, sighting: FlatSighting) -> None:
    there = {_number(one["square"]): one for one in line["tiles"]}
    pieces = {one.square: one for one in sighting.pieces if one.claimed}
    for square, one in there.items():
        piece = pieces.pop(square, None)
        plain = one.get("visible", 1.0) >= _PLAIN
        found.tiles += plain
        if piece is None:
            found.unsure += plain
        elif piece.down != one["face_down"] or piece.code != one["tile"]:
            found.wrong.append(f"{name} {one['square']} {one['tile']} as {piece.code}")
        else:
            found.right += plain
            if not piece.down and abs((piece.heading - one["heading"] + 180) % 360 - 180) > _ASKEW:
                found.askew += 1
    found.wrong += [f"{name} {square} nothing as {piece.code}" for square, piece in pieces.items()]
    for zone in (line["zones"] or {}).values():
        for one in zone:
            found.beside += 1
            middle = np.mean(one["px"], axis=0)
            near = [
                loose
                for loose in sighting.beside
                if np.linalg.norm(np.mean(loose.outline, axis=0) - middle) < _NEAR
            ]
            found.beside_right += any(loose.claimed and loose.code == one["tile"] for loose in near)
            found.wrong += [
                f"{name} beside {one['tile']} as {loose.code}"
                for loose in near
                if loose.claimed and loose.code != one["tile"]
            ]
    if not line["zones"]:
        found.wrong += [f"{name} beside nothing as {one.code}" for one in sighting.beside if one.claimed]
    if sighting.clear == (bool(line["hand"]) or bool(line.get("loose"))):
        found.unclear.append(name)
    doubtful = {one.square for one in sighting.doubts}
    if not line["hand"] and not line.get("loose") and doubtful - set(there):
        found.unclear.append(f"{name} doubts {sorted(doubtful - set(there))}")


def _number(square: str) -> int:
    return 3 * (ord(square[0]) - ord("a")) + int(square[1]) - 1


def _draw(path: Path, image: Image, sighting: FlatSighting) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(as_png(drawn(image, sighting)))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m calibration.flat.bench", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="DATASET")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="where what is learnt is kept")
    parser.add_argument("--draw", type=Path, metavar="DIR", help="what was seen, over the pictures")
    told = parser.parse_args()
    cv2.setNumThreads(1)
    print("dataset    right     wrong  unsure  askew  beside     clear  ms    again")
    status = 0
    for folder in told.folders:
        truth = truth_in(folder)
        try:
            reader = FlatReader(learnt(folder, truth, told.keep))
        except FlatError as fault:
            print(f"{folder.name:<10} {fault}")
            status = 1
            continue
        found = counted(reader, folder, truth, told.draw)
        print(
            f"{folder.name:<10} {found.right:>3}/{found.tiles:<5} {len(found.wrong):>4} {found.unsure:>7}"
            f" {found.askew:>6}  {found.beside_right:>3}/{found.beside:<5} {-len(found.unclear):>5}"
            f"  {float(np.median(found.ms)):<5.1f} {float(np.median(found.again)):.1f}"
        )
        for one in (*found.wrong, *found.unclear):
            print(f"           {one}")
        status |= bool(found.wrong)
    return status


if __name__ == "__main__":
    sys.exit(main())
