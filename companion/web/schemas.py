"""The shapes of what goes in and comes out of the API, as JSON Schema."""

from typing import Any, Final

Schema = dict[str, Any]


def of(properties: dict[str, Schema], *, optional: tuple[str, ...] = (), **more: Any) -> Schema:
    """An object that has all of these, but for the optional ones."""
    required = [name for name in properties if name not in optional]
    told: Schema = {"type": "object", "properties": properties, **more}
    if required:
        told["required"] = required
    return told


def listed(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items, **more}


def maybe(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


TEXT: Final[Schema] = {"type": "string"}
NUMBER: Final[Schema] = {"type": "number"}
COUNT: Final[Schema] = {"type": "integer"}
YES_NO: Final[Schema] = {"type": "boolean"}
SIDE: Final[Schema] = {"enum": ["w", "b"]}
LETTER: Final[Schema] = {"enum": ["H", "M", "K"], "description": "H fire, M water, K wood"}
MODE: Final[Schema] = {"enum": ["duel", "teams", "mukyan", "mindlock", "free"]}
EDITION: Final[Schema] = {"enum": ["second", "first"]}
SCORE: Final[Schema] = {"type": "array", "items": COUNT, "minItems": 2, "maxItems": 2}
POSITION: Final[Schema] = {
    "type": "string",
    "minLength": 1,
    "maxLength": 2000,
    "description": "A position: cubes, turn, score, influences, state",
    "examples": ["B5wHMK b 0-0 --- setup"],
}
CUBES: Final[Schema] = {
    "type": "string",
    "minLength": 1,
    "maxLength": 600,
    "description": "The cubes of a position: square, colour, three letters; - for an empty board",
    "examples": ["B2bHMK,B5wHMK", "-"],
}
MOVE: Final[Schema] = {
    "type": "string",
    "minLength": 1,
    "maxLength": 120,
    "description": "A move",
    "examples": ["B5>BB4", "wHMK@B5", "B5>PB5+C5>PC5"],
}
PLAYERS: Final[Schema] = {
    "type": "object",
    "propertyNames": {"enum": ["w", "b", "wl", "bl", "wd", "bd"]},
    "additionalProperties": {"type": "string", "maxLength": 40},
    "description": "Names by player: w, b, in teams wl, bl, wd, bd",
}
CLOCK: Final[Schema] = of(
    {
        "minutes": {"type": "number", "exclusiveMinimum": 0, "maximum": 600},
        "increment": {"type": "number", "minimum": 0, "maximum": 600},
    },
    optional=("increment",),
)

_SAID: Final = {
    "undo": {},
    "takeback": {},
    "accept": {},
    "end_turn": {},
    "position": {"position": POSITION},
    "move": {"move": MOVE},
    "claim": {"side": SIDE},
    "unclaim": {"side": SIDE},
    "roll": {"black": LETTER, "white": LETTER},
    "answer": {"option": {"type": "string", "minLength": 1, "maxLength": 200}},
    "resign": {"side": SIDE},
}

BODIES: Final[dict[str, Schema]] = {
    "Session": of({"pin": {"type": "string", "pattern": "^[0-9]{6}$"}}),
    "Pairing": of({"ticket": {"type": "string", "minLength": 1, "maxLength": 200}}),
    "Decision": {
        "oneOf": [of({"decision": {"const": name}, **fields}) for name, fields in _SAID.items()],
    },
    "NewGame": of(
        {
            "mode": MODE,
            "edition": EDITION,
            "chaos": YES_NO,
            "human": SIDE,
            "players": PLAYERS,
            "start": maybe(POSITION),
            "challenge": maybe({"type": "string", "minLength": 1, "maxLength": 80}),
            "clock": maybe(CLOCK),
            "own_dice": YES_NO,
        },
        optional=("edition", "chaos", "human", "players", "start", "challenge", "clock", "own_dice"),
    ),
    "SimMove": of(
        {
            "move": {
                "anyOf": [
                    MOVE,
                    of({"lift": {"type": "string", "minLength": 2, "maxLength": 2}}),
                    of({"hand": YES_NO}),
                ]
            },
            "lift": {"type": "string", "minLength": 2, "maxLength": 2},
            "hand": YES_NO,
        },
        optional=("move", "lift", "hand"),
        minProperties=1,
    ),
    "SimPosition": of({"cubes": CUBES}),
    "CalibrationStep": of(
        {
            "step": {"enum": ["empty", "corners", "fire", "water", "wood", "save", "cancel", "start"]},
            "corners": {
                "type": "array",
                "minItems": 4,
                "maxItems": 4,
                "items": {
                    "type": "array",
                    "minItems": 2,
                    "maxItems": 2,
                    "items": {"type": "number", "minimum": -10000, "maximum": 20000},
                },
            },
        },
        optional=("corners",),
    ),
    "TableName": of({"name": {"type": "string", "pattern": "^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$"}}),
    "Nothing": of({}),
}
"""What may be sent, by name."""

_RESTORE: Final = of(
    {"from": maybe(TEXT), "to": maybe(TEXT), "cube": TEXT}, description="A cube to put back: from, to"
)
_EVENT: Final = of(
    {"t": NUMBER, "event": TEXT},
    optional=("t",),
    description="Something that the referee said; its other fields depend on `event`",
)

SHAPES: Final[dict[str, Schema]] = {
    "Error": of({"error": TEXT, "code": TEXT, "values": {"type": "object"}}, optional=("code", "values")),
    "Event": _EVENT,
    "Restore": _RESTORE,
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
            "violation": maybe(_EVENT),
            "question": maybe(_EVENT),
            "board": YES_NO,
            "clear": YES_NO,
            "moves": COUNT,
            "last_event": maybe(_EVENT),
        }
    ),
    "Session": of({"may_change": YES_NO}),
    "Accepted": of({"events": listed(_EVENT)}, description="What the referee said to it"),
    "Legal": of(
        {"moves": listed(TEXT), "known": YES_NO},
        description="Moves that may be played now; not `known`: faces are hidden, and these are tilts and "
        "rotations by place only",
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
        }
    ),
    "Orders": {
        "type": "object",
        "additionalProperties": listed(COUNT),
        "description": "For each roll, black letter then white, the actions in the order tried",
    },
    "Health": {"type": "object"},
}
