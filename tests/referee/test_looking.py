"""How looks at the board become one: stillness, jitter, drift, doubt, and a board that is lost."""

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from types import FrameType

import pytest

from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.events import BoardFound, BoardLost, Event, Move, Standing, Uncertain
from companion.games.himiki.referee.look.reading import read
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.position_text import parse_cubes
from tests.referee.eye import CORNERS, Eye
from tests.referee.random_tables import RandomTable
from tests.referee.table import DUEL, Table, at, duel, names, only, table
from vision.cubes.seen import CubeSighting
from vision.frames import Seconds
from vision.sighting import Moved

CAMERA = 1 / 15


def watched(every: float = CAMERA) -> Table:
    return duel(eye=Eye(every=every), looks=12)


# How soon


@pytest.mark.parametrize("every", [1 / 30, 1 / 15, 1 / 8])
def test_a_move_is_told_within_seven_tenths_of_a_second_after_the_hand_left(every: float) -> None:
    here = watched(every)
    here.board = here.after("B5>BB4")
    here.hand()
    left = here.eye.t
    said = here.look(int(1 / every))
    assert 0.1 < only(said, Move).t - left <= 0.7


@pytest.mark.parametrize("every", [0.25, 1 / 3, 1.0])
def test_where_pictures_come_rarely_one_clear_look_is_a_move(every: float) -> None:
    here = duel(eye=Eye(every=every))
    here.board = here.after("B5>BB4")
    here.hand()
    assert names(here.look(1)) == ["move", "turn"]


def test_one_look_is_not_enough_where_the_reading_is_unsure() -> None:
    here = duel()
    here.board = here.after("B5>BB4")
    here.hand()
    here.eye.confidence = 0.6
    assert here.look(1) == []
    assert names(here.look(1)) == ["move", "turn"]


def test_a_violation_waits_longer_than_a_move_but_not_for_ever() -> None:
    here = watched()
    board = bytearray(here.board)
    board[14], board[16] = board[16], 0
    here.board = bytes(board)
    here.hand()
    left = here.eye.t
    violation = here.look(15)[0]
    assert violation.name == "violation"
    assert 0.5 < violation.t - left <= 0.7


def test_nothing_is_judged_while_a_hand_is_there() -> None:
    here = watched()
    here.board = here.after("B5>BB4")
    covered = replace(here.eye.look(here.board), clear=False)
    assert [event for _ in range(30) for event in here.referee.see(covered)] == []


def test_a_board_that_keeps_changing_is_not_judged() -> None:
    here = watched()
    for move in ("B5>BB4", "C5>BC4", "D5>BD4", "B5>BA5") * 5:
        for sighting in here.eye.looks(here.after(move), 2):
            assert here.referee.see(sighting) == ()


def test_what_has_been_still_long_enough_is_told_without_another_look() -> None:
    here = watched()
    here.board = here.after("B5>BB4")
    here.hand()
    assert here.look(2) == []
    assert names(here.referee.tick(Seconds(here.eye.t + 0.3))) == ["move", "turn"]


# Turned or not


@pytest.mark.parametrize("seed", range(5))
def test_jitter_and_slow_drift_are_no_rotation(seed: int) -> None:
    here = duel(eye=Eye(seed, sides=False, jitter=20), looks=3)
    for drift in range(60):
        sighting = here.eye.look(here.board)
        turned = tuple(replace(cube, heading=((cube.heading or 0) + drift) % 180) for cube in sighting.cubes)
        assert here.referee.see(replace(sighting, pieces=turned)) == ()


def test_a_quarter_turn_is_one_whichever_way_the_cube_lay() -> None:
    for seed in range(10):
        here = duel(eye=Eye(seed, sides=False, sloppy=12, jitter=6))
        assert only(here.turn("B5", "D5"), Move).move == "B5>PB5+D5>PD5"


def test_a_heading_between_two_ways_tells_nothing() -> None:
    here = duel(eye=Eye(sides=False, jitter=0))
    sighting = here.eye.look(here.board)
    askew = tuple(replace(cube, heading=((cube.heading or 0) + 45) % 180) for cube in sighting.cubes)
    for _ in range(10):
        assert here.referee.see(replace(sighting, t=Seconds(here.eye.t), pieces=askew)) == ()


def test_a_second_cube_turned_right_after_the_first_belongs_to_the_same_rotation() -> None:
    """RULES 3.2."""
    here = duel(eye=Eye(every=CAMERA), looks=8)
    here.turn("B5")
    said = here.turn("D5")
    assert names(said) == ["corrected", "move", "turn"]
    assert only(said, Move).move == "B5>PB5+D5>PD5"


# Sides


