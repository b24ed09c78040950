"""Which light shows what."""

from dataclasses import replace

import pytest

from companion.games.himiki.referee.events import MukYan, Opponent, Restore, Uncertain, Violation
from companion.games.himiki.referee.status import SetUp, Status
from companion.games.himiki.showing import lights_of, squares_in
from companion.games.himiki.telling import PUT_RIGHT
from hardware.lights import Lights, Signal
from vision.sighting import Reason

PLAYING = Status(
    mode="duel",
    edition="second",
    position="-",
    score=(2, 4),
    turn="w",
    influences=("w", None, "b"),
    players={},
    must_tilt=False,
    replay=False,
    violation=None,
    question=None,
    board=True,
    clear=True,
    moves=7,
    last_event=None,
)
BACK = Restore("C4", "C5", "bHMK")
WRONG = Violation(t=1, rule="3.2", text="", restore=(BACK,))


def test_a_fair_game_shows_score_turn_and_influences() -> None:
    assert lights_of(PLAYING) == Lights(2, 4, True, False, ("w", None, "b"), Signal.FAIR)


def test_in_teams_the_side_on_turn_is_lit() -> None:
    assert lights_of(replace(PLAYING, turn="bd")).black_turn


def test_a_violation_is_red_and_lights_the_cube_to_put_back_first() -> None:
    lights = lights_of(replace(PLAYING, violation=WRONG, to_restore=BACK))
    assert (lights.referee, lights.squares) == (Signal.VIOLATION, ("C4", "C5"))


def test_a_cube_to_take_off_lights_one_square() -> None:
    taken = Restore("C4", None, "bHMK")
    assert lights_of(replace(PLAYING, violation=WRONG, to_restore=taken)).squares == ("C4",)


@pytest.mark.parametrize(
    "waiting",
    [
        replace(PLAYING, board=False),
        replace(PLAYING, question=Uncertain(t=1, question="?", options=("a", "b"))),
        replace(PLAYING, awaits_roll=True),
        replace(PLAYING, to_remove=("C3",)),
        replace(PLAYING, to_restore=BACK),
        replace(PLAYING, setup=SetUp()),
    ],
)
def test_what_is_waited_for_is_amber(waiting: Status) -> None:
    assert lights_of(waiting).referee is Signal.WAITING


@pytest.mark.parametrize("reason", ["covered", "between", "tipped"])
def test_what_hands_have_to_put_right_is_amber_and_lights_its_squares(reason: str) -> None:
    lights = lights_of(replace(PLAYING, doubts=(("C3", reason), ("D1", "glare"))))
    assert (lights.referee, lights.squares) == (Signal.WAITING, ("C3",))


@pytest.mark.parametrize("reason", ["glare", "dark", "unlike"])
def test_what_only_a_lamp_can_mend_leaves_the_game_fair(reason: str) -> None:
    lights = lights_of(replace(PLAYING, doubts=(("C3", reason),)))
    assert (lights.referee, lights.squares) == (Signal.FAIR, ())


def test_a_question_about_a_square_lights_it() -> None:
    asked = Uncertain(t=1, question="?", options=("nothing", "white fire"), squares=("C2",))
    lights = lights_of(replace(PLAYING, question=asked, doubts=(("C2", "covered"), ("C3", "covered"))))
    assert (lights.referee, lights.squares) == (Signal.WAITING, ("C2",))


def test_muk_yans_move_is_blue_and_lights_its_squares() -> None:
    said = MukYan(t=1, roll=("H", "M"), action=2, move="B2>BB3", text="")
    lights = lights_of(replace(PLAYING, turn="b", muk_yan=said))
    assert (lights.referee, lights.squares) == (Signal.SAID, ("B2", "B3"))


def test_a_level_is_blue_while_it_thinks_and_until_its_move_is_carried_out() -> None:
    thinking = lights_of(replace(PLAYING, turn="b", thinks=True))
    assert (thinking.referee, thinking.squares) == (Signal.SAID, ())
    said = Opponent(t=1, by="b", level="master", move="B2>PB2+C2>PC2", text="")
    lights = lights_of(replace(PLAYING, turn="b", opponent=said))
    assert (lights.referee, lights.squares) == (Signal.SAID, ("B2", "C2"))


def test_set_up_lights_no_turn_and_the_next_home() -> None:
    home = Restore(None, "B5", "w???")
    lights = lights_of(replace(PLAYING, setup=SetUp(missing=(home,))))
    assert (lights.white_turn, lights.black_turn, lights.squares) == (False, False, ("B5",))


def test_a_wrong_cube_comes_before_a_missing_one() -> None:
    status = replace(PLAYING, setup=SetUp(missing=(Restore(None, "B5", "w???"),), wrong=(BACK,)))
    assert lights_of(status).squares == ("C4", "C5")


def test_after_the_end_the_winner_stays_lit() -> None:
    lights = lights_of(replace(PLAYING, score=(5, 4), over=True, winner="w", turn="b"))
    assert (lights.white_turn, lights.black_turn) == (True, False)


def test_the_squares_of_a_rotation() -> None:
    assert squares_in("B5>PB5+C5>PC5") == ("B5", "C5")
    assert squares_in("pass") == ()


def test_what_hands_can_put_right_is_what_unseats() -> None:
    assert {reason.value for reason in Reason if reason.unseats} == PUT_RIGHT
