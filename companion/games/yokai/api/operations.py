"""The routes of Terres de Yokai as the document tells them."""

from typing import Final

from companion.games.yokai.api.hands import FREE, HELD, MINE
from companion.games.yokai.api.learning import PART as LEARNING
from companion.games.yokai.api.play import STORY
from companion.games.yokai.dealing import HANDS
from companion.games.yokai.players.levels import LEVELS
from companion.games.yokai.referee.decisions import KINDS
from companion.games.yokai.referee.events import KINDS as EVENTS
from companion.web.exchange.openapi import Operation, RoomShare, shape
from companion.web.exchange.schemas import (
    ANY,
    COUNT,
    TEXT,
    YES_NO,
    FieldSchemas,
    Schema,
    exported_game,
    listed,
    maybe,
    of,
)
from companion.web.operations import Own, operations_of
from companion.web.share import Bodies
from companion.words.languages import LANGUAGES

_HANDS: Final = (
    "Hands of the drawn table, parted by `;`: draw a, lay a FW F, back F a, call E4 E>F, move FW F>W,"
    " below F5 F, take F5 F a, clear F a; or hand, no hand"
)
_LINE: Final[Schema] = {"type": "string", "maxLength": 500}
_HANDED: Final = FieldSchemas(
    named={name: {"type": "string", "maxLength": 2000} for name in ("position", "move", "yokai")}
)
_SIDE: Final[Schema] = {"enum": ["a", "b"]}
_MOVE: Final[Schema] = {"type": "string", "maxLength": 80}
_NAMES: Final[Schema] = {
    "type": "object",
    "additionalProperties": {"type": "string", "minLength": 1, "maxLength": 60},
    "propertyNames": _SIDE,
}
_HELD: Final[Schema] = {"enum": [FREE, HELD, MINE]}
_SEATS: Final = of({"game": COUNT, "seats": of(dict.fromkeys("ab", _HELD))})

_STATE: Final = of(
    {
        "of": {"const": "yokai"},
        "mode": TEXT,
        "position": {"type": "string", "description": "Hands and deck of a game are not known in it"},
        "turn": _SIDE,
        "players": {"type": "object", "additionalProperties": TEXT},
        "points": listed(COUNT),
        "colours": listed(COUNT),
        "hands": {"enum": list(HANDS)},
        "levels": {"type": "object", "additionalProperties": TEXT},
        "said": maybe(TEXT),
        "todo": listed(TEXT),
        "violation": maybe(TEXT),
        "question": maybe(ANY),
        "board": YES_NO,
        "clear": YES_NO,
        "camera": YES_NO,
        "moves": COUNT,
        "last_event": maybe(ANY),
        "over": YES_NO,
        "winner": maybe(TEXT),
    }
)

SENT: Final = Bodies(
    decision="YokaiDecision",
    new_game="YokaiNewGame",
    sim_move="YokaiSimMove",
    sim_position="YokaiSimPosition",
    names="YokaiNames",
    exported="YokaiExportedGame",
)

PART: Final = RoomShare(
    operations=(
        *operations_of(
            Own(
                state="YokaiState",
                row="YokaiRow",
                sim="YokaiSim",
                sent=SENT,
                decisions="undo, move, position, answer",
                moved=_HANDS,
            )
        ),
        Operation(
            "get",
            "/api/v1/yokai/seats",
            "Which hands are held, and which of them by the phone that asks",
            _SEATS,
            refused=(409,),
        ),
        Operation(
            "post",
            "/api/v1/yokai/seats",
            "Hold a hand that was dealt, or give it back",
            _SEATS,
            body="YokaiSeat",
            refused=(409,),
        ),
        Operation(
            "get",
            "/api/v1/yokai/hand",
            "The cards of the hands that this phone holds, and of no other",
            of({"game": COUNT, "hands": {"type": "object", "additionalProperties": listed(TEXT)}}),
            refused=(401, 409),
            pin=True,
        ),
        Operation(
            "post",
            "/api/v1/yokai/lay",
            "Play from a hand that this phone holds",
            shape("Accepted"),
            body="YokaiFromHand",
            refused=(409,),
        ),
        Operation("get", "/api/v1/yokai/rules/{language}", "The rule book", kind="text/html", refused=(404,)),
        Operation(
            "get",
            "/api/v1/yokai/results",
            "What came of finished games, and what each player has brought together",
            of({"games": listed(ANY), "players": listed(ANY)}),
            costly=True,
        ),
        *LEARNING.operations,
    ),
    parameters={"language": {"enum": list(LANGUAGES)}},
    bodies={
        **LEARNING.bodies,
        "YokaiNewGame": of(
            {
                "game": {"const": "yokai"},
                "players": _NAMES,
                "levels": {
                    "type": "object",
                    "additionalProperties": {"enum": list(LEVELS)},
                    "propertyNames": _SIDE,
                },
                "hands": {"enum": list(HANDS)},
            },
            optional=("players", "levels", "hands"),
            additionalProperties=False,
        ),
        "YokaiDecision": of(
            {"decision": {"enum": list(KINDS)}, "move": _MOVE, "option": TEXT, "position": TEXT},
            optional=("move", "option", "position"),
        ),
        "YokaiNames": of({"players": _NAMES}),
        "YokaiExportedGame": exported_game(STORY, _HANDED),
        "YokaiSimMove": of({"move": _LINE}),
        "YokaiSimPosition": of({"lies": _LINE}),
        "YokaiSeat": of({"side": _SIDE, "hold": YES_NO}),
        "YokaiFromHand": of({"side": _SIDE, "move": _MOVE}),
    },
    shapes={
        **LEARNING.shapes,
        "YokaiState": _STATE,
        "YokaiSim": of({"there": YES_NO, "lies": maybe(TEXT)}),
        "YokaiRow": of({"id": COUNT, "game": TEXT, "hands": TEXT, "moves": COUNT}),
        "YokaiEvent": of({"event": {"enum": list(EVENTS)}, "sentences": listed(ANY)}),
    },
)
