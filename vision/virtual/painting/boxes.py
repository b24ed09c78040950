"""Which box stands for each thing on the table."""

import numpy as np

from vision.virtual.painting.faces import atlas_of
from vision.virtual.painting.props import prop_box, tile_box
from vision.virtual.painting.solids import Box
from vision.virtual.painting.truth import on_board
from vision.virtual.scenes.looks import DrawnLook
from vision.virtual.scenes.optics import Floats, Shift
from vision.virtual.scenes.scene import Piece, Prop, TileOnSquare

Thing = Piece | TileOnSquare | Prop


def box_of(thing: Thing, look: DrawnLook, bump: Shift) -> Box:
    match thing:
        case Piece():
            edge = look.cubes.edge
            return Box(
                on_board(thing.middle(edge)[None], bump)[0],
                _turned(bump) @ thing.axes(),
                np.full(3, edge / 2),
                look.cubes.rounding,
                atlas_of(look.cubes, thing.colour, thing.number),
                look.cubes.gloss,
            )
        case TileOnSquare():
            box = tile_box(thing)
            return Box(
                on_board(box.middle[None], bump)[0],
                _turned(bump) @ box.axes,
                box.half,
                box.rounding,
                box.atlas,
                box.gloss,
            )
        case Prop():
            return prop_box(thing, look.board.thickness, look.board.margins)


def _turned(bump: Shift) -> Floats:
    spin = np.eye(3)
    spin[:2, :2] = bump.matrix()[:2, :2]
    return spin
