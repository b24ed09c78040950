"""Tiles drawn as the rules know them: shapes, words and colours of our own, no picture of any publisher.

One drawing for the rule book, the page and the drawn table. `python -m companion.games.rr.drawing
docs/rr/tiles` draws those of the rule book.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from companion.games.rr.rules.board import ADJACENT, BESIDE, IN, NAMES, SIDE, Player, Square, Squares
from companion.games.rr.rules.tiles import (
    FACES,
    NULLIFIED_BY,
    TILES,
    Face,
    Kind,
    Reach,
    Standing,
    Tile,
    Verb,
    choices_of,
)
from vision.virtual.flat.shapes import Box, Polygon, Shape, Words, as_svg

WIDTH: Final = 90
"""Units of the drawing across a tile."""
HEIGHT: Final = 120
"""The same down: a tile is three to four."""

_COLOURS: Final = {Kind.RED: "#b3261e", Kind.BLUE: "#1f4e9e", Kind.NEUTRAL: "#222222"}
_PAPER: Final = "#f4ecd8"
_INK: Final = "#222222"
_WHITE: Final = "#ffffff"
_EDGE: Final = 3.6
_TINCTURES: Final = (
    ("#d98a3d", "#f3dfae"),
    ("#4f8fb8", "#dfeaf0"),
    ("#6f9e4f", "#eef0c8"),
    ("#b0627e", "#f6dde0"),
    ("#8a78b5", "#e9e2f4"),
)
"""Colours of arms, the darker one first; words and signs are read without them."""
_BACK: Final = ("#4a3f5c", "#8d7fa6")
_TIP: Final = 16
_FOOT: Final = 20
_MIDDLE: Final = Square(NAMES.index("b2"))
_CELL: Final = 17
_LEFT: Final = (WIDTH - SIDE * _CELL) / 2
_TOP: Final = 34

VERBS: Final = {
    Verb.DESTROY: "destroy",
    Verb.TURN: "turn",
    Verb.BANISH: "banish",
    Verb.REACTIVATE: "reactivate",
    Verb.MOVE: "move",
    Verb.TAKE: "take",
}
_BESIDE_THE_BOARD: Final = {
    Reach.OWN_ALLIES: "an ally",
    Reach.ANYWHERE: "any tile",
    Reach.THEIR_ZONE: "their zone",
    Reach.DISCARDS: "a discard",
}
_LASTING: Final = {
    Standing.SHIELD: "shield",
    Standing.NULLIFY: "nullify",
    Standing.PROTECT: "protect",
    Standing.COVER: "cover",
    Standing.LOSE: "loses",
}
_NOTHING: Final = "nothing"
_TO_THE_EDGE: Final = "to the edge"

PRINTED: Final = (
    *VERBS.values(),
    *_BESIDE_THE_BOARD.values(),
    *_LASTING.values(),
    _NOTHING,
    _TO_THE_EDGE,
)
"""Words on tiles, besides their names."""

InWords = Callable[[str], str]
"""An English word of a tile in a reader's language."""


def _english(word: str) -> str:
    return word


def tile_drawn(tile: Tile, word: InWords = _english) -> str:
    """A picture of it, upright for whoever sits below."""
    face = FACES[tile]
    label = f"{word(face.name)}: {word(told(face))}"
    return as_svg(tile_shapes(tile, word), WIDTH, HEIGHT, label)


def told(face: Face) -> str:
    """What it does, in a word."""
    if face.active is not None:
        return VERBS[face.active.verb]
    return _NOTHING if face.passive is None else _LASTING[face.passive]


def tile_shapes(tile: Tile, word: InWords = _english) -> Iterator[Shape]:
    face = FACES[tile]
    colour = _COLOURS[face.kind]
    yield Box(0, 0, WIDTH, HEIGHT, fill=colour)
    yield Box(_EDGE, _EDGE, WIDTH - 2 * _EDGE, HEIGHT - _FOOT - _EDGE, fill=_PAPER)
    yield from _arms(TILES.index(tile))
    middle = WIDTH / 2
    yield Polygon(((middle, 3), (middle + 13, 3 + _TIP), (middle - 13, 3 + _TIP)), colour)
    yield Words(middle, HEIGHT - 7, f"{word(face.name)} {tile}", 12, _WHITE, WIDTH - 8)
    yield Box(_EDGE, 20, WIDTH - 2 * _EDGE, 13, fill=_PAPER)
    yield Words(middle, 30, word(told(face)), 11, _INK, WIDTH - 12)
    yield from _icon(tile, face, word)


