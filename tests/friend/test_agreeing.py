"""What two lists of moves say of each other, and how two tables that hear of each other come together."""

from hypothesis import given
from hypothesis import strategies as st

from companion.friend.agreeing import (
    Agreed,
    Ahead,
    AskedBack,
    AsksBack,
    Behind,
    Parted,
    compared,
    in_common,
)

MOVES = st.lists(st.sampled_from(["B5>BB4", "B2>BB3", "stop", "C5>PC5"]), max_size=6)


def test_whoever_has_less_is_told_the_next_move() -> None:
    assert compared(["a"], ["a", "b", "c"]) == Behind("b")
    assert compared(["a", "b"], ["a"]) == Ahead()
    assert compared(["a"], ["a"]) == Agreed()


def test_other_moves_at_the_same_number_part_the_tables() -> None:
    assert compared(["a", "b"], ["a", "c"]) == Parted(1)


def test_a_take_back_there_is_asked_for_here_and_is_no_lag() -> None:
    assert compared(["a", "b"], ["a"], she_back=1) == AskedBack(1)
    assert compared(["a", "b"], ["a", "c"], she_back=1) == AskedBack(1)
    assert compared(["a"], ["a", "b"], i_back=1) == AsksBack(1)
    assert compared(["a", "c"], ["a", "b"], i_back=1) == AsksBack(1)


def test_a_take_back_of_later_moves_explains_no_earlier_difference() -> None:
    assert compared(["x", "b", "c"], ["a", "b"], she_back=2) == Parted(0)


@given(MOVES, MOVES)
def test_both_tables_judge_alike(mine: list[str], hers: list[str]) -> None:
    turned = {
        Agreed: Agreed,
        Ahead: Behind,
        Behind: Ahead,
        Parted: Parted,
    }
    here, there = compared(mine, hers), compared(hers, mine)
    assert isinstance(there, turned[type(here)])


@given(MOVES, MOVES, st.integers(0, 6))
def test_what_is_behind_comes_to_the_other_by_its_moves_one_after_the_other(
    mine: list[str], more: list[str], cut: int
) -> None:
    hers = [*mine[:cut], *more]
    here = list(mine[: in_common(mine, hers)])
    while isinstance(verdict := compared(here, hers), Behind):
        here.append(verdict.move)
    assert here == hers
