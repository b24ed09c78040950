"""How everybody plays: results and ratings worked out of the kept games, of each game by itself."""

import json
import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Any, Final

from flask import Blueprint, Response, current_app, request

from companion import games
from companion.games.people.progress import Finished, PlayerProgress, Progress, Solved, progress
from companion.games.people.ratings import Rating
from companion.games.people.results import Result, results
from companion.store import Store, StoreError
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.running import table
from companion.web.kept.counting import Counting
from companion.web.share import shares

blueprint = Blueprint("people", __name__)

_MOST_TOLD: Final = 60
"""Games of a profile: more make no chart on a phone."""

_PAUSE: Final = 900.0
"""Seconds after which somebody did not think, but was away."""

_log = logging.getLogger(__name__)


@dataclass
class Register:
    """The progress of a table's people in one game, worked out again only after something was written."""

    store: Store
    of: str
    counting: Counting
    _known: tuple[object, Progress, tuple[Finished, ...]] | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def look(self, today: date) -> tuple[Progress, tuple[Finished, ...]]:
        with self._lock:
            mark = (self.store.version(), today)
            if self._known is None or self._known[0] != mark:
                counted = tuple(self._finished())
                self._known = mark, progress(counted, today, self.counting.strengths), counted
            return self._known[1:]

    def _finished(self) -> Iterator[Finished]:
        beginnings = self.store.beginnings()
        begun: set[str] = set()
        """Beginnings of games that are counted: one that was played on from a kept one has the same."""
        own = (game for game in self.store.games() if games.of_settings(game.settings) == self.of)
        count = self.counting.counter(self.store)
        for each in sorted(own, key=lambda game: game.id):
            try:
                found = count(each)
            except StoreError as fault:
                _log.warning("%s; it is not counted", fault)
                continue
            beginning = beginnings.get(each.id, "")
            if found is None or beginning in begun:
                continue
            if _has_its_time(beginning):
                begun.add(beginning)
            yield found


def _has_its_time(beginning: str) -> bool:
    """A table's clock never shows the same twice; what was brought from elsewhere may begin at nought."""
    return bool(beginning) and json.loads(beginning).get("t", 0.0) > 0


def register(of: str) -> Register:
    """Of that game; raises `Refusal` where there is none such."""
    found: dict[str, Register] = current_app.extensions.setdefault("himiki-registers", {})
    share = shares().get(of)
    if share is None:
        raise Refusal(404, str(games.NoSuchRules(of)))
    return found.setdefault(of, Register(table().store, of, share.counting))


def today() -> date:
    """Where the table stands."""
    return datetime.now(UTC).astimezone().date()


def _asked_of() -> str:
    """Whose results are asked for: without a word those of the game that is played."""
    return request.args.get("game") or str(table().game().of)


@blueprint.get("/api/v1/players")
def players() -> Response:
    return answer(players_of(_asked_of()))


def players_of(of: str) -> dict[str, Any]:
    kept = register(of)
    found, _ = kept.look(today())
    levels = kept.counting.levels
    return {
        "players": [_player(each) for each in found.players],
        "levels": [{"name": name, "rating": rating} for name, rating in levels.items()],
        **{name: rating for name, rating in kept.counting.strengths.items() if name not in levels},
        "challenges": {name: solved_told(each) for name, each in sorted(found.challenges.items())},
    }


@blueprint.get("/api/v1/profile")
def profile() -> Response:
    """Of one person, game by game, the oldest first."""
    kept = register(_asked_of())
    _, counted = kept.look(today())
    name = request.args.get("player", "")
    found = results(counted, name, kept.counting.strengths)[-_MOST_TOLD:]
    return answer({"name": name, "results": [_result(each, kept.counting) for each in found]})


def _result(each: Result, counting: Counting) -> dict[str, Any]:
    return {
        "game": each.game,
        "day": each.day.isoformat(),
        "mode": each.mode,
        "kind": each.kind,
        "against": list(each.against),
        "won": each.won,
        **({"drawn": True} if each.drawn else {}),
        "score": list(each.score),
        "rating": _told_rating(each.rating),
        "pace": _pace(table().store, each, counting),
    }


def _pace(store: Store, each: Result, counting: Counting) -> float | None:
    """Seconds that this side took for a turn, on average; None where nobody kept the time."""
    try:
        kept = store.load(each.game)
    except StoreError:
        return None
    if kept is None:
        return None
    turns = [
        after.t - before.t
        for before, after in pairwise(counting.stands(kept.events))
        if after.name == "move"
        and getattr(after, "by", "")[:1] == counting.sides[each.side]
        and before.t < after.t < before.t + _PAUSE
    ]
    return round(sum(turns) / len(turns), 1) if turns else None


def _player(each: PlayerProgress) -> dict[str, Any]:
    return {
        "name": each.name,
        "last": each.last,
        "played": each.all.played,
        "won": each.all.won,
        "streak": each.streak,
        "best_streak": each.best_streak,
        "best": None if each.best is None else list(each.best),
        "rating": _told_rating(each.rating),
        "against": {kind: {"played": one.played, "won": one.won} for kind, one in each.against.items()},
        "challenges": {name: solved_told(one) for name, one in sorted(each.challenges.items())},
    }


def _told_rating(rating: Rating | None) -> dict[str, Any] | None:
    if rating is None:
        return None
    low, high = rating.interval
    return {
        "value": round(rating.value),
        "low": round(low),
        "high": round(high),
        "provisional": rating.provisional,
    }


def solved_told(each: Solved) -> dict[str, Any]:
    return {
        "tries": each.tries,
        "solved": each.solved,
        "after_seeing": each.after_seeing,
        "seen": None if each.seen is None else each.seen.isoformat(),
        "best": each.best,
        "par": each.par,
        "first": None if each.first is None else each.first.isoformat(),
        "last": None if each.last is None else each.last.isoformat(),
    }
