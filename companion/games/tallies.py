"""How a match of two opponents stands, and how it is told in a line of text."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

HEADING: Final = f"{'':<24}{'games':>6}{'won':>6}{'drawn':>6}{'lost':>6}{'rate':>8}   95 %      turns wanted"

_SURE: Final = 1.96
"""Standard deviations of a 95 % confidence interval."""


@dataclass(frozen=True, slots=True)
class MatchTally:
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


def row(one: str, other: str, tally: MatchTally, wanted: float | None = None) -> str:
    low, high = tally.interval
    counts = f"{tally.games:>6}{tally.won:>6}{tally.drawn:>6}{tally.lost:>6}"
    told = f"{one + ' - ' + other:<24}{counts}{tally.rate:>8.0%}   {low:.0%}-{high:.0%}"
    asked = "" if wanted is None else f"{wanted:.0%} {'yes' if tally.rate >= wanted else 'NO'}"
    return f"{told:<66}{tally.turns / tally.games:>5.1f} {asked}".rstrip()
