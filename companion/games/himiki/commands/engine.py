"""What `himiki engine` answers about HI MI KI (FORMATS 3)."""

from typing import Final

from companion.games.engine import Command, LineRefused, expect, whole_number
from companion.games.engine import Engine as EngineOfAny
from companion.games.himiki.rules import muk_yan
from companion.games.himiki.rules.cubes import LETTERS, Colour, Element, element_lettered
from companion.games.himiki.rules.legal import legal_moves, require_known
from companion.games.himiki.rules.perft import perft
from companion.games.himiki.rules.position import Position, start_position
from companion.games.himiki.rules.variant import Edition, Mode, Variant
from companion.games.himiki.rules.written.notation import annotated, bare, play_text
from companion.games.himiki.rules.written.position_text import parse_position, position_text
from companion.games.quoting import quoted

_MODES: Final = {mode.value: mode for mode in (Mode.DUEL, Mode.TEAMS, Mode.MUK_YAN)}


class Engine(EngineOfAny[Position]):
    def __init__(self) -> None:
        self._variant = Variant()
        super().__init__()

    def start(self) -> Position:
        return start_position(self._variant)

    def agree(self, words: list[str]) -> None:
        if not words or words[0] not in _MODES:
            raise LineRefused(f"say what is played: new {'|'.join(_MODES)}")
        self._variant = _variant(_MODES[words[0]], words[1:])

    def read(self, text: str) -> Position:
        return parse_position(text, self._variant)

    def text(self, position: Position) -> str:
        return position_text(position)

    def moves(self, position: Position) -> list[str]:
        return [bare(position, move) for move in legal_moves(position)]

    def played(self, position: Position, move: str) -> tuple[str, Position]:
        played = play_text(position, move)
        return annotated(played), played.after

    def lines(self, position: Position, depth: int) -> int:
        require_known(position)
        return perft(position, depth)

    def commands(self) -> dict[str, Command]:
        return {"mukyan": self._muk_yan, "go": self._go}

    def _muk_yan(self, words: list[str]) -> str:
        expect(len(words) == 2, "mukyan BLACK WHITE, each H, M or K")
        black, white = map(_element, words)
        position = self._position
        if self._variant.mode is not Mode.MUK_YAN:
            raise LineRefused("Muk Yan plays in mode mukyan only: say new mukyan")
        if position.over or position.phase.setup or position.seat is not self._variant.muk_yan:
            raise LineRefused("it is not Muk Yan's turn")
        require_known(position)
        action, move = muk_yan.reply(position, black, white)
        return f"mukyan {action} {bare(position, move)}"

    def _go(self, words: list[str]) -> str:
        # The search is the one part that is not needed to referee, so it is loaded when asked for.
        from companion.games.himiki.players.search import Limits, search

        expect(len(words) == 2 and words[0] in ("depth", "nodes", "movetime"), "go depth|nodes|movetime N")
        number = whole_number(words[1], 10**9)
        expect(number > 0, "go depth|nodes|movetime N, N at least 1")
        limits = {
            "depth": Limits(depth=number),
            "nodes": Limits(nodes=number),
            "movetime": Limits(seconds=number / 1000),
        }[words[0]]
        if not legal_moves(self._position):
            raise LineRefused("the game is over: there is nothing to search")
        found = search(self._position, limits)
        move = bare(self._position, found.move)
        return f"bestmove {move} score {found.score} depth {found.depth} nodes {found.nodes}"


def _element(letter: str) -> Element:
    if len(letter) != 1 or letter.upper() not in LETTERS:
        raise LineRefused(f"'{quoted(letter)}' is no element: H, M or K")
    return element_lettered(letter.upper())


def _variant(mode: Mode, options: list[str]) -> Variant:
    """Reads the options of `new`: each belongs to its modes, and stands once."""
    given: dict[str, str] = {}
    for option in options:
        key, _, value = option.partition("=")
        if key in given:
            raise LineRefused(f"option {quoted(key)} twice")
        given[key] = option
        match mode, key, value:
            case _, "edition", "second" | "first":
                pass
            case Mode.DUEL | Mode.TEAMS, "chaos", "" if option == "chaos":
                pass
            case Mode.MUK_YAN, "human", "w" | "b":
                pass
            case _, "edition", _:
                raise LineRefused(f"edition is second or first, not '{quoted(value)}'")
            case _:
                raise LineRefused(f"option '{quoted(option)}' does not belong to new {mode.value}")
    return Variant(
        mode=mode,
        edition=Edition.FIRST if given.get("edition") == "edition=first" else Edition.SECOND,
        chaos="chaos" in given,
        human=Colour.BLACK if given.get("human") == "human=b" else Colour.WHITE,
    )
