"""`himiki read` of an RR table: one JSON object a picture (FORMATS-RR F5)."""

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import cv2

from companion.games.rr.sight import as_json
from vision.flat.draw import drawn
from vision.flat.profile import FlatProfileError, load_flat_profile
from vision.flat.reader import FlatReader
from vision.frames import Frame, Seconds
from vision.pictures import PictureError, as_png, load_picture


def read(folder: Path, images: Sequence[Path], draw: Path | None) -> int:
    """Prints a line for each that can be read; 1 where one shows no board, 2 where one is no picture."""
    try:
        reader = FlatReader(load_flat_profile(folder))
    except FlatProfileError as error:
        return _refused(str(error))
    cv2.setNumThreads(1)
    status = 0
    for path in images:
        try:
            image = load_picture(path)
        except PictureError as error:
            status = _refused(str(error))
            continue
        start = time.perf_counter()
        sighting = reader.read(Frame(image, Seconds(0.0), str(path)))
        elapsed = (time.perf_counter() - start) * 1e3
        print(json.dumps({**as_json(str(path), sighting), "ms": round(elapsed, 1)}), flush=True)
        if not sighting.board:
            status = max(status, 1)
        if draw is not None and path == images[-1]:
            draw.write_bytes(as_png(drawn(image, sighting)))
    return status


def _refused(text: str) -> int:
    print("himiki read: " + " ".join(text.split()), file=sys.stderr)
    return 2