def _arms(number: int) -> Iterator[Shape]:
    """A field of its own for every tile: eyes and cameras know it by that from afar."""
    dark, light = _TINCTURES[number % len(_TINCTURES)]
    left, top, right, low = _EDGE, 20.0, WIDTH - _EDGE, float(HEIGHT - _FOOT)
    wide, high = right - left, low - top
    x, y = (left + right) / 2, (top + low) / 2

    def at(*places: tuple[float, float]) -> tuple[tuple[float, float], ...]:
        """Shares of the field, across and down."""
        return tuple((left + wide * across, top + high * down) for across, down in places)

    yield Box(left, top, wide, high, fill=light)
    match number % 7:
        case 0:
            yield Polygon(at((0, 0), (0.4, 0), (1, 0.6), (1, 1), (0.6, 1), (0, 0.4)), dark)
        case 1:
            yield Polygon(at((0, 0.55), (0.5, 0.1), (1, 0.55), (1, 1), (0.5, 0.5), (0, 1)), dark)
        case 2:
            yield Polygon(at((0, 0), (0.5, 0), (0.5, 1), (1, 1), (1, 0.5), (0, 0.5)), dark)
        case 3:
            yield Polygon(at((0.3, 0), (0.7, 0), (0.7, 1), (0.3, 1)), dark)
            yield Polygon(at((0, 0.3), (1, 0.3), (1, 0.6), (0, 0.6)), dark)
        case 4:
            yield Polygon(at((1, 0), (0.6, 0), (0, 0.6), (0, 1), (0.4, 1), (1, 0.4)), dark)
        case 5:
            yield Polygon(at((0, 0), (1, 0), (0.5, 0.9)), dark)
        case _:
            yield Polygon(at((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)), dark)
    for step in range(number % 3 + number // 15):
        spot = x + wide * (0.36 if (number + step) % 2 else -0.36)
        down = y + high * (0.36 if (number // 2 + step) % 2 else -0.12)
        yield Polygon(((spot, down - 7), (spot + 7, down), (spot, down + 7), (spot - 7, down)), _INK)


def back_shapes() -> Iterator[Shape]:
    """The same from both sides."""
    dark, light = _BACK
    yield Box(0, 0, WIDTH, HEIGHT, fill=dark)
    for row in range(5):
        for column in range(4):
            x, y = WIDTH * (column + 0.5) / 4, HEIGHT * (row + 0.5) / 5
            size = 9 if (row + column) % 2 else 5
            yield Polygon(((x, y - size), (x + size, y), (x, y + size), (x - size, y)), light)
    yield Box(4, 4, WIDTH - 8, HEIGHT - 8, stroke=light, line=2)


def back_drawn(label: str) -> str:
    return as_svg(back_shapes(), WIDTH, HEIGHT, label)


def _icon(tile: Tile, face: Face, word: InWords) -> Iterator[Shape]:
    """The squares around: equal letters are acted on together, different ones are a choice."""
    choices = _choices(tile, face)
    if not choices and face.active is not None:
        yield Words(WIDTH / 2, 68, word(_BESIDE_THE_BOARD[face.active.reach]), 14, _INK, WIDTH - 16)
        return
    letters = {
        square: letter for letter, choice in zip("abcdefgh", choices, strict=False) for square in IN[choice]
    }
    for square in (*IN[ADJACENT[_MIDDLE]], _MIDDLE):
        column, row = divmod(square, SIDE)
        x, y = _LEFT + column * _CELL, _TOP + (SIDE - 1 - row) * _CELL
        fill = _INK if square == _MIDDLE else _WHITE if square in letters else None
        yield Box(x, y, _CELL, _CELL, fill, _INK)
        if square in letters:
            yield Words(x + _CELL / 2, y + 13, letters[square], 12, _INK)
    if _goes_on(tile):
        yield Words(WIDTH / 2, 96, word(_TO_THE_EDGE), 10, _INK, WIDTH - 12)


def _choices(tile: Tile, face: Face) -> tuple[Squares, ...]:
    if face.active is not None and face.active.reach in (Reach.SQUARES, Reach.SHIELDED):
        return choices_of(face.active, _MIDDLE, Player.REGALITY)
    if tile in NULLIFIED_BY:
        return (NULLIFIED_BY[tile][_MIDDLE],)
    return (BESIDE[_MIDDLE],) if face.passive is Standing.PROTECT else ()


def _goes_on(tile: Tile) -> bool:
    """Whether it reaches further than the squares around it."""
    active = FACES[tile].active
    if active is None or active.reach is not Reach.SQUARES:
        return False
    corner = Square(0)
    return any(choice & ~ADJACENT[corner] for choice in choices_of(active, corner, Player.REGALITY))


def main() -> int:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for tile in TILES:
        (folder / f"{tile}.svg").write_text(tile_drawn(tile), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
