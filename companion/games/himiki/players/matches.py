"""Matches between opponents: repeatable by their seed, every set-up played twice with colours changed."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from companion.games.himiki.players.opponents import MatchPlayer, MukYanPlayer
from companion.games.himiki.rules.cubes import Colour, Orientation, oriented
from companion.games.himiki.rules.moves import Place
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position, start_position
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.tallies import MatchTally

LONGEST: Final = 200
"""Turns; a game that has not ended then is a draw."""


def match(
    one: Callable[[], MatchPlayer],
    other: Callable[[], MatchPlayer],
    games: int,
    seed: int,
    mode: Mode = Mode.DUEL,
) -> Iterator[MatchTally]:
    """The standing after every game."""
    won = drawn = lost = turns = 0
    for number in range(games):
        first, second = one(), other()
        setup = f"{seed}.{number // 2}"
        colour = Colour(number % 2)
        against_muk_yan = isinstance(second, MukYanPlayer)
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
        yield MatchTally(won, drawn, lost, turns)


def game(start: Position, sides: dict[Colour, MatchPlayer], chance: Random) -> tuple[Position, int]:
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
