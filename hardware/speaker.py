"""A voice at the table, where espeak-ng or piper is installed. Nothing ever waits for it."""

import contextlib
import logging
import os
import subprocess
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Final

from hardware.voices import Commands

_log = logging.getLogger(__name__)

_MOST_WAITING: Final = 4
"""Sentences; what is older than that nobody wants to hear any more."""

_LONGEST: Final = 20.0
"""Seconds for one sentence, after which it is cut off."""


class Speaker:
    """Says one sentence after another in a thread of its own."""

    def __init__(self, commands: Commands, *, quiet: Callable[[], bool] = lambda: False) -> None:
        self._commands = commands
        self._quiet = quiet
        self._waiting: deque[str] = deque(maxlen=_MOST_WAITING)
        self._changed = threading.Condition()
        self._running: list[subprocess.Popen[bytes]] = []
        self._busy = self._closed = self._was_cut = self._unheard = False
        self._thread = threading.Thread(target=self._work, name="voice", daemon=True)
        self._thread.start()

    def say(self, sentence: str, *, at_once: bool = False) -> None:
        """Returns at once. `at_once` cuts off what is being said, and drops what waits."""
        with self._changed:
            if self._closed or self._quiet():
                return
            if at_once:
                self._waiting.clear()
                self._cut()
            self._waiting.append(sentence)
            self._changed.notify_all()

    def wait(self, timeout: float) -> bool:
        """Whether all was said within that time."""
        with self._changed:
            return self._changed.wait_for(lambda: not (self._waiting or self._busy), timeout)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._cut()
            self._changed.notify_all()
        self._thread.join(timeout=5)

    def _cut(self) -> None:
        self._was_cut = True
        for process in self._running:
            process.kill()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
                sentence = self._waiting.popleft()
                self._busy = True
                self._was_cut = False
                complaints = _somewhere()
                started = self._started(complaints)
            with complaints:
                if started:
                    ended = self._speak(started, sentence)
                    self._report(_failure(started, complaints) if ended else "it does not come to an end")

    def _started(self, complaints: IO[bytes]) -> list[subprocess.Popen[bytes]]:
        self._running = []
        into: int | IO[bytes] | None = subprocess.PIPE
        for command in self._commands:
            try:
                process = subprocess.Popen(
                    command,
                    stdin=into,
                    stdout=subprocess.DEVNULL if command is self._commands[-1] else subprocess.PIPE,
                    stderr=complaints,
                )
            except OSError as fault:
                self._report(f"{command[0]}: {fault.strerror}")
                for started in self._running:
                    started.kill()
                    with contextlib.suppress(BrokenPipeError), started:
                        pass
                self._running = []
                break
            finally:
                # The next one alone has it: what speaks ends when nothing plays it.
                if not isinstance(into, int) and into is not None:
                    into.close()
            self._running.append(process)
            into = process.stdout
        return self._running

    def _report(self, failure: str | None) -> None:
        """Once, until something could be heard again."""
        if self._was_cut:
            return
        if failure is not None and not self._unheard:
            _log.warning(
                "nothing can be heard at the table (%s): connect a loudspeaker (`aplay -l` lists them),"
                " or let a phone speak",
                failure,
            )
        self._unheard = failure is not None

    def _speak(self, processes: list[subprocess.Popen[bytes]], sentence: str) -> bool:
        """Whether it came to an end by itself."""
        first = processes[0]
        ended = True
        try:
            if first.stdin is not None:
                with contextlib.suppress(BrokenPipeError), first.stdin:
                    first.stdin.write(sentence.encode(errors="replace"))
            until = time.monotonic() + _LONGEST
            for process in reversed(processes):
                process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            ended = False
        for process in processes:
            if not ended:
                process.kill()
            process.wait()
        return ended


def _somewhere() -> IO[bytes]:
    """For what the programs complain of; where no disk has room for it, nothing is known of that."""
    try:
        return tempfile.TemporaryFile()
    except OSError:
        return Path(os.devnull).open("w+b")


def _failure(processes: Sequence[subprocess.Popen[bytes]], complaints: IO[bytes]) -> str | None:
    """espeak-ng without a sound card complains, and then ends as if all were well."""
    complaints.seek(0)
    said = complaints.read().decode(errors="replace").splitlines()
    faults = [line for line in said if line.lower().startswith("error")]
    if faults:
        return faults[-1]
    status = next((process.returncode for process in processes if process.returncode), 0)
    if not status:
        return None
    return said[-1] if said else f"it ends with status {status}"
