"""What a level plays when the referee asks it: quick enough to be thought over where the table runs."""

from random import Random

from companion.games.asking import Announce, Asked
from companion.games.yokai.players.levels import LEVELS
from companion.games.yokai.rules.moves import Move
from companion.games.yokai.rules.position import Position


def answered(asked: Asked[Position]) -> Announce[Position, Move]:
    """The same for the same question: nothing that was undone is thought over."""
    chance = Random(f"{asked.seed} {asked.number} {asked.by}")
    return Announce(asked, LEVELS[asked.level].choose(asked.position, chance))
