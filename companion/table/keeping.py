"""Games that are not on the table: what the store has of them, and what others bring into it."""

import logging
from collections.abc import Sequence

from companion.referee.events import Event
from companion.referee.folding import NO_GAME
from companion.referee.game import Game
from companion.referee.machine import Referee
from companion.rules.record import Record
from companion.store import GameInStore, Store, StoreError, Summary, imported
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
                return number, Referee.resumed(kept.game, kept.events)
        except (StoreError, *NO_GAME) as fault:
            _log.warning("game %s cannot go on (%s); it stays in the list, a new one begins", number, fault)
        return None

    def all(self) -> tuple[Summary, ...]:
        return self._store.games()

    def game(self, number: int) -> GameInStore:
        """Raises `NoSuchGame`, as the others do that ask for one."""
        kept = self._store.load(number)
        if kept is None:
            raise NoSuchGame(number)
        return kept

    def events_of(self, number: int) -> tuple[Event, ...]:
        return self.game(number).events

    def record_of(self, number: int) -> Record:
        kept = self.game(number)
        return Referee.resumed(kept.game, kept.events).record()

    def import_record(self, record: Record) -> int:
        """Raises `NotationError` where it cannot be replayed."""
        return self._store.bring(*imported(record))

    def bring(self, game: Game, events: Sequence[Event], started: float, ended: float | None) -> int:
        """A game as another table kept it; raises `GameUnreadable`."""
        try:
            Referee.resumed(game, events).record()
        except NO_GAME as fault:
            raise GameUnreadable(fault) from None
        return self._store.bring(game, events, started, ended)


def _alike(asked: Game, kept: Game) -> bool:
    """Whether the game that was going on is the one asked for at start, whatever its names and dice."""
    return (asked.variant, asked.start, asked.free, asked.challenge, asked.levels) == (
        kept.variant,
        kept.start,
        kept.free,
        kept.challenge,
        kept.levels,
    )
