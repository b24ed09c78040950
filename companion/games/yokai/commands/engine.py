"""What `himiki engine` answers about Terres de Yokai (FORMATS-YOKAI F3)."""

import re
from random import Random
from typing import Final

from companion.games.engine import Command, LineRefused, expect
from companion.games.engine import Engine as EngineOfAny
from companion.games.quoting import quoted
from companion.games.yokai.rules.cards import CARDS
from companion.games.yokai.rules.dealing import chance_draw, chance_reveal, dealt
from companion.games.yokai.rules.ending import score
from companion.games.yokai.rules.legal import legal_moves
from companion.games.yokai.rules.moves import Draw, Move, Reveal
from companion.games.yokai.rules.perft import perft
from companion.games.yokai.rules.position import Phase, Position, due, start_position
from companion.games.yokai.rules.refusal import refusal
from companion.games.yokai.rules.written.notation import annotated, bare, play_text
from companion.games.yokai.rules.written.position_text import parse_position, position_text

NAME: Final = "yokai"
_SEED: Final = re.compile("seed=([0-9]{1,18})")
_DEPTH: Final = re.compile("[0-9]")


class Engine(EngineOfAny[Position]):
    def __init__(self) -> None:
        self._start = start_position(CARDS)
        self._chance = Random()
        super().__init__()

    def start(self) -> Position:
        return self._start

    def agree(self, words: list[str]) -> None:
        expect(words[:1] == [NAME], f"new {NAME} [open] [seed=N]")
        seed: int | None = None
        given: set[str] = set()
        for word in words[1:]:
            name = word.partition("=")[0]
            seeded = _SEED.fullmatch(word)
            if word != "open" and seeded is None:
                raise LineRefused(f"option '{quoted(word)}' does not belong to new {NAME} [open] [seed=N]")
            if name in given:
                raise LineRefused(f"option {name} twice")
            given.add(name)
            seed = int(seeded[1]) if seeded else seed
        self._chance = Random(seed)
        self._start = dealt(self._chance) if "open" in given else start_position(CARDS)

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
        return {"play": self._play_or_deal, "perft": self._perft_of_a_digit, "score": self._score}

    def _play_or_deal(self, words: list[str]) -> str:
        expect(len(words) == 1, "play MOVE, play draw or play reveal")
        move = self._dealt(words[0])
        return self._play(words if move is None else [bare(move)])

    def _dealt(self, word: str) -> Move | None:
        """What chance brings where that is asked for; raises `IllegalMove` where it is not due."""
        position = self._position
        waiting = due(position) is not None
        asked: Move
        match word:
            case "draw":
                asked = Draw(None)
                if position.phase is Phase.DRAW and not waiting:
                    return chance_draw(position, self._chance)
            case "reveal":
                asked = Reveal(CARDS.yokai[0])
                if waiting:
                    return chance_reveal(position, self._chance)
            case _:
                return None
        if (refused := refusal(position, asked)) is not None:
            raise refused
        return asked

    def _perft_of_a_digit(self, words: list[str]) -> str:
        expect(len(words) == 1 and _DEPTH.fullmatch(words[0]) is not None, "perft N, N one digit")
        return self._perft(words)

    def _score(self, words: list[str]) -> str:
        expect(not words, "score")
        now = score(self._position)
        points, colours = (f"{a}-{b}" for a, b in (now.points, now.colours))
        winner = now.winner.letter if now.winner is not None else "draw" if now.over else "-"
        return f"score {points} colours {colours} winner {winner}"
