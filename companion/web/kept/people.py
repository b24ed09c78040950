"""How everybody plays: results and ratings worked out of the kept games, and the challenge of the day."""

import json
import logging
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Any, Final

from flask import Blueprint, Response, current_app, request

from companion.games import of_settings
from companion.games.himiki.agreed import Game
from companion.games.himiki.api.story import entries
from companion.games.himiki.mindlock.scroll import challenges, daily
from companion.games.himiki.players.levels import LEVELS, MUK_YAN_RATING
from companion.games.himiki.referee.events import Move, Over
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.settings import game_from
from companion.games.himiki.study.profile import Result, results
from companion.games.himiki.study.progress import (
    Finished,
    PlayerProgress,
    Progress,
    Side,
    Solved,
    daily_streak,
    key_of,
    progress,
)
from companion.games.himiki.study.ratings import Rating
from companion.store import GameInStore, SettingsError, Store, StoreError, Summary
from companion.web.answers import answer
from companion.web.running import table

blueprint = Blueprint("people", __name__)

_MINDLOCK: Final = Mode.MINDLOCK.value
_MOST_TOLD: Final = 60
"""Games of a profile: more make no chart on a phone."""

_PAUSE: Final = 900.0
"""Seconds after which somebody did not think, but was away."""

_log = logging.getLogger(__name__)


def finished(store: Store, each: Summary, *, hinted: bool = False, shown: bool = False) -> Finished | None:
    """None for what was not decided, or is not kept as it was."""
    over = each.last or {}
    if over.get("event") != Over.name or each.settings.get("mode") == "free":
        return None
    mode = str(each.settings.get("mode"))
    if mode == _MINDLOCK:
        return _tried(store, each, over.get("winner"), shown=shown)
    winner = over.get("winner")
    if winner not in ("w", "b") or not each.moves or not _from_the_beginning(each.settings):
        return None
    white, black = over.get("score", (0, 0))
    try:
        sides = _sides(each)
    except SettingsError as fault:
        _log.warning("game %s is not counted: %s", each.id, fault)
        return None
    return Finished(
        each.id,
        each.started,
        _day(each.started),
        mode,
        sides,
        "wb".index(winner),
        (white, black),
        hinted=hinted,
    )


def _from_the_beginning(settings: Mapping[str, Any]) -> bool:
    """Not from a position in which somebody had points: they were made in another game."""
    start = settings.get("start")
    return start is None or start.split(" ")[2:3] == ["0-0"]


def _tried(store: Store, each: Summary, winner: object, *, shown: bool) -> Finished | None:
    name = each.settings.get("challenge")
    kept = store.load(each.id) if name else None
    if kept is None:
        return None
    spent = sum(step.cost for step, _ in entries(kept.events) if isinstance(step, Move))
    return Finished(
        each.id,
        each.started,
        _day(each.started),
        _MINDLOCK,
        (_side(kept, "w"), Side()),
        0 if winner == "w" else None,
        challenge=str(name),
        par=kept.game.par,
        spent=spent,
        shown=shown,
    )


def _sides(each: Summary) -> tuple[Side, Side]:
    kept = GameInStore(each.id, game_from(each.settings), each.started, each.ended, ())
    return _side(kept, "w"), _side(kept, "b")


def _side(kept: GameInStore, colour: str) -> Side:
    game = kept.game
    muk_yan = game.variant.muk_yan
    if muk_yan is not None and muk_yan.value == colour:
        return Side(muk_yan=True)
    seats = [seat.value for seat in game.variant.seats if seat.value[0] == colour]
    levels = [game.levels[seat] for seat in seats if seat in game.levels]
    if levels and len(levels) == len(seats):
        return Side(level=levels[0])
    names = [
        game.players.get(seat) or game.players.get(colour, "") for seat in seats if seat not in game.levels
    ]
    people = tuple(dict.fromkeys(name for name in names if name))
    return Side(people, nameless=bool(levels) or not all(names))


