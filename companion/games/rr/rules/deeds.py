"""What active effects can be used for (R4, R5, R6)."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.rr.rules.board import IN, Player, Square, Squares, only
from companion.games.rr.rules.moves import Deed, Name, On, Shift, Wake
from companion.games.rr.rules.position import Board, Lie
from companion.games.rr.rules.tiles import ACTIVE, Active, Reach, Tile, Verb, choices_of


class Scene(NamedTuple):
    """What a player's effects meet, right after the placing (R4.5)."""

    board: Board
    lie: Lie
    placed: Square
    player: Player
    """On turn: "you", also where another tile is reactivated (R4.6)."""
    theirs: tuple[Tile, ...]
    """What the opponent's zone holds, or may hold."""
    discards: tuple[Tile, ...]

    @property
    def last_space(self) -> bool:
        """Nothing can be destroyed (R5.3)."""
        return not self.lie.free


def deeds_of_placed(scene: Scene) -> Iterator[Deed]:
    """All that the tile just placed can do; nothing where it is held up (R6.13, R6.14)."""
    lying = scene.board[scene.placed]
    if lying is None or lying.tile not in ACTIVE or scene.lie.nullified >> scene.placed & 1:
        return iter(())
    return deeds(scene, scene.placed)


def deeds(scene: Scene, square: Square) -> Iterator[Deed]:
    """All that the active effect of the tile on a square can do, as if it had just been placed there."""
    lying = scene.board[square]
    if lying is None or (active := ACTIVE.get(lying.tile)) is None:
        return
    match active.reach:
        case Reach.SQUARES | Reach.SHIELDED if active.verb is Verb.REACTIVATE:
            for woken in IN[_met(scene, active, square, lying.player)]:
                for deed in deeds(scene, woken):
                    yield Wake(woken, deed)
        case Reach.SQUARES | Reach.SHIELDED:
            within = reachable(scene, active, square)
            for choice in choices_of(active, square, lying.player):
                if hit := choice & within:
                    yield On(IN[hit])
        case Reach.OWN_ALLIES:
            for at in IN[reachable(scene, active, square)]:
                yield On((at,))
        case Reach.ANYWHERE:
            for source in IN[reachable(scene, active, square)]:
                for target in IN[scene.lie.free]:
                    yield Shift(source, target)
        case Reach.THEIR_ZONE:
            yield from map(Name, scene.theirs)
        case Reach.DISCARDS:
            yield from map(Name, scene.discards)


def reachable(scene: Scene, active: Active, square: Square) -> Squares:
    """The tiles that such an effect can act on at all, wherever it chooses (R4.4, R5.5)."""
    lie = scene.lie
    within = lie.shielded if active.reach is Reach.SHIELDED else lie.open
    if active.verb is Verb.DESTROY and scene.last_space:
        return Squares(0)
    if active.verb is Verb.REACTIVATE:
        within = Squares(within & ~lie.nullified)
    if active.reach is Reach.OWN_ALLIES:
        # Never the tile placed in this turn, woken or waking (R6.16).
        within = Squares(within & lie.allies[scene.player] & ~only(scene.placed))
    return Squares(within & ~only(square))


def _met(scene: Scene, active: Active, square: Square, ally: Player) -> Squares:
    """Where choices are of one tile each: all of them that it can act on."""
    around = 0
    for choice in choices_of(active, square, ally):
        around |= choice
    return Squares(around & reachable(scene, active, square))
