"""`himiki read`: what lies or stands on the table in each picture, as one JSON object a line.

A profile of flat pieces knows whose they are; without one, or with any other, the usual game reads.
"""

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from companion.games import RULED, NoSuchRules, part, usual
from vision.cores import one_core
from vision.flat.profile import FlatProfileError, game_of
from vision.frames import Frame, Image, Seconds
from vision.pictures import PictureError, as_png, load_picture


class Reading(Protocol):
    """`Reading` in the module `commands.read` of a game of flat pieces; made from a profile's folder."""

    def read(self, frame: Frame) -> Any: ...

    def told(self, image: str, sighting: Any) -> Mapping[str, Any]:
        """As the game writes what is seen in a picture of that name."""

    def drawn(self, image: Image, sighting: Any) -> Image: ...


def add_arguments(parser: argparse.ArgumentParser) -> None:
    part(usual(), "commands.read").add_arguments(parser)


def run(options: argparse.Namespace) -> int:
    game = None if options.profile is None else game_of(options.profile)
    if game is None:
        return int(part(usual(), "commands.read").run(options))
    told = [name for name in ("corners", "advice", "scores") if getattr(options, name)]
    if told:
        return _refused(f"--{told[0]} is for tables of {usual()}: leave it out")
    if game not in RULED:
        return _refused(f"the profile in {options.profile} is of '{game}': {NoSuchRules(game)}")
    try:
        reading: Reading = part(game, "commands.read").Reading(options.profile)
    except FlatProfileError as error:
        return _refused(str(error))
    one_core()
    return _read(reading, options.images, options.draw)


def _read(reading: Reading, images: Sequence[Path], draw: Path | None) -> int:
    """Prints a line for each that can be read; 1 where one shows no board, 2 where one is no picture."""
    status = 0
    for path in images:
        try:
            image = load_picture(path)
        except PictureError as error:
            status = _refused(str(error))
            continue
        start = time.perf_counter()
        sighting = reading.read(Frame(image, Seconds(0.0), str(path)))
        elapsed = (time.perf_counter() - start) * 1e3
        print(json.dumps({**reading.told(str(path), sighting), "ms": round(elapsed, 1)}), flush=True)
        if not sighting.board:
            status = max(status, 1)
        if draw is not None and path == images[-1]:
            draw.write_bytes(as_png(reading.drawn(image, sighting)))
    return status


def _refused(text: str) -> int:
    print("himiki read: " + " ".join(text.split()), file=sys.stderr)
    return 2
