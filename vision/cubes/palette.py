"""What colours a board and its cubes have, as calibration saw them: for pages that draw them."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import COLUMNS, SQUARES, column_of, row_of
from companion.games.himiki.rules.cubes import Colour
from vision.cubes.profile import KINDS, Profile
from vision.plane.camera import Floats

_INSIDE: Final = np.linspace(0.25, 0.75, 5)
"""Where a square is looked at, in squares: away from its lines."""
_RIM: Final = slice(2, 5)
"""Rows of a top, in its own pixels, that lie beside its sign and inside of its rounded edge."""
_PAPER: Final = 236.0
"""How bright the brightest of all is drawn: a screen has no exposure."""
_PALEST: Final = 205.0
"""Of 255: how bright a cube is drawn at most, so that its sign stands out on it."""
_DARKEST: Final = 48.0
"""Of 255: how bright one is drawn at least, for the same."""


@dataclass(frozen=True, slots=True)
class Palette:
    """As `#rrggbb`."""

    dark: str
    """Of the squares on the side of black."""
    light: str
    black: str
    white: str


@lru_cache(maxsize=2)
def palette_of(profile: Profile) -> Palette:
    halves = [column_of(square) < COLUMNS // 2 for square in SQUARES]
    squares = _squares(profile)
    dark, light = (np.median(squares[np.array(halves) == half], axis=0) for half in (True, False))
    black, white = (_body(profile, colour) for colour in (Colour.BLACK, Colour.WHITE))
    gain = _PAPER / max(1.0, float(max(each.max() for each in (dark, light, white))))
    dark, light, black, white = (np.clip(each * gain, 0, 255) for each in (dark, light, black, white))
    white *= max(1.0, _PALEST / max(1.0, float(white.mean())))
    black *= min(1.0, _DARKEST / max(1.0, float(black.mean())))
    return Palette(*map(_told, (dark, light, black, white)))


def _squares(profile: Profile) -> Floats:
    """The colour of each in the picture of the empty board."""
    across, down = np.meshgrid(_INSIDE, _INSIDE)
    points = np.column_stack([across.ravel(), down.ravel(), np.zeros(across.size)])
    camera = profile.camera()
    found = []
    for square in SQUARES:
        places = camera.project(points + np.array([column_of(square), row_of(square), 0.0]))
        columns, rows = np.rint(places).astype(int).T
        height, width = profile.empty.shape[:2]
        picked = profile.empty[np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)]
        found.append(np.median(picked, axis=0))
    return np.array(found, np.float64)


def _body(profile: Profile, colour: Colour) -> Floats:
    """Beside the signs, on all tops of that colour."""
    pairs = zip(profile.looks, profile.kinds, strict=True)
    tops = [look for look, kind in pairs if KINDS[kind][0] is colour]
    rims = [part.reshape(-1, 3) for top in tops for part in (top[_RIM], top[-_RIM.stop : -_RIM.start])]
    middle: Floats = np.median(np.concatenate(rims).astype(np.float64), axis=0)
    return middle


def _told(colour: Floats) -> str:
    blue, green, red = (min(255, round(float(each))) for each in colour)
    return f"#{red:02x}{green:02x}{blue:02x}"
