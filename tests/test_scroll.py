"""The challenges that ship, and which one is a day's."""

from collections import Counter
from datetime import date, timedelta
from itertools import islice

import pytest

from companion.games.himiki.mindlock.compose import challenges as made_of
from companion.games.himiki.mindlock.scroll import challenges, daily
from companion.games.himiki.mindlock.symmetry import fingerprint
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.options import squares_of
from companion.games.himiki.rules.written.challenge import Category, Challenge, check_solution
from companion.games.himiki.rules.written.solution import play_line

SHIPPED = challenges()
MONDAY = date(2026, 11, 16)


def test_fifteen_of_each_category_ship_beside_the_first_one() -> None:
    counts = Counter(each.category for each in SHIPPED if each.name != "F01")
    assert counts == dict.fromkeys(Category, 15)
    assert "F01" in [each.name for each in SHIPPED]


@pytest.mark.parametrize("each", SHIPPED, ids=lambda each: each.name)
def test_the_solution_of_each_solves_it_in_par_moves(each: Challenge) -> None:
    assert each.solution is not None
    assert check_solution(each) is None


def test_no_two_are_the_same_in_a_mirror_or_with_other_elements() -> None:
    assert len({fingerprint(each.start) for each in SHIPPED}) == len(SHIPPED)


def test_no_two_have_the_same_title() -> None:
    assert len({each.title for each in SHIPPED}) == len(SHIPPED)


def test_an_expert_challenge_takes_six_moves_and_two_white_cubes_at_least() -> None:
    for each in SHIPPED:
        if each.category is Category.EXPERT:
            assert each.par >= 6
            assert len(squares_of(each.start.board, Colour.WHITE)) >= 2


def test_every_white_cube_is_needed() -> None:
    for each in SHIPPED:
        assert each.solution is not None
        boards = [played.after.board for played in play_line(each.start, each.solution)]
        for square in squares_of(each.start.board, Colour.WHITE):
            assert any(board[square] != each.start.board[square] for board in boards), each.name


def test_some_expert_challenges_hold_tiles() -> None:
    """What is harder than a tile that lies there is that one has to use it."""
    held = [each for each in SHIPPED if each.category is Category.EXPERT and each.start.chaos.land]
    assert len(held) >= 3
    for each in held:
        assert each.solution is not None
        assert play_line(each.start, each.solution)[-1].after.chaos.land == ()


def test_categories_get_longer() -> None:
    pars = {category: [each.par for each in SHIPPED if each.category is category] for category in Category}
    means = [sum(found) / len(found) for found in pars.values()]
    assert means == sorted(means)


@pytest.mark.parametrize(
    "category",
    [Category.EASY, *(pytest.param(each, marks=pytest.mark.slow) for each in list(Category)[1:])],
)
def test_seed_1_makes_them_again(category: Category) -> None:
    """One category after the other, in the order of the scroll: a title is given once."""
    order = list(Category)
    earlier = [each for each in SHIPPED if order.index(each.category) < order.index(category)]
    known = [each for each in SHIPPED if each.name == "F01"] + [
        each for each in earlier if each.name != "F01"
    ]
    shipped = [each for each in SHIPPED if each.category is category and each.name != "F01"]
    first = 2 if category is Category.EASY else 1
    made = islice(made_of(category, 1, first, known), len(shipped))
    assert [each.challenge for each in made] == shipped


def test_the_week_gets_harder_from_monday_to_sunday() -> None:
    week = [daily(MONDAY + timedelta(days), SHIPPED).category.value for days in range(7)]
    assert "".join(week) == "FFMMDDE"


def test_all_experts_have_their_sunday_before_one_comes_again() -> None:
    length = sum(each.category is Category.EXPERT for each in SHIPPED)
    sundays = [date(1, 1, 7) + timedelta(weeks=number) for number in range(length * 2)]
    names = [daily(sunday, SHIPPED).name for sunday in sundays]
    assert len(set(names[:length])) == length
    assert len(set(names[length:])) == length
    assert names[:length] != names[length:]


def test_two_days_of_a_week_with_the_same_category_differ() -> None:
    for week in range(60):
        monday = MONDAY + timedelta(weeks=week)
        assert daily(monday, SHIPPED) != daily(monday + timedelta(1), SHIPPED)


def test_a_day_has_the_same_challenge_whatever_the_order_of_the_list() -> None:
    assert daily(MONDAY, SHIPPED) == daily(MONDAY, SHIPPED[::-1])


def test_a_scroll_without_that_category_still_has_a_challenge_for_the_day() -> None:
    easy = [each for each in SHIPPED if each.category is Category.EASY]
    assert daily(MONDAY + timedelta(6), easy) in easy
