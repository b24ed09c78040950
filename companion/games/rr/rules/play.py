"""Carrying moves out."""

from dataclasses import dataclass

from companion.games.rr.rules.board import Player, Square
from companion.games.rr.rules.deeds import Scene
from companion.games.rr.rules.ending import Ending, ending
from companion.games.rr.rules.legal import scene_after
from companion.games.rr.rules.moves import Deed, Move, Name, On, Pick, Place, Shift, Wake
from companion.games.rr.rules.position import Board, Lying, Position, State, Zone
from companion.games.rr.rules.refusal import refusal
from companion.games.rr.rules.tiles import ACTIVE, Tile, Verb

LEFT_TO_THE_SECOND = 2
"""Of a draft: the second player takes both that are left, without a choice (R10.3)."""


@dataclass(frozen=True, slots=True)
class Played:
    move: Move
    before: Position
    after: Position

    @property
    def ending(self) -> Ending | None:
        """Where the move has ended the game."""
        return ending(self.after)


def play(position: Position, move: Move) -> Played:
    """Raises `IllegalMove`."""
    if (refused := refusal(position, move)) is not None:
        raise refused
    return Played(move, position, after(position, move))


def after(position: Position, move: Move) -> Position:
    """What a legal move leads to."""
    return _picked(position, move.tile) if isinstance(move, Pick) else _placed(position, move)


def _picked(position: Position, tile: Tile) -> Position:
    player, left = position.turn, _without(position.neutral, tile)
    zones = _with_zone(position.zones, player, _gaining(position.zones[player], tile))
    if len(left) > LEFT_TO_THE_SECOND:
        return position._replace(turn=player.other, zones=zones, neutral=left)
    zones = _with_zone(zones, player.other, _gaining(zones[player.other], *left))
    return position._replace(zones=zones, neutral=(), state=State.CITIZEN)


def _placed(position: Position, move: Place) -> Position:
    player = position.turn
    zones, neutral = position.zones, position.neutral
    if move.tile in neutral and move.tile not in zones[player].tiles:
        neutral = _without(neutral, move.tile)
    else:
        zones = _with_zone(zones, player, _losing(zones[player], move.tile))
    scene = scene_after(position, move.tile, move.square)
    done = Position(scene.board, player, zones, neutral, position.discards)
    if move.deed is not None:
        done = _done(done, scene, move.square, move.deed)
    return _passed(done)


def _done(position: Position, scene: Scene, square: Square, deed: Deed) -> Position:
    while isinstance(deed, Wake):
        square, deed = deed.square, deed.deed
    acting = scene.board[square]
    assert acting is not None
    verb = ACTIVE[acting.tile].verb
    match deed:
        case On(squares):
            return _acted_on(position, verb, squares)
        case Shift(source, target):
            board = list(position.board)
            board[target], board[source] = board[source], None
            return position._replace(board=tuple(board))
        case Name(tile):
            return _named(position, verb, tile)


def _acted_on(position: Position, verb: Verb, squares: tuple[Square, ...]) -> Position:
    player = position.turn
    board = list(position.board)
    gone: list[Tile] = []
    for square in squares:
        lying = board[square]
        assert lying is not None
        match verb:
            case Verb.TURN:
                board[square] = lying._replace(player=lying.player.other)
            case Verb.DESTROY:
                board[square] = lying._replace(player=player, down=True)
            case _:
                board[square] = None
                gone.append(lying.tile)
    position = position._replace(board=tuple(board))
    if verb is Verb.BANISH:
        return position._replace(discards=_with(position.discards, *gone))
    if verb is Verb.TAKE:
        zone = _gaining(position.zones[player], *gone)
        return position._replace(zones=_with_zone(position.zones, player, zone))
    return position


def _named(position: Position, verb: Verb, tile: Tile) -> Position:
    if verb is Verb.BANISH:
        loser = position.turn.other
        zones = _with_zone(position.zones, loser, _losing(position.zones[loser], tile))
        return position._replace(zones=zones, discards=_with(position.discards, tile))
    zone = _gaining(position.zones[position.turn], tile)
    return position._replace(
        zones=_with_zone(position.zones, position.turn, zone), discards=_without(position.discards, tile)
    )


def _passed(position: Position) -> Position:
    """The turn passes, and what the other player has destroyed leaves the board (R3.1)."""
    turn = position.turn.other
    board: Board = position.board
    gone: list[Tile] = []
    for at, lying in enumerate(board):
        if lying is not None and lying.down and lying.player is turn:
            board = (*board[:at], None, *board[at + 1 :])
            gone += _all_of(lying)
    discards = _with(position.discards, *gone) if gone else position.discards
    return Position(board, turn, position.zones, position.neutral, discards)


def _all_of(lying: Lying) -> tuple[Tile, ...]:
    """What a Tower covers leaves together with it (R6.23)."""
    return (lying.tile,) if lying.covered is None else (lying.tile, lying.covered)


def _with(tiles: tuple[Tile, ...], *more: Tile) -> tuple[Tile, ...]:
    return tuple(sorted((*tiles, *more)))


def _without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    return tuple(each for each in tiles if each != tile)


def _gaining(zone: Zone, *tiles: Tile) -> Zone:
    return Zone(_with(zone.tiles, *tiles), zone.unknown)


def _losing(zone: Zone, tile: Tile) -> Zone:
    """A tile that was not known to lie there is one of the unknown (R10.5)."""
    if tile in zone.tiles:
        return Zone(_without(zone.tiles, tile), zone.unknown)
    return Zone(zone.tiles, zone.unknown - 1)


def _with_zone(zones: tuple[Zone, Zone], player: Player, zone: Zone) -> tuple[Zone, Zone]:
    return (zone, zones[1]) if player is Player.REGALITY else (zones[0], zone)
