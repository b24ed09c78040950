"""Challenges that are the same to a player: seen in a mirror, from the other side, or with other elements.

The board can be mirrored along both axes; its quarter turns do not fit. The elements beat each other in a
ring (RULES 2.4), so a challenge goes on alike when each takes the next one's place.
"""

from typing import Final

from companion.games.himiki.rules.board import COLUMNS, ROWS, SQUARES, column_of, row_of
from companion.games.himiki.rules.cubes import BEATS, Element, colour_of, element_lettered, faces_of
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.tiles import MANA, Tile

Fingerprint = tuple[object, ...]


def _mirrored(rows: bool, columns: bool) -> tuple[int, ...]:
    return tuple(
        (ROWS - 1 - row_of(s) if rows else row_of(s)) * COLUMNS
        + (COLUMNS - 1 - column_of(s) if columns else column_of(s))
        for s in SQUARES
    )


BOARD_SYMMETRIES: Final = tuple(
    _mirrored(rows, columns) for rows in (False, True) for columns in (False, True)
)


def _ring(steps: int) -> dict[Element, Element]:
    found = {}
    for element in Element:
        other = element
        for _ in range(steps):
            other = BEATS[other]
        found[element] = other
    return found


ELEMENT_SYMMETRIES: Final = tuple(_ring(steps) for steps in range(len(Element)))
_MANA_OF: Final = {element: tile for tile, element in MANA.items()}


def fingerprint(start: Position) -> Fingerprint:
    """Equal for two challenges exactly if one becomes the other by a symmetry."""
    return min(
        (_seen(start, squares, elements) for squares in BOARD_SYMMETRIES for elements in ELEMENT_SYMMETRIES),
        key=repr,
    )


def _seen(start: Position, squares: tuple[int, ...], elements: dict[Element, Element]) -> Fingerprint:
    def faces(letters: str) -> str:
        return "".join(elements[element_lettered(letter)].letter for letter in letters)

    def tile(code: Tile) -> str:
        moved = _MANA_OF[elements[MANA[code]]] if code in MANA else code
        return str(moved.value)

    cubes = sorted(
        # Of a black cube only the top matters (RULES 7.1).
        (squares[square], colour.letter, faces(faces_of(cube)[: 3 if colour.letter == "w" else 1]))
        for square, cube in start.cubes
        for colour in (colour_of(cube),)
    )
    land = sorted((squares[square], tile(code)) for square, code in start.chaos.land)
    events = sorted(tile(code) for code in start.chaos.hands[0].known)
    wanted = sorted(elements[element].letter for element in start.variant.in_play)
    return start.variant.edition.value, tuple(cubes), tuple(land), tuple(events), tuple(wanted)
