"""How strong players are: Glicko-2, by Mark Glickman's description of 2013 (glicko.net/glicko/glicko2.pdf).

A rating comes with its deviation: after three games it says little, and it says so. Games of one period
count together, as if they were played at the same time; who sits a period out becomes less certain.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import exp, log, pi, sqrt
from typing import Final

_SCALE: Final = 173.7178
"""Glicko-2 counts in steps of this many points."""

_CENTRE: Final = 1500.0
"""Glickman's: the rating of somebody of whom nothing is known."""
_CALM: Final = 0.5
"""Glickman's tau: how fast volatility may change; 0.3 to 1.2 are sensible."""

_CLOSE: Final = 1e-6
_WIDEST: Final = 350.0
_SURE: Final = 1.96


@dataclass(frozen=True, slots=True)
class Rating:
    """A newcomer's, unless said otherwise."""

    value: float = _CENTRE
    deviation: float = _WIDEST
    volatility: float = 0.06

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true strength lies, 19 times in 20."""
        half = _SURE * self.deviation
        return self.value - half, self.value + half

    @property
    def provisional(self) -> bool:
        return self.deviation > 110


@dataclass(frozen=True, slots=True)
class Outcome:
    """Against whom, and 1 for a win, 0.5 for a draw, 0 for a loss."""

    opponent: Rating
    score: float


@dataclass(frozen=True, slots=True)
class RatedGame:
    one: str
    other: str
    score: float
    """The first one's: 1, 0.5 or 0."""
    period: int
    """Any count that grows with time: days, for people at a table."""


def expected(one: Rating, other: Rating) -> float:
    """How much of a point the first one should make."""
    both = sqrt(one.deviation**2 + other.deviation**2) / _SCALE
    return _expected((one.value - other.value) / _SCALE, both)


def rated(rating: Rating, outcomes: Sequence[Outcome]) -> Rating:
    """After one period with these games; without any, only the deviation grows."""
    mu, phi, sigma = (rating.value - _CENTRE) / _SCALE, rating.deviation / _SCALE, rating.volatility
    if not outcomes:
        return _bounded(rating.value, sqrt(phi * phi + sigma * sigma) * _SCALE, sigma)
    information = surprise = 0.0
    for outcome in outcomes:
        distance = mu - (outcome.opponent.value - _CENTRE) / _SCALE
        phi_other = outcome.opponent.deviation / _SCALE
        weight, chance = _weight(phi_other), _expected(distance, phi_other)
        information += weight * weight * chance * (1 - chance)
        surprise += weight * (outcome.score - chance)
    variance = 1 / information
    sigma = _new_volatility(sigma, phi, variance, variance * surprise)
    widened = phi * phi + sigma * sigma
    phi = 1 / sqrt(1 / widened + 1 / variance)
    return _bounded(_CENTRE + _SCALE * (mu + phi * phi * surprise), phi * _SCALE, sigma)


def ratings(games: Iterable[RatedGame], fixed: Mapping[str, Rating] | None = None) -> dict[str, Rating]:
    """Everyone's, after all these games. Those in `fixed` keep theirs.

    Their ratings are also what the others' are measured by.
    """
    after = dict(ratings_by_period(games, fixed))
    return after[max(after)] if after else {}


def ratings_by_period(
    games: Iterable[RatedGame], fixed: Mapping[str, Rating] | None = None
) -> Iterator[tuple[int, dict[str, Rating]]]:
    """The same after every period in which anything was played."""
    known: dict[str, Rating] = {}
    anchors = dict(fixed or {})
    last: int | None = None
    for period, batch in groupby(sorted(games, key=lambda game: game.period), key=lambda game: game.period):
        if last is not None:
            for _ in range(period - last - 1):
                known = {name: rated(rating, ()) for name, rating in known.items()}
        last = period
        known = _after_period(known, anchors, list(batch))
        yield period, known


def _after_period(
    known: Mapping[str, Rating], anchors: Mapping[str, Rating], games: Sequence[RatedGame]
) -> dict[str, Rating]:
    before = {**known, **anchors}
    outcomes: dict[str, list[Outcome]] = {name: [] for name in known}
    for game in games:
        for name, other, score in (
            (game.one, game.other, game.score),
            (game.other, game.one, 1 - game.score),
        ):
            if name not in anchors:
                outcomes.setdefault(name, []).append(Outcome(before.get(other, Rating()), score))
    return {name: rated(before.get(name, Rating()), played) for name, played in outcomes.items()}


def _bounded(value: float, deviation: float, volatility: float) -> Rating:
    return Rating(value, min(deviation, _WIDEST), volatility)


def _weight(phi: float) -> float:
    """Glickman's g: a game against somebody uncertain tells less."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _expected(distance: float, phi: float) -> float:
    return 1 / (1 + exp(-_weight(phi) * distance))


def _new_volatility(sigma: float, phi: float, variance: float, change: float) -> float:
    """Glickman's step 5: the root of his function f, by the Illinois method."""
    start = log(sigma * sigma)

    def f(x: float) -> float:
        grown = phi * phi + variance + exp(x)
        return exp(x) * (change * change - grown) / (2 * grown * grown) - (x - start) / (_CALM * _CALM)

    low = start
    if change * change > phi * phi + variance:
        high = log(change * change - phi * phi - variance)
    else:
        steps = 1
        while f(start - steps * _CALM) < 0:
            steps += 1
        high = start - steps * _CALM
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
