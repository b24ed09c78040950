"""How strong players are, by all that they have played at any table of the club: Glicko-2."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.people.ratings import RatedGame, ratings
from companion.hall.tournaments.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Strength:
    name: str
    rating: int
    deviation: int
    """How sure that is: it lies within two of these in 95 of 100 cases."""
    games: int


def rated_in(tournaments: Mapping[int, Tournament]) -> list[Strength]:
    """The strongest first. A player is a name, a round is a period; what nobody played counts nothing."""
    games: list[RatedGame] = []
    periods = 0
    for _, tournament in sorted(tournaments.items()):
        names = {each.id: each.name for each in tournament.players}
        for number in range(1, tournament.round + 1):
            periods += 1
            for each in tournament.of_round(number):
                if each.black is not None and each.result is not None and each.result.played:
                    white, black = names[each.white], names[each.black]
                    games.append(RatedGame(white, black, each.result.points[0], periods))
    counts: dict[str, int] = {}
    for game in games:
        for name in (game.one, game.other):
            counts[name] = counts.get(name, 0) + 1
    found = [
        Strength(name, round(each.value), round(each.deviation), counts[name])
        for name, each in ratings(games).items()
    ]
    return sorted(found, key=lambda each: (-each.rating, each.name))
