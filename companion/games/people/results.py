"""One person's games one after the other: against whom, with what result, and the rating after each."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from companion.games.himiki.rules.position import Score
from companion.games.himiki.study.progress import Finished, anchors, key_of, rated_games
from companion.games.himiki.study.ratings import Rating, ratings_by_period


@dataclass(frozen=True, slots=True)
class Result:
    game: int
    day: date
    mode: str
    side: int
    """0 white, 1 black."""
    kind: str
    """Of the other side: people, muk_yan, or a level."""
    against: tuple[str, ...]
    """Names of the other side, as they were typed."""
    won: bool
    score: Score
    """Own points first."""
    rating: Rating | None
    """After all games of that day; None before the first one that can be rated."""


def results(games: Iterable[Finished], name: str) -> tuple[Result, ...]:
    """In the order in which they were played; challenges are no games against anybody."""
    key = key_of(name)
    ordered = sorted(games, key=lambda each: each.id)
    decided = [game for game in ordered if game.challenge is None and game.winner is not None]
    after = {day: known.get(key) for day, known in ratings_by_period(rated_games(decided), anchors())}
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
        won = game.winner == mine
        found.append(Result(game.id, game.day, game.mode, mine, other.kind, other.people, won, score, rating))
    return tuple(found)
