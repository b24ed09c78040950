"""Whose results kept games are: of both sides, of teams, of Muk Yan, of challenges."""

import logging
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from companion.games.himiki.agreed import FRIEND
from companion.games.himiki.api.story import entries
from companion.games.himiki.players.levels import LEVELS, MUK_YAN_RATING
from companion.games.himiki.referee.events import Move, Over
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.settings import FREE, game_from
from companion.games.people.progress import Finished, Side
from companion.store import GameInStore, SettingsError, Store, Summary
from companion.web.kept.counting import Counter, Counting, day_of

_MINDLOCK: Final = Mode.MINDLOCK.value
_MUK_YAN: Final = "muk_yan"

_log = logging.getLogger(__name__)


def _counter(store: Store) -> Counter:
    hinted, shown = store.with_event("hint"), store.with_event("solution")
    known: set[tuple[object, date]] = set()
    """Challenges and days on which their solution was looked at: in the game itself, or before it."""

    def count(each: Summary) -> Finished | None:
        riddle = each.settings.get("challenge"), day_of(each.started)
        if each.id in shown:
            known.add(riddle)
        return _finished(store, each, hinted=each.id in hinted, shown=riddle in known)

    return count


def _finished(store: Store, each: Summary, *, hinted: bool, shown: bool) -> Finished | None:
    """None for what was not decided, or is not kept as it was."""
    over = each.last or {}
    if over.get("event") != Over.name or each.settings.get("mode") == FREE:
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
        day_of(each.started),
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
        day_of(each.started),
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
        return Side(level=_MUK_YAN)
    seats = [seat.value for seat in game.variant.seats if seat.value[0] == colour]
    by_machine = {seat: level for seat, level in game.levels.items() if level != FRIEND}
    levels = [by_machine[seat] for seat in seats if seat in by_machine]
    if levels and len(levels) == len(seats):
        return Side(level=levels[0])
    names = [
        game.players.get(seat) or game.players.get(colour, "") for seat in seats if seat not in by_machine
    ]
    people = tuple(dict.fromkeys(name for name in names if name))
    return Side(people, nameless=bool(levels) or not all(names))


COUNTING: Final = Counting(
    levels={each.name: each.rating for each in LEVELS},
    machines={_MUK_YAN: MUK_YAN_RATING},
    own=_counter,
    stands=lambda events: [event for event, _ in entries(events)],
)
