"""The shapes of what comes out of the API of HI MI KI, as JSON Schema."""

from typing import Final

from companion.games.himiki.api.schemas import LETTER, SCORE, SQUARE
from companion.games.himiki.referee.events import KINDS, Doubtful, End, Event, Restore, Uncertain
from companion.web.exchange.schemas import (
    COUNT,
    NUMBER,
    TEXT,
    YES_NO,
    FieldSchemas,
    Schema,
    listed,
    maybe,
    of,
)
from companion.web.operations import EVENT, results
from vision.sighting import Reason

_REASON: Final[Schema] = {
    "enum": [reason.value for reason in Reason],
    "description": "A hand or thing over it; a cube across squares; a cube that leans or hovers; "
    "a reflection; too dark; like nothing that was learnt, or like two kinds alike",
}
_RESTORE: Final = of(
    {"from": maybe(TEXT), "to": maybe(TEXT), "cube": TEXT}, description="A cube to put back: from, to"
)
_SAID: Final = FieldSchemas(typed={Restore: _RESTORE})
_ASKED: Final = FieldSchemas(
    named={
        "question": {
            "type": "string",
            "description": "In English; `code` and `values` are for other languages",
        },
        "options": listed(TEXT, description="What the decision `answer` takes; the likeliest first"),
        "squares": listed(
            SQUARE, description="Those that it is about; then the decision `seen` answers it too"
        ),
    }
)
_DOUBTED: Final = FieldSchemas(
    named={
        "squares": listed(SQUARE, description="All that are not plain now; none where it is over"),
        "reasons": listed(_REASON, description="One for each square"),
    }
)


def _told(kind: type[Event], reading: FieldSchemas = _SAID) -> Schema:
    """All fields are told, also those that are as they mostly are."""
    told = reading.properties(kind)
    first = {} if kind is End else {"t": told.pop("t")}
    told.pop("t", None)
    return of({**first, "event": {"const": kind.name}, **told})


_TURN: Final = of(
    {
        "number": COUNT,
        "by": TEXT,
        "played": listed(TEXT),
        "best": listed(TEXT),
        "was_best": YES_NO,
        "why": maybe({"type": "object"}),
        "lost": {"type": "integer", "description": "Centipoints"},
        "before": {"type": "integer", "description": "How white stood, in centipoints"},
        "after": COUNT,
        "chances": NUMBER,
        "swing": {"type": "number", "description": "By how much it moved white's chances, by what it lost"},
        "rolled": YES_NO,
        "departs": {"type": "integer", "description": "Actions before it left the best way"},
        "from": maybe(COUNT),
        "step": maybe(COUNT),
    },
    description="A turn, the step of the game from which something else was better, and the one at its end",
)

SHAPES: Final[dict[str, Schema]] = {
    "Restore": _RESTORE,
    "Question": _told(Uncertain, _ASKED),
    "Doubt": _told(Doubtful, _DOUBTED),
    **{f"Event_{name}": _told(kind) for name, kind in KINDS.items()},
    "State": of(
        {
            "mode": TEXT,
            "edition": TEXT,
            "position": TEXT,
            "score": SCORE,
            "turn": TEXT,
            "influences": {"type": "string", "description": "Who holds fire, water, wood: w, b or -"},
            "players": {"type": "object", "additionalProperties": TEXT},
            "must_tilt": YES_NO,
            "replay": YES_NO,
            "violation": maybe(EVENT),
            "question": maybe({"$ref": "#/components/schemas/Question"}),
            "board": YES_NO,
            "clear": YES_NO,
            "moves": COUNT,
            "last_event": maybe(EVENT),
            "camera": {"type": "boolean", "description": "Whether there is one that gives pictures"},
            "lost": {"type": "boolean", "description": "Whether the board is said to be out of sight"},
            "hint": maybe(EVENT),
            "levels": {
                "type": "object",
                "additionalProperties": TEXT,
                "description": "Which players are levels",
            },
            "opponent": maybe(EVENT),
            "doubts": listed(
                of({"square": SQUARE, "reason": _REASON}),
                description="Squares that have not been plain for a while",
            ),
            "notices": listed(
                of({"text": TEXT, "code": TEXT, "values": {"type": "object"}}),
                description="What stands besides the game, such as that nothing is being kept",
            ),
            "thinks": {"type": "boolean", "description": "A level is on turn and has not said its move yet"},
        }
    ),
    "Legal": of(
        {"moves": listed(TEXT), "known": YES_NO},
        description="Moves that may be played now; not `known`: faces are hidden, and these are tilts and "
        "rotations by place only",
    ),
    "Palette": of(
        {"colours": maybe(of(dict.fromkeys(("dark", "light", "black", "white"), TEXT)))},
        description="As #rrggbb: the squares on the side of black, the others, and the cubes",
    ),
    "Sim": of({"there": YES_NO, "cubes": maybe(TEXT)}, description="Where the drawn cubes lie"),
    "GameRow": of(
        {
            "id": COUNT,
            "mode": TEXT,
            "players": {"type": "object"},
            "started": NUMBER,
            "score": SCORE,
            "moves": COUNT,
            "winner": maybe(TEXT),
            "over": YES_NO,
            "position": maybe(TEXT),
        }
    ),
    "Study": of(
        {
            "state": {"enum": ["none", "impossible", "waiting", "running", "failed", "done"]},
            "done": COUNT,
            "of": COUNT,
            "error": maybe(TEXT),
            "turns": listed(_TURN),
            "curve": listed(NUMBER, description="White's chances from 0 to 1: at first, and after each turn"),
            "turning_points": listed(COUNT, description="Numbers of turns"),
        },
        optional=("error", "turns", "curve", "turning_points"),
        description="`done` of `of` turns are looked at",
    ),
    "Players": results(muk_yan=COUNT),
    "Forecast": of(
        {
            "position": TEXT,
            "his_turn": {"type": "boolean", "description": "False: if the person stopped or passed now"},
            "rolls": COUNT,
            "moves": listed(
                of(
                    {
                        "move": TEXT,
                        "action": COUNT,
                        "rolls": listed(TEXT),
                        "strikes": listed(TEXT),
                        "points": COUNT,
                        "influence": maybe(LETTER),
                        "plays_again": YES_NO,
                    }
                )
            ),
            "struck": {"type": "object", "additionalProperties": COUNT},
        },
        description="`rolls` are the letters of the black cube and the white one",
    ),
    "Daily": of(
        {
            "date": TEXT,
            "challenge": TEXT,
            "solved": YES_NO,
            "streak": COUNT,
            "best_streak": COUNT,
            "challenges": {
                "type": "object",
                "description": "By name: what came of it, for `player` or all",
            },
        }
    ),
    "Orders": {
        "type": "object",
        "additionalProperties": listed(COUNT),
        "description": "For each roll, black letter then white, the actions in the order tried",
    },
}
