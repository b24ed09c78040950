"""What holds in every position that a game can reach."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.rr.rules.legal import can_move, legal_moves
from companion.games.rr.rules.play import Played, play
from companion.games.rr.rules.position import State, named_in, unseen
from companion.games.rr.rules.written.notation import annotated, bare, play_text, read_move
from companion.games.rr.rules.written.position_text import parse_position, position_text
from tests.rr.games import GAMES, random_game

games = st.builds(
    lambda game, seed: list(random_game(game, seed)), st.sampled_from(GAMES), st.integers(0, 10**6)
)


@pytest.mark.long
@given(games, st.data())
def test_positions_and_moves_read_back_as_they_were_written(games: list[Played], data: st.DataObject) -> None:
    played = data.draw(st.sampled_from(games))
    position = played.before
    assert parse_position(position_text(position)) == position
    assert parse_position(position_text(played.after)) == played.after
    for move in data.draw(st.lists(st.sampled_from(legal_moves(position)), max_size=5)):
        assert read_move(bare(move))[0] == move
        assert play_text(position, annotated(play(position, move))).move == move


@pytest.mark.long
@given(games)
def test_no_tile_is_lost_or_made(games: list[Played]) -> None:
    """R5.2, R5.4: what leaves the board is among the discards, or in a zone."""
    for played in games:
        before, after = Counter(named_in(played.before)), Counter(named_in(played.after))
        assert max(after.values()) == 1
        assert not before - after
        hidden = sum(zone.unknown for zone in played.before.zones)
        assert len(after - before) == hidden - sum(zone.unknown for zone in played.after.zones)
        assert set(after - before) <= set(unseen(played.before))


@pytest.mark.long
@given(games)
def test_different_moves_have_different_texts(games: list[Played]) -> None:
    for played in games:
        texts = [bare(move) for move in legal_moves(played.before)]
        assert len(set(texts)) == len(texts)
        assert can_move(played.before)
        if played.before.state is not State.DRAFT:
            assert {text[:5] for text in texts} <= set(texts)  # every effect may be left (R4.1)
