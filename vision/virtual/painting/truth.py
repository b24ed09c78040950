"""What a drawn picture really shows, as the truth files of datasets say it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from companion.games.himiki.rules.board import COLUMNS, ROWS, Square, name_of
from companion.games.himiki.rules.cubes import Colour, Element
from vision.sighting import Corners
from vision.virtual.painting.faces import heading_of
from vision.virtual.scenes.looks import CubeLook, DrawnLook
from vision.virtual.scenes.optics import DrawnLens, Shift
from vision.virtual.scenes.scene import Piece

GRID_CORNERS = np.array([[0, 0, 0], [COLUMNS, 0, 0], [COLUMNS, ROWS, 0], [0, ROWS, 0]], dtype=np.float64)


@dataclass(frozen=True, slots=True)
class TrueCube:
    square: Square
    colour: Colour
    top: Element
    side: Element
    heading: float
    """Absolute: degrees clockwise of the drawn sign's top against the direction of row E."""

    def as_json(self) -> dict[str, Any]:
        return {
            "square": name_of(self.square),
            "colour": self.colour.name.lower(),
            "top": self.top.name.lower(),
            "side": self.side.name.lower(),
            "heading": round(self.heading, 1),
        }


@dataclass(frozen=True, slots=True)
class DrawnTruth:
    corners: Corners
    cubes: tuple[TrueCube, ...]
    """Those that stand properly on a square, in board order; those behind a hand as well."""
    hand: bool
    """Part of the grid is behind a hand or its arm."""
    clear: bool
    conditions: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self, image: str, more: Mapping[str, Any] | None = None) -> dict[str, Any]:
        return {
            "image": image,
            "corners": [[round(x, 2), round(y, 2)] for x, y in self.corners],
            "cubes": [cube.as_json() for cube in self.cubes],
            "hand": self.hand,
            "conditions": {**(more or {}), **self.conditions},
        }


def on_board(
    points: np.ndarray[Any, np.dtype[np.float64]], bump: Shift
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Places on the board to places in the room, after the board was moved."""
    moved = points.copy()
    level = np.column_stack([points[:, :2], np.ones(len(points))])
    moved[:, :2] = (level @ bump.matrix().T)[:, :2]
    return moved


def corners_of(lens: DrawnLens, bump: Shift) -> Corners:
    a1, a6, e6, e1 = ((float(x), float(y)) for x, y in lens.project(on_board(GRID_CORNERS, bump)))
    return a1, a6, e6, e1


def true_cubes(pieces: Sequence[Piece], look: CubeLook) -> tuple[TrueCube, ...]:
    found = []
    for piece in pieces:
        square = piece.square
        if square is not None and piece.seated(look.edge):
            heading = heading_of(look, piece.colour, piece.number, piece.axes())
            found.append(TrueCube(square, piece.colour, piece.top, piece.side, heading))
    return tuple(sorted(found, key=lambda cube: cube.square))


def oddities(pieces: Sequence[Piece], look: DrawnLook) -> dict[str, Any]:
    """Cubes over the grid that are not properly on a square, in the words of the truth files."""
    edge = look.cubes.edge
    lifted, straddling = [], []
    for piece in pieces:
        if not piece.over_grid() or piece.seated(edge):
            continue
        under = piece.squares(edge)
        colour = piece.colour.name.lower()
        if piece.lift > 0.03 or piece.lean:
            place = [round(piece.x, 2), round(piece.y, 2)]
            lift = round(piece.lift * look.square_cm * 10, 1)
            lifted.append({"colour": colour, "xy_squares": place, "lift_mm": lift})
        elif under:
            straddling.append(
                {
                    "colour": colour,
                    "squares": sorted(name_of(square) for square, _ in under[:2]),
                    "share": round(1 - under[0][1], 2),
                }
            )
    return {name: odd for name, odd in (("lifted", lifted), ("straddling", straddling)) if odd}
