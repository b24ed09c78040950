"""Doubt has an address: what the game settles, what is told and asked, and what people say (FORMATS 4)."""

import pytest

from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.decisions import DecisionError
from companion.games.himiki.referee.events import (
    Corrected,
    Doubtful,
    Event,
    Move,
    Placed,
    Ready,
    Uncertain,
    Violation,
)
from companion.games.himiki.rules.variant import Variant
from tests.referee.eye import Eye
from tests.referee.table import DUEL, Table, duel, names, only, table
from vision.frames import Seconds
from vision.sighting import Reason

CAMERA = 1 / 15
TEN_SECONDS = 150


def watched(start: str = DUEL, **others: object) -> Table:
    return duel(start, eye=Eye(every=CAMERA), looks=15, **others)


def glaring(here: Table, *squares: str, reason: Reason = Reason.GLARE) -> None:
    """Nothing can be told of what stands there."""
    for square in squares:
        here.eye.doubt(square, reason)


# What the game settles


def test_a_square_that_nobody_can_see_holds_up_nothing_elsewhere() -> None:
    here = watched()
    glaring(here, "E6", "C2")
    assert only(here.play("B5>BB4"), Move).move == "B5>BB4"
    assert only(here.play("D2>BE2"), Move).move == "D2>BE2"


def test_a_cube_that_tilts_onto_a_square_nobody_can_see_has_tilted_there() -> None:
    here = watched()
    glaring(here, "B4")
    assert only(here.play("B5>BB4"), Move).move == "B5>BB4"


def test_a_cube_that_tilts_away_from_a_square_nobody_can_see_has_left_it() -> None:
    here = watched()
    glaring(here, "B5")
    assert only(here.play("B5>BB4"), Move).move == "B5>BB4"


def test_likely_is_decided_by_all_squares_together() -> None:
    """The eye would rather have it empty; a cube gone is no move, a cube that stays is usual."""
    here = watched()
    here.eye.doubt("C2", Reason.DARK, nothing=0, bM=-2)
    assert here.look(30) == []
    assert only(here.play("B5>BB4"), Move).move == "B5>BB4"


def test_a_start_that_is_not_seen_exactly_begins_all_the_same() -> None:
    """One dark cube is taken for an empty square in every picture."""
    eye = Eye(every=1 / 3)
    eye.doubt("C2", Reason.DARK, nothing=0, bM=-3)
    here = duel(eye=eye, looks=3)
    assert names(here.events) == ["ready", "turn"]
    assert only(here.play("B5>BB4"), Move).move == "B5>BB4"
    assert only(here.play("C2>BC3"), Move).move == "C2>BC3"


def test_a_game_that_was_begun_before_the_camera_looked_is_followed_from_its_start() -> None:
    here = duel(cubes=DUEL.split(" ")[0].replace("B5wHMK", "B4wMHK"), looks=4)
    assert names(here.events) == ["ready", "move", "turn"]
    assert here.moves == ["B5>BB4"]


def test_a_start_with_a_cube_wrong_is_asked_about() -> None:
    here = duel(cubes=DUEL.split(" ")[0].replace("C5wMKH", "C5wKMH"), looks=4)
    asked = only(here.events, Uncertain)
    assert asked.code == "board-or-record"
    said = here.decide("answer", option="the board is right")
    assert only(said, Ready).position == DUEL.replace("C5wMKH", "C5wKMH")


def test_a_wrong_start_that_is_played_on_is_asked_about() -> None:
    here = duel(cubes=DUEL.split(" ")[0].replace("C5wMKH", "C5wKMH"), looks=2)
    for move in ("B5>BB4", "B2>BB3", "D5>BD4", "D2>BD3"):
        here.play(move)
    assert only(here.events, Uncertain).code == "board-or-record"


