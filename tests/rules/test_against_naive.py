"""Whole random games, move by move, beside the naive implementation of the same rules."""

from itertools import count, product

import pytest

from companion.games.himiki.rules.cubes import Element
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.muk_yan import reply
from companion.games.himiki.rules.position import Position, start_position
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.rules.written.notation import annotated, bare
from companion.games.himiki.rules.written.position_text import position_text
from tests.rules import naive
from tests.rules.games import VARIANTS, RandomGame, as_naive, called

pytestmark = pytest.mark.long

MOST_MOVES = 80


def compare_game(variant: Variant, seed: int) -> None:
    game = as_naive(variant)
    text = naive.start(game)
    assert position_text(start_position(variant)) == text
    for number, played in zip(count(), RandomGame(variant, seed), strict=False):
        before = played.before
        assert sorted(bare(before, move) for move in legal_moves(before)) == naive.legal(game, text), text
        if variant.mode is Mode.MUK_YAN and before.seat is variant.muk_yan and not before.phase.setup:
            compare_muk_yan(game, before, text)
        move = bare(before, played.move)
        expected, after = naive.play(game, text, move)
        assert (annotated(played), position_text(played.after)) == (expected, after), (text, move)
        text = after
        if number == MOST_MOVES:
            return
    assert naive.legal(game, text) == []


def compare_muk_yan(game: naive.Game, position: Position, text: str) -> None:
    for black, white in product(Element, repeat=2):
        action, move = reply(position, black, white)
        told = naive.mukyan(game, text, black.letter, white.letter)
        assert f"{action} {bare(position, move)}" == told, (text, black, white)


@pytest.mark.parametrize("variant", VARIANTS, ids=called)
def test_every_move_of_a_random_game_is_the_same_in_both(variant: Variant) -> None:
    for seed in range(4 if variant.mode is Mode.MUK_YAN else 12):
        compare_game(variant, seed)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=called)
def test_every_move_of_many_random_games_is_the_same_in_both(variant: Variant) -> None:
    for seed in range(1000, 1300):
        compare_game(variant, seed)
