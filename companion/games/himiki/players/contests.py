"""Who plays whom when strength is measured, and how it is told."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from companion.games.himiki.players.levels import LEVELS, level_named
from companion.games.himiki.players.matches import match
from companion.games.himiki.players.opponents import Greedy, MatchPlayer, MukYanPlayer, Searching
from companion.games.himiki.rules.variant import Mode
from companion.games.match_options import GAMES, SEED
from companion.games.tallies import HEADING, MatchTally, row


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


def opponent(name: str, share: float = 1.0) -> Callable[[], MatchPlayer]:
    """Makes one for a game; `name` is one of `NAMES`."""
    if name == MUK_YAN:
        return MukYanPlayer
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
) -> Iterator[MatchTally]:
    return match(opponent(one, share), opponent(other, share), games, seed, mode)


def bench_players(games: int, seed: int, share: float) -> Iterator[str]:
    """The table, line by line as it gets ready."""
    yield HEADING
    for contest in CONTESTS:
        tally = MatchTally()
        for standing in play_match(contest.one, contest.other, games=games, seed=seed, share=share):
            tally = standing
        yield row(contest.one, contest.other, tally, contest.wanted)
