"""`himiki engine`: a line protocol on stdin and stdout, in the way of UCI (FORMATS 3)."""

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, Final

from companion.rules import muk_yan
from companion.rules.cubes import LETTERS, Colour, Element, element_lettered
from companion.rules.errors import RulesError, quoted
from companion.rules.legal import legal_moves, require_known
from companion.rules.notation import annotated, bare, play_text
from companion.rules.perft import perft
from companion.rules.position import start_position
from companion.rules.position_text import parse_position, position_text
from companion.rules.variant import Edition, Mode, Variant

_LONGEST_LINE: Final = 1 << 20
_WHOLE_NUMBER: Final = re.compile("[0-9]{1,9}")
_MODES: Final = {mode.value: mode for mode in (Mode.DUEL, Mode.TEAMS, Mode.MUK_YAN)}
_MOST_DEPTH: Final = 100


class _Refused(Exception):
    """A line that cannot be carried out, and why."""


class Engine:
    """One game at a time; a line in, a line out. Knows nothing of streams."""

    def __init__(self) -> None:
        self._variant = Variant()
        self._position = start_position(self._variant)
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "new": self._new,
            "position": self._set_position,
            "legal": self._legal,
            "play": self._play,
            "show": self._show,
            "perft": self._perft,
            "mukyan": self._muk_yan,
            "go": self._go,
            "quit": self._quit,
        }

    def answer(self, line: str) -> str:
        """The answer to one line; anything wrong answers `error …` and changes nothing."""
        words = line.split(" ")
        words = [word for word in words if word]
        try:
            command = self._commands.get(words[0])
            if command is None:
                known = ", ".join(self._commands)
                raise _Refused(f"unknown command '{quoted(words[0])}', known are: {known}")
            return command(words[1:])
        except (_Refused, RulesError) as fault:
            return f"error {fault}"

    def _new(self, words: list[str]) -> str:
        if not words or words[0] not in _MODES:
            raise _Refused(f"say what is played: new {'|'.join(_MODES)}")
        self._variant = _variant(_MODES[words[0]], words[1:])
        self._position = start_position(self._variant)
        return "ok"

    def _set_position(self, words: list[str]) -> str:
        fields, moves = words, []
        if "moves" in words:
            at = words.index("moves")
            fields, moves = words[:at], words[at + 1 :]
        if fields == ["startpos"]:
            position = start_position(self._variant)
        else:
            position = parse_position(" ".join(fields), self._variant)
        for number, move in enumerate(moves, start=1):
            try:
                position = play_text(position, move).after
            except RulesError as fault:
                raise _Refused(f"move {number} ({quoted(move)}): {fault}") from None
        self._position = position
        return "ok"

    def _legal(self, words: list[str]) -> str:
        _expect(not words, "legal")
        position = self._position
        return " ".join(["legal", *sorted(bare(position, move) for move in legal_moves(position))])

    def _play(self, words: list[str]) -> str:
        _expect(len(words) == 1, "play MOVE")
        played = play_text(self._position, words[0])
        self._position = played.after
        return f"ok {annotated(played)} {position_text(self._position)}"

    def _show(self, words: list[str]) -> str:
        _expect(not words, "show")
        return position_text(self._position)

    def _perft(self, words: list[str]) -> str:
        _expect(len(words) == 1, "perft N")
        depth = _number(words[0], _MOST_DEPTH)
        require_known(self._position)
        return f"perft {depth} {perft(self._position, depth)}"

    def _muk_yan(self, words: list[str]) -> str:
        _expect(len(words) == 2, "mukyan BLACK WHITE, each H, M or K")
        black, white = map(_element, words)
        position = self._position
        if self._variant.mode is not Mode.MUK_YAN:
            raise _Refused("Muk Yan plays in mode mukyan only: say new mukyan")
        if position.over or position.phase.setup or position.seat is not self._variant.muk_yan:
            raise _Refused("it is not Muk Yan's turn")
        require_known(position)
        action, move = muk_yan.reply(position, black, white)
        return f"mukyan {action} {bare(position, move)}"

    def _quit(self, words: list[str]) -> str:
        """Whoever reads the lines stops at `quit` alone."""
        raise _Refused("usage: quit")

    def _go(self, words: list[str]) -> str:
        # The search is the one part that is not needed to referee, so it is loaded when asked for.
        from companion.players.search import Limits, search

        _expect(len(words) == 2 and words[0] in ("depth", "nodes", "movetime"), "go depth|nodes|movetime N")
        number = _number(words[1], 10**9)
        _expect(number > 0, "go depth|nodes|movetime N, N at least 1")
        limits = {
            "depth": Limits(depth=number),
            "nodes": Limits(nodes=number),
            "movetime": Limits(seconds=number / 1000),
        }[words[0]]
        if not legal_moves(self._position):
            raise _Refused("the game is over: there is nothing to search")
        found = search(self._position, limits)
        move = bare(self._position, found.move)
        return f"bestmove {move} score {found.score} depth {found.depth} nodes {found.nodes}"


def _expect(fits: bool, usage: str) -> None:
    if not fits:
        raise _Refused(f"usage: {usage}")


def _number(text: str, most: int) -> int:
    if not _WHOLE_NUMBER.fullmatch(text) or int(text) > most:
        raise _Refused(f"'{quoted(text)}' is no whole number from 0 to {most}")
    return int(text)


def _element(letter: str) -> Element:
    if len(letter) != 1 or letter.upper() not in LETTERS:
        raise _Refused(f"'{quoted(letter)}' is no element: H, M or K")
    return element_lettered(letter.upper())


def _variant(mode: Mode, options: list[str]) -> Variant:
    """Reads the options of `new`: each belongs to its modes, and stands once."""
    given: dict[str, str] = {}
    for option in options:
        key, _, value = option.partition("=")
        if key in given:
            raise _Refused(f"option {quoted(key)} twice")
        given[key] = option
        match mode, key, value:
            case _, "edition", "second" | "first":
                pass
            case Mode.DUEL | Mode.TEAMS, "chaos", "" if option == "chaos":
                pass
            case Mode.MUK_YAN, "human", "w" | "b":
                pass
            case _, "edition", _:
                raise _Refused(f"edition is second or first, not '{quoted(value)}'")
            case _:
                raise _Refused(f"option '{quoted(option)}' does not belong to new {mode.value}")
    return Variant(
        mode=mode,
        edition=Edition.FIRST if given.get("edition") == "edition=first" else Edition.SECOND,
        chaos="chaos" in given,
        human=Colour.BLACK if given.get("human") == "human=b" else Colour.WHITE,
    )


def run(source: BinaryIO, sink: BinaryIO) -> None:
    """Serves lines until `quit` or the end of input."""
    engine = Engine()
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
            answer = engine.answer(line)
        sink.write(answer.encode() + b"\n")
        sink.flush()


def _skip_line(source: BinaryIO) -> None:
    while (rest := source.readline(_LONGEST_LINE)) and not rest.endswith(b"\n"):
        pass


def engine_command() -> int:
    # Whoever drives the engine and stops it has nothing left to hear.
    with suppress(KeyboardInterrupt):
        run(sys.stdin.buffer, sys.stdout.buffer)
    return 0
