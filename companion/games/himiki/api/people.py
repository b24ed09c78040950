"""How everybody plays: results and ratings worked out of the kept games, and the challenge of the day."""

import logging
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, Final

from flask import Blueprint, Response, current_app, request

from companion.players.levels import LEVELS, MUK_YAN_RATING
from companion.progress import Finished, Player, Progress, Side, Solved, daily_streak, key_of, progress
from companion.referee.events import Over
from companion.rules.variant import Mode
from companion.scroll import challenges, daily
from companion.store import GameInStore, SettingsError, Store, StoreError, Summary
from companion.store.settings import game_from
from companion.web.answers import answer
from companion.web.kept import steps

blueprint = Blueprint("people", __name__)

_MINDLOCK: Final = Mode.MINDLOCK.value

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
    if winner not in ("w", "b"):
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


def _tried(store: Store, each: Summary, winner: object, *, shown: bool) -> Finished | None:
    name = each.settings.get("challenge")
    kept = store.load(each.id) if name else None
    if kept is None:
        return None
    spent = sum(step.get("cost", 0) for step in steps(kept.events) if step["event"] == "move")
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
        hinted, shown = self.store.hinted(), self.store.shown()
        known: set[tuple[object, date]] = set()
        """Challenges and days on which their solution was looked at: in the game itself, or before it."""
        for each in sorted(self.store.games(), key=lambda game: game.id):
            riddle = each.settings.get("challenge"), _day(each.started)
            if each.id in shown:
                known.add(riddle)
            try:
                found = finished(self.store, each, hinted=each.id in hinted, shown=riddle in known)
            except StoreError as fault:
                _log.warning("%s; it is not counted", fault)
                continue
            if found is not None:
                yield found


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


def _player(each: Player) -> dict[str, Any]:
    rating = each.rating
    told = None
    if rating is not None:
        low, high = rating.interval
        told = {
            "value": round(rating.value),
            "low": round(low),
            "high": round(high),
            "provisional": rating.provisional,
        }
    return {
        "name": each.name,
        "last": each.last,
        "played": each.all.played,
        "won": each.all.won,
        "streak": each.streak,
        "best_streak": each.best_streak,
        "best": None if each.best is None else list(each.best),
        "rating": told,
        "against": {kind: {"played": one.played, "won": one.won} for kind, one in each.against.items()},
        "challenges": {name: _solved(one) for name, one in sorted(each.challenges.items())},
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
