"""What holds wherever a game can get to."""

from collections import Counter

import pytest

from companion.games.yokai.rules.cards import CARDS, colour_of
from companion.games.yokai.rules.legal import legal_moves
from companion.games.yokai.rules.moves import Call, Distract, Draw, End, Lay, Move, Pass, Reveal
from companion.games.yokai.rules.position import Phase, Position, deck_size, in_sight, known_yokai
from companion.games.yokai.rules.refusal import refusal
from companion.games.yokai.rules.written.notation import annotated, bare, parse_move, play_text
from companion.games.yokai.rules.written.position_text import parse_position, position_text
from tests.yokai.games import random_game, random_positions

EVERY_MOVE: list[Move] = [
    Pass(),
    End(),
    Draw(None),
    *map(Draw, CARDS.kinds),
    *map(Reveal, CARDS.yokai),
    *(
        Lay(kind, pile, ability)
        for kind in CARDS.kinds
        for pile in CARDS.colours
        for ability in (None, Distract(), *map(Call, CARDS.colours))
    ),
]


@pytest.mark.parametrize("open_game", [True, False])
def test_twenty_yokai_and_thirty_six_sketches_are_always_there(open_game: bool) -> None:
    for position in random_positions(range(4), open_game):
        seen = Counter(known_yokai(position))
        assert max(seen.values(), default=1) == 1
        for colour, _ in zip(CARDS.colours, position.piles, strict=True):
            hidden = position.piles[CARDS.index[colour]].yokai.count(None)
            assert hidden + sum(colour_of(yokai) == colour for yokai in seen) == 5
        sketches = Counter(in_sight(position))
        assert all(sketches[kind] <= CARDS.copies[kind] for kind in CARDS.kinds)
        assert all_sketches(position) == 36
        assert position.open == open_game


def all_sketches(position: Position) -> int:
    lying = sum(pile.lying for pile in position.piles)
    held = position.hands[0].size + position.hands[1].size
    return lying + held + position.discard.size + deck_size(position.deck)


@pytest.mark.parametrize("open_game", [True, False])
def test_positions_and_moves_are_read_as_they_were_printed(open_game: bool) -> None:
    for played in random_game(5, open_game):
        text = position_text(played.after)
        assert parse_position(text) == played.after
        assert position_text(parse_position(text)) == text
        assert parse_move(bare(played.move)) == played.move
        assert play_text(played.before, annotated(played)) == played


@pytest.mark.long
@pytest.mark.parametrize("open_game", [True, False])
def test_what_is_listed_is_what_is_not_refused(open_game: bool) -> None:
    for at, position in enumerate(random_positions(range(3), open_game)):
        if at % 5 == 0:
            allowed = {bare(move) for move in EVERY_MOVE if refusal(position, move) is None}
            listed = list(map(bare, legal_moves(position)))
            assert sorted(listed) == sorted(allowed), position_text(position)


def test_a_game_ends_only_with_an_empty_pile() -> None:
    ended = 0
    for seed in range(6):
        for played in random_game(seed, seed % 2 == 0):
            empty = any(not pile.yokai for pile in played.after.piles)
            assert (played.after.phase is Phase.OVER) == empty
            ended += empty
    assert ended > 0
