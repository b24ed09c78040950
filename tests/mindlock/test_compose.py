"""Making challenges: proved, with one solution, graded, repeatable."""

from itertools import islice
from random import Random

import pytest

from companion.games.himiki.mindlock.compose import (
    RECIPES,
    Made,
    Recipe,
    challenges,
    draft,
    everything_used,
    study,
)
from companion.games.himiki.mindlock.grade import Grade
from companion.games.himiki.mindlock.line import signature
from companion.games.himiki.mindlock.maze import TooLarge, explore, ways
from companion.games.himiki.mindlock.plain import GROUND, PlainMaze
from companion.games.himiki.mindlock.scroll import challenge
from companion.games.himiki.mindlock.symmetry import fingerprint
from companion.games.himiki.mindlock.text import challenge_text
from companion.games.himiki.mindlock.tiled import TiledMaze
from companion.games.himiki.rules.board import MIRRORS
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.solver import solve
from companion.games.himiki.rules.written.challenge import (
    Category,
    Challenge,
    check_solution,
    parse_challenge,
)
from companion.games.himiki.rules.written.solution import play_line
from tests.mindlock.brute_force import all_doings, fewest_moves

F01 = challenge("F01")


def of_text(position: str, **more: str) -> Challenge:
    lines = ['name = "M99"', 'category = "M"', "par = 3", f'position = "{position}"']
    return parse_challenge("\n".join([*lines, *(f"{key} = {value}" for key, value in more.items())]))


def some(category: Category, count: int, seed: int = 3) -> list[Made]:
    return list(islice(challenges(category, seed, 100), count))


@pytest.mark.parametrize("category", [Category.EASY, Category.MEDIUM])
@pytest.mark.long
def test_what_is_made_has_the_category_and_a_par_that_brute_force_confirms(category: Category) -> None:
    for made in some(category, 2):
        assert made.challenge.category is made.grade.category is category
        assert check_solution(made.challenge) is None
        assert fewest_moves(made.challenge.start, made.challenge.par) == made.challenge.par


@pytest.mark.slow
def test_an_expert_challenge_comes_within_a_minute() -> None:
    (made,) = some(Category.EXPERT, 1)
    assert made.challenge.par >= 6
    assert made.grade.white >= 2
    assert check_solution(made.challenge) is None


def test_the_same_seed_makes_the_same_challenges_and_another_one_others() -> None:
    once, again, other = ([made.challenge for made in some(Category.EASY, 3, seed)] for seed in (5, 5, 6))
    assert once == again
    assert once != other


def test_they_are_numbered_from_the_number_that_is_asked_for() -> None:
    assert [made.challenge.name for made in some(Category.EASY, 2)] == ["F100", "F101"]


def test_what_is_known_is_not_made_again() -> None:
    first, second = (made.challenge for made in some(Category.EASY, 2))
    (instead,) = islice(challenges(Category.EASY, 3, 100, [first]), 1)
    assert fingerprint(instead.challenge.start) == fingerprint(second.start)


@pytest.mark.long
def test_its_text_reads_back_as_the_same_challenge() -> None:
    for made in (*some(Category.EASY, 2), *some(Category.MEDIUM, 3)):
        assert parse_challenge(challenge_text(made)) == made.challenge


def test_the_first_challenge_has_one_solution() -> None:
    studied = study(F01.start, range(1, 6))
    assert studied is not None
    assert {signature(line) for line in studied.solutions} == {
        signature(play_line(F01.start, F01.solution or ""))
    }


def test_a_challenge_with_two_ways_is_no_good() -> None:
    """Either white cube can do it."""
    two_ways = of_text("C3bK??,C1wMHK,C5wMHK")
    assert len(all_doings(two_ways.start, 1)) == 2
    assert study(two_ways.start, range(1, 6)) is None


def test_two_cubes_that_could_go_in_either_order_make_one_solution() -> None:
    either = of_text("A1bK??,A3wMHK,E4bK??,E6wMHK")
    studied = study(either.start, range(1, 6))
    assert studied is not None
    assert len(studied.solutions) == 2


@pytest.mark.parametrize("category", [Category.EASY, pytest.param(Category.MEDIUM, marks=pytest.mark.slow)])
def test_study_and_brute_force_agree_on_what_has_one_solution(category: Category) -> None:
    chance = Random(11)
    recipe = RECIPES[category]
    seen = {False: 0, True: 0}
    while min(seen.values()) < 4:
        start = draft(recipe, chance)
        whites = sum(cube < 7 for _, cube in start.cubes)
        if whites > 1 or start.chaos.land or start.chaos.hands[0].known:
            continue
        par = fewest_moves(start, 4)
        if par is None or par not in recipe.par:
            continue
        only = len(all_doings(start, par)) == 1
        assert (study(start, range(par, par + 1)) is not None) is only
        seen[only] += 1


