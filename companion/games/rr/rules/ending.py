"""When a game has ended, who has won, and what it was worth (R8, R9.3)."""

from enum import Enum
from typing import Final, NamedTuple

from companion.games.rr.rules.board import Player
from companion.games.rr.rules.legal import can_move
from companion.games.rr.rules.position import Board, Position, allies
from companion.games.rr.rules.tiles import DEATH


class Reason(Enum):
    BOARD = "board"
    DEATH = "death"
    TILES = "tiles"
    RESIGNED = "resigned"


RULES: Final = {Reason.BOARD: "R8.3", Reason.DEATH: "R8.2", Reason.TILES: "R8.4"}


class Ending(NamedTuple):
    winner: Player
    reason: Reason
    allies: tuple[int, int]

    @property
    def points(self) -> tuple[int, int]:
        """A point for every ally; none for a loss by Death or for want of a tile (R9.3)."""
        if self.reason is Reason.BOARD:
            return self.allies
        won = self.allies[self.winner]
        return (won, 0) if self.winner is Player.REGALITY else (0, won)


def ending(position: Position) -> Ending | None:
    """None while it goes on. The board is looked at first (R8.4)."""
    counts = allies(position.board)
    if sum(counts) == len(position.board):
        loser = _whose_death(position.board)
        if loser is not None:
            return Ending(loser.other, Reason.DEATH, counts)
        return Ending(Player(counts[1] > counts[0]), Reason.BOARD, counts)
    if not can_move(position):
        return Ending(position.turn.other, Reason.TILES, counts)
    return None


def _whose_death(board: Board) -> Player | None:
    """Whose ally it is, where it lies face up and uncovered (R8.2)."""
    return next((lying.player for lying in board if lying and lying.tile == DEATH and not lying.down), None)
