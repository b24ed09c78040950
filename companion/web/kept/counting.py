"""How the kept games of one kind become results of people: what a game says of itself, and what is usual."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from companion.games.events import Event, Over
from companion.games.people.progress import Finished, Score, Side
from companion.store import Store, Summary

Counter = Callable[[Summary], Finished | None]
"""A kept game as a result, asked in the order in which they were played; None for what was not decided, or is
not kept as it was."""


def usual_score(over: Mapping[str, Any]) -> Score:
    """As the event that ended the game tells it."""
    one, other = over.get("score") or over.get("points") or (0, 0)
    return one, other


@dataclass(frozen=True, slots=True)
class Counting:
    sides: tuple[str, str] = ("w", "b")
    """The letters with which the turn codes of both begin."""
    levels: Mapping[str, int] = field(default_factory=dict)
    """The strength of each level by its name, in points of Glicko."""
    machines: Mapping[str, int] = field(default_factory=dict)
    """Likewise of players of the machine's that are no levels."""
    draws: bool = False
    """Whether a game that ended without a winner was drawn; else it is nobody's result."""
    score: Callable[[Mapping[str, Any]], Score] = usual_score
    """The points of both sides, out of how it ended."""
    own: Callable[[Store], Counter] | None = None
    """Where there is more to it than names, levels and a winner."""
    stands: Callable[[Sequence[Event]], Iterable[Event]] = lambda events: events
    """What of a game's events was not taken back: from these it is told how long turns took."""

    @property
    def strengths(self) -> Mapping[str, int]:
        return {**self.levels, **self.machines}

    def counter(self, store: Store) -> Counter:
        if self.own is not None:
            return self.own(store)
        hinted = store.with_event("hint")
        return lambda each: self._counted(each, hinted)

    def _counted(self, each: Summary, hinted: frozenset[int]) -> Finished | None:
        over = each.last or {}
        winner = over.get("winner")
        if over.get("event") != Over.name or not each.moves:
            return None
        if winner not in self.sides and not (winner is None and self.draws):
            return None
        return Finished(
            each.id,
            each.started,
            day_of(each.started),
            str(each.settings.get("mode", each.settings.get("game"))),
            (self._side(each, self.sides[0]), self._side(each, self.sides[1])),
            None if winner is None else self.sides.index(winner),
            self.score(over),
            hinted=each.id in hinted,
        )

    def _side(self, each: Summary, side: str) -> Side:
        level = each.settings.get("levels", {}).get(side)
        if level is not None:
            return Side(level=level)
        name = each.settings.get("players", {}).get(side, "")
        return Side((name,) if name else (), nameless=not name)


def day_of(seconds: float) -> date:
    """Where the table stands."""
    return datetime.fromtimestamp(seconds, UTC).astimezone().date()
