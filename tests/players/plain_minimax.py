"""Minimax that looks at everything, by the rules' own functions: what search is compared with."""

from companion.games.himiki.rules.board import column_of, row_of
from companion.games.himiki.rules.cubes import Colour, colour_of
from companion.games.himiki.rules.legal import decider, legal_moves
from companion.games.himiki.rules.moves import Tilt
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.tiles import NO_TILES

WON = 1_000_000
PYRAMID = ((1, 2, 3), (2, 4, 6), (3, 5, 7))


def chooser(position: Position) -> Colour:
    due = position.chaos.due
    return decider(position, due[0]) if due else position.seat.colour


def for_white(position: Position) -> int:
    """A point 100, a tile 5 more, and twice the place's value in the pyramid of RULES 6.8."""
    held = [1 if holder is Colour.WHITE else -1 for holder in position.influences if holder is not None]
    places = 0
    for square, cube in position.cubes:
        inward = min(row_of(square), 4 - row_of(square)), min(column_of(square), 5 - column_of(square))
        value = PYRAMID[inward[0]][inward[1]]
        places += 2 * value * (1 if colour_of(cube) is Colour.WHITE else -1)
    return 100 * (position.score[0] - position.score[1]) + 5 * sum(held) + places


def at_rest(position: Position) -> int:
    """For white: the side on turn leaves things as they are, or wins conflicts."""
    if position.over:
        return WON if position.winner is Colour.WHITE else -WON
    tilts = [play(position, move) for move in legal_moves(position) if isinstance(move, Tilt)]
    values = [for_white(position), *(at_rest(tilt.after) for tilt in tilts if tilt.won)]
    return max(values) if chooser(position) is Colour.WHITE else min(values)


def value(position: Position, depth: int) -> int:
    """Of the best play for white; a finished game is worth more the sooner it is won."""
    if position.over:
        return (WON + depth) * (1 if position.winner is Colour.WHITE else -1)
    if depth == 0:
        plain = position.chaos is NO_TILES and not position.phase.setup
        return at_rest(position) if plain else for_white(position)
    values = [value(play(position, move).after, depth - 1) for move in legal_moves(position)]
    return max(values) if chooser(position) is Colour.WHITE else min(values)
