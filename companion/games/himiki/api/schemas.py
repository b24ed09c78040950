"""The shapes of what goes into the API of HI MI KI, as JSON Schema."""

from typing import Final

from companion.games.himiki.agreed import LEVELS
from companion.games.himiki.api.story import STORY
from companion.games.himiki.referee.decisions import KINDS as DECISIONS
from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.cubes import LETTERS, Colour, Element
from companion.games.himiki.rules.variant import Edition, Seat
from companion.games.himiki.settings import MODES
from companion.web.exchange.schemas import (
    CORNERS,
    COUNT,
    YES_NO,
    FieldSchemas,
    Schema,
    exported_game,
    listed,
    maybe,
    of,
)

SIDE: Final[Schema] = {"enum": [colour.letter for colour in Colour]}
SEAT: Final[Schema] = {"enum": [seat.value for seat in Seat]}
LETTER: Final[Schema] = {"enum": list(LETTERS), "description": "H fire, M water, K wood"}
MODE: Final[Schema] = {"enum": list(MODES)}
EDITION: Final[Schema] = {"enum": [edition.value for edition in Edition]}
SCORE: Final[Schema] = listed(COUNT, minItems=2, maxItems=2)
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
    "propertyNames": SEAT,
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
    "propertyNames": SEAT,
    "additionalProperties": {"enum": list(LEVELS)},
    "description": "Levels by player: what they play is said, and people carry it out. Duel and teams without"
    " Chaos tiles; in teams w and b stand for both players of a side",
}

_SQUARES: Final = listed(SQUARE, maxItems=30)
"""As many as the board has, each once."""
_SECONDS: Final[Schema] = {"type": "number", "minimum": 0, "maximum": 1e11}
"""A time of the source's, or of the clock on the wall: in milliseconds that would be more."""
_POINTS: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": 9}
"""Of one side: more than win."""
_WORD: Final[Schema] = {"type": "string", "maxLength": 40}
"""A code, or a name of a value."""
_NAME: Final[Schema] = {"type": "string", "minLength": 1, "maxLength": 80}
"""What somebody is called."""

_DECIDED: Final = FieldSchemas(
    named={
        "position": POSITION,
        "move": MOVE,
        "option": {"type": "string", "minLength": 1, "maxLength": 200},
        "squares": listed(SQUARE, minItems=1, maxItems=30, description="Squares that somebody looked at"),
        "cubes": CUBES,
    },
    typed={Colour: SIDE, Element: LETTER, Square: SQUARE},
)
"""How large what a decision says may be, by the name of its field."""

_HANDED_ON: Final = FieldSchemas(
    named={
        "t": _SECONDS,
        "mode": MODE,
        "edition": EDITION,
        "position": POSITION,
        "move": MOVE,
        "by": SEAT,
        "points": _POINTS,
        "influence": listed(LETTER, maxItems=3),
        "score": SCORE,
        "annotated": {"type": "string", "maxLength": 200},
        "remove": _SQUARES,
        "cost": _POINTS,
        "unseen": _SQUARES,
        "roll": listed(LETTER, minItems=2, maxItems=2),
        "level": _WORD,
        "reason": _WORD,
        "back": {"type": "integer", "minimum": 0, "maximum": 5000},
        "side": SEAT,
        "challenge": _NAME,
        "text": {"type": "string", "maxLength": 300},
        "code": _WORD,
        "values": {"type": "object", "additionalProperties": {"type": ["string", "integer", "number"]}},
        "winner": SIDE,
    }
)
"""How large what an event says may be, where it comes from another table."""


_DICE: Final[Schema] = {
    "type": "string",
    "pattern": "^([HMK?]{2}|-)$",
    "description": "What the spare cubes in the tray show, black first, ? for any; - takes them away",
    "examples": ["HK", "??", "-"],
}

BODIES: Final[dict[str, Schema]] = {
    "Decision": {
        "oneOf": [
            of({"decision": {"const": name}, **_DECIDED.properties(kind)}) for name, kind in DECISIONS.items()
        ],
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
            "challenge": maybe(_NAME),
            "clock": maybe(CLOCK),
            "own_dice": YES_NO,
            "match": maybe(
                of(
                    {
                        "best_of": {"enum": [3, 5]},
                        "won": {
                            "type": "array",
                            "items": {"type": "integer", "minimum": 0, "maximum": 2},
                            "minItems": 2,
                            "maxItems": 2,
                            "description": "Games won before this one by who is white in it, and black",
                        },
                    },
                    optional=("won",),
                )
            ),
        },
        optional=(
            *("edition", "chaos", "human", "players", "levels", "seed"),
            *("start", "challenge", "clock", "own_dice", "match"),
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
            "corners": CORNERS,
        },
        optional=("corners",),
    ),
    "Names": of({"players": PLAYERS}),
    "ExportedGame": exported_game(STORY, _HANDED_ON),
    "Tray": of({"corners": maybe(CORNERS)}),
}
"""What may be sent, by name."""
