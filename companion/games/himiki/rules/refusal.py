"""Why a move is not legal: the rule that it breaks, in words a player understands."""

from companion.games.himiki.rules.board import NEIGHBOURS, TWO_AWAY, Square, name_of
from companion.games.himiki.rules.cubes import OWNED, SHOWING, Colour, Orientation, colour_of, faces_of
from companion.games.himiki.rules.errors import IllegalMove
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.messages import RuleMessage, message
from companion.games.himiki.rules.moves import (
    PASS,
    Conjure,
    Decline,
    KeepYokai,
    Move,
    Pass,
    Place,
    PutTerrain,
    Rotate,
    Slide,
    SpendYokai,
    Stop,
    Swap,
    Tilt,
    UseEvent,
)
from companion.games.himiki.rules.options import mana_tilts, played_colour, within_reach, yokai_targets
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.tiles import (
    EVENTS,
    MANA,
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


def refusal(position: Position, move: Move) -> IllegalMove | None:
    """The rule that forbids the move; None when it is legal."""
    phase, due = position.phase, position.chaos.due
    if phase.over:
        return _no("3.13", "game-over")
    if phase.setup or isinstance(move, Place):
        return _placing(position, move)
    if due:
        return _answering(position, due[0], move)
    match move:
        case Tilt(source, target):
            return _not_playable(position, source) or _tilting(position, source, target)
        case Rotate(squares):
            return _rotating(position, squares)
        case Stop():
            return None if phase.replay else _no("3.8", "no-replay")
        case Pass():
            return None if PASS in legal_moves(position) else _no("3.3", "pass-needless")
        case UseEvent() | Conjure() if position.variant.mode is Mode.MINDLOCK:
            return _using(position, Colour.WHITE, move)
        case _:
            return _no("5.2", "choice-not-due")


def _no(rule: str, code: str, **values: object) -> IllegalMove:
    return IllegalMove(rule, message(code, **values))


def _placing(position: Position, move: Move) -> IllegalMove | None:
    variant, seat = position.variant, position.seat
    rule = variant.home_rule
    if not isinstance(move, Place):
        return _no(rule, "setup-first")
    if not position.phase.setup:
        return _no(rule, "setup-done")
    if not OWNED[seat.colour][move.cube]:
        return _no(rule, "place-colour")
    homes = variant.homes(seat)
    if move.square not in homes:
        return _no(rule, "place-home", square=name_of(move.square), homes=", ".join(map(name_of, homes)))
    if position.board[move.square]:
        return _no(rule, "place-occupied", square=name_of(move.square))
    return None


def _not_playable(position: Position, square: Square) -> IllegalMove | None:
    """Whether the player on turn may touch the cube there at all."""
    cube, name = position.cube_at(square), name_of(square)
    if cube is None:
        return _no("3.2", "no-cube", square=name)
    if colour_of(cube) is not played_colour(position):
        if position.variant.mode is Mode.MINDLOCK:
            return _no("7.1", "mindlock-black", square=name)
        if position.chaos.confusing:
            return _no("5.6", "own-cube-confused", square=name)
        return _no("3.2", "opponents-cube", square=name)
    zone = position.seat.zone
    if zone is not None and not within_reach(position, square, zone):
        return _no("4.2", "outside-zone", square=name)
    return None


def _tilting(position: Position, source: Square, target: Square) -> IllegalMove | None:
    if (source, target) in position.phase.bans and target in NEIGHBOURS[source]:
        return _no("3.7", "just-left", source=name_of(source), target=name_of(target))
    return _onto(position, source, target)


def _onto(position: Position, source: Square, target: Square) -> IllegalMove | None:
    """RULES 3.2: a free neighbouring square."""
    if target not in NEIGHBOURS[source]:
        return _no("3.2", "not-adjacent", source=name_of(source), target=name_of(target))
    if position.board[target]:
        return _no("3.2", "occupied", target=name_of(target))
    return None


def _rotating(position: Position, squares: tuple[Square, ...]) -> IllegalMove | None:
    if not squares or list(squares) != sorted(set(squares)):
        return _no("3.2", "rotation-empty")
    for square in squares:
        if fault := _not_playable(position, square):
            return fault
    if position.phase.must_tilt:
        return _no("3.3", "rotation-banned")
    if position.chaos.confusing and len(squares) > 1:
        return _no("5.6", "rotation-one")
    return None


def described(due: Due) -> RuleMessage:
    """What a waiting decision is about."""
    match due:
        case UseDue(colour):
            return message("due-use", colour=colour.letter)
        case ManaDue(colour, element):
            return message("due-mana", colour=colour.letter, element=element.letter)
        case ImpulseDue(square):
            return message("due-impulse", square=name_of(square))
        case SlideDue(square):
            return message("due-slide", square=name_of(square))
        case SwapDue(square):
            return message("due-swap", square=name_of(square))
        case YokaiDue(square):
            return message("due-yokai", square=name_of(square))


def _answering(position: Position, due: Due, move: Move) -> IllegalMove | None:
    board = position.board
    match due, move:
        case UseDue(), Decline():
            return None
        case UseDue(colour), UseEvent() | Conjure() | PutTerrain():
            return _using(position, colour, move)
        case ManaDue(colour, element), Tilt(source, target):
            if not (OWNED[colour][board[source]] and SHOWING[element][board[source]]):
                return _no("5.3", "mana-cube", square=name_of(source))
            return _onto(position, source, target)
        case ImpulseDue(square), Tilt(source, target):
            if source != square:
                return _no("5.9", "impulse-cube", square=name_of(square))
            return _onto(position, source, target)
        case SlideDue(square), Slide(source, target):
            if source != square:
                return _no("5.9", "slide-cube", square=name_of(square))
            free = target in TWO_AWAY[source] and not board[target]
            return None if free else _no("5.9", "slide-target", target=name_of(target))
        case SwapDue(square), Swap(source, other):
            if source != square:
                return _no("5.11", "swap-cube", square=name_of(square))
            there = board[other] and other != source
            return None if there else _no("5.11", "swap-target", other=name_of(other))
        case YokaiDue(), KeepYokai():
            return None
        case YokaiDue(square), SpendYokai(target):
            reached = target in yokai_targets(board, square)
            return None if reached else _no("5.5", "yokai-target", square=name_of(target))
        case _:
            return _no("5.2", "choice-due", due=described(due))


def _using(position: Position, colour: Colour, move: UseEvent | Conjure | PutTerrain) -> IllegalMove | None:
    tile = Tile.CONJURATION if isinstance(move, Conjure) else move.tile
    if isinstance(move, PutTerrain) and tile not in TERRAIN:
        return _no("5.7", "not-terrain", tile=tile.value)
    if isinstance(move, UseEvent) and (tile not in EVENTS or tile is Tile.CONJURATION):
        return _no("5.2", "not-event", tile=tile.value)
    if tile not in position.chaos.usable_codes(colour):
        return _no("5.2", "tile-not-held", tile=tile.value)
    match move:
        case PutTerrain(_, square):
            taken = position.board[square] or any(at == square for at, _ in position.chaos.land)
            return _no("5.7", "terrain-occupied", square=name_of(square)) if taken else None
        case UseEvent() if tile in MANA:
            useful = mana_tilts(position.board, colour, MANA[tile])
            return None if useful else _no("5.3", "mana-useless")
        case UseEvent() if tile is Tile.CONFUSION and position.variant.mode is Mode.MINDLOCK:
            return _no("7.4", "not-this-mode")
        case Conjure(square, orientation):
            return _conjuring(position, colour, square, orientation)
        case _:
            return None


def _conjuring(
    position: Position, colour: Colour, square: Square, orientation: Orientation
) -> IllegalMove | None:
    there = position.cube_at(square)
    if there is None:
        return _no("5.4", "no-cube", square=name_of(square))
    if colour_of(there) is colour:
        return _no("5.4", "conjure-own")
    if faces_of(there) == orientation.value:
        return _no("5.4", "conjure-same")
    return None
