"""Tiles that are laid on a board: learnt from the board without them, and from pictures of them in rows."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

import numpy as np

from calibration.flat.refusals import FlatError
from calibration.flat.settling import LaidPiece, settled
from calibration.flat.sheet import SheetPicture, sheets_of
from vision.board import Board
from vision.finding.plain import find_plain_board
from vision.flat.ground import Ground, true_ground
from vision.flat.looks import PieceLook, look_at
from vision.flat.profile import FlatProfile
from vision.flat.rectangles import Size
from vision.flat.squares import Squares
from vision.frames import Image
from vision.plane.camera import Floats

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
            raise FlatError(
                f"{other}: it is of another size than {name}: take both with the same camera, unmoved"
            )
    ground, squares = _board_in(name, picture, board, first_row)
    # A piece that lies upright in the picture stands in its square as the board does.
    room = Size(1.0, squares.height) if first_row.turn % 180 == 0 else None
    upright = ground.turned(-first_row.turn)
    sheets = sheets_of(
        [SheetPicture(image, upright, len(codes), other, room) for other, image, codes in sets]
    )
    piece = sheets[0].size
    laid = [
        LaidPiece(code, image, one.pose)
        for sheet, (_, image, codes) in zip(sheets, sets, strict=True)
        for one, code in zip(sheet.pieces, codes, strict=True)
    ]
    looks = [
        PieceLook(one.code, look_at(one.image, upright, one.pose, piece))
        for one in settled(laid, upright, piece)
        if one.code != NOBODY
    ]
    return FlatProfile(game, ground, piece, tuple(looks), squares, picture)


def _board_in(name: str, picture: Image, board: tuple[int, int], first_row: Side) -> tuple[Ground, Squares]:
    columns, rows = board
    size = (picture.shape[1], picture.shape[0])
    found = find_plain_board(picture, Board(rows, columns))
    if found is None:
        raise FlatError(
            f"{name}: no board of {columns} by {rows} squares is seen: show all of it, with nothing on it, in"
            " even light"
        )
    corners = _from_side(found.grid.in_picture(size), first_row)
    ground, height = true_ground(corners, found.grid.lens, size, columns)
    return ground, Squares(columns, rows, height / rows)


def _from_side(corners: Floats, side: Side) -> Floats:
    """Going round as they do, from where the first row begins."""
    middles = (corners + np.roll(corners, -1, axis=0)) / 2
    return np.roll(corners, -int((middles @ side.way).argmax()), axis=0)
