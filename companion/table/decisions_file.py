"""Decisions in a file or from standard input: a line of JSON each, with the time at which they were made."""

import json
import threading
from bisect import insort
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.referee.decisions import Decision, DecisionError, as_told, decision_from, time_of
from companion.table.piped import Lines
from vision.frames import Seconds


@dataclass(frozen=True, slots=True)
class Told:
    decision: Decision
    t: Seconds


class Decisions(Protocol):
    def before(self, t: Seconds) -> Iterator[Told]:
        """Those made before that time which were not given yet. One made at the time of a frame answers
        what that frame brought: it comes after it."""

    def rest(self) -> Iterator[Told]:
        """All that are left when the source has ended."""


def line_of(told: Told) -> str | None:
    """As `read_line` reads it; None for what no person decides."""
    decision = as_told(told.decision)
    return None if decision is None else json.dumps({"t": round(told.t, 3), **decision})


def read_line(line: str, number: int, now: Seconds | None = None) -> Told | None:
    """None for an empty line; raises `DecisionError` with its number. `now` stands for a missing `t`."""
    if not line.strip():
        return None
    try:
        told = json.loads(line)
        decision = decision_from(told)
        if now is not None and "t" not in told:
            return Told(decision, now)
        return Told(decision, Seconds(time_of(told)))
    except DecisionError as fault:
        raise DecisionError(f"line {number} of the decisions: {fault}") from None
    except (ValueError, RecursionError) as fault:
        raise DecisionError(f"line {number} of the decisions is no JSON: {fault}") from None


def read_file(path: Path) -> list[Told]:
    """In the order of their times; raises `DecisionError` about the first line that cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as fault:
        raise DecisionError(f"{path} cannot be read ({fault.strerror}): check the name") from None
    except UnicodeDecodeError:
        raise DecisionError(f"{path} cannot be read: it is no UTF-8 text") from None
    found = [read_line(line, number) for number, line in enumerate(lines, start=1)]
    return sorted((told for told in found if told is not None), key=lambda told: told.t)


class InOrder:
    """Decisions that are there, or will come before their time has passed: each is waited for."""

    def __init__(self, decisions: Iterable[Told] = ()) -> None:
        self._decisions = iter(decisions)
        self._next: Told | None = None

    def before(self, t: Seconds) -> Iterator[Told]:
        while (told := self._peeked()) is not None and told.t < t:
            self._next = None
            yield told

    def rest(self) -> Iterator[Told]:
        while (told := self._peeked()) is not None:
            self._next = None
            yield told

    def _peeked(self) -> Told | None:
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
    ) -> None:
        self._lines, self._clock, self._complain = lines, clock, complain
        self._came: deque[Told] = deque()
        threading.Thread(target=self._read, name="decisions", daemon=True).start()

    def _read(self) -> None:
        for number, line in enumerate(self._lines, start=1):
            try:
                told = read_line(line, number, self._clock())
            except DecisionError as fault:
                self._complain(fault)
                continue
            if told is not None:
                self._came.append(told)

    def before(self, t: Seconds) -> Iterator[Told]:
        while self._came and self._came[0].t < t:
            yield self._came.popleft()

    def rest(self) -> Iterator[Told]:
        while self._came:
            yield self._came.popleft()


class Conversation:
    """Lines of a program beside a recording. They count in their time, those without one at once; the frames
    wait for the next one only where the program was asked something (`came`)."""

    def __init__(self, lines: Lines, complain: Callable[[DecisionError], object]) -> None:
        self._lines, self._complain = lines, complain
        self._number = 0
        self._now = Seconds(0.0)
        self._waiting: list[tuple[Seconds, Told]] = []
        """Each with the time from which it counts."""

    def before(self, t: Seconds) -> Iterator[Told]:
        self._read()
        while self._waiting and self._waiting[0][0] < t:
            yield self._waiting.pop(0)[1]

    def until(self, t: Seconds) -> Iterator[Told]:
        """Those made up to now, which that time is from here on."""
        self._now = t
        self._read()
        while self._waiting and self._waiting[0][0] <= t:
            yield self._waiting.pop(0)[1]

    def rest(self) -> Iterator[Told]:
        self._read()
        while self._waiting:
            yield self._waiting.pop(0)[1]

    def came(self, seconds: float) -> bool:
        """Whether a line that has not counted yet is there, or comes within that time; also where none will
        come any more. One that cannot be read, or is empty, came as well."""
        return bool(self._waiting) or self._lines.wait(seconds)

    def _read(self) -> None:
        for line in self._lines.there():
            self._number += 1
            try:
                told = read_line(line, self._number, self._now)
            except DecisionError as fault:
                self._complain(fault)
                continue
            if told is not None:
                insort(self._waiting, (max(self._now, told.t), told), key=lambda each: each[0])