def test_a_start_of_which_one_cube_is_never_seen_is_asked_about_by_its_square() -> None:
    cubes = DUEL.split(" ")[0].replace("C2bMKH,", "")
    here = Table(
        Game(Variant(), start=duel().game.start), cubes=cubes, eye=Eye(every=CAMERA), looks=TEN_SECONDS
    )
    asked = only(here.events, Uncertain)
    assert (asked.code, asked.squares, asked.options[0]) == ("what-stands", ("C2",), "black water")
    said = here.decide("answer", option="black water")
    assert names(said) == ["ready", "turn"]
    assert only(here.play("B5>BB4"), Move).move == "B5>BB4"


def test_a_violation_is_told_though_a_square_elsewhere_cannot_be_seen() -> None:
    here = watched()
    glaring(here, "E6", "A1")
    assert only(here.carry("B5", "B3"), Violation).rule == "3.2"
    assert names(here.carry("B3", "B5")) == ["restored"]


def test_a_violation_on_a_doubtful_square_is_told() -> None:
    """What is rather plainly seen is not overruled by what the rules would like."""
    here = watched()
    here.eye.doubt("C5", Reason.DARK, wH=0, wM=-11)
    said = here.look(60)
    violation = only(said, Violation)
    assert violation.restore[0].target == "C5"


def test_a_board_that_lies_wrong_is_not_restored_by_a_hand_over_it() -> None:
    here = watched()
    here.carry("B5", "B3")
    glaring(here, "B5", "B3", reason=Reason.COVERED)
    assert names(here.look(60)) == ["doubt"]
    here.eye.plain()
    assert names(here.carry("B3", "B5")) == ["doubt", "restored"]


def test_a_cube_under_a_resting_hand_has_not_been_played_yet() -> None:
    here = watched()
    here.board = here.after("B5>BB4")
    here.hand()
    glaring(here, "B4", reason=Reason.COVERED)
    assert names(here.look(45)) == ["doubt"]
    here.eye.plain()
    here.hand()
    assert names(here.look(15)) == ["doubt", "move", "turn"]


def test_a_cube_that_is_seen_elsewhere_has_left_what_a_thing_hides() -> None:
    here = watched()
    here.eye.doubt("B5", Reason.COVERED, nothing=-4, wM=-4, else_=0)
    assert only(here.play("B5>BB4") + here.look(15), Move).move == "B5>BB4"


def test_a_move_taken_back_onto_a_square_that_cannot_be_read_is_a_take_back() -> None:
    """No cube leaves the board by itself: where one is gone, it stands where nothing can be told."""
    here = watched()
    here.play("B5>BB4")
    here.eye.doubt("B5", Reason.GLARE, nothing=-2.7, wH=-3.7, else_=0)
    assert only(here.carry("B4", "B5"), Corrected).reason == "takeback"


def test_a_cube_that_cannot_be_read_may_have_been_rotated_with_the_others() -> None:
    """RULES 3.2: what it shows when it tilts tells; nobody is called to order for it."""
    here = watched()
    here.eye.doubt("D5", Reason.DARK, wK=0, wH=-4)
    assert only(here.turn("B5", "D5"), Move).move == "B5>PB5"
    assert "D5wK??" in here.status.position
    here.eye.plain()
    here.play("B2>BA2")
    assert only(here.play("D5>BD4"), Move).move == "D5>BD4"


def test_a_rotation_of_a_cube_that_cannot_be_read_shows_in_the_turn_after_it() -> None:
    """RULES 3.2: black cannot have played twice, and white's other cubes are seen to lie as they did."""
    here = watched()
    here.eye.doubt("D5", Reason.UNLIKE, wK=0, wH=-4, else_=-1)
    here.turn("D5")
    here.eye.plain()
    here.eye.doubt("D5", Reason.UNLIKE, wK=0, wH=-4, else_=-1)
    here.eye.doubt("A2", Reason.UNLIKE, nothing=-3, bK=-0.1, else_=0)
    told = here.play("B2>BA2")
    assert [each.move for each in told if isinstance(each, Move)] == ["D5>PD5", "B2>BA2"]
    assert not [each for each in told if isinstance(each, (Violation, Uncertain))]


# What is told


