"""How `himiki read` reads an RR table (FORMATS-RR F5)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.games.rr.sight import as_json
from vision.flat.draw import drawn
from vision.flat.profile import load_flat_profile
from vision.flat.reader import FlatReader
from vision.flat.seen import FlatSighting
from vision.frames import Frame, Image


class Reading:
    def __init__(self, folder: Path) -> None:
        """Raises `FlatProfileError`."""
        self._reader = FlatReader(load_flat_profile(folder))

    def read(self, frame: Frame) -> FlatSighting:
        return self._reader.read(frame)

    def told(self, image: str, sighting: FlatSighting) -> Mapping[str, Any]:
        return as_json(image, sighting)

    def drawn(self, image: Image, sighting: FlatSighting) -> Image:
        return drawn(image, sighting)