@dataclass
class Register:
    """The progress of a table's people, worked out again only after something was written."""

    store: Store
    _known: tuple[object, Progress, tuple[Finished, ...]] | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def look(self, today: date) -> tuple[Progress, tuple[Finished, ...]]:
        with self._lock:
            mark = (self.store.version(), today)
            if self._known is None or self._known[0] != mark:
                games = tuple(self._finished())
                self._known = mark, progress(games, today), games
            return self._known[1:]

    def _finished(self) -> Iterator[Finished]:
        hinted, shown = self.store.with_event("hint"), self.store.with_event("solution")
        beginnings = self.store.beginnings()
        begun: set[str] = set()
        """Beginnings of games that are counted: one that was played on from a kept one has the same."""
        known: set[tuple[object, date]] = set()
        """Challenges and days on which their solution was looked at: in the game itself, or before it."""
        own = (game for game in self.store.games() if of_settings(game.settings) == Game.of)
        for each in sorted(own, key=lambda game: game.id):
            riddle = each.settings.get("challenge"), _day(each.started)
            if each.id in shown:
                known.add(riddle)
            try:
                found = finished(self.store, each, hinted=each.id in hinted, shown=riddle in known)
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


def register() -> Register:
    found: Register = current_app.extensions["himiki-register"]
    return found


def today() -> date:
    """Where the table stands."""
    return datetime.now(UTC).astimezone().date()


def _day(seconds: float) -> date:
    return datetime.fromtimestamp(seconds, UTC).astimezone().date()


@blueprint.get("/api/v1/players")
def players() -> Response:
    found, _ = register().look(today())
    return answer(
        {
            "players": [_player(each) for each in found.players],
            "levels": [{"name": each.name, "rating": each.rating} for each in LEVELS],
            "muk_yan": MUK_YAN_RATING,
            "challenges": {name: _solved(each) for name, each in sorted(found.challenges.items())},
        }
    )


@blueprint.get("/api/v1/profile")
def profile() -> Response:
    """Of one person, game by game, the oldest first."""
    _, games = register().look(today())
    name = request.args.get("player", "")
    found = results(games, name)[-_MOST_TOLD:]
    return answer({"name": name, "results": [_result(each) for each in found]})


def _result(each: Result) -> dict[str, Any]:
    return {
        "game": each.game,
        "day": each.day.isoformat(),
        "mode": each.mode,
        "kind": each.kind,
        "against": list(each.against),
        "won": each.won,
        "score": list(each.score),
        "rating": _told_rating(each.rating),
        "pace": _pace(table().store, each),
    }


def _pace(store: Store, each: Result) -> float | None:
    """Seconds that this side took for a turn, on average; None where nobody kept the time."""
    try:
        kept = store.load(each.game)
    except StoreError:
        return None
    if kept is None:
        return None
    told = [event for event, _ in entries(kept.events)]
    turns = [
        after.t - before.t
        for before, after in pairwise(told)
        if isinstance(after, Move)
        and after.by[:1] == "wb"[each.side]
        and before.t < after.t < before.t + _PAUSE
    ]
    return round(sum(turns) / len(turns), 1) if turns else None


@blueprint.get("/api/v1/daily")
def of_the_day() -> Response:
    """With the days in a row on which it was solved: by somebody at this table, or by `player`."""
    day = today()
    shipped = challenges()
    who = key_of(request.args.get("player", ""))
    found, games = register().look(day)
    solved = {
        game.day
        for game in games
        if game.challenge is not None
        and game.solved
        and (not who or who in map(key_of, game.sides[0].people))
        and daily(game.day, shipped).name == game.challenge
    }
    streak = daily_streak(solved, day)
    return answer(
        {
            "date": day.isoformat(),
            "challenge": daily(day, shipped).name,
            "solved": streak.today,
            "streak": streak.now,
            "best_streak": streak.best,
            "challenges": {name: _solved(each) for name, each in sorted(_tried_by(who, found).items())},
        }
    )


def _tried_by(who: str, found: Progress) -> Mapping[str, Solved]:
    """By that person, or by everybody: the table knows who is the same person, however a name is typed."""
    if not who:
        return found.challenges
    return next((each.challenges for each in found.players if key_of(each.name) == who), {})


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
        "challenges": {name: _solved(one) for name, one in sorted(each.challenges.items())},
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


def _solved(each: Solved) -> dict[str, Any]:
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
