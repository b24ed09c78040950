"""The shapes of what goes into the API, as JSON Schema."""

from typing import Any, Final

from companion.referee.game import LEVELS

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
SQUARE: Final[Schema] = {"type": "string", "pattern": "^[A-E][1-6]$", "description": "A square, A1 to E6"}
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

LEVELS_BY_SEAT: Final[Schema] = {
    "type": "object",
    "propertyNames": {"enum": ["w", "b", "wl", "bl", "wd", "bd"]},
    "additionalProperties": {"enum": list(LEVELS)},
    "description": "Levels by player: what they play is said, and people carry it out. Duel and teams without"
    " Chaos tiles; in teams w and b stand for both players of a side",
}

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
    "seen": {
        "squares": listed(SQUARE, minItems=1, maxItems=30, description="Squares that somebody looked at"),
        "cubes": CUBES,
    },
}

_SEAT: Final[Schema] = {"enum": ["w", "b", "wl", "bl", "wd", "bd"]}
_SECONDS: Final[Schema] = {"type": "number", "minimum": 0, "maximum": 1e11}
_CLOCKS: Final[Schema] = {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}
_SQUARES: Final = listed(SQUARE, maxItems=30)
_POINTS: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": 9}
_WORD: Final[Schema] = {"type": "string", "maxLength": 40}


def _told(name: str, fields: dict[str, Schema], **optional: Schema) -> Schema:
    return of(
        {"t": _SECONDS, "event": {"const": name}, **fields, **optional},
        optional=("t", *optional),
        additionalProperties=False,
    )


_TOLD: Final[Schema] = {
    "oneOf": [
        _told("ready", {"mode": MODE, "edition": EDITION, "position": POSITION}),
        _told("placed", {"move": MOVE, "by": _SEAT, "position": POSITION}),
        _told(
            "move",
            {
                "move": MOVE,
                "by": _SEAT,
                "points": _POINTS,
                "influence": listed(LETTER, maxItems=3),
                "score": SCORE,
                "position": POSITION,
            },
            annotated={"type": "string", "maxLength": 200},
            remove=_SQUARES,
            cost=_POINTS,
            said=YES_NO,
            unseen=_SQUARES,
            roll=listed(LETTER, minItems=2, maxItems=2),
            clock=_CLOCKS,
        ),
        _told(
            "corrected",
            {"reason": _WORD, "score": SCORE, "position": POSITION},
            back={"type": "integer", "minimum": 0, "maximum": 5000},
            side=_SEAT,
            clock=_CLOCKS,
        ),
        _told("solution", {"challenge": {"type": "string", "minLength": 1, "maxLength": 80}}),
        _told(
            "hint",
            {"by": _SEAT, "level": _WORD, "move": MOVE, "text": {"type": "string", "maxLength": 300}},
            code=_WORD,
            values={"type": "object", "additionalProperties": {"type": ["string", "integer", "number"]}},
        ),
        _told("over", {"winner": maybe(SIDE), "score": SCORE}, reason=_WORD),
    ]
}
"""What makes a game, as it is handed on from table to table."""

_FOUR_CORNERS: Final[Schema] = {
    "type": "array",
    "minItems": 4,
    "maxItems": 4,
    "items": {
        "type": "array",
        "minItems": 2,
        "maxItems": 2,
        "items": {"type": "number", "minimum": -10000, "maximum": 20000},
    },
}

_DICE: Final[Schema] = {
    "type": "string",
    "pattern": "^([HMK?]{2}|-)$",
    "description": "What the spare cubes in the tray show, black first, ? for any; - takes them away",
    "examples": ["HK", "??", "-"],
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
            "levels": LEVELS_BY_SEAT,
            "seed": {
                "type": "integer",
                "minimum": 0,
                "maximum": 2**31 - 1,
                "description": "Of Muk Yan's dice and of the levels; without, nobody knows them beforehand",
            },
            "start": maybe(POSITION),
            "challenge": maybe({"type": "string", "minLength": 1, "maxLength": 80}),
            "clock": maybe(CLOCK),
            "own_dice": YES_NO,
        },
        optional=(
            *("edition", "chaos", "human", "players", "levels", "seed"),
            *("start", "challenge", "clock", "own_dice"),
        ),
    ),
    "SimMove": of(
        {
            "move": {
                "anyOf": [
                    MOVE,
                    of({"lift": {"type": "string", "minLength": 2, "maxLength": 2}}),
                    of({"hand": YES_NO}),
                    of({"dice": _DICE}),
                ]
            },
            "lift": {"type": "string", "minLength": 2, "maxLength": 2},
            "hand": YES_NO,
            "dice": _DICE,
        },
        optional=("move", "lift", "hand", "dice"),
        minProperties=1,
    ),
    "SimPosition": of({"cubes": CUBES}),
    "CalibrationStep": of(
        {
            "step": {"enum": ["empty", "corners", "fire", "water", "wood", "save", "cancel", "start"]},
            "corners": _FOUR_CORNERS,
        },
        optional=("corners",),
    ),
    "Names": of({"players": PLAYERS}),
    "ExportedGame": of(
        {
            "started": {"type": "number", "minimum": 0, "maximum": 1e11},
            "ended": maybe({"type": "number", "minimum": 0, "maximum": 1e11}),
            "settings": {"type": "object"},
            "events": listed(_TOLD, minItems=1, maxItems=5000),
        },
        optional=("ended",),
        additionalProperties=False,
    ),
    "Tray": of({"corners": maybe(_FOUR_CORNERS)}),
    "TableName": of({"name": {"type": "string", "pattern": "^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$"}}),
    "Nothing": of({}),
}
"""What may be sent, by name."""
