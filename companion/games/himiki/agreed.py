"""What is agreed on before a game: it never changes while the game is played."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from companion.games.clockwork import Clock
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Mode, Seat, Variant

LEVELS: Final = ("apprentice", "pupil", "adept", "expert", "master")
"""Those of `players.levels`, the weakest first: the referee never searches, it only names them."""

FRIEND: Final = "friend"
"""In the place of a level: somebody at another table, whose moves come over a broker."""

_BY_THE_COMPANION: Final = "himiki "


@dataclass(frozen=True, slots=True)
class Match:
    """Several games that count together: whoever wins more than half of them has won."""

    best_of: int
    won: tuple[int, int] = (0, 0)
    """Games that those who play white and black in this one have won before it."""


@dataclass(frozen=True, slots=True)
class Game:
    of: ClassVar[str] = "himiki"

    variant: Variant
    start: Position | None = None
    """None: set-up is followed cube by cube."""
    free: bool = False
    """Positions only: nothing is refereed."""
    players: Mapping[str, str] = field(default_factory=dict)
    """Names of people, by turn code."""
    levels: Mapping[str, str] = field(default_factory=dict)
    """Which seats a level plays, by turn code, see `may_have_levels`. People carry out what it says."""
    challenge: str | None = None
    par: int | None = None
    seed: int = 0
    """Of the dice rolled for Muk Yan."""
    own_dice: bool = True
    """Whether the companion rolls for Muk Yan; otherwise it waits for a roll that is said or seen."""
    clock: Clock | None = None
    match: Match | None = None
    """What this game is one of."""
    shared: str | None = None
    """Under which name two tables play it, each with a board of its own; the other's seats are `FRIEND`'s."""

    @property
    def mode(self) -> str:
        return "free" if self.free else self.variant.mode.value

    @property
    def names(self) -> dict[str, str]:
        """Of everybody who plays, levels too: `himiki master`."""
        levels = {seat: level for seat, level in self.levels.items() if level != FRIEND}
        return {**self.players, **{seat: _BY_THE_COMPANION + level for seat, level in levels.items()}}

    @property
    def by_levels(self) -> frozenset[Seat]:
        return frozenset(Seat(seat) for seat in self.levels)


def levels_among(names: Mapping[str, str]) -> dict[str, str]:
    """Which of the names of a record are levels."""
    found = {seat: name.removeprefix(_BY_THE_COMPANION) for seat, name in names.items()}
    return {seat: level for seat, level in found.items() if level in LEVELS and level != names[seat]}


def seats_of(variant: Variant, side: str) -> tuple[str, ...]:
    """A seat by its turn code; in teams `w` and `b` stand for both players of a side."""
    return tuple(sorted(seat.value for seat in variant.seats if side in (seat.value, seat.value[0])))


def may_have_levels(variant: Variant, *, free: bool = False) -> bool:
    """A level neither rolls dice nor solves challenges, and Chaos tiles of a hand are nobody else's."""
    return not free and not variant.chaos and variant.mode in (Mode.DUEL, Mode.TEAMS)
