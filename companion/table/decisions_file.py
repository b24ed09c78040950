"""Decisions in a file or from standard input: a line of JSON each, with the time at which they were made."""

import json
import threading
from bisect import insort
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from companion.games.decisions import DecisionError, time_of
from companion.table.piped import Lines
from vision.frames import Seconds

Read = Callable[[object], Any]
"""A game's `decision_from`."""


@dataclass(frozen=True, slots=True)
class TimedDecision:
    decision: Any
    t: Seconds


class Decisions(Protocol):
    def before(self, t: Seconds) -> Iterator[TimedDecision]:
        """Those made before that time which were not given yet. One made at the time of a frame answers
        what that frame brought: it comes after it."""

    def rest(self) -> Iterator[TimedDecision]:
        """All that are left when the source has ended."""


def line_of(decision: Mapping[str, Any], t: Seconds) -> str:
    """As `read_line` reads it, of a decision as a game tells it."""
    return json.dumps({"t": round(t, 3), **decision})


def read_line(line: str, number: int, read: Read, now: Seconds | None = None) -> TimedDecision | None:
    """None for an empty line; raises `DecisionError` with its number. `now` stands for a missing `t`."""
    if not line.strip():
        return None
    try:
        told = json.loads(line)
        decision = read(told)
        if now is not None and "t" not in told:
            return TimedDecision(decision, now)
        return TimedDecision(decision, Seconds(time_of(told)))
    except DecisionError as fault:
        raise DecisionError(f"line {number} of the decisions: {fault}") from None
    except (ValueError, RecursionError) as fault:
        raise DecisionError(f"line {number} of the decisions is no JSON: {fault}") from None


def read_file(path: Path, read: Read) -> list[TimedDecision]:
    """In the order of their times; raises `DecisionError` about the first line that cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as fault:
        raise DecisionError(f"{path} cannot be read ({fault.strerror}): check the name") from None
    except UnicodeDecodeError:
        raise DecisionError(f"{path} cannot be read: it is no UTF-8 text") from None
    found = [read_line(line, number, read) for number, line in enumerate(lines, start=1)]
    return sorted((told for told in found if told is not None), key=lambda told: told.t)


class InOrder:
    """Decisions that are there, or will come before their time has passed: each is waited for."""

    def __init__(self, decisions: Iterable[TimedDecision] = ()) -> None:
        self._decisions = iter(decisions)
        self._next: TimedDecision | None = None

    def before(self, t: Seconds) -> Iterator[TimedDecision]:
        while (told := self._peeked()) is not None and told.t < t:
            self._next = None
            yield told

    def rest(self) -> Iterator[TimedDecision]:
        while (told := self._peeked()) is not None:
            self._next = None
            yield told

    def _peeked(self) -> TimedDecision | None:
        if self._next is None:
            self._next = next(self._decisions, None)
        return self._next


class AsTheyCome:
    """Lines that somebody types or a program sends while a camera runs: nothing waits for them."""

    def __init__(
        self,
        lines: Iterable[str],
        clock: Callable[[], Seconds],
        complain: Callable[[DecisionError], object],
        read: Read,
    ) -> None:
        self._lines, self._clock, self._complain, self._told = lines, clock, complain, read
        self._came: deque[TimedDecision] = deque()
        threading.Thread(target=self._read, name="decisions", daemon=True).start()

    def _read(self) -> None:
        for number, line in enumerate(self._lines, start=1):
            try:
                told = read_line(line, number, self._told, self._clock())
            except DecisionError as fault:
                self._complain(fault)
                continue
            if told is not None:
                self._came.append(told)

    def before(self, t: Seconds) -> Iterator[TimedDecision]:
        while self._came and self._came[0].t < t:
            yield self._came.popleft()

    def rest(self) -> Iterator[TimedDecision]:
        while self._came:
            yield self._came.popleft()


class Conversation:
    """Lines of a program beside a recording. They count in their time, those without one at once; the frames
    wait for the next one only where the program was asked something (`came`)."""

    def __init__(self, lines: Lines, complain: Callable[[DecisionError], object], read: Read) -> None:
        self._lines, self._complain, self._told = lines, complain, read
        self.heard = 0
        """Lines so far, whatever they said."""
        self._now = Seconds(0.0)
        self._waiting: list[tuple[Seconds, TimedDecision]] = []
        """Each with the time from which it counts."""

    def before(self, t: Seconds) -> Iterator[TimedDecision]:
        self._read()
        while self._waiting and self._waiting[0][0] < t:
            yield self._waiting.pop(0)[1]

    def until(self, t: Seconds) -> Iterator[TimedDecision]:
        """Those made up to now, which that time is from here on."""
        self._now = t
        self._read()
        while self._waiting and self._waiting[0][0] <= t:
            yield self._waiting.pop(0)[1]

    def rest(self) -> Iterator[TimedDecision]:
        self._read()
        while self._waiting:
            yield self._waiting.pop(0)[1]

    def came(self, seconds: float) -> bool:
        """Whether a line that has not counted yet is there, or comes within that time; also where none will
        come any more. One that cannot be read, or is empty, came as well."""
        return bool(self._waiting) or self._lines.wait(seconds)

    def _read(self) -> None:
        for line in self._lines.there():
            self.heard += 1
            try:
                told = read_line(line, self.heard, self._told, self._now)
            except DecisionError as fault:
                self._complain(fault)
                continue
            if told is not None:
                insort(self._waiting, (max(self._now, told.t), told), key=lambda each: each[0])
