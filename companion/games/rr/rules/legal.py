"""Everything that may be played in a position."""

from collections.abc import Iterator

from companion.games.rr.rules.board import EVERYWHERE, IN, Square, Squares
from companion.games.rr.rules.deeds import Scene, deeds_of_placed
from companion.games.rr.rules.moves import Move, Pick, Place
from companion.games.rr.rules.position import Lie, Lying, Position, State, lie_of, unseen
from companion.games.rr.rules.tiles import ACTIVE, CITIZEN, TOWER, Tile


def legal_moves(position: Position) -> list[Move]:
    """Nothing once the game is over (R8)."""
    return list(moves_from(position))


def moves_from(position: Position, sooner: Tile | None = None) -> Iterator[Move]:
    """The same one by one, placings of a tile that is to be looked at sooner first."""
    if position.state is State.DRAFT:
        yield from map(Pick, position.neutral)
        return
    lie = lie_of(position.board)
    if lie.up == EVERYWHERE:
        return
    for tile in sorted(placeable(position), key=lambda each: each != sooner):
        for square in IN[squares_for(position, lie, tile)]:
            yield from placings(position, tile, square)


def can_move(position: Position) -> bool:
    if position.state is State.DRAFT:
        return True
    tiles = placeable(position)
    if None in position.board and any(tile != TOWER for tile in tiles):
        return True
    lie = lie_of(position.board)
    return any(squares_for(position, lie, tile) for tile in tiles)


def placeable(position: Position) -> tuple[Tile, ...]:
    """What the player on turn can take to place, an unknown tile as each that it may be (R3.2, R2.3)."""
    if position.state is State.CITIZEN:
        return (CITIZEN,)
    zone = position.zones[position.turn]
    return zone.tiles + (unseen(position) if zone.unknown else ()) + position.neutral


def squares_for(position: Position, lie: Lie, tile: Tile) -> Squares:
    """Where it can be placed (R3.3, R6.23)."""
    return Squares(lie.open & lie.allies[position.turn]) if tile == TOWER else lie.free


def placings(position: Position, tile: Tile, square: Square) -> Iterator[Place]:
    """That tile on that square: without its effect, and with every use of it."""
    yield Place(tile, square)
    if tile in ACTIVE:
        for deed in deeds_of_placed(scene_after(position, tile, square)):
            yield Place(tile, square, deed)


def scene_after(position: Position, tile: Tile, square: Square) -> Scene:
    """The board with that tile on it, before its effect."""
    under = position.board[square]
    lying = Lying(tile, position.turn, covered=under.tile if under else None)
    board = (*position.board[:square], lying, *position.board[square + 1 :])
    zone = position.zones[position.turn.other]
    theirs = zone.tiles
    if zone.unknown:
        theirs += tuple(each for each in unseen(position) if each != tile)
    return Scene(board, lie_of(board), square, position.turn, theirs, position.discards)
