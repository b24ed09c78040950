"""Terres de Yokai as a game of the table: settings become a referee, new or resumed."""

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.events import Event
from companion.games.play import OptionError, SettingsError, Unplayable
from companion.games.rule_errors import RulesError
from companion.games.yokai.agreed import Agreed
from companion.games.yokai.choosing import answered
from companion.games.yokai.importing import imported as _imported
from companion.games.yokai.referee.decisions import as_told, decision_from
from companion.games.yokai.referee.events import event_from
from companion.games.yokai.referee.status import YokaiStatus
from companion.games.yokai.referee.umpire import Umpire
from companion.games.yokai.referee.umpire import resumed as _resumed
from companion.games.yokai.rules.cards import CARDS
from companion.games.yokai.rules.position import start_position
from companion.games.yokai.rules.written.position_text import position_text
from companion.games.yokai.rules.written.record import Record
from companion.games.yokai.rules.written.record_text import parse, record_json, record_plain
from companion.games.yokai.settings import game_from, settings_of

if TYPE_CHECKING:
    from companion.games.yokai.autoplay import ToldAutoplay
    from companion.games.yokai.drawn_autoplay import CardsAutoplay

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

thought = answered


def usual() -> Agreed:
    return Agreed()


def alike(asked: Agreed, kept: Agreed) -> bool:
    return (asked.hands, asked.levels) == (kept.hands, kept.levels)


def again(game: Agreed, seed: int) -> Agreed:
    return replace(game, seed=seed)


def game_asked(options: argparse.Namespace, house: Mapping[str, object]) -> Agreed | None:
    if options.yokai_hands is None and not options.yokai_level:
        return None
    told: dict[str, Any] = {"levels": dict(each.partition("=")[::2] for each in options.yokai_level or ())}
    if options.yokai_hands is not None:
        told["hands"] = options.yokai_hands
    try:
        return game_from(told)
    except SettingsError as fault:
        raise OptionError(f"--yokai-level and --yokai-hands: {fault}") from fault


def referee(game: Agreed) -> Umpire:
    return Umpire(game)


def resumed(game: Agreed, events: Iterable[Event]) -> Umpire:
    return _resumed(game, events)


def record_of(game: Agreed, events: Iterable[Event]) -> Record:
    return _resumed(game, events).record()


def record_text(record: Record, *, plain: bool = False) -> str:
    return record_plain(record) if plain else record_json(record)


def imported(text: str) -> tuple[Agreed, tuple[Event, ...]]:
    try:
        return _imported(parse(text))
    except RulesError as fault:
        raise Unplayable(str(fault)) from fault


def laid_out(game: Agreed) -> str | None:
    """Four piles and three cards in each hand; cards that are dealt lie on no table."""
    return None if game.is_dealt else position_text(start_position(CARDS))


def autoplay(table: Any) -> "CardsAutoplay | ToldAutoplay":
    """On a drawn table hands play, and else it is told; what is dealt is told there too."""
    if table.view.camera.drawn is None or table.game().is_dealt:
        from companion.games.yokai.autoplay import ToldAutoplay

        return ToldAutoplay(table)
    from companion.games.yokai.drawn_autoplay import CardsAutoplay

    return CardsAutoplay(table)


def standing(status: YokaiStatus) -> str | None:
    return status.position
