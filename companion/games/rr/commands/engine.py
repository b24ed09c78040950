"""What `himiki engine` answers about RR (FORMATS-RR F3)."""

from companion.games.engine import Command, expect
from companion.games.engine import Engine as EngineOfAny
from companion.games.rr.rules.ending import ending
from companion.games.rr.rules.legal import legal_moves
from companion.games.rr.rules.perft import perft
from companion.games.rr.rules.position import Position, allies
from companion.games.rr.rules.variant import Variant, start_position
from companion.games.rr.rules.written.notation import annotated, bare, play_text
from companion.games.rr.rules.written.options import NAME, variant_of
from companion.games.rr.rules.written.position_text import parse_position, position_text


class Engine(EngineOfAny[Position]):
    def __init__(self) -> None:
        self._variant = Variant()
        super().__init__()

    def start(self) -> Position:
        return start_position(self._variant)

    def agree(self, words: list[str]) -> None:
        expect(words[:1] == [NAME], f"new {NAME} [GAME] [OPTION=…]")
        self._variant = variant_of(words[1:])

    def read(self, text: str) -> Position:
        return parse_position(text)

    def text(self, position: Position) -> str:
        return position_text(position)

    def moves(self, position: Position) -> list[str]:
        return list(map(bare, legal_moves(position)))

    def played(self, position: Position, move: str) -> tuple[str, Position]:
        played = play_text(position, move)
        return annotated(played), played.after

    def lines(self, position: Position, depth: int) -> int:
        return perft(position, depth)

    def commands(self) -> dict[str, Command]:
        return {"result": self._result}

    def _result(self, words: list[str]) -> str:
        expect(not words, "result")
        over = ending(self._position)
        if over is None:
            return f"result - - {_counts(allies(self._position.board))} -"
        return (
            f"result {over.winner.letter} {over.reason.value} {_counts(over.allies)} {_counts(over.points)}"
        )


def _counts(counts: tuple[int, int]) -> str:
    return f"{counts[0]}-{counts[1]}"
