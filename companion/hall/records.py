"""A folder of the games as text, which updates itself: what broadcasting programs watch.

`t1.txt` is the game that is played at that table, `t1-17.txt` its game 17. A game of HI MI KI is a record
that `himiki replay` reads (docs/formats.md); others are the same lines with their own moves.
"""

import logging
import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion.broker.messages.happening import TableEvent
from companion.hall.database import DatabaseError
from companion.hall.hall import Hall
from companion.hall.ledger import Kept
from vision.files import replace_file

_log = logging.getLogger(__name__)

_LOOK_EVERY: Final = 1.0
"""Seconds between two looks for games that have gone on."""
_FORMAT: Final = "himiki-record/1"
_GOES_ON_FROM: Final = ("accept", "position")
"""Corrections after which a game goes on from another board."""


class Records:
    def __init__(self, hall: Hall, folder: Path) -> None:
        """Raises OSError where that is no folder that can be written."""
        folder.mkdir(parents=True, exist_ok=True)
        self._hall, self._folder = hall, folder
        self._lock = threading.Lock()
        self._due: dict[tuple[str, int], list[float]] = {}
        """Games that have gone on, and when something of each was heard; the hall's seconds."""
        self._latest: dict[str, int] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="records", daemon=True)
        hall.listen(self._heard)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(timeout=5)
        self._write_due()

    def _heard(self, kept: Iterable[Kept]) -> None:
        now = self._hall.until + self._hall.delay
        with self._lock:
            for game in {(each.table, each.event.game) for each in kept}:
                self._due.setdefault(game, []).append(now)

    def _run(self) -> None:
        while not self._stop.wait(_LOOK_EVERY):
            self._write_due()

    def _write_due(self) -> None:
        until = self._hall.until
        with self._lock:
            due = [each for each, heard in self._due.items() if heard[0] <= until]
            for each in due:
                self._due[each] = [heard for heard in self._due[each] if heard > until]
                if not self._due[each]:
                    del self._due[each]
        for table, game in sorted(due):
            try:
                self._write(table, game, until)
            except (OSError, DatabaseError) as fault:
                _log.warning("the record of game %d of %s cannot be written (%s)", game, table, fault)
                with self._lock:
                    self._due.setdefault((table, game), []).insert(0, until)

    def _write(self, table: str, game: int, until: float) -> None:
        text = written(table, self._hall.players(table, game), self._hall.ledger.of_game(table, game, until))
        replace_file(self._folder / f"{table}-{game}.txt", text, sync=False)
        self._latest[table] = max(game, self._latest.get(table, 0))
        if game == self._latest[table]:
            replace_file(self._folder / f"{table}.txt", text, sync=False)


def written(table: str, players: Mapping[str, Any], events: Iterable[TableEvent]) -> str:
    headers = {"format": _FORMAT, "table": table}
    earlier: list[str] = []
    start, moves, result = "", list[tuple[str, str]](), ""
    for each in events:
        told = each.told
        match told.get("event"):
            case "ready":
                headers |= {name: _line(told[name]) for name in ("mode", "edition") if name in told}
                start, moves, result, earlier = _line(told.get("position", "")), [], "", []
            case "placed" | "move":
                move = told.get("annotated") or told.get("move", "")
                moves.append((str(told.get("by", "")), _line(move)))
            case "corrected":
                result = ""
                if back := told.get("back"):
                    del moves[-int(back) :]
                if told.get("reason") in _GOES_ON_FROM:
                    earlier += [f"# earlier: {start}", *(f"#> {turn}" for turn in _turns(moves))]
                    earlier.append(f"# then: {told['reason']}")
                    start, moves = _line(told.get("position", "")), []
            case "over":
                score = told.get("score") or ("?", "?")
                result = f"{told.get('winner') or '-'} {score[0]}-{score[1]}"
    seats = {seat: _line(name) for seat, name in players.items() if name}
    headers |= {**seats, "start": start, **({"result": result} if result else {})}
    lines = [f"# {name}: {value}" for name, value in headers.items()]
    return "\n".join([*lines, *earlier, "", *_turns(moves)]) + "\n"


def _turns(moves: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What one side does without the other between is a line."""
    turn: list[str] = []
    last = ""
    for by, move in moves:
        if turn and by != last:
            yield " ".join(turn)
            turn = []
        turn.append(move)
        last = by
    if turn:
        yield " ".join(turn)


def _line(text: Any) -> str:
    return " ".join(str(text).split())
