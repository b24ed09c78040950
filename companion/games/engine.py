"""`himiki engine`: lines in and lines out, in the way of UCI; each game answers for its own rules."""

import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO, Final, Generic, TypeVar, cast

from companion.games import RULED, part, usual
from companion.games.decisions import Refused
from companion.games.quoting import quoted

_LONGEST_LINE: Final = 1 << 20
_WHOLE_NUMBER: Final = re.compile("[0-9]{1,9}")
_MOST_DEPTH: Final = 100

Position = TypeVar("Position")
Command = Callable[[list[str]], str]


class LineRefused(Refused):
    """A line that cannot be carried out, and why."""


class Engine(ABC, Generic[Position]):
    """One game at a time; a line in, a line out. Knows nothing of streams."""

    def __init__(self) -> None:
        self._position = self.start()
        self._commands: dict[str, Command] = {
            "new": self._new,
            "position": self._set_position,
            "legal": self._legal,
            "play": self._play,
            "show": self._show,
            "perft": self._perft,
            **self.commands(),
            "quit": self._quit,
        }

    # What a game brings

    @abstractmethod
    def start(self) -> Position:
        """Where a game begins, as agreed on last."""

    @abstractmethod
    def agree(self, words: list[str]) -> None:
        """What is played from now on; raises `Refused`, having changed nothing."""

    @abstractmethod
    def read(self, text: str) -> Position: ...

    @abstractmethod
    def text(self, position: Position) -> str: ...

    @abstractmethod
    def moves(self, position: Position) -> list[str]:
        """Bare, in any order."""

    @abstractmethod
    def played(self, position: Position, move: str) -> tuple[str, Position]:
        """The move annotated, and what it leads to."""

    @abstractmethod
    def lines(self, position: Position, depth: int) -> int: ...

    def commands(self) -> dict[str, Command]:
        """Those that other games do not have."""
        return {}

    # What is answered

    def answer(self, line: str) -> str:
        """The answer to one line; anything wrong answers `error …` and changes nothing."""
        words = line.split(" ")
        words = [word for word in words if word]
        try:
            command = self._commands.get(words[0])
            if command is None:
                known = ", ".join(self._commands)
                raise LineRefused(f"unknown command '{quoted(words[0])}', known are: {known}")
            return command(words[1:])
        except Refused as fault:
            return f"error {fault}"

    def _new(self, words: list[str]) -> str:
        self.agree(words)
        self._position = self.start()
        return "ok"

    def _set_position(self, words: list[str]) -> str:
        fields, moves = words, []
        if "moves" in words:
            at = words.index("moves")
            fields, moves = words[:at], words[at + 1 :]
        position = self.start() if fields == ["startpos"] else self.read(" ".join(fields))
        for number, move in enumerate(moves, start=1):
            try:
                position = self.played(position, move)[1]
            except Refused as fault:
                raise LineRefused(f"move {number} ({quoted(move)}): {fault}") from None
        self._position = position
        return "ok"

    def _legal(self, words: list[str]) -> str:
        expect(not words, "legal")
        return " ".join(["legal", *sorted(self.moves(self._position))])

    def _play(self, words: list[str]) -> str:
        expect(len(words) == 1, "play MOVE")
        told, self._position = self.played(self._position, words[0])
        return f"ok {told} {self.text(self._position)}"

    def _show(self, words: list[str]) -> str:
        expect(not words, "show")
        return self.text(self._position)

    def _perft(self, words: list[str]) -> str:
        expect(len(words) == 1, "perft N")
        depth = whole_number(words[0], _MOST_DEPTH)
        return f"perft {depth} {self.lines(self._position, depth)}"

    def _quit(self, words: list[str]) -> str:
        """Whoever reads the lines stops at `quit` alone."""
        raise LineRefused("usage: quit")


def expect(fits: bool, usage: str) -> None:
    if not fits:
        raise LineRefused(f"usage: {usage}")


def whole_number(text: str, most: int) -> int:
    if not _WHOLE_NUMBER.fullmatch(text) or int(text) > most:
        raise LineRefused(f"'{quoted(text)}' is no whole number from 0 to {most}")
    return int(text)


def engine_of(game: str) -> Engine[Any]:
    """A new one, at the start of a game."""
    return cast("Engine[Any]", part(game, "commands.engine").Engine())


class Engines:
    """The engine of the game that `new` named last. A game is named by its word; the words of the first
    game's modes are its own."""

    def __init__(self, game: str | None = None) -> None:
        self._engine = engine_of(game or usual())

    def answer(self, line: str) -> str:
        words = [word for word in line.split(" ") if word]
        if words[0] != "new":
            return self._engine.answer(line)
        named = words[1] if len(words) > 1 else ""
        engine = engine_of(named if named in RULED[1:] else usual())
        answer = engine.answer(line)
        if not answer.startswith("error "):
            self._engine = engine
        return answer


def run(source: BinaryIO, sink: BinaryIO, game: str | None = None) -> None:
    """Serves lines until `quit` or the end of input."""
    engines = Engines(game)
    while raw := source.readline(_LONGEST_LINE):
        if len(raw) == _LONGEST_LINE and not raw.endswith(b"\n"):
            _skip_line(source)
            answer = f"error a line of more than {_LONGEST_LINE} bytes"
        else:
            line = raw.decode("utf-8", errors="replace").strip(" \r\n")
            if not line:
                continue
            if line == "quit":
                return
            answer = engines.answer(line)
        sink.write(answer.encode() + b"\n")
        sink.flush()


def _skip_line(source: BinaryIO) -> None:
    while (rest := source.readline(_LONGEST_LINE)) and not rest.endswith(b"\n"):
        pass


def engine_command(game: str | None) -> int:
    # Whoever drives the engine and stops it has nothing left to hear.
    with suppress(KeyboardInterrupt):
        run(sys.stdin.buffer, sys.stdout.buffer, game)
    return 0
