"""What a position is worth while nobody has won, in centipoints."""

from typing import Final

from companion.games.himiki.rules.board import SQUARES
from companion.games.himiki.rules.cubes import Colour, colour_of
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import WINNING_SCORE

POINT: Final = 100
"""A point on the score."""

INFLUENCE: Final = 5
"""A held tile: the point it gave is on the score, but the other side can take it away."""

PLACES: Final = tuple(2 * int(value) for value in "123321246642357753246642123321")
"""A cube in the middle reaches more: the values by which Muk Yan moves (RULES 6.8)."""

WIN: Final = 100_000
"""More than any position; a win is worth the more, the more actions of the depth are left."""

assert len(PLACES) == len(SQUARES)


def worth(position: Position, colour: Colour) -> int:
    """For that side; a finished game is worth `WIN`."""
    score = position.score
    for side in Colour:
        if score[side] == WINNING_SCORE:
            return WIN if side is colour else -WIN
    value = POINT * (score[colour] - score[colour.other])
    for holder in position.influences:
        if holder is not None:
            value += INFLUENCE if holder is colour else -INFLUENCE
    for square, cube in position.cubes:
        value += PLACES[square] if colour_of(cube) is colour else -PLACES[square]
    return value
