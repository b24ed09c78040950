"""Games analysed behind the running table: one at a time, in a process of its own, as long as somebody waits.

A search takes a core for minutes on a small machine. So it is a process that stands behind every other one;
it ends when nobody has asked how far it is for a while, as when the page that wanted it was left. What it
found is kept with the game.
"""

import json
import logging
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from companion import apart
from companion.games.himiki.rules.written.record import MoveEntry, Record
from companion.games.himiki.rules.written.record_text import record_json
from companion.store import Store, StoreError

_PATIENCE: Final = 20.0
"""Seconds after which somebody who waits has asked again, even on a phone whose screen was off."""

_LONGEST: Final = 1800.0
"""Seconds after which a study is given up."""
_LOOK: Final = 0.25
"""Seconds between two looks whether a study is still wanted."""

_MOST_WAITING: Final = 8
"""Games that wait to be studied."""

_MOST_NODES: Final = 20_000
"""Positions for one turn at most."""

_FEWEST_NODES: Final = 300
"""Positions for one turn at least, however long the game."""

_BUDGET: Final = 1_500_000
"""Positions for a whole game, so that a long one takes no longer than others: minutes on a Pi."""
_CHAOS_COST: Final = 10
"""Times that a position with tiles takes longer to look at."""

_log = logging.getLogger(__name__)


class TooManyWait(Exception):
    """More games than one machine will ever get through."""


@dataclass(slots=True)
class _Study:
    game: int
    record: Record
    mark: str
    asked: float
    """When somebody last wanted to know, by the clock of the studies."""
    state: str = "waiting"
    """waiting, running, failed."""
    done: int = 0
    of: int = 0
    fault: str = ""


def nodes_for(record: Record) -> int:
    """For each action: a share of what a whole game may take."""
    actions = max(1, sum(isinstance(each, MoveEntry) for each in record.entries))
    slow = _CHAOS_COST if record.start.variant.chaos else 1
    return max(_FEWEST_NODES, min(_MOST_NODES, _BUDGET // actions) // slow)


@dataclass
class Studies:
    """Of one table; everything may be called from any thread."""

    store: Store
    clock: Callable[[], float] = time.monotonic
    patience: float = _PATIENCE
    _waiting: deque[_Study] = field(default_factory=deque)
    _failed: dict[int, _Study] = field(default_factory=dict)
    _running: _Study | None = None
    _process: "subprocess.Popen[str] | None" = None
    _thread: threading.Thread | None = None
    _closed: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def wanted(self, game: int, record: Record, mark: str) -> None:
        """Begins it, or goes on with it; raises `TooManyWait`."""
        with self._lock:
            if self._closed or self._of(game, mark) is not None:
                return
            if len(self._waiting) >= _MOST_WAITING:
                raise TooManyWait
            self._failed.pop(game, None)
            self._waiting.append(_Study(game, record, mark, self.clock()))
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="analyses", daemon=True)
                self._thread.start()

    def progress(self, game: int, mark: str) -> dict[str, Any] | None:
        """How far it is; asking keeps it going. None: nobody wants it."""
        with self._lock:
            study = self._of(game, mark) or self._failed.get(game)
            if study is None or study.mark != mark:
                return None
            return {"state": study.state, "done": study.done, "of": study.of, "error": study.fault or None}

    def close(self) -> None:
        """Nothing of it runs any more once it returns."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
            thread, process = self._thread, self._process
        if process is not None:
            process.kill()
        if thread is not None:
            thread.join(timeout=10)

    def _of(self, game: int, mark: str) -> _Study | None:
        there = [*self._waiting, *([self._running] if self._running else [])]
        study = next((each for each in there if (each.game, each.mark) == (game, mark)), None)
        if study is not None:
            study.asked = self.clock()
        return study

    def _work(self) -> None:
        while True:
            with self._lock:
                now = self.clock()
                self._waiting = deque(each for each in self._waiting if now - each.asked < self.patience)
                if self._closed or not self._waiting:
                    self._thread = self._running = None
                    return
                study = self._running = self._waiting.popleft()
            try:
                self._carry_out(study)
            except Exception as fault:  # noqa: BLE001
                # One game that cannot be analysed must not keep the next one waiting.
                self._give_up(study, str(fault) or type(fault).__name__)

    def _carry_out(self, study: _Study) -> None:
        study.state = "running"
        told, said, status = self._searched(study)
        if status is None or self._closed:
            return  # nobody waits for it any more
        if status != 0:
            self._give_up(study, said)
            return
        try:
            self.store.keep_analysis(study.game, study.mark, json.dumps(json.loads(told)))
        except (StoreError, ValueError) as fault:
            self._give_up(study, str(fault))

    def _give_up(self, study: _Study, fault: str) -> None:
        _log.warning("game %s was not analysed: %s", study.game, fault)
        with self._lock:
            study.state, study.fault = "failed", fault
            self._failed = {**dict(list(self._failed.items())[-_MOST_WAITING:]), study.game: study}

    def _searched(self, study: _Study) -> tuple[str, str, int | None]:
        """What it said on stdout, its last words on stderr, and its status; None where it was ended."""
        command = apart.command("analyse", "-", "--json", "--nodes", str(nodes_for(study.record)))
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8", cwd=apart.HOME
        ) as process:
            with self._lock:
                self._process = process
            heard: list[str] = []
            answer: list[str] = []
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            readers = [
                threading.Thread(target=_hear, args=(process.stderr, study, heard), daemon=True),
                threading.Thread(target=answer.extend, args=(process.stdout,), daemon=True),
            ]
            for reader in readers:
                reader.start()
            with suppress(BrokenPipeError):
                process.stdin.write(record_json(study.record))
                process.stdin.close()
            end = self.clock() + _LONGEST
            status: int | None = None
            while status is None:
                try:
                    status = process.wait(_LOOK)
                except subprocess.TimeoutExpired:
                    now = self.clock()
                    if self._closed or now - study.asked > self.patience or now > end:
                        process.kill()
                        process.wait()
                        break
            for reader in readers:
                reader.join()
            with self._lock:
                self._process = None
            return "".join(answer), heard[-1] if heard else f"it ended with {status}", status


def _hear(lines: Iterable[str], study: _Study, heard: list[str]) -> None:
    for line in lines:
        done, _, of = line.strip().partition(" of ")
        if done.isdecimal() and of.isdecimal():
            study.done, study.of = int(done), int(of)
        else:
            heard.append(line.strip())


def with_steps(told: Mapping[str, Any], steps: list[dict[str, Any]]) -> dict[str, Any]:
    """Each turn with the step of the game at which it ends, and the one from which something else was better:
    counted from the end, for a record begins where something was last given instead of played."""
    moves = [index for index, step in enumerate(steps) if step["event"] == "move"]
    counts = [len(turn["played"]) for turn in told["turns"]]
    at = len(moves) - sum(counts)
    turns = []
    for turn, count in zip(told["turns"], counts, strict=True):
        there = 0 <= at < len(moves)
        first = moves[at + turn.get("departs", 0)] - 1 if there else None
        at += count
        turns.append({**turn, "from": first, "step": moves[at - 1] if there else None})
    return {**told, "turns": turns}
