"""Games of two opponents, each repeatable from its seed."""

from dataclasses import dataclass
from random import Random
from typing import Final

from companion.games.yokai.players.opponents import Opponent
from companion.games.yokai.rules.dealing import chance_draw, chance_reveal, dealt
from companion.games.yokai.rules.ending import score
from companion.games.yokai.rules.house import HOUSE, House
from companion.games.yokai.rules.play import carried_out, play
from companion.games.yokai.rules.position import Phase, Player, Position, due

LONGEST: Final = 1000
"""Moves, chance included: no rule ends a game (Y6.6); of random ones the longest had about 400."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Results as the first opponent sees them."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """Of the games that were won."""
        return self.won / self.games


def contest(one: Opponent, other: Opponent, games: int, seed: int, house: House = HOUSE) -> Contest:
    """They begin by turns."""
    won = drawn = lost = 0
    for number in range(games):
        first = Player(number % 2)
        sides = (one, other) if first is Player.A else (other, one)
        end = score(played_out(sides, Random(f"{seed} {number}"), house), house)
        if end.winner is None:
            drawn += 1
        elif end.winner is first:
            won += 1
        else:
            lost += 1
    return Contest(won, drawn, lost)


def played_out(sides: tuple[Opponent, Opponent], chance: Random, house: House = HOUSE) -> Position:
    """An open game to its end: everything is there, and each side looks at what it may."""
    position = dealt(chance, house)
    for _ in range(LONGEST):
        if position.phase is Phase.OVER:
            break
        if due(position) is not None:
            move = carried_out(position, chance_reveal(position, chance, house), house)
        elif position.phase is Phase.DRAW:
            move = carried_out(position, chance_draw(position, chance), house)
        else:
            move = play(position, sides[position.turn].choose(position, chance), house)
        position = move.after
    return position


def told(contested: Contest) -> str:
    return f"{contested.won} won, {contested.drawn} drawn, {contested.lost} lost: {contested.share:.1%}"
