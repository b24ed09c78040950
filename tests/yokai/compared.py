"""`python -m tests.yokai.compared`: what is played beside the rules read a second time, over so many
positions, lines and whole games, open and closed; the first difference ends it and is told."""

import random
from collections.abc import Callable
from typing import TypeVar

from companion.games.rule_errors import RulesError
from companion.games.yokai.rules.ending import score
from companion.games.yokai.rules.legal import legal_moves
from companion.games.yokai.rules.position import Position
from companion.games.yokai.rules.written.notation import annotated, bare, play_text
from companion.games.yokai.rules.written.position_text import parse_position, position_text
from tests.comparing import compared
from tests.slips import spoilt
from tests.yokai import naive
from tests.yokai.games import any_position, random_game, start

T = TypeVar("T")
LETTERS = "FWEAcdab34567?.:/->!()+~#0 12"


def read(text: str) -> naive.Table | None:
    try:
        return naive.read(text)
    except naive.Bad:
        return None


def unless_refused(reading: Callable[..., T], *told: object) -> T | None:
    try:
        return reading(*told)
    except RulesError as fault:
        return None if str(fault) else reading(*told)


def compare_position(text: str) -> tuple[Position, naive.Table] | None:
    """Read or refused alike, and then shown, listed and judged alike."""
    table = read(text)
    position = unless_refused(parse_position, text)
    assert (position is None) == (table is None), text
    if position is None or table is None:
        return None
    assert position_text(position) == naive.show(table), text
    assert sorted(map(bare, legal_moves(position))) == naive.legal(table), text
    compare_score(position, table)
    return position, table


def compare_score(position: Position, table: naive.Table) -> None:
    now = score(position)
    winner = now.winner.letter if now.winner is not None else "draw" if now.over else "-"
    told = f"score {now.points[0]}-{now.points[1]} colours {now.colours[0]}-{now.colours[1]} winner {winner}"
    assert told == naive.points(table), naive.show(table)


def compare_move(position: Position, table: naive.Table, text: str) -> None:
    meant = naive.meant(table, text)
    played = unless_refused(play_text, position, text)
    assert (played is None) == (meant is None), (naive.show(table), text)
    if played is None or meant is None:
        return
    after, told = naive.play(table, meant)
    assert annotated(played) == told, (naive.show(table), text)
    assert position_text(played.after) == naive.show(after), (naive.show(table), text)


def slips(chance: random.Random, table: naive.Table) -> list[str]:
    """Moves as people write them, right and wrong."""
    written = []
    right = list(naive.readings(table))
    for text in chance.sample(right, min(len(right), 6)):
        arrow = chance.choice([">", "->", "►"])
        written += [text.replace(">", arrow), spoilt(chance, text, LETTERS)]
    code, pile = chance.choice(naive.CODES), chance.choice(naive.COLOURS)
    written += [
        f"{code}>{pile}",
        f"{code}>{pile}!",
        f"{code}>{pile}!{chance.choice(naive.COLOURS)}",
        f"draw.{code}",
        f"reveal.{pile}{chance.choice('34567')}",
        *["end", "pass", "draw.?", "draw", "reveal", ""],
    ]
    return written


def compare_some(seed: int, positions: int) -> None:
    chance = random.Random(seed)
    read_of_them = 0
    for _ in range(positions):
        text = any_position(chance)
        if chance.random() < 0.15:
            text = spoilt(chance, text, LETTERS)
        if (both := compare_position(text)) is not None:
            read_of_them += 1
            for move in slips(chance, both[1]):
                compare_move(*both, move)
    assert read_of_them > positions / 2


def compare_game(seed: int, *, open_game: bool) -> None:
    table = naive.read(position_text(start(open_game, random.Random(f"{seed} {open_game}"))))
    for played in random_game(seed, open_game):
        assert sorted(map(bare, legal_moves(played.before))) == naive.legal(table), naive.show(table)
        table, told = naive.play(table, bare(played.move))
        assert annotated(played) == told
        assert position_text(played.after) == naive.show(table)
        compare_score(played.after, table)


def compare_part(seed: int, positions: int) -> None:
    compare_some(seed, positions)
    for open_game in (True, False):
        # No two parts play the same games.
        for game in range(5 * seed, 5 * seed + 5):
            compare_game(game, open_game=open_game)


if __name__ == "__main__":
    compared(__doc__, compare_part)
