"""Random games, for tests that hold for every position a game can reach."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.moves import Decline, Move, Rotate, Tilt, UseEvent
from companion.games.himiki.rules.play import Played, play
from companion.games.himiki.rules.position import Position, start_position
from companion.games.himiki.rules.variant import Edition, Mode, Variant
from tests.rules import naive

VARIANTS = [
    Variant(mode, edition, chaos=chaos, human=human)
    for mode in (Mode.DUEL, Mode.TEAMS, Mode.MUK_YAN)
    for edition in Edition
    for chaos in ((False,) if mode is Mode.MUK_YAN else (False, True))
    for human in (Colour if mode is Mode.MUK_YAN else (Colour.WHITE,))
]


def called(variant: Variant) -> str:
    """`teams-first-chaos`: for test ids and file names."""
    parts = [variant.mode.value, variant.edition.value]
    if variant.chaos:
        parts.append("chaos")
    if variant.human is Colour.BLACK:
        parts.append("black")
    return "-".join(parts)


def as_naive(variant: Variant) -> naive.Game:
    return naive.Game(variant.mode.value, variant.edition.value, variant.chaos, variant.human.letter)


def _weight(move: Move) -> float:
    """Tilts bring points and tiles; tiles bring the rest: so games get somewhere."""
    match move:
        case Tilt():
            return 3
        case Rotate(squares):
            return 1 if len(squares) == 1 else 0.3
        case UseEvent():
            return 12
        case Decline():
            return 0.3
        case _:
            return 1


@dataclass
class RandomGame:
    variant: Variant
    seed: int

    def __iter__(self) -> Iterator[Played]:
        chance = random.Random(self.seed)
        position = start_position(self.variant)
        while moves := legal_moves(position):
            played = play(position, chance.choices(moves, [_weight(move) for move in moves])[0])
            yield played
            position = played.after


def positions() -> st.SearchStrategy[Position]:
    """Positions that games reach, in every mode and edition."""

    def reached(variant: Variant, seed: int, plies: int) -> Position:
        position = start_position(variant)
        for count, played in enumerate(RandomGame(variant, seed)):
            if count == plies:
                break
            position = played.after
        return position

    return st.builds(
        reached,
        variant=st.sampled_from(VARIANTS),
        seed=st.integers(0, 2**32),
        plies=st.integers(0, 120),
    )
