"""Why a move cannot be played: the rule, and a sentence (R2 to R6)."""

from companion.games.rr.rules.board import IN, Square, Squares, name_of
from companion.games.rr.rules.deeds import Scene, deeds, deeds_of_placed, reachable
from companion.games.rr.rules.ending import RULES, ending
from companion.games.rr.rules.legal import placeable, scene_after, squares_for
from companion.games.rr.rules.messages import message
from companion.games.rr.rules.moves import Deed, Move, Name, On, Pick, Place, Shift, Wake
from companion.games.rr.rules.position import Position, State, lie_of
from companion.games.rr.rules.tiles import (
    ACTIVE,
    CITIZEN,
    FACES,
    NULLIFIED_BY,
    SHIELDED,
    TOWER,
    Active,
    Reach,
    Tile,
    Verb,
    choices_of,
)
from companion.games.rule_errors import IllegalMove


def refusal(position: Position, move: Move) -> IllegalMove | None:
    """None for a legal move."""
    if position.state is State.DRAFT:
        return _of_pick(position, move)
    if (over := ending(position)) is not None:
        return _refused(RULES[over.reason], "game-over")
    if isinstance(move, Pick):
        return _refused("R10.3", "no-draft")
    return _of_placing(position, move) or (_of_effect(position, move, move.deed) if move.deed else None)


def _refused(rule: str, code: str, **values: object) -> IllegalMove:
    return IllegalMove(rule, message(code, **values))


def _of_pick(position: Position, move: Move) -> IllegalMove | None:
    if not isinstance(move, Pick):
        return _refused("R10.3", "draft-first")
    if move.tile not in position.neutral:
        return _refused("R10.3", "not-to-pick", tile=FACES[move.tile].name)
    return None


def _of_placing(position: Position, move: Place) -> IllegalMove | None:
    if position.state is State.CITIZEN and move.tile != CITIZEN:
        return _refused("R2.3", "citizen-first")
    if move.tile not in placeable(position):
        return _refused("R3.2", "not-yours", tile=FACES[move.tile].name)
    lie, at = lie_of(position.board), move.square
    if squares_for(position, lie, move.tile) >> at & 1:
        return None
    square = name_of(at)
    if move.tile != TOWER:
        return _refused("R3.3", "square-taken", square=square)
    if lie.allies[position.turn] >> at & 1:
        return _refused("R6.23", "tower-on-shield", square=square)
    return _refused("R6.23", "tower-on-ally", square=square)


def _of_effect(position: Position, move: Place, deed: Deed) -> IllegalMove | None:
    scene = scene_after(position, move.tile, move.square)
    if deed in deeds_of_placed(scene):
        return None
    return _why_not(scene, move.square, deed)


def _why_not(scene: Scene, square: Square, deed: Deed) -> IllegalMove:
    """The same for the tile placed and for one that is to be reactivated."""
    lying = scene.board[square]
    assert lying is not None
    tile = lying.tile
    face, active = FACES[tile], ACTIVE.get(tile)
    if active is None:
        return _refused(face.rule, "no-active-effect", tile=face.name)
    if scene.lie.nullified >> square & 1:
        by = _holder_up(scene, square)
        return _refused(FACES[by].rule, "nullified", tile=face.name, by=FACES[by].name)
    if active.verb is Verb.DESTROY and scene.last_space:
        return _refused("R5.3", "last-space")
    if active.verb is Verb.REACTIVATE:
        return _of_wake(scene, tile, active, square, deed)
    if next(deeds(scene, square), None) is None:
        return _refused("R4.3", "nothing-to-act-on", tile=face.name)
    match active.reach:
        case Reach.THEIR_ZONE | Reach.DISCARDS:
            return _of_name(tile, active, deed)
        case Reach.ANYWHERE:
            return _of_shift(scene, tile, active, square, deed)
        case _:
            return _of_squares(scene, tile, active, square, deed)


def _holder_up(scene: Scene, square: Square) -> Tile:
    return next(
        lying.tile
        for at, lying in enumerate(scene.board)
        if lying
        and not lying.down
        and lying.tile in NULLIFIED_BY
        and NULLIFIED_BY[lying.tile][at] >> square & 1
    )


