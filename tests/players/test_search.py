"""The search beside a minimax that looks at everything."""

import pytest

from companion.players.search import Limits, search
from companion.rules.cubes import Colour
from companion.rules.legal import decider, legal_moves
from companion.rules.play import play
from companion.rules.position import Position
from companion.rules.position_text import parse_position, position_text
from companion.rules.variant import Edition, Mode, Variant
from tests.rules.games import RandomGame

VARIANTS = [Variant(mode, edition) for mode in (Mode.DUEL, Mode.TEAMS, Mode.MUK_YAN) for edition in Edition]


def chooser(position: Position) -> Colour:
    due = position.chaos.due
    return decider(position, due[0]) if due else position.seat.colour


def value(position: Position, depth: int) -> int:
    """Of the best play for white; a finished game is worth more the sooner it is won."""
    if position.over:
        return (1000 + depth) * (1 if position.winner is Colour.WHITE else -1)
    if depth == 0:
        held = [1 if holder is Colour.WHITE else -1 for holder in position.influences if holder is not None]
        return 100 * (position.score[0] - position.score[1]) + 5 * sum(held)
    values = [value(play(position, move).after, depth - 1) for move in legal_moves(position)]
    return max(values) if chooser(position) is Colour.WHITE else min(values)


def some_positions(variant: Variant, seeds: range) -> list[Position]:
    found = []
    for seed in seeds:
        for number, played in enumerate(RandomGame(variant, seed)):
            if number == 8 + seed % 25 and not played.after.over:
                found.append(played.after)
    return found


def agree(position: Position, depth: int) -> None:
    found = search(position, Limits(depth=depth))
    sign = 1 if chooser(position) is Colour.WHITE else -1
    after = play(position, found.move).after
    best = value(position, depth)
    assert value(after, depth - 1) == best, position_text(position)
    if abs(best) < 1000:
        assert found.score == sign * best
    else:
        assert found.score * sign * best > 0


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: f"{v.mode.value}-{v.edition.value}")
def test_no_result_differs_from_plain_minimax(variant: Variant) -> None:
    for position in some_positions(variant, range(4)):
        agree(position, depth=2)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: f"{v.mode.value}-{v.edition.value}")
def test_no_result_differs_from_plain_minimax_deeper(variant: Variant) -> None:
    for position in some_positions(variant, range(20)):
        agree(position, depth=3)


def test_it_answers_within_its_nodes_and_its_time() -> None:
    position = parse_position(
        "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -",
        Variant(),
    )
    assert search(position, Limits(nodes=500)).nodes <= 501
    assert search(position, Limits(seconds=0.05)).depth >= 1


def test_the_only_move_needs_no_search() -> None:
    position = parse_position("A1bHMK,E6wHMK b 0-0 --- -", Variant())
    assert search(position, Limits(nodes=1)).move in legal_moves(position)
