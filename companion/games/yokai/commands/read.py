"""How `himiki read` reads a table of Terres de Yokai."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.games.yokai.sight import as_json
from vision.flat.card_draw import drawn
from vision.flat.card_reader import CardReader
from vision.flat.card_sighting import PilesSighting
from vision.flat.profile import load_flat_profile
from vision.frames import Frame, Image


class Reading:
    def __init__(self, folder: Path) -> None:
        """Raises `FlatProfileError`."""
        self._reader = CardReader(load_flat_profile(folder))

    def read(self, frame: Frame) -> PilesSighting:
        return self._reader.read(frame)

    def told(self, image: str, sighting: PilesSighting) -> Mapping[str, Any]:
        return as_json(image, sighting)

    def drawn(self, image: Image, sighting: PilesSighting) -> Image:
        return drawn(image, sighting)
