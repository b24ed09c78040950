"""What a position is worth while nobody has won, in hundredths of an ally."""

from typing import Final

from companion.games.rr.rules.board import Player
from companion.games.rr.rules.ending import ending
from companion.games.rr.rules.position import Position
from companion.games.rr.rules.tiles import DEATH, SHIELDED

ALLY: Final = 100
"""Points of the search for each ally: what others count is measured in these."""
SAFE: Final = 40
"""More for an ally that cannot be turned or taken away (R5.5)."""
OWN_DEATH: Final = 250
"""Less for whose ally Death is: it can be turned until the board is full (R8.2)."""
FILLED: Final = 0.12
"""What lies on a fuller board lasts: more of its worth for each tile."""

WIN: Final = 100_000
"""More than any position; a win is worth the more, the sooner it comes."""


def standing(position: Position) -> float:
    """For the player on turn, of a game that goes on; from what lies on the board alone."""
    mine, filled, value = position.turn, 0, 0
    for lying in position.board:
        if lying is None or lying.down:
            continue
        filled += 1
        worth = ALLY + SAFE * (lying.tile in SHIELDED) - OWN_DEATH * (lying.tile == DEATH)
        value += worth if lying.player is mine else -worth
    return value * (1 + FILLED * filled)


def worth(position: Position, left: int = 0) -> float:
    """The same; a game that has ended is worth `WIN`, and the depth that was left of the search."""
    over = ending(position)
    if over is None:
        return standing(position)
    return (WIN + left) * (1 if over.winner is position.turn else -1)


def for_player(value: float, position: Position, player: Player) -> float:
    """What is worth that much to the player on turn."""
    return value if position.turn is player else -value
