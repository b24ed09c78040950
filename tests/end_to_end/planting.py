"""Violations to be planted: one deed that no rule allows, and the rules that may be named for it."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.games.himiki.rules.board import NEIGHBOURS, SQUARES, Square, column_of, name_of, row_of
from companion.games.himiki.rules.cubes import Colour, Orientation, oriented
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.options import played_colour, rotated, squares_of, tilted
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position
from vision.virtual.table import Action

KINDS = (
    "opponent's cube",
    "diagonal",
    "two squares",
    "wrong face",
    "rotate and tilt",
    "rotation when a tilt is due",
    "back to the square just left",
    "two cubes",
    "cube gone",
    "cube added",
    "after the end",
)


@dataclass(frozen=True)
class Planted:
    kind: str
    actions: tuple[Action, ...]
    rules: frozenset[str]


def planted(kind: str, position: Position, before: Position | None, dice: Random) -> Planted | None:
    """None where this position has no room for it; nothing that the rules can explain is ever planted, and
    no take-back.
    """
    if position.phase.setup or position.chaos.due or position.over is not (kind == "after the end"):
        return None
    if position.seat is position.variant.muk_yan:
        return None
    replay = position.phase.replay
    if replay is not (kind == "back to the square just left") and kind not in ("cube gone", "cube added"):
        return None
    found = list(_deeds(kind, position))
    dice.shuffle(found)
    for actions, board, rules in found[:12]:
        if not _explained(position, board) and (before is None or before.board != board):
            return Planted(kind, actions, rules)
    return None


Deed = tuple[tuple[Action, ...], bytes, frozenset[str]]


def _deeds(kind: str, position: Position) -> Iterator[Deed]:
    board = position.board
    colour = played_colour(position)
    zone = position.seat.zone
    touch = frozenset({"3.2", "4.2", "5.6"})
    own = [
        at for at in squares_of(board, colour) if zone is None or (column_of(at) < 3) == (zone.value == "d")
    ]
    match kind:
        case "opponent's cube":
            for at in squares_of(board, colour.other):
                for to in _free(board, at):
                    yield (f"{name_of(at)}>B{name_of(to)}",), bytes(tilted(board, at, to)), touch
        case "diagonal" | "two squares":
            for at in own:
                for to in SQUARES:
                    across, along = abs(column_of(at) - column_of(to)), abs(row_of(at) - row_of(to))
                    fits = (across, along) == (1, 1) if kind == "diagonal" else {across, along} == {0, 2}
                    if fits and not board[to]:
                        text = f"{name_of(at)}>T{name_of(to)}"
                        yield (text,), _carried(board, at, to), frozenset({"3.2"})
        case "wrong face":
            for at in own:
                for to in _free(board, at):
                    text = f"{name_of(at)}>T{name_of(to)}"
                    yield (text,), _carried(board, at, to), frozenset({"2.2", "3.2"})
        case "rotate and tilt":
            for at in own:
                for to in _free(board, at):
                    for turned in own:
                        if turned != at:
                            after = rotated(bytes(tilted(board, at, to)), (turned,))
                            name = name_of(turned)
                            acts = (f"{name}>P{name}", f"{name_of(at)}>B{name_of(to)}")
                            yield acts, after, frozenset({"3.2"})
        case "rotation when a tilt is due":
            if position.phase.must_tilt:
                for at in own:
                    name = name_of(at)
                    yield (f"{name}>P{name}",), rotated(board, (at,)), frozenset({"3.3"})
        case "back to the square just left":
            for at, to in position.phase.bans:
                if not board[to] and at in NEIGHBOURS[to]:
                    text = f"{name_of(at)}>B{name_of(to)}"
                    yield (text,), bytes(tilted(board, at, to)), frozenset({"3.7"})
        case "two cubes":
            for one in own:
                for other in own:
                    for first in _free(board, one):
                        middle = bytes(tilted(board, one, first))
                        for second in _free(middle, other) if other != one else ():
                            acts = (
                                f"{name_of(one)}>B{name_of(first)}",
                                f"{name_of(other)}>B{name_of(second)}",
                            )
                            yield acts, bytes(tilted(middle, other, second)), frozenset({"3.2"})
        case "cube gone":
            for at, _ in position.cubes:
                less = bytearray(board)
                less[at] = 0
                yield ({"lift": name_of(at)},), bytes(less), frozenset({position.variant.home_rule, "7.1"})
        case "cube added":
            for at in SQUARES:
                if not board[at]:
                    for side in Colour:
                        more = bytearray(board)
                        more[at] = oriented(side, Orientation.HMK)
                        text = f"{side.letter}HMK@{name_of(at)}"
                        yield (text,), bytes(more), frozenset({position.variant.home_rule, "7.1"})
        case "after the end":
            for at, _ in position.cubes:
                for to in _free(board, at):
                    text = f"{name_of(at)}>B{name_of(to)}"
                    yield (text,), bytes(tilted(board, at, to)), frozenset({"3.13"})


def _free(board: bytes, at: Square) -> list[Square]:
    return [to for to in NEIGHBOURS[at] if not board[to]]


def _carried(board: bytes, at: Square, to: Square) -> bytes:
    after = bytearray(board)
    after[to], after[at] = after[at], 0
    return bytes(after)


def _explained(position: Position, board: bytes) -> bool:
    """Whether two legal moves, one after the other, look the same from above."""
    if position.over:
        return False
    for move in legal_moves(position):
        after = play(position, move).after
        if after.board == board:
            return True
        if not after.over:
            for second in legal_moves(after):
                if play(after, second).after.board == board:
                    return True
    return False