def test_a_doubt_that_lasts_is_told_within_three_seconds_and_once() -> None:
    here = watched()
    glaring(here, "C4")
    here.hand()
    since = here.eye.t + CAMERA
    told = only(here.look(TEN_SECONDS), Doubtful)
    assert (told.squares, told.reasons) == (("C4",), ("glare",))
    assert told.since == pytest.approx(since, abs=0.01)
    assert told.t - since <= 3.0


def test_a_doubt_that_is_over_is_told_with_empty_lists() -> None:
    here = watched()
    glaring(here, "C4")
    here.look(60)
    here.eye.plain()
    over = only(here.look(30), Doubtful)
    assert (over.squares, over.reasons) == ((), ())


def test_a_square_that_is_in_doubt_for_a_moment_is_not_told() -> None:
    here = watched()
    for _ in range(10):
        glaring(here, "C4")
        assert here.look(10) == []
        here.eye.plain()
        assert here.look(30) == []


def test_another_square_in_doubt_is_told_with_those_that_were() -> None:
    here = watched()
    glaring(here, "C4")
    here.look(60)
    glaring(here, "E1", reason=Reason.TIPPED)
    told = only(here.look(60), Doubtful)
    assert (told.squares, told.reasons) == (("C4", "E1"), ("glare", "tipped"))


# What is asked


def torn_between_two_moves(here: Table) -> None:
    """A cube has left B5; whether it went to A5 or to B4, a reflection hides."""
    glaring(here, "A5", "B4")
    here.board = here.after("B5>BB4")
    here.hand()


def test_what_the_game_cannot_settle_is_asked_within_eight_seconds_about_one_square() -> None:
    here = watched()
    torn_between_two_moves(here)
    begun = here.eye.t
    said = here.look(TEN_SECONDS)
    assert names(said) == ["doubt", "uncertain"]
    asked = only(said, Uncertain)
    assert asked.t - begun <= 8.0
    assert asked.code == "what-stands"
    assert asked.squares in (("A5",), ("B4",))
    assert {"nothing", "white water", "something else"} <= set(asked.options)


def test_leaves_that_stir_now_and_then_do_not_put_off_the_question() -> None:
    here = watched()
    torn_between_two_moves(here)
    said: list[Event] = []
    for _ in range(3):
        said += here.look(45) + here.hand()
    assert only(said, Uncertain).code == "what-stands"


def test_an_answer_is_taken_as_truth() -> None:
    here = watched()
    torn_between_two_moves(here)
    asked = only(here.look(TEN_SECONDS), Uncertain)
    option = "white water" if asked.squares == ("B4",) else "nothing"
    assert only(here.decide("answer", option=option), Move).move == "B5>BB4"
    assert here.status.question is None


def test_what_people_see_answers_it_as_well() -> None:
    here = watched()
    torn_between_two_moves(here)
    here.look(TEN_SECONDS)
    said = here.decide("seen", squares=["A5", "B4"], cubes="B4wM??")
    assert only(said, Move).move == "B5>BB4"


def test_what_people_see_is_believed_without_a_question_and_though_it_was_plain() -> None:
    """A cube is misread: the board is told to be wrong, and is not."""
    here = watched()
    here.eye.doubt("C5", Reason.UNLIKE, wH=0, wM=-11)
    here.look(60)
    assert here.status.violation is not None
    assert names(here.decide("seen", squares=["C5"], cubes="C5wM??"))[0] == "restored"
    assert Violation not in map(type, here.look(60))


def test_the_same_doubt_is_not_asked_twice() -> None:
    here = watched()
    torn_between_two_moves(here)
    asked = only(here.look(TEN_SECONDS), Uncertain)
    here.decide("answer", option="white water" if asked.squares == ("B4",) else "nothing")
    for _ in range(3):
        here.hand()
        assert Uncertain not in map(type, here.look(TEN_SECONDS))
    assert only(here.play("D2>BD3"), Move).move == "D2>BD3"
    assert only(here.play("B4>BB3"), Move).move == "B4>BB3"


