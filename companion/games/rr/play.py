"""RR as a game of the table: settings become a referee, new or resumed."""

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.asking import Announce, Asked
from companion.games.events import Event
from companion.games.play import OptionError, Search, Unplayable
from companion.games.rr.agreed import Agreed
from companion.games.rr.importing import imported as _imported
from companion.games.rr.players.levels import LEVELS
from companion.games.rr.referee.decisions import as_told, decision_from
from companion.games.rr.referee.events import event_from
from companion.games.rr.referee.machine import Referee
from companion.games.rr.referee.machine import resumed as _resumed
from companion.games.rr.referee.status import RrStatus
from companion.games.rr.rules.moves import Move
from companion.games.rr.rules.position import Position
from companion.games.rr.rules.written.options import variant_of
from companion.games.rr.rules.written.position_text import position_text
from companion.games.rr.rules.written.record import Record
from companion.games.rr.rules.written.record_text import parse, record_json, record_plain
from companion.games.rr.settings import game_from, settings_of
from companion.games.rule_errors import RulesError

if TYPE_CHECKING:
    from companion.games.rr.autoplay import TilesAutoplay

__all__ = [
    "again",
    "alike",
    "answered",
    "as_told",
    "autoplay",
    "decision_from",
    "event_from",
    "game_asked",
    "game_from",
    "imported",
    "laid_out",
    "record_of",
    "record_text",
    "referee",
    "resumed",
    "settings_of",
    "standing",
    "thought",
    "usual",
]


def usual() -> Agreed:
    return Agreed()


def alike(asked: Agreed, kept: Agreed) -> bool:
    """Whatever its names, and what was dealt."""
    return (asked.variant.game, asked.levels, asked.match.wins, asked.match.games) == (
        kept.variant.game,
        kept.levels,
        kept.match.wins,
        kept.match.games,
    )


def again(game: Agreed, seed: int) -> Agreed:
    """With the tiles that people have laid out for it."""
    return replace(game, seed=seed)


def game_asked(options: argparse.Namespace, house: Mapping[str, object]) -> Agreed | None:
    if options.rr is None and not options.rr_level:
        return None
    levels = dict(each.partition("=")[::2] for each in options.rr_level or ())
    if not set(levels) <= {"r", "b"} or not set(levels.values()) <= {level.name for level in LEVELS}:
        raise OptionError(f"--rr-level is r= or b= and one of {', '.join(level.name for level in LEVELS)}")
    try:
        return Agreed(variant_of((options.rr or "").split()), levels=levels)
    except RulesError as fault:
        raise OptionError(str(fault)) from fault


def referee(game: Agreed) -> Referee:
    return Referee(game)


def resumed(game: Agreed, events: Iterable[Event]) -> Referee:
    return _resumed(game, events)


def answered(asked: Asked[Position]) -> Announce[Position, Move]:
    from companion.games.rr import choosing

    return choosing.answered(asked)


def thought(asked: Asked[Position]) -> Announce[Position, Move] | Search:
    from companion.games.rr import choosing

    return choosing.thought(asked)


def record_of(game: Agreed, events: Iterable[Event]) -> Record:
    return _resumed(game, events).record()


def record_text(record: Record, *, plain: bool = False) -> str:
    return record_plain(record) if plain else record_json(record)


def imported(text: str) -> tuple[Agreed, tuple[Event, ...]]:
    """A match comes in game by game: its record holds those of its games."""
    try:
        told = parse(text)
    except RulesError as fault:
        raise Unplayable(str(fault)) from fault
    if not isinstance(told, Record):
        raise Unplayable("a match is no single game: hand its games in one by one")
    return _imported(told)


def laid_out(game: Agreed) -> str | None:
    """What lies beside the board, none of it on it."""
    return position_text(game.start)


def standing(status: RrStatus) -> str | None:
    return status.position


def autoplay(table: Any) -> "TilesAutoplay":
    from companion.games.rr.autoplay import TilesAutoplay

    return TilesAutoplay(table)
