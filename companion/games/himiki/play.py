"""HI MI KI as a game of the table: settings become a referee, new or resumed."""

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.asking import Announce, Asked
from companion.games.himiki.agreed import FRIEND, Game
from companion.games.himiki.importing import imported as _imported
from companion.games.himiki.options import game_asked as _asked
from companion.games.himiki.referee.decisions import Decision, as_told, decision_from
from companion.games.himiki.referee.events import Event, event_from
from companion.games.himiki.referee.ledger import NO_GAME
from companion.games.himiki.referee.status import Status
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.moves import Move
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Edition, Variant
from companion.games.himiki.rules.written.position_text import position_text
from companion.games.himiki.rules.written.record import Record
from companion.games.himiki.rules.written.record_text import parse_record, record_json, record_plain
from companion.games.himiki.settings import game_from, settings_of
from companion.games.play import Elsewhere, Search, Unplayable

if TYPE_CHECKING:
    from companion.games.himiki.autoplay import CubesAutoplay

__all__ = [
    "Decision",
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


def usual() -> Game:
    return Game(Variant())


def alike(asked: Game, kept: Game) -> bool:
    """Also whatever its clock: that of a game that was begun runs on."""
    return (asked.variant, asked.start, asked.free, asked.challenge, asked.levels, asked.shared) == (
        kept.variant,
        kept.start,
        kept.free,
        kept.challenge,
        kept.levels,
        kept.shared,
    )


def again(game: Game, seed: int) -> Game:
    return replace(game, seed=seed)


def game_asked(options: argparse.Namespace, house: Mapping[str, object]) -> Game | None:
    """The house may have another `edition` than the usual one."""
    asked = _asked(options)
    edition = Edition(str(house.get("edition", Edition.SECOND.value)))
    if asked is None and edition is not Edition.SECOND:
        asked = usual()
    said = options.edition is not None or options.challenge is not None
    if asked is None or said or asked.start is not None or asked.variant.edition is edition:
        return asked
    return replace(asked, variant=replace(asked.variant, edition=edition))


def referee(game: Game) -> Referee:
    return Referee(game)


def resumed(game: Game, events: Iterable[Event]) -> Referee:
    try:
        return Referee.resumed(game, events)
    except NO_GAME as fault:
        raise Unplayable(str(fault)) from fault


def answered(asked: Asked[Position]) -> Announce[Position, Move]:
    from companion.games.himiki import choosing

    return choosing.answered(asked)


def thought(asked: Asked[Position]) -> Announce[Position, Move] | Search | Elsewhere:
    if asked.level == FRIEND:
        return Elsewhere()
    from companion.games.himiki import choosing

    return choosing.thought(asked)


def record_of(game: Game, events: Iterable[Event]) -> Record:
    try:
        return Referee.resumed(game, events).record()
    except NO_GAME as fault:
        raise Unplayable(str(fault)) from fault


def record_text(record: Record, *, plain: bool = False) -> str:
    """Raises `RulesError` where the record has no such form."""
    return record_plain(record) if plain else record_json(record)


def imported(text: str) -> tuple[Game, tuple[Event, ...]]:
    try:
        return _imported(parse_record(text))
    except RulesError as fault:
        raise Unplayable(str(fault)) from fault


def laid_out(game: Game) -> str | None:
    return None if game.start is None else position_text(game.start)


def standing(status: Status) -> str | None:
    return status.position if status.setup is None else None


def autoplay(table: Any) -> "CubesAutoplay":
    from companion.games.himiki.autoplay import CubesAutoplay

    return CubesAutoplay(table)
