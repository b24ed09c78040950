"""What stands about the table besides the game: that something was damaged, or that nothing is being kept."""

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Notice:
    """A code with values; `companion.words.sentences` has the words."""

    code: str
    values: Mapping[str, str | int] = field(default_factory=dict)


class Notices:
    """May be called from any thread. Each code stands once, in the order in which they came."""

    def __init__(self, words: Callable[[Notice], str] = lambda notice: notice.code) -> None:
        """`words` are those for the log."""
        self._words = words
        self._standing: dict[str, Notice] = {}
        self._lock = threading.Lock()

    def put_up(self, code: str, **values: str | int) -> None:
        with self._lock:
            new = code not in self._standing
            self._standing[code] = notice = Notice(code, values)
        if new:
            _log.warning("%s", self._words(notice))

    def take_down(self, *codes: str) -> None:
        with self._lock:
            gone = [self._standing.pop(code) for code in codes if code in self._standing]
        for notice in gone:
            _log.warning("this is over: %s", self._words(notice))

    def standing(self) -> tuple[Notice, ...]:
        with self._lock:
            return tuple(self._standing.values())