def test_a_tilt_shows_all_three_axes_of_a_cube() -> None:
    """RULES 2.1, 2.2."""
    start = "B2bH??,B5wH??,C2bM??,C5wM??,D2bK??,D5wK?? w 0-0 --- -"
    here = duel(start, cubes=DUEL.split(" ")[0], eye=Eye(sides=False, headings=False))
    here.play("B5>BB4")
    assert "B4wMHK," in here.status.position
    assert here.status.position.count("?") == 10


def test_a_side_that_is_seen_later_is_learnt() -> None:
    here = duel(
        "B2bH??,B5wH??,C2bM??,C5wM??,D2bK??,D5wK?? w 0-0 --- -",
        cubes=DUEL.split(" ")[0],
        eye=Eye(sides=False),
    )
    assert "?" in here.status.position
    here.eye.sides = True
    assert here.look() == []
    assert here.status.position == DUEL


# Questions


ORDER_MATTERS = "B2bHMK,B6wKMH,C2bHMK,C5wHMK,B4bMHK,D5wHKM w 0-0 --- -"


def test_which_of_two_replays_came_first_is_asked_only_where_it_matters() -> None:
    here = duel(ORDER_MATTERS)
    asked = only(here.play_at_once("B6>BC6", "C5>BC4"), Uncertain)
    assert set(asked.options) == {"B6>BC6 R-C5>BC4", "C5>BC4 R-B6>BC6"}
    here.decide("answer", option="C5>BC4 R-B6>BC6")
    assert here.moves == ["C5>BC4", "R-B6>BC6"]
    assert here.status.question is None


def test_the_game_goes_on_while_the_question_is_open() -> None:
    here = duel(ORDER_MATTERS)
    here.play_at_once("B6>BC6", "C5>BC4")
    assert here.play("C2>BC1") == []
    here.decide("answer", option="C5>BC4 R-B6>BC6")
    assert here.moves[:2] == ["C5>BC4", "R-B6>BC6"]
    assert here.moves[-1] == "C2>BC1"


def test_putting_the_board_back_answers_it_too() -> None:
    here = duel(ORDER_MATTERS)
    before = here.board
    here.play_at_once("B6>BC6", "C5>BC4")
    assert names(here.lay(before)) == ["restored"]


def test_questions_are_rare() -> None:
    moves = questions = 0
    for seed in range(10):
        game = RandomTable(Variant(), seed, Eye(seed, sides=seed % 2 == 0), at_once=0.2)
        game.play(40)
        moves += len(game.truth)
        questions += sum(isinstance(event, Uncertain) for event in game.events)
    assert questions <= moves / 40


def reads(act: Callable[[], object]) -> int:
    """How often the squares of a look are gone through while that is done."""
    count = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event == "call" and frame.f_code is read.__code__

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return count


def test_a_look_in_which_nothing_changes_is_read_once_though_time_passes() -> None:
    here = watched()
    sighting = here.eye.look(here.board)
    assert reads(lambda: (here.referee.see(sighting), here.referee.tick(sighting.t))) == 1


# The board itself


def test_a_board_that_was_not_looked_for_yet_is_not_lost() -> None:
    begun = Referee(Game(Variant())).status(Seconds(3.0))
    assert (begun.board, begun.lost) == (False, False)


def test_a_board_out_of_sight_is_told_once_and_again_when_it_is_back() -> None:
    here = watched()
    said: list[Event] = []
    for _ in range(30):
        said += here.referee.see(here.eye.nothing())
    lost = only(said, BoardLost)
    assert lost.t == pytest.approx(here.eye.t - 29 * CAMERA + 0.5, abs=CAMERA)
    assert (here.status.board, here.status.lost) == (False, True)
    assert names(here.look(3)) == ["board_found"]
    assert (here.status.board, here.status.lost) == (True, False)


def test_one_frame_without_a_board_is_nothing() -> None:
    here = watched()
    assert [*here.referee.see(here.eye.nothing()), *here.look()] == []


def moved(here: Table, t: float, *, turned: bool = False) -> CubeSighting:
    return replace(here.eye.look(here.board), moved=Moved(Seconds(t), "somebody leant on it", turned=turned))


def test_a_board_that_comes_back_the_other_way_round_is_told() -> None:
    here = watched()
    for _ in range(30):
        here.referee.see(here.eye.nothing())
    assert only(here.referee.see(moved(here, 2.0, turned=True)), BoardFound).turned
    for _ in range(30):
        here.referee.see(here.eye.nothing())
    assert not only(here.referee.see(moved(here, 2.0, turned=True)), BoardFound).turned


def test_a_board_that_was_pushed_while_it_was_seen_is_told_as_lost_and_found() -> None:
    here = watched()
    pushed = moved(here, 2.0)
    said = here.referee.see(pushed)
    assert names(said) == ["board_lost", "board_found"]
    assert only(said, BoardLost).reason == "somebody leant on it"
    assert names(here.referee.see(replace(pushed, t=Seconds(here.eye.t + 0.1)))) == []


