"""`python -m tests.yokai.compared`: the engine beside the rules read a second time, over so many positions,
lines and whole games, open and closed; the first difference ends it and is told."""

import random

from companion.games.yokai.commands.engine import Engine
from companion.games.yokai.rules.written.notation import bare
from companion.games.yokai.rules.written.position_text import position_text
from tests.comparing import compared
from tests.slips import spoilt
from tests.yokai import naive
from tests.yokai.games import any_position, random_game, start

LETTERS = "FWEAcdab34567?.:/->!()+~#0 12"
DEALS = "draw", "reveal"


def read(text: str) -> naive.Table | None:
    try:
        return naive.read(text)
    except naive.Bad:
        return None


def compare_position(engine: Engine, text: str) -> naive.Table | None:
    """Read or refused alike, and then shown, listed and judged alike."""
    table = read(" ".join(text.split()))
    answer = engine.answer(f"position {text}")
    assert (answer == "ok") == (table is not None), (text, answer)
    if table is not None:
        compare_state(engine, table)
    return table


def compare_state(engine: Engine, table: naive.Table) -> None:
    shown = naive.show(table)
    assert engine.answer("show") == shown
    assert engine.answer("legal") == " ".join(["legal", *naive.legal(table)]), shown
    assert engine.answer("score") == naive.points(table), shown


def compare_move(engine: Engine, table: naive.Table, text: str) -> None:
    """Played or refused alike; the engine stands before it again afterwards."""
    shown, said = naive.show(table), text.split()
    meant = naive.meant(table, said[0]) if len(said) == 1 else None
    answer = engine.answer(f"play {text}")
    if len(said) == 1 and said[0] in DEALS:
        # What comes is the engine's choice, of all that may come.
        dealt = [move for move in naive.legal(table) if move.startswith(said[0])]
        meant = answer.split()[1] if answer.startswith("ok") else None
        assert (meant in dealt) if dealt else meant is None, (shown, text, answer)
    if meant is None:
        assert answer.startswith("error "), (shown, text, answer)
        assert engine.answer("show") == shown
        return
    after, told = naive.play(table, meant)
    assert answer == f"ok {told} {naive.show(after)}", (shown, text)
    assert engine.answer(f"position {shown}") == "ok"


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
    engine, chance = Engine(), random.Random(seed)
    read_of_them = 0
    for _ in range(positions):
        text = any_position(chance)
        if chance.random() < 0.15:
            text = spoilt(chance, text, LETTERS)
        if (table := compare_position(engine, text)) is not None:
            read_of_them += 1
            for move in slips(chance, table):
                compare_move(engine, table, move)
    assert read_of_them > positions / 2


def compare_game(seed: int, *, open_game: bool) -> None:
    engine = Engine()
    table = naive.read(position_text(start(open_game, random.Random(f"{seed} {open_game}"))))
    assert engine.answer(f"position {naive.show(table)}") == "ok"
    for played in random_game(seed, open_game):
        compare_state(engine, table)
        table, told = naive.play(table, bare(played.move))
        assert engine.answer(f"play {bare(played.move)}") == f"ok {told} {naive.show(table)}"
    compare_state(engine, table)


def compare_part(seed: int, positions: int) -> None:
    compare_some(seed, positions)
    for open_game in (True, False):
        # No two parts play the same games.
        for game in range(5 * seed, 5 * seed + 5):
            compare_game(game, open_game=open_game)


if __name__ == "__main__":
    compared(__doc__, compare_part)
