"""The part of the API that every game has: what all answer alike, and what each answers in its own shapes."""

from dataclasses import dataclass, field
from typing import Final

from companion.web.exchange.openapi import DONE, Operation, RoomShare, shape
from companion.web.exchange.schemas import ANY, COUNT, NUMBER, TEXT, YES_NO, Schema, listed, maybe, of
from companion.web.moments_api import MOMENTS
from companion.web.share import Bodies

EVENT: Final = of(
    {"t": NUMBER, "event": TEXT},
    optional=("t",),
    description="Something that the referee said; its other fields depend on `event`",
)
SCORE: Final[Schema] = listed(COUNT, minItems=2, maxItems=2)
RATING: Final = maybe(of({"value": COUNT, "low": COUNT, "high": COUNT, "provisional": YES_NO}))

PLAYER: Final = of(
    {
        "name": TEXT,
        "last": NUMBER,
        "played": COUNT,
        "won": COUNT,
        "streak": COUNT,
        "best_streak": COUNT,
        "best": maybe(SCORE),
        "rating": RATING,
        "against": {"type": "object", "description": "By people, or a player of the machine's"},
        "challenges": {"type": "object"},
    }
)


def results(**more: Schema) -> Schema:
    """Of everybody in one game; `more` is what a game says besides."""
    return of(
        {
            "players": listed(PLAYER),
            "levels": listed(of({"name": TEXT, "rating": COUNT})),
            **more,
            "challenges": {"type": "object", "description": "By name: what came of it at this table"},
        }
    )


_OF: Final = ("game", TEXT, "Of which game; without it, of the one that is played")

_NAME: Final[Schema] = {"type": "string", "maxLength": 40}
"""Of who plays here, as the friend is told it."""

SHARED: Final = RoomShare(
    operations=(
        Operation(
            "get",
            "/api/v1/steps",
            "The game that is played, position by position, without what was taken back",
            of({"id": COUNT, "steps": listed(shape("Event"))}),
        ),
        Operation(
            "get",
            "/api/v1/games/{number}",
            "A kept game, position by position",
            ANY,
            refused=(404,),
            costly=True,
        ),
        Operation(
            "get",
            "/api/v1/games/{number}/record",
            "Its record, as JSON or as text",
            ANY,
            refused=(404,),
            asks=(("form", {"enum": ["json", "text"]}, "`text` for the plain form"),),
            also=("text/plain",),
            costly=True,
        ),
        Operation(
            "post",
            "/api/v1/games/{number}/delete",
            "Delete a kept game",
            of({"deleted": COUNT}),
            refused=(404, 409),
        ),
        Operation(
            "post",
            "/api/v1/games/{number}/play_on",
            "Go on with a kept game, as a new one",
            of({"id": COUNT}),
            refused=(404, 409),
        ),
        Operation(
            "get", "/api/v1/export", "All kept games in one file, and the players' results", ANY, costly=True
        ),
        Operation(
            "post",
            "/api/v1/import/record",
            "Bring one game here as its record tells it, JSON or text",
            of({"id": COUNT, "new": YES_NO}),
            body="RecordText",
        ),
        Operation(
            "get",
            "/api/v1/profile",
            "One person's games, with rating and pace after each",
            shape("Profile"),
            refused=(404,),
            asks=(("player", TEXT, "Whose"), _OF),
        ),
        Operation("get", "/api/v1/panel", "What the lights at the table show, or would", ANY),
        Operation(
            "get",
            "/api/v1/friend",
            "The table far away that plays with this one, and its invitation",
            shape("Friend"),
            pin=True,
        ),
        Operation(
            "post",
            "/api/v1/friend/invite",
            "Invite a friend: the game with her begins here, and waits for her",
            shape("Friend"),
            body="FriendInvited",
            refused=(409,),
        ),
        Operation(
            "post",
            "/api/v1/friend/join",
            "Take a friend's invitation: the game with her begins here",
            shape("Friend"),
            body="FriendCode",
            refused=(409,),
        ),
        Operation(
            "post",
            "/api/v1/friend/code",
            "The text of a code in the picture that is the body, JPEG or PNG",
            of({"code": TEXT}),
            refused=(400, 409, 413),
            costly=True,
        ),
        Operation(
            "post",
            "/api/v1/friend/back",
            "Answer a friend who has taken back: `agree` takes back here too",
            shape("Friend"),
            body="FriendBack",
            refused=(409,),
        ),
        Operation(
            "post",
            "/api/v1/friend/common",
            "Where the two tables differ: back to what both have played",
            shape("Friend"),
            refused=(409,),
        ),
        Operation(
            "post",
            "/api/v1/friend/play_on",
            "Go on with the friend's game after another one, or begin the next",
            shape("Friend"),
            refused=(409,),
        ),
        Operation(
            "post", "/api/v1/friend/leave", "Play with the friend no more", shape("Friend"), refused=(409,)
        ),
        *MOMENTS.operations,
    ),
    bodies={
        **MOMENTS.bodies,
        "RecordText": of({"record": {"type": "string", "minLength": 1, "maxLength": 60_000}}),
        "FriendInvited": of(
            {
                "broker": {"type": "string", "minLength": 1, "maxLength": 200},
                "user": {"type": "string", "maxLength": 100},
                "password": {"type": "string", "maxLength": 100},
                "colour": {"enum": ["w", "b"]},
                "name": _NAME,
                "game": {"type": "object", "description": "What is played, as for a new game"},
            },
            optional=("user", "password", "name", "game"),
            additionalProperties=False,
        ),
        "FriendCode": of(
            {"code": {"type": "string", "minLength": 1, "maxLength": 4000}, "name": _NAME},
            optional=("name",),
            additionalProperties=False,
        ),
        "FriendBack": of({"agree": YES_NO}, additionalProperties=False),
    },
    shapes={
        **MOMENTS.shapes,
        "Event": EVENT,
        "Accepted": of(
            {
                "events": listed(EVENT),
                "kept": {"type": "boolean", "description": "False: it outlives no power cut yet"},
            },
            description="What the referee said to it",
        ),
        "Friend": of(
            {
                "friend": maybe({"type": "object", "description": "How she does; also in the state"}),
                "code": maybe(TEXT),
                "qr": maybe({"type": "string", "description": "The same as a picture, SVG"}),
                "broker": {"type": "string", "description": "The one that this table knows"},
            }
        ),
        "Results": results(),
        "Profile": of(
            {
                "name": TEXT,
                "results": listed(
                    of(
                        {
                            "game": COUNT,
                            "day": TEXT,
                            "mode": TEXT,
                            "kind": {
                                "type": "string",
                                "description": "Of the other side: people, or a player of the machine's",
                            },
                            "against": listed(TEXT),
                            "won": YES_NO,
                            "drawn": {"type": "boolean", "description": "Told where it was"},
                            "score": SCORE,
                            "rating": RATING,
                            "pace": maybe({"type": "number", "description": "Seconds for a turn"}),
                        },
                        optional=("drawn",),
                    )
                ),
            },
            description="The oldest first; scores with own points first",
        ),
    },
    parameters={"number": {"type": "integer", "minimum": 0, "maximum": 2**62}, **MOMENTS.parameters},
)
"""Answered alike, whatever is played."""


