"""The tournaments of a hall: kept, sent to the tables, and told their results by the tables."""

import json
import logging
import queue
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.broker.messages.asking import What
from companion.hall.database import Database, DatabaseError
from companion.hall.hall import Hall, NoAnswer
from companion.hall.ledger import Kept
from companion.hall.tournaments.pairing import paired
from companion.hall.tournaments.tournament import Pairing, Result, System, Tournament, TournamentError
from companion.hall.tournaments.written import kept, read

_log = logging.getLogger(__name__)

_PIECE: Final = 1000
"""Events that are read at once."""
_LOOK_EVERY: Final = 1.0
"""Seconds between two looks for a table that is free for a pairing that waits."""

_PUT: Final = (
    "INSERT INTO hall_tournaments (id, told) VALUES (?, ?)"
    " ON CONFLICT (id) DO UPDATE SET told = excluded.told"
)


class NoSuchTournament(LookupError):
    def __init__(self, number: int) -> None:
        super().__init__(f"there is no tournament {number}")


class Office:
    """May be asked from any thread; what it asks of tables it asks in one of its own."""

    def __init__(self, hall: Hall, database: Database) -> None:
        self._hall, self._database = hall, database
        self._lock = threading.RLock()
        rows = database.rows("SELECT id, told FROM hall_tournaments ORDER BY id")
        self._all: dict[int, Tournament] = {number: read(json.loads(told)) for number, told in rows}
        self._heard: queue.SimpleQueue[list[Kept] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="tournaments", daemon=True)
        hall.listen(self._heard.put)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._heard.put(None)
        self._thread.join(timeout=15)

    # What people do

    def all(self) -> dict[int, Tournament]:
        with self._lock:
            return dict(self._all)

    def one(self, number: int) -> Tournament:
        """Raises `NoSuchTournament`."""
        with self._lock:
            if number not in self._all:
                raise NoSuchTournament(number)
            return self._all[number]

    def begin(self, tournament: Tournament) -> int:
        """Its number."""
        with self._lock:
            number = max(self._all, default=0) + 1
            self._keep(number, tournament)
            return number

    def change(self, number: int, do: Callable[[Tournament], Tournament]) -> Tournament:
        """Raises `NoSuchTournament`, and what `do` raises."""
        with self._lock:
            changed = do(self.one(number))
            self._keep(number, changed)
            return changed

    def pair_next(self, number: int) -> Tournament:
        """The next round; its games begin at the tables by themselves."""
        changed = self.change(number, paired)
        self._heard.put([])
        return changed

    def _keep(self, number: int, tournament: Tournament) -> None:
        """Called with the lock held."""
        with self._database.writing() as writer:
            writer.run(_PUT, (number, json.dumps(kept(tournament), ensure_ascii=False)))
        self._all[number] = tournament

    # What tables do

    def _catch_up(self) -> None:
        """With what was heard when nobody was in the office; who was asked in vain is asked again."""
        begun = [each for now in self.all().values() for each in now.open() if each.table is not None]
        at = min((each.after for each in begun), default=self._hall.ledger.newest)
        while heard := self._hall.ledger.since(at, _PIECE):
            self._take_in(heard)
            at = heard[-1].id
        for number, tournament in self.all().items():
            for each in tournament.open():
                if each.table is not None and each.game is None:
                    self.change(number, partial(_if_still, before=each, after=replace(each, table=None)))

    def _run(self) -> None:
        try:
            self._catch_up()
        except DatabaseError as fault:
            _log.warning("%s", fault)
        while True:
            try:
                heard = self._heard.get(timeout=_LOOK_EVERY)
            except queue.Empty:
                heard = []
            if heard is None:
                return
            try:
                self._take_in(heard)
                self._send_out()
            except (DatabaseError, TournamentError, NoSuchTournament) as fault:
                _log.warning("%s", fault)
            except Exception:  # noqa: BLE001 -- one table must not end the tournament
                _log.exception("a tournament could not go on")

    def _take_in(self, heard: Iterable[Kept]) -> None:
        for each in heard:
            with self._lock:
                for number, tournament in tuple(self._all.items()):
                    found = _played_in(tournament, each)
                    if found is not None:
                        self._keep(number, tournament.with_pairing(found))

    def _send_out(self) -> None:
        """Each pairing that has no game yet to the first of its tables that is free."""
        for number, tournament in self.all().items():
            for each in tournament.open():
                if each.table is None and each.black is not None:
                    self._send(number, each)

    def _send(self, number: int, pairing: Pairing) -> None:
        tournament = self.one(number)
        table = next((each for each in tournament.tables if self._is_free(each)), None)
        if table is None:
            return
        black = tournament.player(pairing.black or 0)
        names = {"w": tournament.player(pairing.white).name, "b": black.name}
        asked = {"mode": self._mode_at(table), **tournament.game, "players": names}
        # Noted first: what the table says of the game may be here before its answer is.
        waits = replace(pairing, table=table, game=None, after=self._hall.ledger.newest)
        self.change(number, lambda now: _if_still(now, pairing, waits))
        try:
            refused = self._hall.order(table, What.NEW_GAME, asked)
        except NoAnswer as fault:
            refused = str(fault)
        if refused is not None:
            _log.warning("%s does not begin the game of board %d: %s", table, pairing.board, refused)
            self.change(number, lambda now: _if_still(now, waits, pairing))

    def _mode_at(self, table: str) -> Any:
        """What was played there last: so it is where nobody says what is to be played."""
        known = self._hall.table(table)
        return None if known is None or known["state"] is None else known["state"].get("mode")

    def _is_free(self, table: str) -> bool:
        known = self._hall.table(table)
        taken = {
            pairing.table
            for tournament in self.all().values()
            for pairing in tournament.open()
            if pairing.table is not None
        }
        return known is not None and known["availability"] == "online" and table not in taken


def _if_still(tournament: Tournament, before: Pairing, after: Pairing) -> Tournament:
    """An arbiter may have been there first."""
    return tournament.with_pairing(after) if before in tournament.pairings else tournament


def _played_in(tournament: Tournament, heard: Kept) -> Pairing | None:
    """The pairing that this event says something new of."""
    event = heard.event
    for each in tournament.open():
        if each.table != heard.table or heard.id <= each.after:
            continue
        if each.game is None:
            # The first that is said of a game after it was asked for.
            return replace(each, game=event.game) if event.told.get("event") == "ready" else None
        if each.game < event.game and event.told.get("event") == "ready":
            # Begun anew at the table, which is this pairing's until there is a result.
            return replace(each, game=event.game)
        if each.game == event.game and event.told.get("event") == "over":
            return _ended(tournament, each, event.told)
    return None


def _ended(tournament: Tournament, pairing: Pairing, told: Mapping[str, Any]) -> Pairing | None:
    result = {"w": Result.WHITE, "b": Result.BLACK, None: Result.DRAW}.get(told.get("winner"))
    if result is None or (result is Result.DRAW and tournament.system is System.KNOCKOUT):
        return None  # The arbiter says how it goes on.
    score = told.get("score")
    pair = isinstance(score, list) and len(score) == 2 and all(type(each) is int for each in score)
    return replace(pairing, result=result, score=(score[0], score[1]) if pair and score else None)
