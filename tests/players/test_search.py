"""The search beside a minimax that looks at everything."""

import pytest

from companion.games.himiki.players.evaluation import WIN
from companion.games.himiki.players.search import Limits, scores, search
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Edition, Mode, Variant
from companion.games.himiki.rules.written.position_text import parse_position, position_text
from tests.players.plain_minimax import WON, chooser, value
from tests.rules.games import RandomGame, called

PLAIN = [
    Variant(Mode.DUEL, Edition.SECOND),
    Variant(Mode.DUEL, Edition.FIRST),
    Variant(Mode.TEAMS, Edition.SECOND),
    Variant(Mode.MUK_YAN, Edition.SECOND),
    Variant(Mode.MUK_YAN, Edition.FIRST, human=Colour.BLACK),
]
CHAOS = [Variant(Mode.DUEL, chaos=True), Variant(Mode.TEAMS, Edition.FIRST, chaos=True)]
DUEL = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -"


def some_positions(variant: Variant, count: int, first_seed: int = 0) -> list[Position]:
    """From random games, from every stage of them, replays and turns without a rotation included."""
    found: list[Position] = []
    seed = first_seed
    while len(found) < count:
        for number, played in enumerate(RandomGame(variant, seed)):
            if number == 6 + seed * 7 % 40 and not played.after.over:
                found.append(played.after)
        seed += 1
    return found


def agree(position: Position, depth: int) -> None:
    found = search(position, Limits(depth=depth))
    sign = 1 if chooser(position) is Colour.WHITE else -1
    after = play(position, found.move).after
    best = value(position, depth)
    assert value(after, depth - 1) == best, position_text(position)
    assert (found.score * sign if abs(best) < WON else found.score * sign * WON // WIN) == pytest.approx(
        best, abs=0 if abs(best) < WON else WON // 2
    ), position_text(position)


@pytest.mark.parametrize("variant", [*PLAIN, *CHAOS], ids=called)
def test_no_result_differs_from_plain_minimax(variant: Variant) -> None:
    for position in some_positions(variant, 6):
        agree(position, depth=2)


@pytest.mark.parametrize("variant", PLAIN, ids=called)
@pytest.mark.long
def test_no_result_differs_from_plain_minimax_three_actions_deep(variant: Variant) -> None:
    for position in some_positions(variant, 2, first_seed=1000):
        agree(position, depth=3)


@pytest.mark.slow
@pytest.mark.parametrize("variant", PLAIN, ids=called)
def test_no_result_differs_from_plain_minimax_on_500_positions(variant: Variant) -> None:
    for position in some_positions(variant, 500 // len(PLAIN), first_seed=2000):
        agree(position, depth=3)


@pytest.mark.parametrize("variant", PLAIN, ids=called)
def test_every_move_gets_the_score_that_it_leads_to(variant: Variant) -> None:
    for position in some_positions(variant, 3, first_seed=500):
        mover = chooser(position)
        rated = scores(position, Limits(depth=2))
        assert sorted(map(str, legal_moves(position))) == sorted(str(move) for move, _ in rated)
        for move, score in rated:
            expected = value(play(position, move).after, 1) * (1 if mover is Colour.WHITE else -1)
            if abs(expected) < WON:
                assert score == expected
            else:
                assert abs(score) >= WIN
                assert (score > 0) == (expected > 0)


def test_it_answers_within_its_nodes_and_its_time() -> None:
    position = parse_position(DUEL, Variant())
    assert search(position, Limits(nodes=500)).nodes <= 550
    assert search(position, Limits(seconds=0.05)).depth >= 1


def test_the_only_move_needs_no_search() -> None:
    position = parse_position("A1bHMK,E6wHMK b 0-0 --- -", Variant())
    assert search(position, Limits(nodes=1)).move in legal_moves(position)


def test_the_same_question_gets_the_same_answer() -> None:
    position = parse_position(DUEL, Variant())
    assert search(position, Limits(nodes=3000)) == search(position, Limits(nodes=3000))


def test_the_line_that_is_expected_can_be_played() -> None:
    position = parse_position(DUEL, Variant())
    found = search(position, Limits(depth=5))
    assert found.line[0] == found.move
    assert len(found.line) >= 3
    for move in found.line:
        position = play(position, move).after
