"""Packed positions: nothing gets lost, and tables say what the rules say."""

import pytest
from hypothesis import given

from companion.games.himiki.players import packed
from companion.games.himiki.players.open_search import is_plain
from companion.games.himiki.players.packed import (
    NO_ELEMENT,
    PASSES,
    REPLAY,
    STATES,
    STAYS,
    SWAPPED,
    WON,
    bans_after,
    packed_position,
    position_of,
    state_of,
    strikes_of,
    tilt_number,
    tilts_of,
    turns_of,
    unpacked,
)
from companion.games.himiki.rules.board import squares_named
from companion.games.himiki.rules.moves import Rotate, Tilt
from companion.games.himiki.rules.options import rotations, squares_of, tilts
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Phase, Position
from tests.rules.games import positions
from tests.rules.tables import after, at


@given(positions())
def test_a_position_comes_back_as_it_was(position: Position) -> None:
    if is_plain(position):
        back = position_of(packed_position(position), position.variant)
        bare_phase = position.phase._replace(bans=())
        assert back == position._replace(phase=bare_phase)


@given(positions())
def test_the_tilts_of_a_board_are_those_of_the_rules_with_what_comes_of_them(position: Position) -> None:
    if not is_plain(position):
        return
    fresh = position._replace(phase=Phase())
    colour = position.seat.colour
    board = packed.packed(position.board)
    own = [int(square) for square in squares_of(position.board, colour)]
    strikes, others = tilts_of(board, own, position.variant.influence_count)
    found = {each[4]: each for each in (*strikes, *others)}
    for tilt in tilts(fresh, squares_of(position.board, colour)):
        after_it, goes_on, change, _, _ = found.pop(tilt_number(tilt.source, tilt.target))
        if position.seat.zone is not None:
            continue
        played = play(fresh, Tilt(tilt.source, tilt.target))
        assert unpacked(after_it) == played.after.board
        assert change // 4 == played.won
        if not played.after.over:
            assert bool(goes_on) == played.after.phase.replay
            state = packed_position(fresh).state
            reached = STAYS[state][change] if goes_on else PASSES[state][change]
            assert reached == packed_position(played.after).state
        if played.influence is not None:
            assert change % 4 == played.influence
    assert not found
    assert strikes_of(board, own, position.variant.influence_count) == strikes


@given(positions())
def test_the_rotations_of_a_board_are_all_sets_of_cubes(position: Position) -> None:
    if not is_plain(position) or position.seat.zone is not None:
        return
    fresh = position._replace(phase=Phase())
    board = packed.packed(position.board)
    squares = squares_of(position.board, position.seat.colour)
    found = [unpacked(each) for each in turns_of(board, [int(square) for square in squares])]
    assert sorted(found) == sorted(
        play(fresh, Rotate(each.squares)).after.board for each in rotations(fresh, squares)
    )


def test_seen_from_the_other_side_twice_is_as_before() -> None:
    assert [SWAPPED[SWAPPED[state]] for state in range(STATES)] == list(range(STATES))


def test_the_fifth_point_wins_before_the_tile_is_looked_at() -> None:
    """RULES 3.11."""
    four_all = state_of(4, 4, (0, 0, 0))
    assert STAYS[four_all][1 * 4 + NO_ELEMENT] == WON
    assert PASSES[four_all][0 * 4 + 1] == WON


def test_a_tile_taken_from_the_other_side_costs_it_a_point() -> None:
    """RULES 3.9."""
    before = state_of(1, 2, (0, 2, 0))
    assert STAYS[before][1] == state_of(2, 1, (0, 1, 0))
    assert PASSES[before][1] == state_of(1, 2, (0, 2, 0))


def tilt_from(source: str, target: str) -> int:
    return tilt_number(*squares_named(source, target))


def test_a_cube_that_tilts_twice_leaves_no_ban_where_it_was() -> None:
    """RULES 3.7: its last tilt only; whoever comes to that square later is free."""
    once = bans_after(REPLAY, tilt_from("B5", "B4"))
    twice = bans_after(once, tilt_from("B4", "C4"))
    assert twice == bans_after(REPLAY, tilt_from("B4", "C4"))
    other = bans_after(twice, tilt_from("D4", "D3"))
    assert packed.banned_squares(other) == sorted(squares_named("C4", "D3"))


@pytest.mark.parametrize("moves", [("C5>BC4",), ("C5>BC4", "R-C4>BB4")])
def test_the_bans_of_a_replay_are_packed_as_the_search_would_make_them(moves: tuple[str, ...]) -> None:
    position = after(at("A2bHMK,B3wKMH,C5wHMK,D4wMKH,E1bKHM w 0-0 --- -"), *moves)
    assert position.phase.replay
    bans = REPLAY
    for move in moves:
        body = move.removeprefix("R-")
        bans = bans_after(bans, tilt_from(body[:2], body[4:]))
    assert packed_position(position).bans == bans
