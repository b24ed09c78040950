"""Tiles drawn as the rules know them: shapes, words and colours of our own, no picture of any publisher.

`python -m companion.games.rr.drawing docs/rr/tiles` draws those of the rule book.
"""

import sys
from collections.abc import Iterator
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

WIDTH: Final = 90
HEIGHT: Final = 120
"""A tile is three to four."""

_COLOURS: Final = {Kind.RED: "#b3261e", Kind.BLUE: "#1f4e9e", Kind.NEUTRAL: "#222222"}
_PAPER: Final = "#f4ecd8"
_TIP: Final = 16
_FOOT: Final = 20
_MIDDLE: Final = Square(NAMES.index("b2"))
_CELL: Final = 17
_LEFT: Final = (WIDTH - SIDE * _CELL) / 2
_TOP: Final = 34

_WORDS: Final = {
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


def tile_drawn(tile: Tile) -> str:
    """A picture of it, upright for whoever sits below."""
    face = FACES[tile]
    colour = _COLOURS[face.kind]
    inside = [
        f'<rect x="1.8" y="1.8" width="{WIDTH - 3.6}" height="{HEIGHT - 3.6}" rx="5" fill="{_PAPER}"'
        f' stroke="{colour}" stroke-width="3.6"/>',
        f'<path d="M{WIDTH / 2} 3 l13 {_TIP} h-26 z" fill="{colour}"/>',
        f'<path d="M3 {HEIGHT - _FOOT} h{WIDTH - 6} v{_FOOT - 3} h-{WIDTH - 6} z" fill="{colour}"/>',
        _text(WIDTH / 2, HEIGHT - 7, f"{face.name} {tile}", 10, "#ffffff"),
        _text(WIDTH / 2, 29, _told(face), 9, "#222222"),
        *_icon(tile, face),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" role="img" aria-label="{face.name}: {_told(face)}">'
        f"{''.join(inside)}</svg>\n"
    )


def _told(face: Face) -> str:
    if face.active is not None:
        return _WORDS[face.active.verb]
    return "nothing" if face.passive is None else _LASTING[face.passive]


def _text(x: float, y: float, words: str, size: int, colour: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-family="sans-serif" text-anchor="middle"'
        f' fill="{colour}">{words}</text>'
    )


def _icon(tile: Tile, face: Face) -> Iterator[str]:
    """The squares around: equal letters are acted on together, different ones are a choice."""
    choices = _choices(tile, face)
    if not choices and face.active is not None:
        yield _text(WIDTH / 2, 68, _BESIDE_THE_BOARD[face.active.reach], 11, "#222222")
        return
    letters = {
        square: letter for letter, choice in zip("abcdefgh", choices, strict=False) for square in IN[choice]
    }
    for square in (*IN[ADJACENT[_MIDDLE]], _MIDDLE):
        column, row = divmod(square, SIDE)
        x, y = _LEFT + column * _CELL, _TOP + (SIDE - 1 - row) * _CELL
        fill = "#222222" if square == _MIDDLE else "#ffffff" if square in letters else "none"
        yield f'<rect x="{x:g}" y="{y:g}" width="{_CELL}" height="{_CELL}" fill="{fill}" stroke="#222222"/>'
        if square in letters:
            yield _text(x + _CELL / 2, y + 12, letters[square], 10, "#222222")
    if _goes_on(tile):
        yield _text(WIDTH / 2, 94, "to the edge", 9, "#222222")


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
