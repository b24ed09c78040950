"""Who plays whom when strength is measured, and how it is told."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from companion.players.levels import LEVELS, level_named
from companion.players.matches import Tally, match
from companion.players.opponents import Greedy, MukYan, Opponent, Searching
from companion.rules.variant import Mode

GAMES: Final = 100
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Contest:
    one: str
    other: str
    wanted: float
    """The rate of wins that is asked of the first one."""


MASTER: Final = LEVELS[-1].name
MUK_YAN: Final = "mukyan"
GREEDY: Final = "greedy"

CONTESTS: Final = (
    *(Contest(upper.name, lower.name, 0.65) for lower, upper in pairwise(LEVELS)),
    Contest(MASTER, MUK_YAN, 0.97),
    Contest(MASTER, GREEDY, 0.95),
)
NAMES: Final = (*(level.name for level in LEVELS), MUK_YAN, GREEDY)

HEADING: Final = f"{'':<24}{'games':>6}{'won':>6}{'drawn':>6}{'lost':>6}{'rate':>8}   95 %      turns wanted"


def opponent(name: str, share: float = 1.0) -> Callable[[], Opponent]:
    """Makes one for a game; `name` is one of `NAMES`."""
    if name == MUK_YAN:
        return MukYan
    if name == GREEDY:
        return Greedy
    level = level_named(name)
    assert level is not None, name
    return lambda: Searching(level, share)


def play_match(
    one: str,
    other: str,
    *,
    games: int = GAMES,
    seed: int = SEED,
    share: float = 1.0,
    mode: Mode = Mode.DUEL,
) -> Iterator[Tally]:
    return match(opponent(one, share), opponent(other, share), games, seed, mode)


def row(one: str, other: str, tally: Tally, wanted: float | None = None) -> str:
    low, high = tally.interval
    counts = f"{tally.games:>6}{tally.won:>6}{tally.drawn:>6}{tally.lost:>6}"
    told = f"{one + ' - ' + other:<24}{counts}{tally.rate:>8.0%}   {low:.0%}-{high:.0%}"
    asked = "" if wanted is None else f"{wanted:.0%} {'yes' if tally.rate >= wanted else 'NO'}"
    return f"{told:<66}{tally.turns / tally.games:>5.1f} {asked}".rstrip()


def bench_players(games: int, seed: int, share: float) -> Iterator[str]:
    """The table, line by line as it gets ready."""
    yield HEADING
    for contest in CONTESTS:
        tally = Tally()
        for standing in play_match(contest.one, contest.other, games=games, seed=seed, share=share):
            tally = standing
        yield row(contest.one, contest.other, tally, contest.wanted)