@pytest.mark.long
def test_tiles_on_the_ground_are_looked_through_as_the_rules_have_them() -> None:
    """RULES 5.9, 5.10: the quick maze against one that plays by the rules' own functions."""
    chance = Random(5)
    recipe = Recipe((1, 1, 2), (2, 3), range(2, 5), (0, 0, 1), (1, 2), tuple(sorted(GROUND)))
    compared = stepped_on = 0
    while compared < 20 or stepped_on < 4:
        start = draft(recipe, chance)
        quick, ruled = PlainMaze(start), TiledMaze(start)
        try:
            quickly, by_rules = explore(quick, 4, 2, 20_000), explore(ruled, 4, 2, 20_000)
            if quickly is None or by_rules is None:
                assert (quickly is None) == (by_rules is None)
                continue
            assert quickly.par == by_rules.par
            lines = [quick.line(way) for way in ways(quickly, 3000)]
            told = {
                signature(line) for way in ways(by_rules, 20_000) if (line := ruled.line(way)) is not None
            }
        except TooLarge:
            continue
        assert all(line[-1].after.over for line in lines)
        assert told <= {signature(line) for line in lines}
        compared += 1
        stepped_on += any(line[-1].after.chaos.land != start.chaos.land for line in lines)


def test_a_white_cube_that_nobody_touches_is_clutter() -> None:
    alone = study(of_text("A1bK??,A3wMHK").start, range(1, 4))
    idle = study(of_text("A1bK??,A3wMHK,E6wHMK").start, range(1, 4))
    assert alone is not None
    assert idle is not None
    assert everything_used(alone)
    assert not everything_used(idle)


def mirrored(start: Position) -> Position:
    board = bytearray(len(start.board))
    for square, cube in start.cubes:
        board[MIRRORS[square]] = cube
    return start._replace(board=bytes(board))


def test_a_challenge_in_the_mirror_is_the_same_one() -> None:
    assert fingerprint(mirrored(F01.start)) == fingerprint(F01.start)
    assert mirrored(F01.start) != F01.start


def test_a_challenge_with_the_next_element_everywhere_is_the_same_one() -> None:
    text = "C2bH??,C4wHMK,D5bK??,E3bM??"
    ring = str.maketrans("HMK", "KHM")
    other = of_text(_with_elements(text, ring))
    assert fingerprint(other.start) == fingerprint(of_text(text).start)
    assert solve(other.start) is not None


def test_a_challenge_with_two_elements_exchanged_is_another_one() -> None:
    """They do not beat each other any more the way they did (RULES 2.4)."""
    text = "C2bH??,C4wHMK,D5bK??,E3bM??"
    other = of_text(_with_elements(text, str.maketrans("HMK", "MHK")))
    assert fingerprint(other.start) != fingerprint(of_text(text).start)


def _with_elements(text: str, table: dict[int, int]) -> str:
    return ",".join(cube[:3] + cube[3:].translate(table) for cube in text.split(","))


def test_what_makes_a_challenge_hard_makes_it_count_for_more() -> None:
    plain = Grade(par=4, white=1, rotations=0, replays=0, influences=0, tiles=0, false_trails=0)
    assert plain.category is Category.EASY
    for harder in ("rotations", "replays", "influences", "tiles", "false_trails"):
        values = {each: getattr(plain, each) for each in Grade.__slots__} | {harder: 2}
        assert Grade(**values).hardness > plain.hardness


def test_nothing_is_expert_below_six_moves_or_with_one_white_cube() -> None:
    hard = {"rotations": 3, "replays": 6, "influences": 2, "tiles": 2, "false_trails": 9}
    assert Grade(par=5, white=3, **hard).category is Category.HARD
    assert Grade(par=8, white=1, **hard).category is Category.HARD
    assert Grade(par=6, white=2, **hard).category is Category.EXPERT


def test_the_grade_says_what_is_in_it() -> None:
    grade = Grade(par=6, white=2, rotations=1, replays=0, influences=0, tiles=0, false_trails=3)
    assert str(grade) == "2 white cubes, 1 rotation, 3 false trails"
