"""The 31 tiles and their effects (R6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, NewType

from companion.games.rr.rules.board import (
    ADJACENT,
    DIAGONAL,
    DIRECTIONS,
    IN,
    IN_FRONT,
    NOWHERE,
    ORTHOGONAL,
    SQUARES,
    Player,
    Square,
    Squares,
    only,
)

Tile = NewType("Tile", str)
"""Its code, `ki`: every tile exists once."""


class Kind(Enum):
    """What is printed on it; whose ally it is says how it lies (R1.2)."""

    RED = "red"
    BLUE = "blue"
    NEUTRAL = "neutral"


class Verb(Enum):
    """What an active effect does; its sign in annotated moves."""

    DESTROY = "x"
    TURN = "~"
    BANISH = "#"
    REACTIVATE = "&"
    MOVE = ":"
    TAKE = "^"


class Reach(Enum):
    """What an active effect acts on."""

    SQUARES = "squares"
    """One of the choices around the tile."""
    SHIELDED = "shielded"
    """The same, but of tiles with a shield."""
    OWN_ALLIES = "own allies"
    ANYWHERE = "anywhere"
    THEIR_ZONE = "their zone"
    DISCARDS = "discards"


class Standing(Enum):
    """What a passive effect does while its tile lies there (R4.2)."""

    SHIELD = "shield"
    NULLIFY = "nullify"
    PROTECT = "protect"
    COVER = "cover"
    LOSE = "lose"


Choices = tuple[tuple[tuple[Squares, ...], ...], tuple[tuple[Squares, ...], ...]]
"""By whose ally the tile is, and by its square: sets of squares that are acted on whole (R4.4)."""


@dataclass(frozen=True, slots=True)
class Active:
    verb: Verb
    reach: Reach = Reach.SQUARES
    choices: Choices = ((), ())


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a tile."""

    name: str
    kind: Kind
    rule: str
    active: Active | None = None
    passive: Standing | None = None


def _both(by_square: tuple[tuple[Squares, ...], ...]) -> Choices:
    return by_square, by_square


def _one_of(around: tuple[Squares, ...]) -> Choices:
    return _both(tuple(tuple(only(square) for square in IN[around[at]]) for at in SQUARES))


def _groups(*around: tuple[Squares, ...]) -> Choices:
    return _both(tuple(tuple(group[at] for group in around if group[at] != NOWHERE) for at in SQUARES))


def _front_row() -> Choices:
    regality, religion = (_groups(IN_FRONT[player])[player] for player in Player)
    return regality, religion


_PAIRS: Final = (
    # R6.1 to R6.7: the powers that both colours have
    ("R6.1", "ki", "King", "hi", "Hierophant", Active(Verb.DESTROY, choices=_one_of(ADJACENT)), None),
    ("R6.2", "qu", "Queen", "cd", "Cardinal", Active(Verb.TURN, choices=_groups(*DIRECTIONS)), None),
    ("R6.3", "pr", "Princess", "sa", "Saint", Active(Verb.TURN, choices=_groups(ORTHOGONAL, DIAGONAL)), None),
    ("R6.4", "mi", "Minister", "bi", "Bishop", Active(Verb.TURN, choices=_one_of(ADJACENT)), None),
    ("R6.5", "ge", "General", "pa", "Paladin", Active(Verb.DESTROY, choices=_one_of(ORTHOGONAL)), None),
    ("R6.6", "wi", "Wizard", "mo", "Monk", Active(Verb.DESTROY, choices=_one_of(DIAGONAL)), None),
    ("R6.7", "ca", "Castle", "te", "Temple", None, Standing.SHIELD),
)
_NEUTRAL: Final[tuple[tuple[str, str, str, Active | None, Standing | None], ...]] = (
    ("R6.8", "ci", "Citizen", None, None),
    ("R6.9", "sm", "Samurai", Active(Verb.BANISH, choices=_one_of(ORTHOGONAL)), None),
    ("R6.10", "ni", "Ninja", Active(Verb.BANISH, choices=_one_of(DIAGONAL)), None),
    ("R6.11", "br", "Bard", Active(Verb.REACTIVATE, choices=_one_of(ORTHOGONAL)), None),
    ("R6.12", "pe", "Performer", Active(Verb.REACTIVATE, choices=_one_of(DIAGONAL)), None),
    ("R6.13", "sh", "Shaman", None, Standing.NULLIFY),
    ("R6.14", "so", "Sorceress", None, Standing.NULLIFY),
    ("R6.15", "sg", "Sage", None, Standing.PROTECT),
    ("R6.16", "wt", "Witch", Active(Verb.TAKE, Reach.OWN_ALLIES), None),
    ("R6.17", "ft", "Fortuneteller", Active(Verb.TURN, choices=_front_row()), None),
    ("R6.18", "fa", "Fairy", Active(Verb.MOVE, Reach.ANYWHERE), None),
    ("R6.19", "as", "Assassin", Active(Verb.BANISH, Reach.THEIR_ZONE), None),
    ("R6.20", "hm", "Hermit", Active(Verb.TAKE, Reach.DISCARDS), None),
    ("R6.21", "pt", "Pirate", Active(Verb.DESTROY, Reach.SHIELDED, _one_of(ADJACENT)), None),
    ("R6.22", "dr", "Dragon", Active(Verb.TURN, choices=_groups(ADJACENT)), None),
    ("R6.23", "to", "Tower", None, Standing.COVER),
    ("R6.24", "de", "Death", None, Standing.LOSE),
)


def _faces() -> Mapping[Tile, Face]:
    faces: dict[Tile, Face] = {}
    for rule, red, red_name, blue, blue_name, active, passive in _PAIRS:
        faces[Tile(red)] = Face(red_name, Kind.RED, rule, active, passive)
        faces[Tile(blue)] = Face(blue_name, Kind.BLUE, rule, active, passive)
    for rule, code, name, active, passive in _NEUTRAL:
        faces[Tile(code)] = Face(name, Kind.NEUTRAL, rule, active, passive)
    return faces


FACES: Final = _faces()
TILES: Final = tuple(FACES)
ACTIVE: Final[Mapping[Tile, Active]] = {
    tile: face.active for tile, face in FACES.items() if face.active is not None
}

CITIZEN: Final = Tile("ci")
TOWER: Final = Tile("to")
DEATH: Final = Tile("de")
SAGE: Final = Tile("sg")
NULLIFIED_BY: Final = {Tile("sh"): ORTHOGONAL, Tile("so"): DIAGONAL}
"""Whose active effects do not happen, by square (R6.13, R6.14)."""
SHIELDED: Final = frozenset(
    tile for tile, face in FACES.items() if face.passive in (Standing.SHIELD, Standing.COVER)
)
OF_PLAYER: Final = tuple(
    tuple(sorted(tile for tile, face in FACES.items() if face.kind is kind)) for kind in (Kind.RED, Kind.BLUE)
)
DRAWN: Final = tuple(
    sorted(tile for tile, face in FACES.items() if face.kind is Kind.NEUTRAL and tile != CITIZEN)
)
"""The sixteen that come into play by chance, or by agreement (R2.1)."""


def tile_coded(code: str) -> Tile | None:
    tile = Tile(code)
    return tile if tile in FACES else None


def choices_of(active: Active, square: Square, ally: Player) -> tuple[Squares, ...]:
    return active.choices[ally][square]
