"""What was seen of an RR table, in the game's own words (FORMATS-RR F5)."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from companion.games.rr.referee.rows import row_at
from companion.games.rr.rules.board import Square, name_of
from vision.flat.seen import FlatPiece, FlatSighting, LooseFlat

UNKNOWN: Final = "??"
NO_ALLY: Final = "?"

NOBODYS: Final = frozenset(("blank",))
"""Looks that are learnt and take no part (R2.1): on the board such a tile is none that is known."""

_ACROSS: Final = 30.0
"""Degrees off upright from which on nobody can tell whose ally a tile is: they lie up to 9 degrees askew."""


def ally_of(heading: float | None) -> str | None:
    """`r` where the tip points to row 3, `b` where it points to row 1 (R1.2)."""
    if heading is None:
        return None
    off = abs((heading + 180) % 360 - 180)
    return "r" if off < _ACROSS else "b" if off > 180 - _ACROSS else None


def code_of(piece: FlatPiece | LooseFlat) -> str | None:
    return None if piece.code in NOBODYS else piece.code


def tile_as_json(piece: FlatPiece) -> dict[str, Any]:
    """A guess is told with its confidence; what is no tile of the game is no claim."""
    none_of_ours = piece.code in NOBODYS
    return {
        "square": name_of(Square(piece.square)),
        "tile": code_of(piece),
        "ally": None if piece.down or none_of_ours else ally_of(piece.heading),
        "down": piece.down,
        "confidence": 0.0 if none_of_ours else round(piece.confidence, 3),
    }


def sight_text(pieces: Iterable[FlatPiece]) -> str:
    """As a position string has its board; `??` where nobody can say which tile it is."""
    return ",".join(name_of(Square(piece.square)) + _written(piece) for piece in pieces) or "-"


def _written(piece: FlatPiece) -> str:
    ally = ally_of(piece.heading)
    if not piece.claimed:
        return UNKNOWN + (ally or NO_ALLY)
    return "x" if piece.down else (code_of(piece) or UNKNOWN) + (ally or NO_ALLY)


def zones_of(beside: Iterable[LooseFlat]) -> dict[str, list[str]] | None:
    """Rows before the players, from a's side to c's, and the neutral ones beside the board, by column, then
    from row 1 up; None where no rows are in view."""
    zones: dict[str, list[tuple[tuple[float, float], str]]] = {"r": [], "b": [], "neutral": []}
    for piece in beside:
        if piece.down or piece.code in NOBODYS:
            continue
        across, along = piece.place
        zone = row_at(piece.place)
        order = (across, along) if zone != "neutral" else (round(across), along)
        zones[zone].append((order, piece.code if piece.claimed and piece.code else UNKNOWN))
    if not any(zones.values()):
        return None
    return {zone: [code for _, code in sorted(tiles)] for zone, tiles in zones.items()}


def as_json(image: str, sighting: FlatSighting) -> Mapping[str, Any]:
    return {
        "image": image,
        "mode": "rr",
        "board": sighting.board,
        "clear": sighting.clear,
        "tiles": [tile_as_json(piece) for piece in sighting.pieces],
        "zones": zones_of(sighting.beside),
        "sight": sight_text(sighting.pieces) if sighting.board else None,
    }
