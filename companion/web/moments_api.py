"""What the API says of pictures of moments: see `companion.web.moments`."""

from typing import Final

from companion.web.exchange.openapi import DONE, JPEG, Operation, RoomShare, shape
from companion.web.exchange.schemas import COUNT, NUMBER, TEXT, YES_NO, Schema, listed, maybe, of

_KEY: Final = ("key", TEXT, "The overlay's key, instead of the PIN, where this table's settings allow it")
_PLACE: Final[Schema] = listed(NUMBER, minItems=2, maxItems=2)

MOMENTS: Final = RoomShare(
    operations=(
        Operation(
            "get", "/api/v1/recording", "Whether pictures of moments are kept here", shape("Recording")
        ),
        Operation(
            "post",
            "/api/v1/recording",
            "Keep pictures of moments from now on, or none; off, what is in memory is gone at once",
            shape("Recording"),
            body="Recording",
            refused=(409,),
        ),
        Operation(
            "post",
            "/api/v1/recording/clear",
            "Delete all pictures of moments, of every game",
            shape("Recording"),
            refused=(409,),
        ),
        Operation(
            "get",
            "/api/v1/games/{number}/moments",
            "The moments of a game of which there are pictures",
            of({"id": COUNT, "moments": listed(of({"moment": COUNT, "t": NUMBER, "event": TEXT}))}),
            pin=True,
            refused=(404,),
            asks=(_KEY,),
            costly=True,
        ),
        Operation(
            "get",
            "/api/v1/games/{number}/moments/{moment}",
            "One of them: its pictures in order, and what was read of each. Its number is `t` of its event in"
            " milliseconds",
            shape("Moment"),
            pin=True,
            refused=(404,),
            asks=(_KEY,),
        ),
        Operation(
            "get",
            "/api/v1/games/{number}/shots/{shot}.jpg",
            "One picture of a moment",
            kind=JPEG,
            pin=True,
            refused=(404,),
            asks=(_KEY,),
        ),
        Operation(
            "post",
            "/api/v1/games/{number}/moments/{moment}/keep",
            "Keep its pictures longer than others, or no longer",
            DONE,
            body="KeepMoment",
            refused=(404,),
        ),
        Operation(
            "post",
            "/api/v1/games/{number}/moments/{moment}/delete",
            "Delete its pictures",
            DONE,
            refused=(404, 409),
        ),
    ),
    bodies={
        "Recording": of({"on": YES_NO}, additionalProperties=False),
        "KeepMoment": of({"keep": YES_NO}, additionalProperties=False),
    },
    shapes={
        "Recording": of(
            {
                "there": {"type": "boolean", "description": "Whether this table can"},
                "on": YES_NO,
                "bytes": {"type": "integer", "description": "On the disk"},
                "room": {"type": "integer", "description": "Bytes that they may have there"},
                "seconds": {"type": "number", "description": "That are in memory"},
            }
        ),
        "Moment": of(
            {
                "moment": COUNT,
                "t": NUMBER,
                "event": TEXT,
                "kept": {"type": "boolean", "description": "Somebody keeps it"},
                "before": {"type": "integer", "description": "The place of the board as it was"},
                "hand": maybe({"type": "integer", "description": "That of the hand over it"}),
                "after": {"type": "integer", "description": "That of the board as it lay then"},
                "shots": listed(
                    of(
                        {
                            "shot": {"type": "integer", "description": "By which its picture is asked for"},
                            "t": NUMBER,
                            "moving": YES_NO,
                            "size": listed(COUNT, minItems=2, maxItems=2, description="Its shape"),
                            "reading": {"type": "integer", "description": "Its place among the readings"},
                        }
                    )
                ),
                "readings": listed(
                    listed(of({"outline": listed(_PLACE), "words": TEXT, "sure": YES_NO})),
                    description="What was read: places from 0 to 1 across and down the picture",
                ),
            }
        ),
    },
    parameters={
        "moment": {"type": "integer", "minimum": 0, "maximum": 2**52},
        "shot": {"type": "integer", "minimum": 0, "maximum": 2**52},
    },
)
