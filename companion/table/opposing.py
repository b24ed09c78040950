"""Levels at the table: what one of them is asked is searched here, off the table's lock."""

import logging
import subprocess
import threading
from collections.abc import Callable
from random import Random
from typing import Final

from companion import apart
from companion.players.levels import Level, choose, level_named
from companion.referee.asking import Announce, Asked
from companion.referee.decisions import DecisionError
from companion.rules.moves import Move
from companion.rules.notation import parse_move

_log = logging.getLogger(__name__)

_TO_FINISH: Final = 5.0
"""Seconds that a search under way is waited for when the table stops."""

_SHORT: Final = 5_000
"""Positions that are looked at sooner than another process starts."""


def answered(asked: Asked) -> Announce:
    """The same for the same question: nothing that was undone is thought over."""
    return Announce(asked, choose(_level(asked), asked.position, Random(_chance(asked))))


def _level(asked: Asked) -> Level:
    level = level_named(asked.level)
    assert level is not None, asked.level  # the game was agreed on with the names there are
    return level


def _chance(asked: Asked) -> str:
    return f"{asked.seed}.{asked.number}.{asked.by}"


class _Overtaken(Exception):
    """Nobody wants that answer any more."""


class Opposing:
    """Thinks in a thread of its own until `stop`."""

    def __init__(self, announce: Callable[[Announce], object]) -> None:
        """`announce` hands an answer to the referee; it raises where the game has gone on since."""
        self._announce = announce
        self._news = threading.Condition()
        self._wanted: Asked | None = None
        self._given_up: Asked | None = None
        self._known: Announce | None = None
        """The last answer: a hand that passes over the board makes nobody think again."""
        self._stopped = False
        self._process: subprocess.Popen[str] | None = None
        self._searching: Asked | None = None
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

    def notice(self, asked: Asked | None) -> None:
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
                if self._known is None or self._known.asked != asked:
                    self._known = self._thought(asked)
                if not self._stopped:
                    self._announce(self._known)
            except _Overtaken:
                pass
            except DecisionError as fault:
                _log.info("%s: thrown away, %s", asked.level, fault)
            except Exception:  # noqa: BLE001
                # The game goes on: people can say or take back a move, and the next question is heard.
                _log.exception("%s cannot choose", asked.level)
                self._given_up = asked
            with self._news:
                if self._wanted == asked:
                    self._wanted = None

    def _thought(self, asked: Asked) -> Announce:
        if _level(asked).nodes <= _SHORT:
            return answered(asked)
        return Announce(asked, self._searched(asked))

    def _searched(self, asked: Asked) -> Move:
        """In a process of its own, which ends with the question; raises `_Overtaken` then."""
        command = apart.advise(asked.position, "--level", asked.level, "--chance", _chance(asked))
        with self._news:
            if self._overtakes(asked):
                raise _Overtaken
            self._searching = asked
            self._process = process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, cwd=apart.HOME
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
        return parse_move(told.strip()).move

    def _overtakes(self, asked: Asked) -> bool:
        """Whether another question came since, or none ever comes again. Called with the lock held."""
        return self._stopped or self._wanted not in (None, asked)

    def _next(self) -> Asked | None:
        """None once stopped."""
        with self._news:
            while not self._stopped and (self._wanted is None or self._wanted == self._given_up):
                self._news.wait()
            return None if self._stopped else self._wanted
