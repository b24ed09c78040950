"""Cards drawn as the rules know them: shapes and colours of our own, no picture of any publisher.

Colours are told apart by their signs as well, and abilities by theirs: a half of a sketch says all of it.
"""

from collections.abc import Iterator
from typing import Final

from companion.games.yokai.rules.cards import CALL, Sketch, Yokai, ability_of, colour_of, colours_of, value_of
from vision.virtual.flat.shapes import Box, Polygon, Shape, Words

WIDTH: Final = 60
"""Units of the drawing across a card."""
HEIGHT: Final = 84
"""The same down: a card is five to seven."""

_TINCTURES: Final = {
    "F": ("#b32615", "#f0a08a"),
    "W": ("#17559b", "#9cc4ee"),
    "E": ("#6d4c15", "#dcc48e"),
    "A": ("#23662e", "#a6d6a0"),
}
"""Of each colour the darker one, and the lighter one."""

_PAPER: Final = "#f6f0e2"
_INK: Final = "#20202a"
_EDGE: Final = 2.4
"""Units of paper around a card's print."""

_SIGNS: Final = {
    "F": ((0, -46), (12, -22), (30, 10), (26, 30), (0, 46), (-26, 30), (-30, 8), (-15, -26), (-6, -8)),
    "W": ((0, -46), (16, -16), (31, 14), (24, 36), (0, 46), (-24, 36), (-31, 14), (-16, -16)),
    "E": ((-46, 38), (-14, -26), (2, 4), (14, -14), (46, 38)),
    "A": ((-44, -40), (30, -40), (8, -8), (44, -8), (-10, 46), (4, 8), (-30, 8)),
}
"""Outlines of the colours' signs, in a box from -50 to 50."""

_BADGE: Final = 7.5
_CALLED: Final = ((0, -1), (0.8, 0.1), (0.35, 0.1), (0.35, 0.9), (-0.35, 0.9), (-0.35, 0.1), (-0.8, 0.1))
_AWAY: Final = ((-1, 0), (-0.35, -0.7), (-0.35, -0.25), (0.35, -0.25), (0.35, -0.7), (1, 0), (0.35, 0.7))
_AWAY_END: Final = ((0.35, 0.25), (-0.35, 0.25), (-0.35, 0.7))

Places = tuple[tuple[float, float], ...]


def sketch_shapes(sketch: Sketch) -> Iterator[Shape]:
    """Half a turn shows the other colour as this shows the first."""
    yield Box(0, 0, WIDTH, HEIGHT, fill=_PAPER)
    for half, colour in enumerate(colours_of(sketch)):
        yield from _half(colour, ability_of(sketch), turned=half == 1)


def _half(colour: str, ability: str, *, turned: bool) -> Iterator[Shape]:
    dark, light = _TINCTURES[colour]

    def at(*places: tuple[float, float]) -> Places:
        return tuple((WIDTH - x, HEIGHT - y) if turned else (x, y) for x, y in places)

    middle = HEIGHT / 2
    yield Polygon(at((_EDGE, _EDGE), (WIDTH - _EDGE, _EDGE), (WIDTH - _EDGE, middle), (_EDGE, middle)), light)
    yield Polygon(at((_EDGE, _EDGE), (WIDTH - _EDGE, _EDGE), (WIDTH - _EDGE, 7), (_EDGE, 7)), dark)
    yield Polygon(at(*_sign(colour, 20, 24, 0.32)), dark)
    left, right = WIDTH - 24.0, WIDTH - 6.0
    if not ability:
        # Bare paper, where others say what they can do.
        yield Polygon(at((left, 20), (right, 20), (right, 24), (left, 24)), dark)
        return
    yield Polygon(at((left, 11), (right, 11), (right, 33), (left, 33)), _PAPER)
    shape = _CALLED if ability == CALL else (*_AWAY, *_AWAY_END)
    x, y = (left + right) / 2, 22.0
    yield Polygon(at(*((x + _BADGE * dx, y + _BADGE * dy) for dx, dy in shape)), _INK)


def _sign(colour: str, x: float, y: float, scale: float) -> Places:
    return tuple((x + scale * dx, y + scale * dy) for dx, dy in _SIGNS[colour])


def yokai_shapes(yokai: Yokai) -> Iterator[Shape]:
    colour, value = colour_of(yokai), value_of(yokai)
    dark, light = _TINCTURES[colour]
    yield Box(0, 0, WIDTH, HEIGHT, fill=_PAPER)
    yield Box(_EDGE, _EDGE, WIDTH - 2 * _EDGE, HEIGHT - 2 * _EDGE, fill=dark)
    yield Box(7, 7, WIDTH - 14, HEIGHT - 14, fill=light)
    yield Polygon(_sign(colour, WIDTH / 2, 29, 0.4), dark)
    yield Words(WIDTH / 2, 76, str(value), 34, _INK)
    for pip in range(value):
        # As many as sketches are wanted.
        y = 11 + pip * 9
        yield Polygon(((9, y), (14, y), (14, y + 5), (9, y + 5)), _INK)


def back_shapes(*, of_sketches: bool) -> Iterator[Shape]:
    dark, light = ("#3b3b44", "#b9b3a2") if of_sketches else ("#5a1f3a", "#d8a9b4")
    yield Box(0, 0, WIDTH, HEIGHT, fill=_PAPER)
    yield Box(_EDGE, _EDGE, WIDTH - 2 * _EDGE, HEIGHT - 2 * _EDGE, fill=dark)
    for row in range(6):
        for column in range(4):
            x, y = WIDTH * (column + 0.5) / 4, HEIGHT * (row + 0.5) / 6
            size = 5.0 if (row + column) % 2 == of_sketches else 2.5
            yield Polygon(((x, y - size), (x + size, y), (x, y + size), (x - size, y)), light)
