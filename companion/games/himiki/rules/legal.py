"""Every legal move of a position."""

from companion.games.himiki.rules.board import SQUARES, name_of
from companion.games.himiki.rules.cubes import (
    NO_CUBE,
    Colour,
    Cube,
    Orientation,
    colour_of,
    is_known,
    oriented,
)
from companion.games.himiki.rules.errors import HiddenFaces
from companion.games.himiki.rules.moves import (
    DECLINE,
    KEEP_YOKAI,
    PASS,
    STOP,
    Conjure,
    Move,
    Place,
    PutTerrain,
    Slide,
    SpendYokai,
    Swap,
    Tilt,
    UseEvent,
)
from companion.games.himiki.rules.muk_yan import some_roll_passes
from companion.games.himiki.rules.options import (
    impulse_targets,
    mana_tilts,
    playable,
    rotations,
    slide_targets,
    squares_of,
    swap_targets,
    tilts,
    yokai_targets,
)
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.tiles import (
    MANA,
    NO_TILES,
    TERRAIN,
    Due,
    ImpulseDue,
    ManaDue,
    SlideDue,
    SwapDue,
    Tile,
    UseDue,
    YokaiDue,
)
from companion.games.himiki.rules.variant import Mode


def legal_moves(position: Position) -> list[Move]:
    """What may be played now, in board order; nothing when the game is over (RULES 3.13)."""
    require_known(position)
    variant, _, _, phase, _, _, chaos = position
    if phase.over:
        return []
    if phase.setup:
        return list(_placements(position))
    if chaos is not NO_TILES and chaos.due:
        return _answers(position, chaos.due[0])
    squares = playable(position)
    moves: list[Move] = [*tilts(position, squares), *rotations(position, squares)]
    if phase.replay:
        moves.append(STOP)
    if variant.mode is Mode.MINDLOCK:
        if chaos is not NO_TILES:
            moves += events(position, Colour.WHITE)
    elif not moves or (position.seat is variant.muk_yan and not phase.replay and some_roll_passes(position)):
        moves.append(PASS)
    return moves


def require_known(position: Position) -> None:
    """The rules cannot tell anything about faces that nobody knows."""
    if position.board.isascii() or position.fully_known:
        return
    raise HiddenFaces(tuple(name_of(square) for square, cube in position.cubes if not is_known(cube)))


def _placements(position: Position) -> list[Move]:
    """RULES 3.1, 4.1, 6.1: any face and orientation, on a free home."""
    seat = position.seat
    return [
        Place(oriented(seat.colour, orientation), home)
        for home in position.variant.homes(seat)
        if not position.board[home]
        for orientation in Orientation
    ]


def decider(position: Position, due: Due) -> Colour:
    """Which side makes that decision, and for whom its tilt then counts."""
    match due:
        case UseDue(colour) | ManaDue(colour, _):
            return colour
        case YokaiDue():
            assert position.chaos.armed is not None
            return position.chaos.armed
        case ImpulseDue(square) | SlideDue(square) | SwapDue(square):
            on_turn = position.seat.colour
            colour = colour_of(Cube(position.board[square]))
            # In a confused turn the other colour's cube is the player's, unless a mana of the other
            # side tilts it: such a tilt sets no ban, every tilt of the player does (RULES 5.3, 5.6).
            tilted_by_player = any(at == square for at, _ in position.phase.bans)
            return on_turn if position.chaos.confusing and tilted_by_player else colour


def _answers(position: Position, due: Due) -> list[Move]:
    board = position.board
    match due:
        case UseDue(colour):
            return [*events(position, colour), *_terrain(position, colour), DECLINE]
        case ManaDue(colour, element):
            return [*mana_tilts(board, colour, element)]
        case ImpulseDue(square):
            return [Tilt(square, target) for target in impulse_targets(board, square)]
        case SlideDue(square):
            return [Slide(square, target) for target in slide_targets(board, square)]
        case SwapDue(square):
            return [Swap(square, other) for other in swap_targets(board, square)]
        case YokaiDue(square):
            return [*map(SpendYokai, yokai_targets(board, square)), KEEP_YOKAI]


def events(position: Position, colour: Colour) -> list[Move]:
    """Event tiles that side can use on this board (RULES 5.3 to 5.6)."""
    board = position.board
    moves: list[Move] = []
    for tile in position.chaos.usable_codes(colour):
        if tile in MANA:
            if mana_tilts(board, colour, MANA[tile]):
                moves.append(UseEvent(tile))
        elif tile is Tile.CONJURATION:
            moves += _conjurations(position, colour)
        elif tile is Tile.MAJOR_YOKAI or (
            tile is Tile.CONFUSION and position.variant.mode is not Mode.MINDLOCK
        ):
            moves.append(UseEvent(tile))
    return moves


def _conjurations(position: Position, colour: Colour) -> list[Move]:
    return [
        Conjure(square, orientation)
        for square in squares_of(position.board, colour.other)
        for orientation in Orientation
        if oriented(colour.other, orientation) != position.board[square]
    ]


def _terrain(position: Position, colour: Colour) -> list[Move]:
    """RULES 5.7: on any square with neither cube nor terrain."""
    taken = {square for square, _ in position.chaos.land}
    free = [square for square in SQUARES if position.board[square] == NO_CUBE and square not in taken]
    return [
        PutTerrain(tile, square)
        for tile in position.chaos.usable_codes(colour)
        if tile in TERRAIN
        for square in free
    ]
