"""PAR of every challenge that ships: by the solver, and by looking at everything."""

import pytest

from companion.games.himiki.mindlock.scroll import challenges
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.mindlock import line_cost
from companion.games.himiki.rules.options import squares_of
from companion.games.himiki.rules.solver import solve
from companion.games.himiki.rules.written.challenge import Category, Challenge
from tests.mindlock.brute_force import all_doings, fewest_moves

SHIPPED = challenges()
QUICK = [
    each
    for each in SHIPPED
    if each.category in (Category.EASY, Category.MEDIUM)
    or len(squares_of(each.start.board, Colour.WHITE)) == 1
]
SMALL = [
    each
    for each in SHIPPED
    if each.category is Category.EASY and len(squares_of(each.start.board, Colour.WHITE)) == 1
]
LONG = [each for each in SHIPPED if each not in QUICK]


@pytest.mark.parametrize("each", SHIPPED, ids=lambda each: each.name)
@pytest.mark.long
def test_the_solver_proves_par(each: Challenge) -> None:
    solution = solve(each.start)
    assert solution is not None
    assert solution.par == each.par == line_cost(solution.line)


@pytest.mark.parametrize("each", QUICK, ids=lambda each: each.name)
def test_looking_at_everything_finds_the_same_par(each: Challenge) -> None:
    assert fewest_moves(each.start, each.par) == each.par


@pytest.mark.slow
@pytest.mark.parametrize("each", LONG, ids=lambda each: each.name)
def test_looking_at_everything_finds_the_same_par_of_the_longer_ones(each: Challenge) -> None:
    assert fewest_moves(each.start, each.par) == each.par


@pytest.mark.parametrize("each", SMALL, ids=lambda each: each.name)
def test_all_shortest_solutions_do_the_same_things(each: Challenge) -> None:
    assert len(all_doings(each.start, each.par)) == 1
