"""What a level plays when the referee asks it: here where that is quick, or by a search of its own."""

from random import Random
from typing import Final

from companion import apart
from companion.games.asking import Announce, Asked
from companion.games.himiki.players.levels import Level, choose, level_named
from companion.games.himiki.rules.moves import Move
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.written.notation import parse_move
from companion.games.himiki.rules.written.position_text import position_text
from companion.games.play import Search

_SHORT: Final = 5_000
"""Positions that are looked at sooner than another process starts."""


def answered(asked: Asked[Position]) -> Announce[Position, Move]:
    """The same for the same question: nothing that was undone is thought over."""
    return Announce(asked, choose(_level(asked), asked.position, Random(_chance(asked))))


def thought(asked: Asked[Position]) -> Announce[Position, Move] | Search:
    """The same answer, or the search that finds it."""
    if _level(asked).nodes <= _SHORT:
        return answered(asked)
    command = advise(asked.position, "--level", asked.level, "--chance", _chance(asked))
    return Search(command, lambda told: Announce(asked, parse_move(told.strip()).move))


def advise(position: Position, *words: str) -> list[str]:
    """The command that looks at a position behind every other program of this machine."""
    variant = position.variant
    told = ["--mode", variant.mode.value, "--edition", variant.edition.value]
    return apart.command("advise", position_text(position), *told, "--human", variant.human.letter, *words)


def _level(asked: Asked[Position]) -> Level:
    level = level_named(asked.level)
    assert level is not None, asked.level  # the game was agreed on with the names there are
    return level


def _chance(asked: Asked[Position]) -> str:
    return f"{asked.seed}.{asked.number}.{asked.by}"
