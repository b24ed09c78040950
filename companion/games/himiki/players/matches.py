"""Matches between opponents: repeatable by their seed, every set-up played twice with colours changed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from companion.players.opponents import MukYan, Opponent
from companion.rules.cubes import Colour, Orientation, oriented
from companion.rules.moves import Place
from companion.rules.play import play
from companion.rules.position import Position, start_position
from companion.rules.variant import Mode, Variant

LONGEST: Final = 200
"""Turns; a game that has not ended then is a draw."""

_SURE: Final = 1.96
"""Standard deviations of a 95 % confidence interval."""


@dataclass(frozen=True, slots=True)
class Tally:
    """From the first player's point of view."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    turns: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def rate(self) -> float:
        """Of games won; a draw is none."""
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's, for the rate: it stays inside 0 to 1 and is of use near them too."""
        n, p, z = self.games, self.rate, _SURE
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)


def match(
    one: Callable[[], Opponent],
    other: Callable[[], Opponent],
    games: int,
    seed: int,
    mode: Mode = Mode.DUEL,
) -> Iterator[Tally]:
    """The standing after every game."""
    won = drawn = lost = turns = 0
    for number in range(games):
        first, second = one(), other()
        setup = f"{seed}.{number // 2}"
        colour = Colour(number % 2)
        against_muk_yan = isinstance(second, MukYan)
        variant = Variant(Mode.MUK_YAN, human=colour) if against_muk_yan else Variant(mode)
        start = random_setup(variant, Random(setup), exchanged=against_muk_yan and number % 2 == 1)
        sides = {colour: first, colour.other: second}
        end, lasted = game(start, sides, Random(f"{setup}.{number}"))
        turns += lasted
        if end.winner is colour:
            won += 1
        elif end.winner is None:
            drawn += 1
        else:
            lost += 1
        yield Tally(won, drawn, lost, turns)


def game(start: Position, sides: dict[Colour, Opponent], chance: Random) -> tuple[Position, int]:
    """Plays it out; returns how it ended and how many turns it took."""
    position, turns = start, 0
    while not position.over and turns < LONGEST:
        after = play(position, sides[position.seat.colour].choose(position, chance)).after
        turns += not after.phase.replay
        position = after
    return position, turns


def random_setup(variant: Variant, chance: Random, *, exchanged: bool = False) -> Position:
    """Every home taken, faces by chance; `exchanged` gives each side the faces that the other one had."""
    faces: dict[Colour, list[Orientation]] = {
        colour: [chance.choice(list(Orientation)) for _ in range(variant.cubes_each or 0)]
        for colour in Colour
    }
    position = start_position(variant)
    while position.phase.setup:
        seat = position.seat
        home = next(square for square in variant.homes(seat) if not position.board[square])
        person = seat.colour is variant.human
        side = Colour(person != exchanged) if variant.mode is Mode.MUK_YAN else seat.colour
        position = play(position, Place(oriented(seat.colour, faces[side].pop()), home)).after
    return position
