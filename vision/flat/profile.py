"""What was learnt of a game's printed pieces and of where they lie: one file, never half written."""

import json
from base64 import b64decode, b64encode
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from vision.files import replace_file
from vision.flat.ground import Ground
from vision.flat.looks import Gallery, PieceLook, shape_of
from vision.flat.rectangles import Size
from vision.flat.squares import Squares
from vision.frames import Image
from vision.pictures import as_png, of_size
from vision.plane.camera import Lens

FORMAT: Final = "himiki-flat"
VERSION: Final = 1
VALUES: Final = "profile.json"

ALIKE: Final = 0.9
"""How alike two looks are from which on people are told: they are told apart by details alone."""


class FlatProfileError(ValueError):
    """A folder that holds no profile of flat pieces; the message says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class FlatProfile:
    game: str
    ground: Ground
    size: Size
    """Of every piece."""
    looks: tuple[PieceLook, ...]
    squares: Squares | None = None
    """None: there is no board."""
    empty: Image | None = None
    """The picture of the board without pieces."""
    places: tuple[tuple[str, float, float], ...] = ()
    """Where piles are: a name, and the place on the ground."""

    def gallery(self) -> Gallery:
        return Gallery(self.looks, self.size)

    def alike(self) -> list[tuple[str, str, float]]:
        """Looks that are alike, and how much, most first."""
        gallery = self.gallery()
        pairs = [
            (one.code, other.code, float(gallery.alike[i, j].max()))
            for i, one in enumerate(self.looks)
            for j, other in enumerate(self.looks[:i])
        ]
        return sorted((pair for pair in pairs if pair[2] >= ALIKE), key=lambda pair: -pair[2])

    def save(self, folder: Path) -> None:
        """An OSError leaves the profile that was there."""
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(folder / VALUES, json.dumps(self._values(), indent=1) + "\n")

    def _values(self) -> dict[str, Any]:
        strip = np.hstack([look.patch for look in self.looks])
        values: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "size": self.ground.size,
            "lens": [self.ground.lens.first, self.ground.lens.second],
            "ground": self.ground.matrix.tolist(),
            "piece": [self.size.width, self.size.height],
            "looks": [look.code for look in self.looks],
            "strip": b64encode(as_png(strip)).decode(),
            "alike": [[one, other, round(how, 3)] for one, other, how in self.alike()],
        }
        if self.squares is not None:
            values["squares"] = [self.squares.columns, self.squares.rows, self.squares.height]
        if self.empty is not None:
            values["empty"] = b64encode(as_png(self.empty)).decode()
        if self.places:
            values["places"] = [list(place) for place in self.places]
        return values


def game_of(folder: Path) -> str | None:
    """Which game's pieces a profile tells of; None where it tells of no flat pieces."""
    try:
        values = json.loads((folder / VALUES).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        return None
    return str(values.get("game"))


def load_flat_profile(folder: Path) -> FlatProfile:
    """Reads what `FlatProfile.save` wrote; a `FlatProfileError` says what is wrong with a folder."""
    again = "make it again with `himiki learn`"
    try:
        values = json.loads((folder / VALUES).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FlatProfileError(f"{folder} holds no profile ({VALUES} is missing): {again}") from None
    except (OSError, ValueError) as error:
        raise FlatProfileError(f"{folder / VALUES} cannot be read ({error}): {again}") from None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise FlatProfileError(f"{folder / VALUES} is no profile of flat pieces: {again}")
    if values.get("version") != VERSION:
        raise FlatProfileError(
            f"the profile in {folder} has version {values.get('version')}, "
            f"this program reads {VERSION}: {again}"
        )
    try:
        return _profile(values)
    except (KeyError, TypeError, ValueError, cv2.error) as error:
        raise FlatProfileError(f"the profile in {folder} is damaged ({error}): {again}") from None


def _profile(values: dict[str, Any]) -> FlatProfile:
    width, height = (int(side) for side in values["size"])
    matrix = np.array(values["ground"], np.float64)
    if matrix.shape != (3, 3) or not np.isfinite(matrix).all():
        raise ValueError("the ground is no matrix")
    first, second = (float(term) for term in values["lens"])
    size = Size(*(float(side) for side in values["piece"]))
    codes = [str(code) for code in values["looks"]]
    strip = _picture(values["strip"])
    columns = strip.shape[1] // max(len(codes), 1)
    if not codes or strip.shape[:2] != (shape_of(size, columns)[0], columns * len(codes)):
        raise ValueError("the looks are of another size")
    looks = tuple(
        PieceLook(code, np.ascontiguousarray(patch))
        for code, patch in zip(codes, np.split(strip, len(codes), axis=1), strict=True)
    )
    squares = empty = None
    if "squares" in values:
        across, along, shape = values["squares"]
        squares = Squares(int(across), int(along), float(shape))
    if "empty" in values:
        empty = of_size(b64decode(values["empty"]), (width, height))
    places = tuple((str(name), float(x), float(y)) for name, x, y in values.get("places", ()))
    ground = Ground((width, height), Lens(first, second), matrix)
    return FlatProfile(str(values["game"]), ground, size, looks, squares, empty, places)


def _picture(text: str) -> Image:
    image = cv2.imdecode(np.frombuffer(b64decode(text), np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("a picture in it is damaged")
    return np.asarray(image, np.uint8)
