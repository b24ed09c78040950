"""The named levels of the searching opponent, and what makes them differ for a person."""

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from companion.games.himiki.players.evaluation import WIN
from companion.games.himiki.players.open_search import is_plain
from companion.games.himiki.rules.moves import Move
from companion.games.himiki.rules.position import Position

if TYPE_CHECKING:
    from companion.games.himiki.players.search import Limits


@dataclass(frozen=True, slots=True)
class Level:
    name: str
    title: str
    nodes: int
    """How many positions it looks at for one action."""
    depth: int
    """How many actions it looks ahead at most, its own replays counted."""
    slip: int
    """How far it misjudges what a move leads to, in centipoints (standard deviation)."""
    rating: int
    """Its strength in points of Glicko, from matches of the levels among each other and with Muk Yan."""
    told: str
    """What a person notices."""

    def limits(self, position: Position, share: float = 1.0) -> "Limits":
        """What it may spend on an action there; `share` is for machines that are slower than others."""
        from companion.games.himiki.players.search import Limits

        slow = 1 if is_plain(position) else _OPEN_COST
        return Limits(self.depth, max(1, round(self.nodes * share / slow)))


_OPEN_COST: Final = 10
"""In set-up and with Chaos tiles a position takes that much longer to look at."""

LEVELS: Final = (
    Level(
        "apprentice",
        "Apprentice",
        400,
        1,
        90,
        1200,
        "takes points that lie there, mostly, and sees no danger",
    ),
    Level("pupil", "Pupil", 1_000, 2, 45, 1550, "sees your next move, and slips now and then"),
    Level("adept", "Adept", 4_000, 3, 12, 1750, "plans its next turn around yours, and hardly ever slips"),
    Level("expert", "Expert", 8_000, 5, 0, 2150, "looks two turns ahead and does not slip"),
    Level(
        "master", "Master", 50_000, 64, 0, 2400, "looks as far as it can, mostly three to four turns ahead"
    ),
)
"""From the weakest to the strongest; ratings are of matches among them (`himiki bench players`)."""

MUK_YAN_RATING: Final = 1300
"""On the scale of the levels' ratings."""

HINT: Final = LEVELS[-1]
"""Who is asked for a hint."""


def level_named(name: str) -> Level | None:
    return next((level for level in LEVELS if level.name == name.lower()), None)


def choose(level: Level, position: Position, chance: Random, *, share: float = 1.0) -> Move:
    """What that level plays, slips included."""
    # Levels are named by every table; the tables of search are worked out where one plays.
    from companion.games.himiki.players.search import scores, search

    limits = level.limits(position, share)
    if not level.slip:
        return search(position, limits, chance).move
    rated = scores(position, limits, chance)
    if rated[0][1] > WIN // 2:
        return rated[0][0]  # nobody overlooks the winning point
    return max(rated, key=lambda pair: pair[1] + chance.gauss(0, level.slip))[0]