def test_a_board_that_the_eye_follows_without_a_word_is_no_event() -> None:
    """Where the board is decides the eye alone."""
    here = watched()
    shifted = replace(here.eye.look(here.board), corners=tuple((x + 40, y) for x, y in CORNERS))  # type: ignore[arg-type]
    assert names(here.referee.see(shifted)) == []


def test_a_board_that_was_pushed_before_the_game_is_no_event_of_it() -> None:
    before = watched()
    after = Referee(before.game)
    assert names(after.see(moved(before, 2.0))) == ["ready", "turn"]


def test_why_the_board_is_not_seen_is_told_with_its_loss() -> None:
    here = watched()
    said: list[Event] = []
    for _ in range(30):
        said += here.referee.see(replace(here.eye.nothing(), why="it is too dark to see the board"))
    assert only(said, BoardLost).reason == "it is too dark to see the board"


def test_a_source_that_ends_is_the_last_word() -> None:
    here = duel()
    here.play("B5>BB4")
    assert here.referee.end(Seconds(9))[0].as_json() == {
        "event": "end",
        "score": [0, 0],
        "moves": 1,
        "position": here.status.position,
    }
    nothing = Referee(Game(Variant()))
    assert nothing.end(Seconds(1))[0].as_json()["position"] is None


def test_in_free_play_positions_are_all_that_is_told() -> None:
    here = table(Variant(), None, free=True, cubes="B5wHMK,A1bKHM")
    assert only(here.events, Standing).position == "A1bKHM,B5wHMK w 0-0 --- -"
    said = here.put("C3wMKH")
    assert only(said, Standing).position.startswith("A1bKHM,B5wHMK,C3wMKH")
    assert names(said) == ["position"]


@pytest.mark.long
def test_chance_sightings_never_break_the_referee() -> None:
    """Whatever a camera makes of a table: events, never an exception."""
    chance = random.Random(4)
    here = duel()
    eye = Eye(3, sides=False, jitter=90)
    boards = [parse_cubes(cubes) for cubes in ("-", DUEL.split(" ")[0], "A1wHMK,B1bHMK", "C3wHMK")]
    for _ in range(400):
        board = bytearray(chance.choice(boards))
        for _ in range(chance.randrange(4)):
            board[chance.randrange(30)] = chance.randrange(13)
        eye.sides, eye.headings = chance.random() < 0.5, chance.random() < 0.5
        eye.confidence = chance.random()
        for sighting in eye.looks(bytes(board), chance.randrange(1, 4)):
            here.referee.see(sighting)
    assert isinstance(here.referee.see(CubeSighting(Seconds(9e9), CORNERS, True, ())), tuple)


# Something else on the board


def beside(here: Table, looks: int, *, hidden: str | None = None) -> list[Event]:
    """Nothing moves, and something that is no cube lies on the board; perhaps over a cube."""
    said: list[Event] = []
    for sighting in here.eye.looks(here.board, looks):
        cubes = tuple(cube for cube in sighting.cubes if hidden is None or cube.square != at(hidden))
        said += here.referee.see(replace(sighting, clear=False, pieces=cubes))
    here.events += said
    return said


@pytest.mark.parametrize(("every", "looks"), [(1 / 3, 3), (CAMERA, 30)], ids=["pictures", "camera"])
def test_whatever_lies_beside_the_cubes_does_not_stop_the_game_once_it_rests(
    every: float, looks: int
) -> None:
    """A terrain tile that a cube half covers (RULES 5.7), or somebody's cup."""
    here = duel(eye=Eye(every=every), looks=looks)
    here.board = here.after("B5>BB4")
    here.hand()
    assert beside(here, 1) == []
    assert only(beside(here, looks), Move).move == "B5>BB4"
    here.board = here.after("C2>BC1")
    here.hand()
    assert only(beside(here, looks), Move).move == "C2>BC1"


def test_what_lies_over_a_cube_lets_nothing_be_judged() -> None:
    here = duel()
    here.board = here.after("B5>BB4")
    here.hand()
    assert beside(here, 20, hidden="C2") == []
    here.eye.confidence = 0.7
    assert beside(here, 20) == []


def test_a_hand_that_rests_for_a_moment_is_no_thing_that_lies_there() -> None:
    here = watched()
    here.board = here.after("B5>BB4")
    here.hand()
    for _ in range(4):
        assert beside(here, 15) == []
        here.hand()
    assert only(here.look(), Move).move == "B5>BB4"


def test_a_violation_is_told_beside_a_tile_too() -> None:
    """RULES 3.2."""
    here = duel()
    here.board = here.after("B2>BB3")
    here.hand()
    assert names(beside(here, 6)) == ["violation"]
    here.board = here.after("B3>BB2")
    here.hand()
    assert names(beside(here, 6)) == ["restored"]
