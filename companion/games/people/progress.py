"""What became of everybody's games: results, streaks, best scores, ratings, challenges solved.

A pure fold over the games that are kept: nothing of it is stored, so a game that is deleted, or in which a
name is put right, was never counted otherwise.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from companion.games.people.ratings import RatedGame, Rating, ratings

Score = tuple[int, int]
PEOPLE: Final = "people"
_NOBODY: Final = ":nobody"
_SURE_OF_LEVELS: Final = 40.0
"""Deviation of those whose strength was measured in matches of hundreds of games."""


def key_of(name: str) -> str:
    """One person, however the name was typed that evening."""
    return " ".join(name.split()).casefold()


@dataclass(frozen=True, slots=True)
class Side:
    """Who played it: people, or a player of the machine's."""

    people: tuple[str, ...] = ()
    """Names as they were typed; of teams two, or one for both."""
    nameless: bool = False
    """Some seat of it has no name."""
    level: str | None = None
    """The name of the machine's player."""

    @property
    def kind(self) -> str:
        return self.level or PEOPLE

    @property
    def rated_as(self) -> str | None:
        """One name that can be rated, where there is exactly one; names of people carry no colon first."""
        if self.level is not None:
            return _anchor(self.level)
        keys = {key_of(name) for name in self.people}
        return None if self.nameless or len(keys) != 1 else next(iter(keys))


@dataclass(frozen=True, slots=True)
class Finished:
    """A game of two sides that one of them won, or nobody, or a challenge, solved or not."""

    id: int
    when: float
    """Seconds since 1970."""
    day: date
    """On which it was begun, where the table stands."""
    mode: str
    sides: tuple[Side, Side]
    """Who moves first by the rules first; of a challenge the second is nobody."""
    winner: int | None
    """0 the first side, 1 the other, None for a draw; of a challenge 0 for solved, None for not."""
    score: Score = (0, 0)
    hinted: bool = False
    """Somebody asked what to play: that is no measure of strength."""
    challenge: str | None = None
    par: int | None = None
    spent: int = 0
    """Moves that a challenge cost."""
    shown: bool = False
    """The challenge's solution had been looked at here on the same day."""

    @property
    def solved(self) -> bool:
        """By whoever played, not by the solution."""
        return self.challenge is not None and self.winner == 0 and not self.shown


@dataclass(slots=True)
class GamesWon:
    played: int = 0
    won: int = 0


@dataclass(slots=True)
class Solved:
    """One challenge, by one person or by all of the table."""

    tries: int = 0
    solved: int = 0
    after_seeing: int = 0
    """Played to its end with the solution known: no merit, and no try that failed."""
    seen: date | None = None
    """When that was last."""
    best: int | None = None
    par: int | None = None
    first: date | None = None
    last: date | None = None

    def add(self, game: Finished) -> None:
        self.tries += 1
        self.par = game.par
        if game.winner == 0 and game.shown:
            self.after_seeing += 1
            self.seen = game.day
        elif game.solved:
            self.solved += 1
            self.best = game.spent if self.best is None else min(self.best, game.spent)
            self.first = self.first or game.day
            self.last = game.day


@dataclass(slots=True)
class PlayerProgress:
    name: str
    """As it was typed last."""
    last: float = 0.0
    all: GamesWon = field(default_factory=GamesWon)
    against: dict[str, GamesWon] = field(default_factory=lambda: defaultdict(GamesWon))
    """By `Side.kind`."""
    streak: int = 0
    """Games won one after the other, up to the last one."""
    best_streak: int = 0
    best: Score | None = None
    """The clearest win: own points first."""
    rating: Rating | None = None
    """None before the first game that can be rated."""
    challenges: dict[str, Solved] = field(default_factory=lambda: defaultdict(Solved))

    def add(self, won: bool, kind: str, score: Score) -> None:
        for tally in (self.all, self.against[kind]):
            tally.played += 1
            tally.won += won
        self.streak = self.streak + 1 if won else 0
        self.best_streak = max(self.best_streak, self.streak)
        clearer = self.best is None or (score[0] - score[1], score[0]) > (
            self.best[0] - self.best[1],
            self.best[0],
        )
        if won and clearer:
            self.best = score