def _of_wake(scene: Scene, tile: Tile, active: Active, square: Square, deed: Deed) -> IllegalMove:
    face = FACES[tile]
    if not isinstance(deed, Wake):
        return _refused(face.rule, "names-woken", tile=face.name)
    around = _around(scene, active, square)
    fault = _of_target(scene, tile, active, square, deed.square)
    if fault is not None:
        return fault
    if not around >> deed.square & 1:
        return _refused(
            face.rule, "out-of-reach", tile=face.name, squares=name_of(deed.square), square=name_of(square)
        )
    return _why_not(scene, deed.square, deed.deed)


def _of_name(tile: Tile, active: Active, deed: Deed) -> IllegalMove:
    face = FACES[tile]
    if not isinstance(deed, Name):
        return _refused(face.rule, "names-tile", tile=face.name)
    missing = "not-in-zone" if active.reach is Reach.THEIR_ZONE else "not-discarded"
    return _refused(face.rule, missing, tile=FACES[deed.tile].name)


def _of_shift(scene: Scene, tile: Tile, active: Active, square: Square, deed: Deed) -> IllegalMove:
    face = FACES[tile]
    if not isinstance(deed, Shift):
        return _refused(face.rule, "names-squares-two", tile=face.name)
    fault = _of_target(scene, tile, active, square, deed.source)
    return fault or _refused(face.rule, "not-free", square=name_of(deed.target))


def _of_squares(scene: Scene, tile: Tile, active: Active, square: Square, deed: Deed) -> IllegalMove:
    face = FACES[tile]
    if not isinstance(deed, On):
        return _refused(face.rule, "names-squares", tile=face.name)
    for target in deed.squares:
        if fault := _of_target(scene, tile, active, square, target):
            return fault
    if active.reach is Reach.OWN_ALLIES:
        return _refused(face.rule, "one-only", tile=face.name)
    around = _around(scene, active, square)
    beyond = [name_of(target) for target in deed.squares if not around >> target & 1]
    if beyond:
        return _refused(
            face.rule, "out-of-reach", tile=face.name, squares=", ".join(beyond), square=name_of(square)
        )
    groups = _groups(scene, active, square)
    if all(len(group) == 1 for group in groups):
        return _refused(face.rule, "one-only", tile=face.name)
    told = ", ".join("+".join(map(name_of, group)) for group in groups)
    return _refused("R4.4", "whole-group", tile=face.name, groups=told)


def _of_target(
    scene: Scene, tile: Tile, active: Active, square: Square, target: Square
) -> IllegalMove | None:
    """What is wrong with acting on that tile, wherever it lies."""
    lie, face, at = scene.lie, FACES[tile], name_of(target)
    if target == square:
        return _refused("R4.4", "itself", tile=face.name, square=at)
    if not lie.up >> target & 1:
        return _refused("R4.4", "nothing-there", square=at)
    if active.reach is Reach.SHIELDED:
        return None if lie.shielded >> target & 1 else _refused(face.rule, "no-shield", square=at)
    if lie.shielded >> target & 1:
        lying = scene.board[target]
        own = lying is not None and lying.tile in SHIELDED
        return _refused("R5.5" if own else "R5.6", "has-shield" if own else "beside-sage", square=at)
    if active.reach is Reach.OWN_ALLIES:
        if target == scene.placed:
            return _refused(face.rule, "just-placed", square=at)
        if not lie.allies[scene.player] >> target & 1:
            return _refused(face.rule, "not-your-ally", square=at)
    return None


def _around(scene: Scene, active: Active, square: Square) -> Squares:
    around = 0
    for choice in _choices(scene, active, square):
        around |= choice
    return Squares(around)


def _groups(scene: Scene, active: Active, square: Square) -> list[tuple[Square, ...]]:
    """The choices that there are, without what cannot be acted on."""
    within = reachable(scene, active, square)
    return [IN[hit] for choice in _choices(scene, active, square) if (hit := choice & within)]


def _choices(scene: Scene, active: Active, square: Square) -> tuple[Squares, ...]:
    lying = scene.board[square]
    assert lying is not None
    return choices_of(active, square, lying.player)
