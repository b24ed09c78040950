"""Which seconds belong to what was said, and where in them people look."""

from dataclasses import replace

import pytest

from companion.clips.moments import is_worth_it, moment_of, shown, thinned
from companion.clips.ring import Ring
from companion.games.events import BoardLost, Doubtful, Event, Hint, Opponent
from companion.games.himiki.referee.events import Placed, Turn
from tests.clips.shots import MARKS, corrected, move, played, question, restored, shot, violation

MOST = 20.0


def ring_with(*parts: tuple[float, str]) -> Ring:
    ring = Ring(MOST, 10**7)
    for begin, pattern in parts:
        played(ring, begin, pattern)
    return ring


@pytest.mark.parametrize(
    "event",
    [
        move(1.0),
        violation(1.0),
        restored(1.0),
        question(1.0),
        corrected(1.0),
        Placed(t=1.0, move="wHMK@B5", by="w", position=""),
    ],
)
def test_what_changes_a_game_or_is_disputed_in_it_has_a_moment(event: Event) -> None:
    assert is_worth_it(event)


@pytest.mark.parametrize(
    "event",
    [
        Turn(t=1.0, turn="w"),
        Doubtful(t=1.0, squares=(), reasons=(), since=0.0),
        BoardLost(t=1.0),
        Hint(t=1.0, by="w", level="a", move="B5>BB4", text=""),
        Opponent(t=1.0, by="w", level="a", move="B5>BB4", text=""),
    ],
)
def test_what_was_said_along_the_way_has_none(event: Event) -> None:
    assert not is_worth_it(event)


def test_a_moves_moment_begins_before_its_hand_came() -> None:
    ring = ring_with((10.0, "." * 40 + "M" * 10 + "." * 6))
    moment = moment_of(move(15.5), ring.between(0, 100), None, MOST)
    assert moment.came == pytest.approx(14.0)
    assert moment.since == pytest.approx(12.5)
    assert moment.until == pytest.approx(17.5)


def test_a_hand_that_pauses_for_a_blink_is_one_and_the_same() -> None:
    ring = ring_with((10.0, "." * 20 + "MMMM" + "....." + "MMMM" + "...."))
    assert moment_of(move(13.6), ring.between(0, 100), None, MOST).came == pytest.approx(12.0)


def test_the_hand_of_the_move_before_is_another_ones() -> None:
    ring = ring_with((10.0, "." * 20 + "MMMM" + "." * 6 + "MMMM" + "...."))
    moment = moment_of(move(13.8), ring.between(0, 100), 12.9, MOST)
    assert moment.came == pytest.approx(13.0)


def test_of_a_violation_all_hands_since_the_last_word_are_shown() -> None:
    """Who touched what is disputed: the first touch may be the one."""
    ring = ring_with((10.0, "." * 20 + "MMMM" + "." * 30 + "MMMM" + "." * 10))
    moment = moment_of(violation(16.5), ring.between(0, 100), 11.0, MOST)
    assert moment.came == pytest.approx(12.0)


def test_a_moment_has_no_more_than_the_ring_has() -> None:
    ring = ring_with((10.0, "M" * 300))
    moment = moment_of(violation(40.0), ring.between(0, 100), 9.0, MOST)
    assert moment.since == pytest.approx(20.0)


def test_what_was_said_by_hand_of_nobody_shows_the_board_as_it_lay() -> None:
    ring = ring_with((10.0, "." * 150))
    moment = moment_of(corrected(24.0), ring.between(0, 100), 11.0, MOST)
    assert moment.came is None
    assert moment.since == pytest.approx(22.5)
    found = shown(moment, ring.between(0, 100))
    assert found is not None
    assert found.hand is None
    assert found.shots[found.after].t == pytest.approx(24.0)


def test_before_the_hand_and_after_are_found() -> None:
    ring = ring_with((10.0, "." * 40 + "M" * 11 + "." * 30))
    shots = ring.between(0, 100)
    found = shown(moment_of(violation(15.8), shots, 10.0, MOST), shots)
    assert found is not None
    assert found.hand is not None
    before, hand, after = (found.shots[place] for place in (found.before, found.hand, found.after))
    assert (before.moving, hand.moving, after.moving) == (False, True, False)
    assert (before.t, hand.t, after.t) == pytest.approx((13.9, 14.5, 15.1))


def test_the_board_before_is_one_that_was_read() -> None:
    """Right after the hand of the move before nothing was read yet."""
    ring = ring_with((10.0, "." * 20))
    ring.add(replace(shot(12.0), marks=(*MARKS, *MARKS)))
    played(ring, 12.1, "..MMMM....")
    ring.add(replace(shot(13.2), marks=(*MARKS, *MARKS)))
    shots = ring.between(0, 100)
    found = shown(moment_of(violation(13.3), shots, None, MOST), shots)
    assert found is not None
    assert (found.shots[found.before].t, found.shots[found.after].t) == (12.0, 13.2)


def test_a_moment_without_shots_is_not_shown() -> None:
    ring = ring_with((10.0, "...."))
    assert shown(moment_of(move(40.0), (), None, MOST), ring.between(0, 100)) is None


def test_of_a_plain_move_every_second_shot_is_kept_and_of_a_disputed_one_all() -> None:
    ring = ring_with((10.0, "." * 10 + "M" * 12 + "." * 10))
    shots = ring.between(0, 100)
    plain = thinned(shots, [moment_of(move(12.5), shots, None, MOST)], 0.19)
    assert len(plain) == 16
    assert {each.moving for each in plain} == {True, False}
    both = [moment_of(each, shots, None, MOST) for each in (move(12.5), violation(12.6))]
    assert thinned(shots, both, 0.19) == shots
