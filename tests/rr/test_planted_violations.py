"""Random games in which hands do what no rule allows: it is told, put right, and no false move stays."""

import random
from collections.abc import Callable

import pytest

from companion.games.rr.agreed import Agreed
from companion.games.rr.referee.look import DOWN, FREE, Cell, Cells
from companion.games.rr.rules.moves import Place
from companion.games.rr.rules.play import Played
from companion.games.rr.rules.written.options import variant_of
from companion.games.rr.rules.written.position_text import position_text
from companion.games.rr.rules.written.record import replay
from tests.rr.games import random_game, words
from tests.rr.tabletop import Tabletop, carried_out

Planted = Callable[[Cells, Played, random.Random], Cells | None]
"""What lies there then; None where it cannot be done now."""


def laid(cells: Cells, changes: dict[int, str]) -> Cells:
    return tuple(Cell(changes.get(at, cell)) for at, cell in enumerate(cells))


def free(cells: Cells) -> list[int]:
    return [at for at, cell in enumerate(cells) if cell == FREE]


def cleared(cells: Cells, played: Played) -> Cells:
    """What was destroyed is taken away."""
    gone = {at: "" for at, lying in enumerate(played.before.board) if lying is None and cells[at] == DOWN}
    return laid(cells, dict(gone))


def out_of_turn(cells: Cells, played: Played, chance: random.Random) -> Cells | None:
    other = played.before.turn.other
    tiles = played.before.zones[other].tiles
    squares = free(cleared(cells, played))
    if not tiles or not squares:
        return None
    return laid(cleared(cells, played), {chance.choice(squares): chance.choice(tiles) + other.letter})


def one_too_many(cells: Cells, played: Played, chance: random.Random) -> Cells | None:
    player = played.before.turn
    tiles, squares = played.before.zones[player].tiles, free(cleared(cells, played))
    if len(tiles) < 2 or len(squares) < 2:
        return None
    here, there = chance.sample(squares, 2)
    one, other = chance.sample(tiles, 2)
    return laid(cleared(cells, played), {here: one + player.letter, there: other + player.letter})


def turned_by_accident(cells: Cells, played: Played, chance: random.Random) -> Cells | None:
    """Of a move that could not be the last one carried out otherwise."""
    board = played.before.board
    up = [at for at, lying in enumerate(board) if lying and not lying.down and lying.tile in ("ca", "te")]
    if not up:
        return None
    at = chance.choice(up)
    return laid(cells, {at: cells[at][:2] + ("b" if cells[at][2:] == "r" else "r")})


def not_taken_away(cells: Cells, played: Played, chance: random.Random) -> Cells | None:
    staying = [at for at, lying in enumerate(played.before.board) if lying is None and cells[at] == DOWN]
    move = played.move
    if not staying or not isinstance(move, Place) or move.square in staying:
        return None
    return laid(cells, {move.square: move.tile + played.before.turn.letter})


def a_castle_turns_a_tile(cells: Cells, played: Played, chance: random.Random) -> Cells | None:
    """An effect that the tile does not have."""
    player = played.before.turn
    tiles = [tile for tile in ("ca", "te") if tile in played.before.zones[player].tiles]
    board = played.before.board
    others = [at for at, lying in enumerate(board) if lying and not lying.down]
    squares = free(cleared(cells, played))
    if not tiles or not others or not squares:
        return None
    at, here = chance.choice(others), chance.choice(squares)
    turned = cells[at][:2] + ("b" if cells[at][2:] == "r" else "r")
    return laid(cleared(cells, played), {here: tiles[0] + player.letter, at: turned})


KINDS: dict[str, Planted] = {
    "out of turn": out_of_turn,
    "one too many": one_too_many,
    "turned by accident": turned_by_accident,
    "not taken away": not_taken_away,
    "an effect that it has not": a_castle_turns_a_tile,
}


def play_with(plant: Planted, game: str, seed: int) -> int:
    """How often something was planted in a game: each time it was told, and the game went on as it was."""
    steps = list(random_game(game, seed))
    chance = random.Random(f"planted {game} {seed}")
    table = Tabletop(Agreed(variant_of(words(random.Random(f"{game} {seed}"), game))))
    table.lies("-")
    planted = 0
    for number, played in enumerate(steps):
        wrong = plant(table.cells, played, chance) if number else None
        if wrong is not None:
            before = table.cells
            told = table.names.count("violation")
            table.lies(wrong)
            assert table.names.count("violation") == told + 1, (position_text(played.before), wrong)
            table.lies(before)
            planted += 1
        carried_out(table, played, chance)
    table.lies(table.cells, seconds=4.0)
    assert table.names.count("violation") == planted
    told_after = [position_text(step.after) for step in replay(table.referee.record()).steps]
    assert told_after == [position_text(step.after) for step in steps]
    return planted


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_what_no_rule_allows_is_told_and_leaves_no_trace(kind: str) -> None:
    planted = sum(play_with(KINDS[kind], game, seed) for game in ("", "old") for seed in range(2))
    assert planted
