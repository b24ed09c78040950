"""Players of the machine's own: what one of them is asked is thought over here, off the table's lock."""

import logging
import subprocess
import threading
from collections.abc import Callable, Hashable
from typing import Any, Final

from companion import apart
from companion.games.decisions import DecisionError
from companion.games.play import Elsewhere, Search

_log = logging.getLogger(__name__)

_TO_FINISH: Final = 5.0
"""Seconds that a search under way is waited for when the table stops."""


class _Overtaken(Exception):
    """Nobody wants that answer any more."""


class Opposing:
    """Thinks in a thread of its own until `stop`."""

    def __init__(self, announce: Callable[[Any], object], think: Callable[[Any], Any]) -> None:
        """`think` is the game's `thought`. `announce` hands an answer to the referee; it raises where the
        game has gone on since."""
        self._announce = announce
        self._think = think
        self._news = threading.Condition()
        self._wanted: Hashable | None = None
        self._given_up: Hashable | None = None
        self._known: tuple[Hashable, Any] | None = None
        """What was asked last, and the answer: a hand that passes over the board makes nobody think again."""
        self._stopped = False
        self._process: subprocess.Popen[str] | None = None
        self._searching: Hashable | None = None
        """What the process was started for."""
        self._cut = False
        """It was ended, for it is not asked any more."""
        self._thread = threading.Thread(target=self._run, name="opponent", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        with self._news:
            self._stopped = True
            self._news.notify()
            if self._process is not None:
                self._process.kill()
        if self._thread.is_alive():
            self._thread.join(timeout=_TO_FINISH)

    @property
    def searching(self) -> bool:
        """In another process."""
        return self._process is not None

    def notice(self, asked: Hashable | None) -> None:
        """What is asked now; called whenever something was seen or said."""
        with self._news:
            self._wanted = asked
            if asked is None:
                return
            if self._process is not None and asked != self._searching:
                self._cut = True
                self._process.kill()
            self._news.notify()

    def _run(self) -> None:
        while (asked := self._next()) is not None:
            try:
                if self._known is None or self._known[0] != asked:
                    self._known = asked, self._thought(asked)
                if not self._stopped and not isinstance(self._known[1], Elsewhere):
                    self._announce(self._known[1])
            except _Overtaken:
                pass
            except DecisionError as fault:
                _log.info("an answer was thrown away: %s", fault)
            except Exception:  # noqa: BLE001
                # The game goes on: people can say or take back a move, and the next question is heard.
                _log.exception("nothing could be chosen")
                self._given_up = asked
            with self._news:
                if self._wanted == asked:
                    self._wanted = None

    def _thought(self, asked: Hashable) -> Any:
        answer = self._think(asked)
        return answer.read(self._searched(asked, answer)) if isinstance(answer, Search) else answer

    def _searched(self, asked: Hashable, search: Search) -> str:
        """By a process of its own, which ends with the question; raises `_Overtaken` then."""
        with self._news:
            if self._overtakes(asked):
                raise _Overtaken
            self._searching = asked
            self._process = process = subprocess.Popen(
                search.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, cwd=apart.HOME
            )
        try:
            with process:
                told = process.communicate()[0]
        finally:
            with self._news:
                self._process = None
                overtaken = self._cut or self._stopped
                self._cut = False
        if overtaken:
            raise _Overtaken
        if process.returncode:
            raise ChildProcessError(f"the search ended with status {process.returncode}")
        return told

    def _overtakes(self, asked: Hashable) -> bool:
        """Whether another question came since, or none ever comes again. Called with the lock held."""
        return self._stopped or self._wanted not in (None, asked)

    def _next(self) -> Hashable | None:
        """None once stopped."""
        with self._news:
            while not self._stopped and (self._wanted is None or self._wanted == self._given_up):
                self._news.wait()
            return None if self._stopped else self._wanted
