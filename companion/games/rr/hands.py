"""What hands do to tiles when a move is carried out, as verbs of the drawn table.

ki@b2r   a King comes to b2, for Regality      turn b2   half round
a1>c3    from one square to another            flip b2   face down, or up again
ki>r     into a row: r, b or n (neutral)       off b2    away, with all under it; also off ki
"""

from collections.abc import Iterator, Mapping

from companion.games.rr.rules.board import SQUARES, name_of
from companion.games.rr.rules.moves import Place
from companion.games.rr.rules.play import Played
from companion.games.rr.rules.position import Lying


def hands_of(played: Played, down: Mapping[str, bool]) -> Iterator[str]:
    """`down`: whether what really lies on a square lies face down, by its name. First what was destroyed is
    taken away (R3.1)."""
    before, move = played.before, played.move
    assert isinstance(move, Place)
    for at, lying in zip(SQUARES, before.board, strict=True):
        if lying is None and down.get(name_of(at)):
            yield f"off {name_of(at)}"
    yield f"{move.tile}@{name_of(move.square)}{before.turn.letter}"
    yield from effect_of(played)


def effect_of(played: Played) -> Iterator[str]:
    """What comes after the placing."""
    before, after, move = played.before, played.after, played.move
    assert isinstance(move, Place)
    mover = before.turn
    board: list[Lying | None] = list(before.board)
    under = board[move.square]
    board[move.square] = Lying(move.tile, mover, covered=under.tile if under else None)
    there = {lying.tile: at for at, lying in zip(SQUARES, after.board, strict=True) if lying is not None}
    for at, lying in zip(SQUARES, board, strict=True):
        name, end = name_of(at), after.board[at]
        if lying is None or lying.down or (end is not None and end.tile == lying.tile and end == lying):
            continue
        if end is not None and end.tile == lying.tile:
            if end.down:
                yield f"flip {name}"
            elif end.player is not lying.player:
                yield f"turn {name}"
        elif lying.tile in there:
            yield f"{name}>{name_of(there[lying.tile])}"
        elif lying.tile in after.zones[mover].tiles:
            yield f"{lying.tile}>{mover.letter}"
        else:
            yield f"off {name}"
    for tile in after.zones[mover].tiles:
        if tile in before.discards:
            yield f"{tile}>{mover.letter}"
    for tile in after.discards:
        if tile in before.zones[mover.other].tiles:
            yield f"off {tile}"