def test_what_was_said_of_a_square_is_remembered_when_it_seems_so_again() -> None:
    """An empty square looks like a cube in one light, and like nothing in another."""
    here = watched()
    here.eye.doubt("D4", Reason.UNLIKE, bM=0, nothing=-12, else_=-2)
    here.look()
    here.decide("seen", squares=["D4"], cubes="-")
    here.eye.doubt("D4", Reason.UNLIKE, nothing=0, bM=-5)
    here.play("B5>BB4")
    here.eye.doubt("D4", Reason.UNLIKE, bM=0, nothing=-12, else_=-2)
    assert only(here.play("B2>BB3"), Move).move == "B2>BB3"


def test_a_lying_answer_is_undone_and_asked_again() -> None:
    here = watched()
    torn_between_two_moves(here)
    asked = only(here.look(TEN_SECONDS), Uncertain)
    here.decide("answer", option="nothing" if asked.squares == ("B4",) else "white wood")
    assert here.moves == ["B5>BA5"]
    here.decide("undo")
    assert here.status.position == DUEL
    here.hand()
    assert only(here.look(TEN_SECONDS), Uncertain).code == "what-stands"


def test_undo_takes_an_answer_back_that_led_to_no_move() -> None:
    here = watched()
    here.play("B5>BB4")
    assert only(here.decide("seen", squares=["E6"], cubes="E6bH??"), Violation).code == "cube-added"
    said = here.decide("undo")
    assert only(said, Corrected).back == 0
    assert here.moves == ["B5>BB4"]
    assert here.status.violation is None
    assert here.look(30) == []


def test_a_doubt_that_people_settled_is_over() -> None:
    here = watched()
    glaring(here, "E6")
    here.look(60)
    here.decide("seen", squares=["E6"], cubes="-")
    here.look(60)
    assert here.status.doubts == ()


def test_something_else_lies_there_and_the_question_is_over() -> None:
    here = watched()
    torn_between_two_moves(here)
    here.look(TEN_SECONDS)
    here.decide("answer", option="something else")
    assert here.status.question is None
    assert Uncertain not in map(type, here.look(30))


@pytest.mark.parametrize(
    "told",
    [
        {"squares": [], "cubes": "-"},
        {"squares": "C2", "cubes": "-"},
        {"squares": ["C9"], "cubes": "-"},
        {"squares": ["C2", "C2"], "cubes": "-"},
        {"squares": ["C2"], "cubes": "D2bH??"},
        {"squares": ["C2"], "cubes": "C2bHHK"},
        {"squares": ["C2"]},
        {"squares": ["E6"], "cubes": "E6b???"},
    ],
)
def test_what_people_see_is_refused_where_it_says_nothing(told: dict[str, object]) -> None:
    here = watched()
    with pytest.raises(DecisionError):
        here.decide("seen", **told)
    assert here.look(10) == []


def test_a_legal_move_in_the_last_look_of_all_need_not_last() -> None:
    here = watched()
    glaring(here, "E6")
    here.board = here.after("B5>BB4")
    here.hand()
    assert here.look(1) == []
    said = here.referee.end(Seconds(here.eye.t))
    assert names(said) == ["move", "turn", "end"]


def test_a_violation_in_the_last_look_of_all_is_not_told() -> None:
    here = watched()
    here.board = here.after("B5>BB4", here.after("C5>BC4"))
    here.hand()
    here.look(1)
    assert Violation not in map(type, here.referee.end(Seconds(here.eye.t)))


# Set-up


def test_set_up_goes_on_beside_a_square_that_cannot_be_seen() -> None:
    here = table(Variant(), None, eye=Eye(every=CAMERA), looks=15)
    glaring(here, "E6")
    for cube in ("B5wHMK", "B2bHMK", "C2bMKH", "C5wMKH", "D5wKHM", "D2bKHM"):
        assert only(here.put(cube), Placed).move[0] == cube[2]
    assert "setup" not in here.status.position


def test_a_cube_of_the_set_up_that_cannot_be_told_is_asked_about_with_its_own_colour() -> None:
    here = table(Variant(), None, eye=Eye(every=CAMERA), looks=15)
    here.eye.doubt("B5", Reason.DARK, wH=0, wM=-1, wK=-8)
    here.put("B5wHMK")
    asked = only(here.look(TEN_SECONDS), Uncertain)
    assert (asked.squares, asked.options[:2]) == (("B5",), ("white fire", "white water"))
    assert only(here.decide("answer", option="white fire"), Placed).move == "wH??@B5"


