"""A hint: what to play here, and why."""

from dataclasses import dataclass
from random import Random

from companion.games.himiki.players.levels import HINT, Level, choose
from companion.games.himiki.players.search import FoundMove, search
from companion.games.himiki.players.why import Why, why
from companion.games.himiki.rules.moves import Move
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.written.position_text import position_text


@dataclass(frozen=True, slots=True)
class MoveAdvice:
    move: Move
    why: Why
    score: int
    """In centipoints, for the side that decides."""
    line: tuple[Move, ...]
    """The play that is expected."""


def hint(position: Position, level: Level = HINT) -> MoveAdvice:
    """What that level would play without slipping."""
    return _advice(position, search(position, level.limits(position)))


def reply(level: Level, position: Position, seed: int | str) -> MoveAdvice:
    """What that level plays; the same seed and position give the same move."""
    chance = Random(f"{level.name}.{seed}.{position_text(position)}")
    if not level.slip:
        return _advice(position, search(position, level.limits(position), chance))
    move = choose(level, position, chance)
    return _advice(position, FoundMove(move, 0, 0, 0, (move,)))


def _advice(position: Position, found: FoundMove) -> MoveAdvice:
    return MoveAdvice(found.move, why(position, found), found.score, found.line)
