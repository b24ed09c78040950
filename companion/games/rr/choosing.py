"""What a level plays when the referee asks it: here where that is quick, or by a search of its own."""

from random import Random
from typing import Final

from companion import apart
from companion.games.asking import Announce, Asked
from companion.games.play import Search
from companion.games.rr.players.levels import Level, choose, level_named
from companion.games.rr.rules.moves import Move
from companion.games.rr.rules.position import Position
from companion.games.rr.rules.written.notation import read_move
from companion.games.rr.rules.written.options import NAME
from companion.games.rr.rules.written.position_text import position_text

_SHORT: Final = 2_000
"""Positions that are looked at sooner than another process starts."""


def answered(asked: Asked[Position]) -> Announce[Position, Move]:
    """The same for the same question: nothing that was undone is thought over."""
    return Announce(asked, choose(_level(asked), asked.position, Random(_chance(asked))))


def thought(asked: Asked[Position]) -> Announce[Position, Move] | Search:
    """The same answer, or the search that finds it."""
    level = _level(asked)
    if level.nodes <= _SHORT:
        return answered(asked)
    told = (position_text(asked.position), "--level", level.name, "--chance", _chance(asked))
    command = apart.command("advise", *told, of=NAME)
    return Search(command, lambda told: Announce(asked, read_move(told.strip())[0]))


def _level(asked: Asked[Position]) -> Level:
    level = level_named(asked.level)
    assert level is not None, asked.level  # the game was agreed on with the names there are
    return level


def _chance(asked: Asked[Position]) -> str:
    return f"{asked.seed}.{asked.number}.{asked.by}"
