"""A hint: what to play here, and why."""

from dataclasses import dataclass
from random import Random

from companion.players.levels import HINT, Level, choose
from companion.players.search import Found, search
from companion.players.why import Why, why
from companion.rules.moves import Move
from companion.rules.position import Position
from companion.rules.position_text import position_text


@dataclass(frozen=True, slots=True)
class Advice:
    move: Move
    why: Why
    score: int
    """In centipoints, for the side that decides."""
    line: tuple[Move, ...]
    """The play that is expected."""


def hint(position: Position, level: Level = HINT) -> Advice:
    """What that level would play without slipping."""
    return _advice(position, search(position, level.limits(position)))


def reply(level: Level, position: Position, seed: int | str) -> Advice:
    """What that level plays; the same seed and position give the same move."""
    chance = Random(f"{level.name}.{seed}.{position_text(position)}")
    if not level.slip:
        return _advice(position, search(position, level.limits(position), chance))
    move = choose(level, position, chance)
    return _advice(position, Found(move, 0, 0, 0, (move,)))


def _advice(position: Position, found: Found) -> Advice:
    return Advice(found.move, why(position, found), found.score, found.line)