def test_nobody_is_called_to_order_for_a_turn_that_an_unread_home_may_have_been() -> None:
    here = table(Variant(), None, eye=Eye(every=CAMERA), looks=15)
    here.put("B5wHMK")
    here.eye.doubt("C2", Reason.COVERED, nothing=-5, bM=-4, bH=-4, else_=0)
    here.put("C2bMKH")
    here.put("B2bHMK")
    here.eye.doubt("C2", Reason.COVERED, nothing=-5, bM=-4, bH=-4, else_=0)
    said = here.put("C5wMKH") + here.look(TEN_SECONDS)
    assert Violation not in map(type, said)
    assert only(said, Uncertain).squares == ("C2",)
    placed = here.decide("answer", option="black water")
    assert [event.move for event in placed if isinstance(event, Placed)] == ["bHMK@B2", "bM??@C2", "wMKH@C5"]


def test_who_has_begun_to_play_has_finished_the_set_up() -> None:
    """RULES 3.1: nobody plays before all cubes are placed, so the one that can hardly be seen is."""
    here = table(Variant(), None, eye=Eye(every=CAMERA), looks=15)
    for cube in ("B5wHMK", "B2bHMK", "C5wMKH", "D2bKHM", "D5wKHM"):
        here.put(cube)
    here.eye.doubt("C2", Reason.UNLIKE, nothing=-0.1, bM=0, bH=-2, else_=-4.5)
    assert here.put("C2bMKH") == []
    told = here.play("B5>BB4")
    assert [type(each) for each in told if isinstance(each, (Placed, Move, Violation, Ready))] == [
        Placed,
        Move,
    ]
    assert only(told, Placed).move == "bM??@C2"
    here.eye.plain()
    assert only(here.play("C2>BC1"), Move).move == "C2>BC1"


def test_a_home_that_is_rather_bare_has_no_cube_whatever_else_is_moved() -> None:
    here = table(Variant(), None, eye=Eye(every=CAMERA), looks=15)
    for cube in ("B5wHMK", "B2bHMK", "C5wMKH", "D2bKHM", "D5wKHM"):
        here.put(cube)
    here.eye.doubt("C2", Reason.UNLIKE, nothing=0, bM=-5, bH=-7, else_=-4.5)
    assert not [each for each in here.play("B5>BB4") if isinstance(each, (Placed, Move))]


# Nothing is passed over in silence


def test_whatever_is_not_as_the_game_has_it_is_told_within_ten_seconds() -> None:
    here = watched()
    glaring(here, "A5", "B4", "A6", "B6", "C4", reason=Reason.COVERED)
    here.board = here.after("B5>BB4")
    here.hand()
    said = here.look(TEN_SECONDS)
    assert names(said) == ["doubt", "uncertain"]


def test_a_board_that_is_read_otherwise_with_every_look_is_asked_about_within_ten_seconds() -> None:
    """Nothing lasts long enough to be judged: the watch over silence has the last word."""
    here = watched()
    begun = here.eye.t
    said: list[Event] = []
    for _ in range(TEN_SECONDS // 2):
        for move in ("B5>BB4", "C5>BC4"):
            for sighting in here.eye.looks(here.after(move), 1):
                said += here.referee.see(sighting)
    asked = only(said, Uncertain)
    assert (asked.code, asked.t - begun <= 10.0) == ("board-or-record", True)
    assert here.referee.silences == 1


def test_what_was_told_before_a_power_cut_is_still_asked_after_it() -> None:
    here = watched()
    torn_between_two_moves(here)
    here.look(TEN_SECONDS)
    eye = Eye(every=CAMERA, doubts=dict(here.eye.doubts))
    again = Table(here.game, board=here.board, eye=eye, events=here.events)
    assert again.status.question is not None
    assert again.status.question.squares in (("A5",), ("B4",))
    eye.plain()
    assert only(again.look(30), Move).move == "B5>BB4"
    assert again.status.question is None
