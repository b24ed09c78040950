"""The part of the API by which printed pieces are learnt, below a game's word."""

from collections.abc import Sequence
from typing import Final

from companion.web.exchange.openapi import JPEG, Operation, RoomShare, shape
from companion.web.exchange.schemas import CORNERS, COUNT, TEXT, YES_NO, listed, maybe, of
from companion.web.learning.routes import STEPS

SIDES: Final = ("bottom", "top", "left", "right")
"""Of the picture, where a board's first row is."""

_MOST: Final = 60
"""Pieces of a picture."""


def learning_of(word: str, title: str, first: str, sets: Sequence[str]) -> RoomShare:
    """`word` is the game's, `title` begins the names of its bodies and shapes."""
    address, step, told = f"/api/v1/{word}/learning", f"{title}LearningStep", f"{title}Learning"
    pictures = (first, *sets)
    piece = of({"code": TEXT, "corners": CORNERS})
    return RoomShare(
        operations=(
            Operation("get", address, "How far learning the pieces is", shape(told), pin=True),
            Operation(
                "post",
                address,
                "A step of it: `take` a picture; `corners` of the board; `names` of a picture's pieces;"
                " `save` learns from all and uses it; `lay` shows a picture's pieces on a drawn table,"
                " without one what lay there",
                shape(told),
                body=step,
                refused=(409,),
                costly=True,
            ),
            Operation(
                "get",
                f"{address}/picture",
                "A picture that was taken for it",
                kind=JPEG,
                pin=True,
                refused=(404,),
                asks=(("of", {"enum": list(pictures)}, "Which one"),),
            ),
        ),
        bodies={
            step: of(
                {
                    "step": {"enum": list(STEPS)},
                    "picture": maybe({"enum": [*pictures, "trial"]}),
                    "corners": CORNERS,
                    "side": {"enum": list(SIDES)},
                    "codes": listed({"type": "string", "maxLength": 20}, maxItems=_MOST),
                },
                optional=("picture", "corners", "side", "codes"),
                additionalProperties=False,
            )
        },
        shapes={
            told: of(
                {
                    "taken": listed({"enum": list(pictures)}),
                    "size": maybe(listed(COUNT, minItems=2, maxItems=2)),
                    "corners": maybe(CORNERS),
                    "confirmed": {**YES_NO, "description": "Whether somebody said where the board is"},
                    "side": {"enum": list(SIDES), "description": "Of the picture: where the first row is"},
                    "agreed": listed({"enum": list(sets)}),
                    "pieces": of({name: listed(piece) for name in sets}, optional=tuple(sets)),
                    "learnt": {**YES_NO, "description": "Whether the table knows the pieces now"},
                    "drawn": YES_NO,
                    "camera": {**YES_NO, "description": "Whether this table has one, real or drawn"},
                }
            )
        },
    )
