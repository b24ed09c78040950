"""Which cubes may be played, and the tilts and rotations they have (RULES 3.2 to 3.7, 4.2, 5.6)."""

from itertools import combinations

from companion.games.himiki.rules.board import NEIGHBOURS, TWO_AWAY, ZONES, Square, Zone, between
from companion.games.himiki.rules.cubes import (
    OWNED,
    ROTATED,
    SHOWING,
    TILTED_ALONG_COLUMN,
    TILTED_ALONG_ROW,
    Colour,
    Element,
)
from companion.games.himiki.rules.moves import TILTS, Rotate, Tilt
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.tiles import NO_TILES


def squares_of(board: bytes | bytearray, colour: Colour) -> list[Square]:
    """Where that colour's cubes stand, in board order."""
    marks = board.translate(OWNED[colour])
    found = []
    at = marks.find(1)
    while at >= 0:
        found.append(Square(at))
        at = marks.find(1, at + 1)
    return found


def played_colour(position: Position) -> Colour:
    """The colour that the player on turn moves: the other one in a confused turn (RULES 5.6)."""
    colour = position.seat.colour
    chaos = position.chaos
    return colour.other if chaos is not NO_TILES and chaos.confusing else colour


def playable(position: Position) -> list[Square]:
    """Where the cubes stand that the player on turn may play, in board order."""
    squares = squares_of(position.board, played_colour(position))
    zone = position.seat.zone
    return squares if zone is None else [square for square in squares if within_reach(position, square, zone)]


def within_reach(position: Position, square: Square, zone: Zone) -> bool:
    """RULES 4.2: what stands in the zone, or was moved out of it this turn, as a ban of 3.7 shows.

    In a confused turn only what stands in the zone (RULES 5.6).
    """
    if ZONES[square] is zone:
        return True
    return not position.chaos.confusing and any(at == square for at, _ in position.phase.bans)


def tilts(position: Position, squares: list[Square]) -> list[Tilt]:
    """Tilts of those cubes that no ban of RULES 3.7 forbids."""
    board = position.board
    found = [tilt for square in squares for target, tilt in TILTS[square] if not board[target]]
    bans = position.phase.bans
    return [tilt for tilt in found if (tilt.source, tilt.target) not in bans] if bans else found


def rotations(position: Position, squares: list[Square]) -> list[Rotate]:
    """Every rotation of those cubes; one at a time in a confused turn (RULES 5.6), none when banned (3.3)."""
    if position.phase.must_tilt:
        return []
    most = 1 if position.chaos is not NO_TILES and position.chaos.confusing else len(squares)
    return [Rotate(chosen) for size in range(1, most + 1) for chosen in combinations(squares, size)]


def tilted(board: bytes, source: Square, target: Square) -> bytearray:
    """The board after that tilt, and nothing else."""
    after = bytearray(board)
    along_row = -2 < target - source < 2
    after[target] = (TILTED_ALONG_ROW if along_row else TILTED_ALONG_COLUMN)[after[source]]
    after[source] = 0
    return after


def rotated(board: bytes, squares: tuple[Square, ...]) -> bytes:
    """The board after a quarter turn of each of those cubes."""
    after = bytearray(board)
    for square in squares:
        after[square] = ROTATED[after[square]]
    return bytes(after)


def mana_tilts(board: bytes | bytearray, colour: Colour, element: Element) -> list[Tilt]:
    """RULES 5.3: in either zone, free of the ban of 3.7."""
    shows = SHOWING[element]
    return [
        tilt
        for square in squares_of(board, colour)
        if shows[board[square]]
        for target, tilt in TILTS[square]
        if not board[target]
    ]


def impulse_targets(board: bytes | bytearray, square: Square) -> list[Square]:
    return [target for target in NEIGHBOURS[square] if not board[target]]


def slide_targets(board: bytes | bytearray, square: Square) -> list[Square]:
    """RULES 5.9: two squares in a straight line, over cubes if need be."""
    return [target for target in TWO_AWAY[square] if not board[target]]


def swap_targets(board: bytes | bytearray, square: Square) -> list[Square]:
    """RULES 5.11: any other cube."""
    return [Square(at) for at, cube in enumerate(board) if cube and at != square]


def yokai_targets(board: bytes | bytearray, square: Square) -> list[Square]:
    """RULES 5.5: opposing is of the other colour than the tilted cube (5.6), the square between is free."""
    colour = Colour.WHITE if OWNED[Colour.WHITE][board[square]] else Colour.BLACK
    opposing = OWNED[colour.other]
    return [
        target
        for target in TWO_AWAY[square]
        if opposing[board[target]] and not board[between(square, target)]
    ]
