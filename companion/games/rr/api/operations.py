"""The part of the API that is RR's: every route, what goes in, what comes out."""

from typing import Any, Final

from companion.games.rr.api.learning import PART as LEARNING
from companion.games.rr.players.levels import LEVELS
from companion.games.rr.referee.decisions import KINDS
from companion.games.rr.referee.events import Corrected, Hint, Moved, Over, Ready
from companion.games.rr.rules.variant import GAMES
from companion.web.exchange.openapi import DONE, Operation, RoomShare, shape
from companion.web.exchange.schemas import (
    ANY,
    COUNT,
    NUMBER,
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

_MOVE: Final[Schema] = {"type": "string", "maxLength": 80}
_LINE: Final[Schema] = {"type": "string", "maxLength": 500}
_WORD: Final[Schema] = {"type": "string", "maxLength": 60}
_NAME: Final[Schema] = {"type": "string", "minLength": 1, "maxLength": 60}
_SIDE: Final[Schema] = {"enum": ["r", "b"]}
_FEW: Final[Schema] = {"type": "integer", "minimum": 1, "maximum": 99}


def _by_side(schema: Schema) -> Schema:
    return of({"r": schema, "b": schema}, optional=("r", "b"), additionalProperties=False)


_WORDS: Final[Schema] = listed(ANY)
_NEW_GAME: Final[dict[str, Any]] = {
    "game": {"const": "rr"},
    "variant": {"enum": list(GAMES)},
    "first": _SIDE,
    "players": _by_side(_NAME),
    "levels": _by_side({"enum": [level.name for level in LEVELS]}),
    "wins": _FEW,
    "games": maybe(_FEW),
    "next": YES_NO,
    "options": _LINE,
    "played": listed(ANY),
    "seed": COUNT,
}
_STUDY: Final = of({"state": TEXT, "done": COUNT, "of": COUNT, "turns": listed(ANY)})

SENT: Final = Bodies("RrDecision", "RrNewGame", "RrSimMove", "RrSimPosition", "RrNames", "RrExportedGame")
TELLS: Final = (Ready, Moved, Corrected, Hint, Over)
"""What makes a game where it is handed on."""

_HANDS: Final = "Hands of the drawn table: ki@b2r, turn b2, flip b2, off b2, a1>c3, ki>r, hand, no hand"

_HANDED_ON: Final = FieldSchemas(
    named={
        "move": _MOVE,
        "by": _SIDE,
        "position": _LINE,
        "winner": _SIDE,
        "level": _WORD,
        "text": _LINE,
        "code": _WORD,
        "reason": _WORD,
    }
)

PART: Final = RoomShare(
    operations=(
        *operations_of(
            Own(
                state="RrState",
                row="RrRow",
                sim="RrSim",
                sent=SENT,
                decisions=", ".join(KINDS),
                moved=_HANDS,
            )
        ),
        Operation(
            "get",
            "/api/v1/rr/moves",
            "Where each tile may go; with `tile` and `square`, every move of that tile there",
            of({"position": TEXT, "tiles": ANY, "moves": listed(shape("RrMove"))}),
            refused=(400, 409),
            asks=(("tile", TEXT, "Its code"), ("square", TEXT, "a1 to c3")),
        ),
        Operation(
            "post",
            "/api/v1/rr/carried",
            "Hands of the drawn table do all of a move",
            DONE,
            body="RrCarried",
            refused=(409,),
        ),
        Operation(
            "post",
            "/api/v1/rr/advice",
            "What the master would play, and why; everybody hears of it, as the event `hint`",
            ANY,
            refused=(409,),
            costly=True,
        ),
        Operation(
            "get",
            "/api/v1/rr/games/{number}/analysis",
            "Turn by turn what was better, and where the game turned, as far as it is found out",
            _STUDY,
            refused=(404,),
        ),
        Operation(
            "post",
            "/api/v1/rr/games/{number}/analysis",
            "Have it analysed",
            _STUDY,
            refused=(404, 409),
            costly=True,
        ),
        Operation(
            "get",
            "/api/v1/rr/tiles/{language}/{code}.svg",
            "A tile drawn, with its words in that language",
            kind="image/svg+xml",
            refused=(404,),
        ),
        *LEARNING.operations,
    ),
    bodies={
        **LEARNING.bodies,
        "RrNewGame": of(
            _NEW_GAME, optional=[name for name in _NEW_GAME if name != "game"], additionalProperties=False
        ),
        "RrDecision": of(
            {"decision": TEXT, "move": _MOVE, "option": _MOVE, "position": _LINE, "side": _SIDE},
            optional=("move", "option", "position", "side"),
        ),
        "RrNames": of({"players": _by_side(_NAME)}),
        "RrExportedGame": exported_game(TELLS, _HANDED_ON),
        "RrSimMove": of({"move": _LINE}),
        "RrSimPosition": of({"lies": _LINE}),
        "RrCarried": of({"move": _MOVE, "once": YES_NO}, optional=("once",)),
    },
    shapes={
        **LEARNING.shapes,
        "RrSim": of({"there": YES_NO, "lies": maybe(TEXT)}),
        "RrRow": of(
            {
                "id": COUNT,
                "game": TEXT,
                "variant": TEXT,
                "players": ANY,
                "levels": ANY,
                "started": NUMBER,
                "moves": COUNT,
                "over": YES_NO,
                "winner": maybe(_SIDE),
                "position": maybe(TEXT),
            }
        ),
        "RrState": of(
            {
                "of": TEXT,
                "mode": TEXT,
                "position": TEXT,
                "turn": _SIDE,
                "over": YES_NO,
                "winner": maybe(_SIDE),
                "allies": listed(COUNT),
                "match": listed(COUNT),
                "placed": maybe(TEXT),
                "todo": listed(TEXT),
                "said": maybe(TEXT),
                "violation": maybe(ANY),
                "restore": listed(ANY),
                "question": maybe(ANY),
                "game": COUNT,
                "variant": {"enum": list(GAMES)},
            },
            optional=("of",),
        ),
        "RrMove": of(
            {
                "move": TEXT,
                "annotated": TEXT,
                "after": TEXT,
                "words": _WORDS,
                "steps": listed(TEXT),
                "winner": maybe(_SIDE),
            }
        ),
    },
    parameters={"code": TEXT, "language": TEXT},
)
