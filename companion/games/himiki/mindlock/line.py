"""A way through a challenge as it is played, and which ways people take for the same."""

from collections.abc import Sequence

from companion.games.himiki.rules.cubes import element_lettered
from companion.games.himiki.rules.moves import Conjure, Decline, KeepYokai, Move, Rotate, Stop, Tilt
from companion.games.himiki.rules.play import Played, play
from companion.games.himiki.rules.position import Position

Signature = tuple[object, ...]


def played(start: Position, moves: Sequence[Move]) -> list[Played]:
    line: list[Played] = []
    position = start
    for move in moves:
        line.append(play(position, move))
        position = line[-1].after
    return line


def signature(line: Sequence[Played]) -> Signature:
    """The same for two solutions that do the same things in another order.

    What leaves things as they are does not count, nor do the sides of a conjured black cube (RULES 7.4).
    """
    return tuple(sorted(part for each in line for part in _parts(each.move)))


def _parts(move: Move) -> list[tuple[str, ...]]:
    match move:
        case Stop() | Decline() | KeepYokai():
            return []
        case Tilt(source, target):
            return [("tilt", f"{source:02}", f"{target:02}")]
        case Rotate(squares):
            return [("rotate", f"{square:02}") for square in squares]
        case Conjure(square, orientation):
            return [("conjure", f"{square:02}", element_lettered(orientation.value[0]).letter)]
        case _:
            return [("tile", repr(move))]
