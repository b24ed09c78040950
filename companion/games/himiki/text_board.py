"""A position drawn as text, for terminals and for tests."""

from companion.games.himiki.rules.board import COLUMNS, ROWS, Square
from companion.games.himiki.rules.cubes import Colour, Element, colour_of, faces_of
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.tiles import Tile
from companion.games.himiki.rules.variant import Mode, Seat

_SEAT_NAMES = {
    Seat.WHITE: "white",
    Seat.BLACK: "black",
    Seat.WHITE_LIGHT: "white (light)",
    Seat.BLACK_LIGHT: "black (light)",
    Seat.WHITE_DARK: "white (dark)",
    Seat.BLACK_DARK: "black (dark)",
}
_WIDTH = 6


def text_board(position: Position) -> str:
    """Rows A to E; `wHMK` is a white cube as RULES 2.1 writes it, `(mi)` terrain, `·` a free square."""
    land = dict(position.chaos.land)
    header = "  " + _row([str(column + 1) for column in range(COLUMNS)])
    rows = [
        "ABCDE"[row]
        + " "
        + _row([_cell(position, Square(row * COLUMNS + column), land) for column in range(COLUMNS)])
        for row in range(ROWS)
    ]
    return "\n".join([header, *rows])


def _row(cells: list[str]) -> str:
    half = COLUMNS // 2
    padded = [cell.center(_WIDTH) for cell in cells]
    return ("".join(padded[:half]) + " | " + "".join(padded[half:])).rstrip()


def _cell(position: Position, square: Square, land: dict[Square, Tile]) -> str:
    cube = position.cube_at(square)
    if cube is not None:
        return colour_of(cube).letter + faces_of(cube)
    return f"({land[square].value})" if square in land else "·"


def status_line(position: Position) -> str:
    """Whose turn it is, the score, who holds what."""
    if position.over:
        winner = position.winner
        turn = "solved" if winner is None else f"{winner.name.lower()} has won"
    else:
        turn = f"{_SEAT_NAMES[position.seat]} to play"
        if position.phase.setup:
            turn += " (set-up)"
        elif position.phase.must_tilt:
            turn += " (must tilt)"
        elif position.phase.replay:
            turn += " (replay)"
    parts = [turn]
    if position.variant.mode is not Mode.MINDLOCK:
        parts.append(f"{position.score[Colour.WHITE]}-{position.score[Colour.BLACK]}")
    held = [
        f"{element.name.lower()}: {holder.name.lower()}"
        for element, holder in zip(Element, position.influences, strict=True)
        if holder is not None
    ]
    return ", ".join(parts + held)