@dataclass(frozen=True, slots=True)
class Own:
    """The names of a game's shapes and bodies, where every game has some of its own."""

    state: str = "State"
    row: str = "GameRow"
    """Of the list of games."""
    players: str = "Results"
    sim: str | None = None
    """What lies on a drawn table; None where there is none."""
    sent: Bodies = field(default_factory=Bodies)
    decisions: str = ""
    """What can be decided, in a line."""
    moved: str = "Move what is drawn, legal or not. The camera then sees it"
    laid: str = "Lay what is drawn out"


def operations_of(own: Own) -> tuple[Operation, ...]:
    """The routes that this game answers with them."""
    sent = own.sent
    found = [
        Operation("get", "/api/v1/state", "What stands now", shape(own.state)),
        Operation(
            "post",
            "/api/v1/decisions",
            f"Decide: {own.decisions}",
            shape("Accepted"),
            body=sent.decision,
            refused=(409,),
        ),
        Operation(
            "get", "/api/v1/games", "The kept games, newest first", listed(shape(own.row)), costly=True
        ),
        Operation(
            "post",
            "/api/v1/games",
            "Start a game",
            of({"id": COUNT, "state": shape(own.state)}),
            body=sent.new_game,
            refused=(404, 409),
        ),
        Operation(
            "post",
            "/api/v1/games/{number}/players",
            "Put the names of a kept game right",
            of({"id": COUNT, "players": {"type": "object"}}),
            body=sent.names,
            refused=(404, 409),
        ),
        Operation(
            "post",
            "/api/v1/import",
            "Bring one game of such a file here",
            of({"id": COUNT, "new": YES_NO}),
            body=sent.exported,
            costly=True,
        ),
        Operation(
            "get",
            "/api/v1/players",
            "Everybody's results and ratings, worked out of the games that are kept",
            shape(own.players),
            refused=(404,),
            asks=(_OF,),
            costly=True,
        ),
    ]
    if own.sim is not None:
        found += [
            Operation("get", "/api/v1/sim", "The virtual table", shape(own.sim)),
            Operation("post", "/api/v1/sim/moves", own.moved, DONE, body=sent.sim_move, refused=(409,)),
            Operation("post", "/api/v1/sim/position", own.laid, DONE, body=sent.sim_position, refused=(409,)),
        ]
    return tuple(found)
