"""`python -m tests.rr.compared`: the engine beside a naive second reading of the same rules, over so many
positions, beginnings and whole games, right and malformed lines; the first difference ends it and is told."""

import random

from companion.games.rr.commands.engine import Engine
from tests.comparing import compared
from tests.rr import naive
from tests.rr.games import GAMES, any_position, words
from tests.slips import spoilt

LETTERS = "abc123rbxkqut@!+>-=~#&:^./?,d "


def ok(engine: Engine, line: str) -> bool:
    return not engine.answer(line).startswith("error ")


def read(text: str) -> naive.Position | None:
    try:
        return naive.read(text)
    except naive.Bad:
        return None


def compare_position(engine: Engine, text: str) -> naive.Position | None:
    """Read or refused alike, and then shown, listed and judged alike."""
    known = read(" ".join(text.split()))
    answer = engine.answer(f"position {text}")
    assert (answer == "ok") == (known is not None), (text, answer)
    if known is None:
        return None
    assert engine.answer("show") == naive.show(known), text
    assert engine.answer("legal") == " ".join(["legal", *naive.legal(known)]), text
    assert engine.answer("result") == naive.result(known), text
    return known


def compare_move(engine: Engine, known: naive.Position, text: str) -> None:
    """Played or refused alike; the engine stands before it again afterwards."""
    said = text.split()
    meant = naive.accepted(known, said[0]) if len(said) == 1 else []
    answer = engine.answer(f"play {text}")
    if not meant:
        assert answer.startswith("error "), (naive.show(known), text, answer)
        return
    (move,) = meant
    after = naive.play(known, move)
    assert answer == f"ok {naive.signed(known, move)} {naive.show(after)}", (naive.show(known), text)
    assert ok(engine, f"position {naive.show(known)}")


def slips(chance: random.Random, known: naive.Position, moves: list[str]) -> list[str]:
    """Moves as people write them, right and wrong."""
    written = []
    for move in chance.sample(moves, min(len(moves), 2)):
        full = naive.signed(known, move)
        words_of = full.split("+")
        chance.shuffle(words_of)
        written += [
            move,
            full,
            full.upper(),
            full.replace(">", "->"),
            full.split("=")[0],
            f"{move}={chance.choice('rb')}",
            "+".join(words_of),
            spoilt(chance, full, LETTERS),
            spoilt(chance, move, LETTERS),
        ]
    tile, at = chance.choice(naive.ALL), naive.name(chance.choice(naive.SQUARES))
    target = naive.name(chance.choice(naive.SQUARES))
    written += [
        f"{tile}@{at}",
        f"{tile}@{at}!{target}",
        f"{tile}@{at}!{chance.choice(naive.ALL)}",
        f"+{tile}",
    ]
    return written


def compare_some(seed: int, positions: int) -> None:
    engine, chance = Engine(), random.Random(seed)
    for _ in range(positions):
        text = any_position(chance)
        if chance.random() < 0.15:
            text = spoilt(chance, text, LETTERS)
        known = compare_position(engine, text)
        if known is not None:
            for move in slips(chance, known, naive.legal(known)):
                compare_move(engine, known, move)


def compare_game(game: str, seed: int) -> None:
    engine, chance = Engine(), random.Random(f"{game} {seed}")
    said = words(chance, game)
    known = naive.new(said)
    assert engine.answer(" ".join(["new rr", *said])) == "ok"
    while moves := naive.legal(known):
        assert engine.answer("legal") == " ".join(["legal", *moves]), naive.show(known)
        assert engine.answer("result") == naive.result(known), naive.show(known)
        move = chance.choice(moves)
        if chance.random() < 0.1:
            for written in slips(chance, known, moves):
                compare_move(engine, known, written)
            assert ok(engine, f"position {naive.show(known)}")
        after = naive.play(known, move)
        assert engine.answer(f"play {move}") == f"ok {naive.signed(known, move)} {naive.show(after)}"
        known = after
    assert engine.answer("legal") == "legal"
    assert engine.answer("result") == naive.result(known) != "result - - 0-0 -"


def compare_beginnings(seed: int, lines: int) -> None:
    """`new rr` with options that belong there, and with others."""
    engine, chance = Engine(), random.Random(seed)
    for _ in range(lines):
        said = words(chance, chance.choice(GAMES))
        if chance.random() < 0.5:
            said.append(chance.choice(words(chance, chance.choice(GAMES)) or ["first=x"]))
        if said and chance.random() < 0.4:
            at = chance.randrange(len(said))
            said[at] = spoilt(chance, said[at], LETTERS.replace(" ", ""))
        said = [word for word in said if word]
        before = engine.answer("show")
        try:
            expected = naive.show(naive.new(said))
        except naive.Bad:
            assert engine.answer(" ".join(["new rr", *said])).startswith("error "), said
            assert engine.answer("show") == before
        else:
            assert engine.answer(" ".join(["new rr", *said])) == "ok", said
            assert engine.answer("show") == expected


def compare_part(seed: int, positions: int) -> None:
    compare_some(seed, positions)
    compare_beginnings(seed, positions // 4)
    for game in GAMES:
        compare_game(game, seed)


if __name__ == "__main__":
    compared(__doc__, compare_part)
