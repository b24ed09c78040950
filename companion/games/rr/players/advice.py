"""A hint, and why: what a level would play, and what the move does."""

from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from companion.games.rr.players.evaluation import WIN
from companion.games.rr.players.guessing import guessed, has_hidden
from companion.games.rr.players.levels import HINT, Level, choose
from companion.games.rr.players.search import Limits, search
from companion.games.rr.rules.board import Player
from companion.games.rr.rules.ending import ending
from companion.games.rr.rules.messages import RuleMessage
from companion.games.rr.rules.moves import Move
from companion.games.rr.rules.play import after
from companion.games.rr.rules.position import Position, allies
from companion.games.rr.rules.tiles import DEATH

_SEED: Final = 1
"""Of guesses: the same hint for the same position."""


REASONS: Final = {
    "wins": "It ends the game, and wins it.",
    "will-win": "Whatever the answer, the game is won.",
    "hands-death": "Death becomes the other's.",
    "gains": "It is {count} allies better for you at once.",
    "holds": "The best answer to it leaves you {mine} allies against {theirs}.",
}


class Reason(RuleMessage):
    english: ClassVar = REASONS


@dataclass(frozen=True, slots=True)
class Advice:
    move: Move
    reason: Reason


def hint(position: Position, level: Level = HINT, share: float = 1.0) -> Advice:
    """Of a position that has a move."""
    move = choose(level, position, Random(_SEED), share=share)
    return Advice(move, _reason(position, move, level.limits(share)))


def _reason(position: Position, move: Move, limits: Limits) -> Reason:
    mine = position.turn
    child = after(position, move)
    over = ending(child)
    if over is not None and over.winner is mine:
        return Reason("wins")
    if _whose_death(position) is mine and _whose_death(child) is mine.other:
        return Reason("hands-death")
    gained = _ahead(child, mine) - _ahead(position, mine)
    if over is not None or gained > _OWN_TILE:
        return Reason("gains", {"count": gained})
    known = guessed(child, Random(_SEED)) if has_hidden(child) else child
    answer = search(known, limits)
    if answer.score <= -WIN:
        return Reason("will-win")
    counts = allies(after(known, answer.move).board)
    return Reason("holds", {"mine": counts[mine], "theirs": counts[mine.other]})


_OWN_TILE: Final = 1
"""What every tile is worth that is only placed."""


def _ahead(position: Position, player: Player) -> int:
    counts = allies(position.board)
    return counts[player] - counts[player.other]


def _whose_death(position: Position) -> Player | None:
    return next((each.player for _, each in position.lying if each.tile == DEATH and not each.down), None)
