"""Positions with sides that nobody knows, and playing on in them.

What a tilt brings depends on tops alone, and a tilt shows the new top: so a position with hidden sides
is played in two worlds that differ in all of them, and what both agree on afterwards is what is known.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from companion.games.himiki.referee.look.reading import OPTIONS, topped
from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.cubes import Cube, colour_of, has_hidden, top_of
from companion.games.himiki.rules.moves import Move
from companion.games.himiki.rules.play import Played, play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.refusal import refusal


def hidden_squares(board: bytes) -> list[Square]:
    return [] if board.isascii() else [Square(at) for at, cube in enumerate(board) if has_hidden(cube)]


@dataclass(frozen=True, slots=True)
class World:
    """One way in which a position can be, and its twin, in which every side not decided is the other."""

    position: Position
    twin: Position | None
    """None where nothing is left open."""


def worlds(position: Position, decided: list[Square]) -> Iterator[World]:
    """Every way in which the cubes on the `decided` squares can be."""
    board = position.board
    open_ = [square for square in hidden_squares(board) if square not in decided]
    one, other = bytearray(board), bytearray(board)
    for square in open_:
        one[square], other[square] = OPTIONS[board[square]][0], OPTIONS[board[square]][-1]
    chosen = [square for square in decided if has_hidden(board[square])]
    for faces in product(*(OPTIONS[board[square]] for square in chosen)):
        for square, cube in zip(chosen, faces, strict=True):
            one[square] = other[square] = cube
        twin = position._replace(board=bytes(other)) if open_ else None
        yield World(position._replace(board=bytes(one)), twin)


def any_world(position: Position) -> Position:
    """One world, for questions whose answer does not depend on hidden sides."""
    return position if position.board.isascii() else next(worlds(position, [])).position


def merged(one: bytes, other: bytes) -> bytes:
    """What is known when the board is one of the two."""
    if one == other:
        return one
    known = bytearray(one)
    for square, (this, that) in enumerate(zip(one, other, strict=True)):
        if this != that:
            top = top_of(Cube(this))
            assert top is not None  # worlds are fully known
            known[square] = topped(colour_of(Cube(this)), top)
    return bytes(known)


@dataclass(frozen=True, slots=True)
class Ply:
    """A move played in a position with hidden sides."""

    played: Played
    """In one world: who wins what is the same in all."""
    before: Position
    after: Position
    unseen: tuple[Square, ...] = ()
    """Where a rotation was not seen: the squares of the cubes that may have been turned."""

    @property
    def move(self) -> Move:
        return self.played.move


def steps_in(world: World, moves: tuple[Move, ...], start: Position) -> tuple[Ply, ...] | None:
    """Plays legal moves; `start` is the position with its hidden sides.

    None where they do not come to the same in the twin: a cube was tilted whose sides are not decided.
    """
    steps = []
    one, twin, before = world.position, world.twin, start
    for move in moves:
        played = play(one, move)
        one = played.after
        after = one
        if twin is not None:
            if refusal(twin, move) is not None:
                return None
            twin = play(twin, move).after
            if one._replace(board=twin.board) != twin or not _alike(one.board, twin.board):
                return None
            after = one._replace(board=merged(one.board, twin.board))
        steps.append(Ply(played, before, after))
        before = after
    return tuple(steps)


def _alike(one: bytes, other: bytes) -> bool:
    """Whether the boards show the same cubes with the same tops."""
    return all(
        this == that or (this and that and _seen_alike(this, that))
        for this, that in zip(one, other, strict=True)
    )


def _seen_alike(one: int, other: int) -> bool:
    return colour_of(Cube(one)) is colour_of(Cube(other)) and top_of(Cube(one)) is top_of(Cube(other))


def certain_steps(position: Position, *moves: Move) -> tuple[Ply, ...]:
    """Plays legal moves that come to the same whatever the hidden sides are."""
    steps = steps_in(next(worlds(position, [])), moves, position)
    assert steps is not None  # no cube with hidden sides is tilted
    return steps


def decided(position: Position, world: World, squares: list[Square]) -> Position:
    """The position with those cubes as they are in that world, and the others as open as before."""
    if not squares:
        return position
    board = bytearray(position.board)
    for square in squares:
        board[square] = world.position.board[square]
    return position._replace(board=bytes(board))
