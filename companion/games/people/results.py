"""One person's games one after the other: against whom, with what result, and the rating after each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from companion.games.people.progress import Finished, Score, anchors, key_of, rated_games
from companion.games.people.ratings import Rating, ratings_by_period


@dataclass(frozen=True, slots=True)
class Result:
    game: int
    day: date
    mode: str
    side: int
    """0 the first, 1 the other."""
    kind: str
    """Of the other side: people, or which player of the machine's."""
    against: tuple[str, ...]
    """Names of the other side, as they were typed."""
    won: bool
    drawn: bool
    score: Score
    """Own points first."""
    rating: Rating | None
    """After all games of that day; None before the first one that can be rated."""


def results(games: Iterable[Finished], name: str, strengths: Mapping[str, int]) -> tuple[Result, ...]:
    """In the order in which they were played; challenges are no games against anybody."""
    key = key_of(name)
    ordered = sorted(games, key=lambda each: each.id)
    decided = [game for game in ordered if game.challenge is None]
    rated = ratings_by_period(rated_games(decided), anchors(strengths))
    after = {day: known.get(key) for day, known in rated}
    found = []
    rating = None
    for game in decided:
        sides = [at for at, side in enumerate(game.sides) if key in map(key_of, side.people)]
        rating = after.get(game.day.toordinal(), rating)
        if len(sides) != 1:
            continue
        (mine,) = sides
        other = game.sides[1 - mine]
        score = (game.score[mine], game.score[1 - mine])
        found.append(
            Result(
                game.id,
                game.day,
                game.mode,
                mine,
                other.kind,
                other.people,
                game.winner == mine,
                game.winner is None,
                score,
                rating,
            )
        )
    return tuple(found)
