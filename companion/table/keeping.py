"""Games that are not on the table: what the store has of them, and what others bring into it."""

import logging
from collections.abc import Sequence
from typing import Any

from companion import games
from companion.games.events import Event
from companion.games.play import Game, Referee, Unplayable
from companion.store import GameInStore, Store, StoreError
from companion.table.faults import GameUnreadable, NoSuchGame

_log = logging.getLogger(__name__)


class Keeping:
    """May be called from any thread, as the store may."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def going_on(self, asked: Game | None) -> tuple[int, Referee] | None:
        """The game that was being played when the table stopped, if it is the one that is asked for."""
        number = self._store.going_on()
        if number is None:
            return None
        try:
            kept = self._store.load(number)
            if kept is not None and (asked is None or _alike(asked, kept.game)):
                return number, games.play_of(kept.game.of).resumed(kept.game, kept.events)
        except (StoreError, Unplayable) as fault:
            _log.warning("game %s cannot go on (%s); it stays in the list, a new one begins", number, fault)
        return None

    def game(self, number: int) -> GameInStore:
        """Raises `NoSuchGame`, as the others do that ask for one."""
        kept = self._store.load(number)
        if kept is None:
            raise NoSuchGame(number)
        return kept

    def events_of(self, number: int) -> tuple[Event, ...]:
        return self.game(number).events

    def record_of(self, number: int) -> Any:
        kept = self.game(number)
        return games.play_of(kept.game.of).record_of(kept.game, kept.events)

    def bring(
        self, game: Game, events: Sequence[Event], started: float | None = None, ended: float | None = None
    ) -> int:
        """A game as another table kept it, of now where nobody knows when it was; raises `GameUnreadable`."""
        try:
            games.play_of(game.of).record_of(game, events)
        except Unplayable as fault:
            raise GameUnreadable(fault) from None
        return self._store.bring(game, events, started, ended)


def _alike(asked: Game, kept: Game) -> bool:
    return asked.of == kept.of and games.play_of(asked.of).alike(asked, kept)
