"""What a game brings to the pages of the table at which it is played: its share of API and pages."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from flask import Blueprint, Flask, current_app

from companion import games
from companion.games.events import Event
from companion.store import GameInStore, Summary
from companion.table import Standing, Table
from companion.web.exchange.answers import Refusal
from companion.web.exchange.openapi import RoomShare
from companion.web.exchange.running import Extras, table
from companion.web.keeping import notices
from companion.web.kept import listing
from companion.web.kept.counting import Counting
from companion.words.sentences import sentence


@dataclass(frozen=True, slots=True)
class Page:
    """All show the same shell: the page's router fills it, so that live events go on from page to page."""

    module: str
    """Below `js/pages`."""
    in_bar: bool = False
    """Whether the bar of every page leads to it."""
    above: str | None = None
    """The page of the bar to which it belongs."""
    alone: bool = False
    """Without bar and head: for streaming software and for a television."""


@dataclass(frozen=True, slots=True)
class Bodies:
    """What is sent about the game at hand, by its name among the schemas of the share."""

    decision: str = "Decision"
    new_game: str = "NewGame"
    sim_move: str = "SimMove"
    sim_position: str = "SimPosition"
    names: str = "Names"
    """Of a kept game, put right."""
    exported: str = "ExportedGame"
    """A game of another table, see `companion.web.exchange.schemas.exported_game`."""


@dataclass(frozen=True, slots=True)
class Share:
    state: Callable[[Standing], dict[str, Any]]
    """What stands now, as the pages and other programs read it."""
    event: Callable[[Table, Any], dict[str, Any]]
    """An event of its, likewise."""
    tells: tuple[type[Event], ...]
    """What makes a game where it is handed on: all else was said along the way."""
    handed_on: Callable[[GameInStore], tuple[Any, Sequence[Event]]] = lambda kept: (kept.game, kept.events)
    """A kept game as other tables may know it, and its events: without what is still a secret."""
    row: Callable[[Summary], dict[str, Any]] = listing.row
    """A kept game in the list of games."""
    story: Callable[[GameInStore], dict[str, Any]] = listing.story
    """A kept game, position by position: `steps`, and what else is to be known of it."""
    counting: Counting = field(default_factory=Counting)
    """How kept games become people's results."""
    agreed: Callable[[dict[str, Any]], dict[str, Any]] = lambda told: told
    """What was sent as a new game, made settings; raises `Refusal`."""
    sent: Bodies = field(default_factory=Bodies)
    lies: str = "lies"
    """Under which word it is told what lies on a drawn table."""
    sentences: Mapping[str, str] = field(default_factory=dict)
    """What it says, in English, by code."""
    says: Iterable[str] = ()
    """The names of its own events besides those of `tells` and of all games: phones listen by name."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What its pages have to know before they ask for anything."""
    blueprints: tuple[Blueprint, ...] = ()
    """Routes of its own; of other games than the first below `/api/v1/` and the game's word, or that word."""
    api: RoomShare = field(default_factory=RoomShare)
    static: Path | None = None
    """The folder of its pages' modules, fetched below `/static/` beside those of every table."""
    pages: Mapping[str, Page] = field(default_factory=dict)
    """By the name in their address; its title is the sentence `page-NAME`, of the first one `page-home`."""
    close: Callable[[], object] = lambda: None
    """Called when the server goes down."""


class Install(Protocol):
    def __call__(self, app: Flask, table: Table, /) -> Share:
        """Keeps with the app whatever its blueprints need."""


class Shares(Mapping[str, Share]):
    """By the game's word. Each is brought when somebody asks for it: on most evenings one game is played."""

    def __init__(self, app: Flask, table: Table, taken_in: Callable[[str, Share], None]) -> None:
        """`taken_in` is called once for each that is brought, before anybody has it."""
        self._app, self._table, self._taken_in = app, table, taken_in
        self._lock = threading.Lock()
        self._brought: dict[str, Share] = {}

    def __getitem__(self, name: str) -> Share:
        if name not in self:
            raise KeyError(name)
        if name not in self._brought:
            with self._lock:
                if name not in self._brought:
                    install: Install = games.part(name, "api").install
                    share = install(self._app, self._table)
                    self._taken_in(name, share)
                    self._brought[name] = share
        return self._brought[name]

    def __contains__(self, name: object) -> bool:
        return name in games.GAMES

    def __iter__(self) -> Iterator[str]:
        return iter(games.GAMES)

    def __len__(self) -> int:
        return len(games.GAMES)

    def brought(self) -> Mapping[str, Share]:
        """Those that somebody asked for."""
        return dict(self._brought)


def state_of(table: Table, shares: Shares, extras: Extras) -> dict[str, Any]:
    """What stands now; `of` says whose it is, where that is not the first game, `friend` how a table far away
    does that plays with this one, and `recording` that pictures of the board are kept."""
    stands = table.stands()
    of = stands.game.of
    whose = {} if of == games.usual() else {"of": of}
    friend = None if extras.friends is None else extras.friends.standing()
    more: dict[str, Any] = {} if friend is None else {"friend": friend}
    if extras.clips is not None and extras.clips.recording:
        more["recording"] = True
    return {**whose, **shares[of].state(stands), "notices": notices.standing(table), **more}


def event_of(table: Table, shares: Shares, event: Any) -> dict[str, Any]:
    return shares[table.game().of].event(table, event)


def shares() -> Shares:
    found: Shares = current_app.extensions["himiki-shares"]
    return found


def of_the_table() -> Share:
    """That of the game which is played."""
    return shares()[table().game().of]


def only_in(of: str) -> Callable[[], None]:
    """Before each request about the game at hand, where that is another one's: it makes no sense then."""

    def look() -> None:
        if table().game().of != of:
            raise Refusal(409, sentence("other-game"))

    return look