@dataclass(frozen=True, slots=True)
class Progress:
    players: tuple[PlayerProgress, ...]
    """The strongest first, then those who have no rating by name."""
    challenges: Mapping[str, Solved]
    """By name, of everybody at this table, also of those who gave no name."""


def progress(games: Iterable[Finished], today: date, strengths: Mapping[str, int]) -> Progress:
    """Of games in any order; in the order of their numbers they were played. `strengths` are the ratings of
    the machine's players, see `anchors`."""
    players: dict[str, PlayerProgress] = {}
    challenges: dict[str, Solved] = defaultdict(Solved)
    decided: list[Finished] = []
    for game in sorted(games, key=lambda each: each.id):
        if game.challenge is not None:
            challenges[game.challenge].add(game)
            for player in _people(players, game, game.sides[0]).values():
                player.challenges[game.challenge].add(game)
        else:
            _count(players, game)
            decided.append(game)
    rated = rated_games(decided)
    found = ratings([*rated, *_until(today, rated)], {**anchors(strengths), _NOBODY: Rating()})
    for key, rating in found.items():
        if key in players:
            players[key].rating = rating
    order = sorted(players.values(), key=_by_strength)
    return Progress(tuple(order), dict(challenges))


def anchors(strengths: Mapping[str, int]) -> dict[str, Rating]:
    """The machine's players do not learn: theirs is what people's strength is measured by."""
    return {_anchor(name): Rating(rating, _SURE_OF_LEVELS) for name, rating in strengths.items()}


def _anchor(level: str) -> str:
    return f":{level}"


def _by_strength(player: PlayerProgress) -> tuple[float, str]:
    return (-player.rating.value if player.rating else 0.0, key_of(player.name))


def _people(players: dict[str, PlayerProgress], game: Finished, side: Side) -> dict[str, PlayerProgress]:
    found = {}
    for name in side.people:
        key = key_of(name)
        player = players.setdefault(key, PlayerProgress(name))
        player.name, player.last = name, game.when
        found[key] = player
    return found


def _count(players: dict[str, PlayerProgress], game: Finished) -> None:
    one, two = (_people(players, game, side) for side in game.sides)
    for at, mine in enumerate((one, two)):
        other = game.sides[1 - at]
        score = (game.score[at], game.score[1 - at])
        for key, player in mine.items():
            if key not in (two if at == 0 else one):  # who plays both sides neither wins nor loses
                player.add(game.winner == at, other.kind, score)


def rated_games(decided: Iterable[Finished]) -> list[RatedGame]:
    return [rated for game in decided for rated in _rated(game)]


def _rated(game: Finished) -> list[RatedGame]:
    """One against one only: what a pair did says little of either of the two."""
    one, other = (side.rated_as for side in game.sides)
    teams = any(len({key_of(name) for name in side.people}) > 1 for side in game.sides)
    people = [name for name in (one, other) if name is not None and not name.startswith(":")]
    if game.hinted or one is None or other is None or one == other or teams or not people:
        return []
    worth = 0.5 if game.winner is None else 1.0 - game.winner
    return [RatedGame(one, other, worth, game.day.toordinal())]


def _until(today: date, rated: Sequence[RatedGame]) -> list[RatedGame]:
    """A game of nobody's today: who has not played for a while is known less well (`ratings` counts days)."""
    if not rated:
        return []
    return [RatedGame(_NOBODY, _NOBODY, 0.5, max(today.toordinal(), *(each.period for each in rated)))]


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row on which that day's challenge was solved."""

    now: int
    """Up to today or, where today's is still to be solved, up to yesterday."""
    best: int
    today: bool


def daily_streak(solved: Iterable[date], today: date) -> Streak:
    days = set(solved)
    best = run = 0
    before: date | None = None
    for day in sorted(days):
        run = run + 1 if before is not None and day - before == timedelta(1) else 1
        best, before = max(best, run), day
    now, day = 0, today if today in days else today - timedelta(1)
    while day in days:
        now, day = now + 1, day - timedelta(1)
    return Streak(now, best, today in days)
