"""Tiles that are laid on a board: learnt from the board without them, and from pictures of them in rows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

import numpy as np

from calibration.flat.refusals import NoBoard, OtherSize
from calibration.flat.settling import LaidPiece, settled
from calibration.flat.sheet import Bare, SheetPicture, sheets_of
from vision.board import Board
from vision.finding.plain import find_plain_board
from vision.flat.ground import Ground, true_ground
from vision.flat.looks import PieceLook, look_at
from vision.flat.profile import FlatProfile
from vision.flat.rectangles import Size
from vision.flat.seen import BACK
from vision.flat.squares import Squares
from vision.frames import Image
from vision.plane.camera import Floats, Lens, ordered_round

NOBODY: Final = "-"
"""In an order: a piece that is none of the game's."""


class Side(Enum):
    """Where in the picture the first row is."""

    BOTTOM = "bottom"
    TOP = "top"
    LEFT = "left"
    RIGHT = "right"

    @property
    def way(self) -> tuple[int, int]:
        return {"bottom": (0, 1), "top": (0, -1), "left": (-1, 0), "right": (1, 0)}[self.value]

    @property
    def turn(self) -> float:
        """Degrees clockwise by which the board's last row lies off the picture's upper end."""
        return {"bottom": 0.0, "left": 90.0, "top": 180.0, "right": 270.0}[self.value]


@dataclass(frozen=True, slots=True, eq=False)
class PlacedBoard:
    """A board in pictures of one size."""

    columns: int
    rows: int
    corners: Floats
    """Pixels, going round it against the clock; the first side is the first row's."""
    lens: Lens
    size: tuple[int, int]

    def from_side(self, side: Side) -> "PlacedBoard":
        """The same board, whose first row is there in the picture."""
        middles = (self.corners + np.roll(self.corners, -1, axis=0)) / 2
        return replace(self, corners=np.roll(self.corners, -int((middles @ side.way).argmax()), axis=0))

    def ground(self) -> tuple[Ground, Squares]:
        ground, height = true_ground(self.corners, self.lens, self.size, self.columns)
        return ground, Squares(self.columns, self.rows, height / self.rows)


def board_in(name: str, picture: Image, board: tuple[int, int]) -> PlacedBoard:
    """Found with nothing on it; `board`: columns and rows."""
    columns, rows = board
    found = find_plain_board(picture, Board(rows, columns))
    if found is None:
        raise NoBoard(name, columns=columns, rows=rows)
    size = (picture.shape[1], picture.shape[0])
    return PlacedBoard(columns, rows, found.grid.in_picture(size), found.grid.lens, size)


def board_at(corners: Floats, picture: Image, board: tuple[int, int]) -> PlacedBoard:
    """Where somebody says that it is, by its corners in any order."""
    columns, rows = board
    size = (picture.shape[1], picture.shape[0])
    return PlacedBoard(columns, rows, ordered_round(corners), Lens(), size)


def learn_tiles(
    game: str,
    board: tuple[int, int],
    empty: tuple[str, Image],
    sets: Sequence[tuple[str, Image, Sequence[str]]],
    first_row: Side = Side.BOTTOM,
) -> FlatProfile:
    """`board`: columns and rows. Pictures come with their names, and with what lies in them as one reads."""
    name, picture = empty
    size = (picture.shape[1], picture.shape[0])
    for other, image, _ in sets:
        if (image.shape[1], image.shape[0]) != size:
            raise OtherSize(other)
    placed = board_in(name, picture, board)
    seen = [
        (tiles_in(image, other, codes, picture, placed, first_row), image, codes)
        for other, image, codes in sets
    ]
    return learn_tiles_on(game, placed, first_row, picture, seen)


def learn_tiles_on(
    game: str,
    board: PlacedBoard,
    first_row: Side,
    empty: Image,
    sets: Sequence[tuple[SheetPicture, Image, Sequence[str]]],
) -> FlatProfile:
    """The same where the board's place is known, and pictures were looked at with `tiles_in`."""
    ground, squares = board.from_side(first_row).ground()
    sheets = sheets_of([picture for picture, _, _ in sets])
    piece = sheets[0].size
    laid = [
        LaidPiece(code, image, one.pose)
        for sheet, (_, image, codes) in zip(sheets, sets, strict=True)
        for one, code in zip(sheet.pieces, codes, strict=True)
    ]
    upright = ground.turned(-first_row.turn)
    looks = [
        PieceLook(one.code, look_at(one.image, upright, one.pose, piece))
        for one in settled(laid, upright, piece)
        if one.code != NOBODY
    ]
    return FlatProfile(game, ground, piece, tuple(looks), squares, empty)


def tiles_in(
    image: Image, name: str, codes: Sequence[str], empty: Image, board: PlacedBoard, first_row: Side
) -> SheetPicture:
    """A picture of these in rows, upright as one sees them in it."""
    ground, squares = board.from_side(first_row).ground()
    # A piece that lies upright in the picture stands in its square as the board does.
    room = Size(1.0, squares.height) if first_row.turn % 180 == 0 else None
    bare = Bare(empty, frozenset(at for at, code in enumerate(codes) if code in (BACK, NOBODY)))
    return SheetPicture(image, ground.turned(-first_row.turn), len(codes), name, room, bare)
