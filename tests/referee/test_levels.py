"""A level at the table: it says what it plays, people do it, and the referee sees to it."""

import pytest

from companion.games.asking import Announce, Asked
from companion.games.clockwork import Clock
from companion.games.himiki.agreed import Game
from companion.games.himiki.choosing import answered
from companion.games.himiki.referee.decisions import NAMES, DecisionError, decision_from
from companion.games.himiki.referee.events import Corrected, Move, Opponent, Placed, Restored, Violation
from companion.games.himiki.rules import moves
from companion.games.himiki.rules.errors import IllegalMove
from companion.games.himiki.rules.moves import STOP
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Edition, Mode, Variant
from companion.games.himiki.rules.written.notation import parse_move
from companion.games.himiki.rules.written.record import replay
from companion.games.himiki.rules.written.record_text import parse_record, record_json, record_plain
from tests.referee.eye import Eye
from tests.referee.table import DUEL, Table, names, only, table
from tests.referee.test_resuming import kept
from vision.frames import Seconds

REPLAYS = "B2bHMK,B5wHMK,C3bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -"
"""Black's B2 shows what C3 shows once it has tilted to B3."""

TEAMS = "A2wHMK,A5bHMK,B1wMKH,B6bMKH,D1bKHM,D6wKHM,E2bHKM,E5wHKM wl 0-0 --- -"


def against(start: str | None = DUEL, level: str = "pupil", **others: object) -> Table:
    return table(Variant(), start, levels={"b": level}, **others)


def wanted(here: Table) -> Asked[Position]:
    found = here.referee.asked
    assert found is not None
    return found


def says(here: Table, move: str) -> Opponent:
    """The level has chosen that."""
    return answer(here, Announce(wanted(here), parse_move(move).move))


def answer(here: Table, announce: Announce[Position, moves.Move]) -> Opponent:
    said = [*here.referee.decide(announce, Seconds(here.eye.t))]
    here.events += said
    return only(said, Opponent)


def is_due(here: Table) -> str | None:
    return None if here.status.opponent is None else here.status.opponent.move


def thinks(here: Table) -> bool:
    return here.status.thinks


def test_a_level_on_turn_is_asked_and_what_it_chose_is_told() -> None:
    here = against()
    assert here.referee.asked is None
    assert not thinks(here)
    here.play("B5>BB4")
    asked = wanted(here)
    assert (asked.by, asked.level, asked.number) == ("b", "pupil", 1)
    assert thinks(here)
    told = says(here, "B2>BB3")
    assert (told.by, told.level, told.move) == ("b", "pupil", "B2>BB3")
    assert told.text == "Pupil: black cube B2 to B3."
    assert here.status.opponent == told
    assert not thinks(here)
    assert here.referee.asked is None


def test_what_it_said_is_carried_out_and_then_it_is_the_persons_turn() -> None:
    here = against()
    here.play("B5>BB4")
    says(here, "D2>BD3")
    move, turn = here.play("D2>BD3")
    assert isinstance(move, Move)
    assert (move.move, move.by, move.level) == ("D2>BD3", "b", "pupil")
    assert turn.name == "turn"
    assert here.status.turn == "w"
    assert here.status.opponent is None


def test_a_rotation_is_said_and_carried_out() -> None:
    """RULES 3.2."""
    here = against()
    here.play("B5>BB4")
    assert says(here, "B2>PB2+D2>PD2").text == "Pupil: rotate B2, D2."
    here.turn("B2", "D2")
    assert here.moves == ["B5>BB4", "B2>PB2+D2>PD2"]
    assert here.status.must_tilt


def test_anything_else_is_a_violation_that_names_what_was_said_and_the_way_back() -> None:
    here = against()
    here.play("B5>BB4")
    told = says(here, "B2>BB3")
    violation = only(here.play("D2>BE2"), Violation)
    assert (violation.rule, violation.code) == ("3.2", "level-otherwise")
    assert told.text in violation.text
    assert violation.values["told"] == {"code": "level-tilts-black", "values": told.values}
    back = violation.restore[0]
    assert (back.source, back.target, back.cube) == ("E2", "D2", "bKHM")
    here.carry("E2", None)
    assert names(here.put("D2bKHM")) == ["restored"]
    assert is_due(here) == "B2>BB3"
    assert names(here.play("B2>BB3")) == ["move", "turn"]


def test_a_wrong_move_may_be_put_right_at_once() -> None:
    here = against()
    here.play("B5>BB4")
    says(here, "B2>BB3")
    right = here.after("B2>BB3")
    here.play("D2>BE2")
    assert names(here.lay(right))[:2] == ["restored", "move"]


def test_its_cube_with_the_wrong_face_up_is_a_violation() -> None:
    """RULES 2.2."""
    here = against()
    here.play("B5>BB4")
    says(here, "B2>BB3")
    assert only(here.carry("B2", "B3"), Violation).code == "level-otherwise"


def test_nobody_plays_for_it_while_it_thinks() -> None:
    here = against()
    here.play("B5>BB4")
    violation = only(here.play("B2>BB3"), Violation)
    assert violation.code == "level-first"
    assert here.referee.asked is None
    here.carry("B3", None)
    here.put("B2bHMK")
    assert wanted(here).number == 1


def test_a_person_cannot_play_twice_and_leave_its_turn_out() -> None:
    here = against()
    here.play_at_once("B5>BB4", "B4>BA4")
    assert here.moves != ["B5>BB4", "B4>BA4"]
    assert not any(move.startswith("B2") for move in here.moves)


def test_both_moves_under_one_hand_are_not_guessed() -> None:
    """What it plays is not known before it was said, so only the announced move can be its move."""
    here = against()
    said = here.play_at_once("B5>BB4", "D2>BD3")
    assert only(said, Violation).restore
    assert here.moves == []


def test_its_turn_ends_and_the_next_move_under_the_same_hand_is_the_persons() -> None:
    here = against()
    here.play("B5>BB4")
    says(here, "D2>BD3")
    here.play_at_once("D2>BD3", "D5>BE5")
    assert here.moves == ["B5>BB4", "D2>BD3", "D5>BE5"]


def test_an_answer_to_an_older_question_is_thrown_away() -> None:
    here = against()
    here.play("B5>BB4")
    late = Announce(wanted(here), parse_move("B2>BB3").move)
    here.decide("undo")
    with pytest.raises(DecisionError):
        answer(here, late)
    here.carry("B4", None)
    here.put("B5wHMK")
    here.play("C5>BC4")
    with pytest.raises(DecisionError):
        answer(here, late)
    assert here.all(Opponent) == []


def test_it_cannot_say_what_is_not_allowed() -> None:
    here = against()
    here.play("B5>BB4")
    with pytest.raises(IllegalMove):
        says(here, "B2>BB4")
    with pytest.raises(IllegalMove):
        answer(here, Announce(wanted(here), STOP))
    assert here.status.opponent is None


def test_no_program_can_speak_for_a_level() -> None:
    assert "opponent" not in NAMES
    assert "announce" not in NAMES
    with pytest.raises(DecisionError):
        decision_from({"decision": "announce", "move": "B2>BB3"})


# Replays


def test_in_a_replay_it_says_the_next_action_or_that_it_stops() -> None:
    """RULES 3.6, 3.8."""
    here = against(REPLAYS)
    here.play("B5>BB6")
    says(here, "B2>BB3")
    assert names(here.play("B2>BB3")) == ["move", "turn"]
    assert here.status.replay
    assert wanted(here).number == 2
    says(here, "B3>BA3")
    here.play("B3>BA3")
    assert here.moves == ["B5>BB6", "B2>BB3", "R-B3>BA3"]


def test_stopping_needs_no_hands() -> None:
    """RULES 3.8."""
    here = against(REPLAYS)
    here.play("B5>BB6")
    says(here, "B2>BB3")
    here.play("B2>BB3")
    told = answer(here, Announce(wanted(here), STOP))
    assert (told.move, told.text) == ("stop", "Pupil does not play again.")
    assert names(here.events[-3:]) == ["opponent", "move", "turn"]
    assert (here.status.turn, here.status.opponent) == ("w", None)
    assert here.moves[-1] == "stop"


def test_whoever_did_not_wait_for_it_to_stop_has_played_all_the_same() -> None:
    """RULES 3.8."""
    here = against(REPLAYS)
    here.play("B5>BB6")
    says(here, "B2>BB3")
    here.play("B2>BB3")
    asked = wanted(here)
    assert only(here.play("D5>BE5"), Violation).code == "level-first"
    with pytest.raises(DecisionError):
        answer(here, Announce(asked, parse_move("B3>BA3").move))
    answer(here, Announce(asked, STOP))
    assert names(here.look())[:2] == ["restored", "move"]
    assert here.moves == ["B5>BB6", "B2>BB3", "stop", "D5>BE5"]


def test_people_do_not_stop_or_play_on_for_it() -> None:
    here = against(REPLAYS)
    here.play("B5>BB6")
    says(here, "B2>BB3")
    here.play("B2>BB3")
    for decision in ({"name": "end_turn"}, {"name": "move", "move": "B3>BA3"}):
        with pytest.raises(DecisionError):
            here.decide(**decision)
    assert here.status.replay


def test_undo_takes_its_stop_back_with_the_tilt_before_it() -> None:
    here = against(REPLAYS)
    here.play("B5>BB6")
    says(here, "B2>BB3")
    here.play("B2>BB3")
    answer(here, Announce(wanted(here), STOP))
    assert only(here.decide("undo"), Corrected).back == 2
    assert here.status.turn == "b"


# Corrections


def test_after_undo_of_its_move_it_is_asked_the_same_again_once_the_board_follows() -> None:
    here = against()
    here.play("B5>BB4")
    first = wanted(here)
    says(here, "B2>BB3")
    here.play("B2>BB3")
    here.decide("undo")
    assert here.referee.asked is None
    here.carry("B3", None)
    here.put("B2bHMK")
    assert wanted(here) == first


def test_undo_of_the_persons_move_drops_what_it_had_said() -> None:
    here = against()
    here.play("B5>BB4")
    says(here, "B2>BB3")
    here.decide("undo")
    assert here.status.opponent is None
    assert here.status.turn == "w"


def test_a_takeback_on_the_board_drops_what_it_had_said() -> None:
    here = against()
    here.play("B5>BB4")
    says(here, "B2>BB3")
    here.carry("B4", None)
    here.put("B5wHMK")
    assert here.status.opponent is None
    assert here.status.turn == "w"
    assert here.moves == ["B5>BB4"]
    assert only(here.events, Corrected).reason == "takeback"


def test_the_board_can_be_right_all_the_same() -> None:
    here = against()
    here.play("B5>BB4")
    says(here, "B2>BB3")
    here.play("D2>BE2")
    here.decide("accept")
    assert here.status.opponent is None
    assert here.status.turn == "w"


def test_its_move_can_be_said_instead_of_seen_but_no_other() -> None:
    here = against()
    here.play("B5>BB4")
    says(here, "B2>PB2")
    with pytest.raises(DecisionError):
        here.decide("move", move="C2>PC2")
    assert only(here.decide("move", move="B2>PB2"), Move).level == "pupil"
    assert here.status.turn == "w"


def test_giving_up_ends_what_it_had_said() -> None:
    here = against()
    here.play("B5>BB4")
    says(here, "B2>BB3")
    here.decide("resign", side="w")
    assert here.status.opponent is None
    assert here.status.winner == "b"
    assert here.referee.asked is None


# A power cut


def again(before: Table, board: bytes | None = None) -> Table:
    board = before.board if board is None else board
    return Table(before.game, board=board, eye=Eye(t=900.0), events=kept(before.events))


def test_what_it_said_is_still_due_after_a_power_cut_and_not_said_twice() -> None:
    before = against()
    before.play("B5>BB4")
    says(before, "B2>BB3")
    here = again(before)
    assert is_due(here) == "B2>BB3"
    assert here.referee.asked is None
    assert len(here.all(Opponent)) == 1
    assert names(here.play("B2>BB3")) == ["move", "turn"]


def test_it_may_have_been_carried_out_during_the_power_cut() -> None:
    before = against()
    before.play("B5>BB4")
    says(before, "D2>BD3")
    here = again(before, before.after("D2>BD3"))
    assert here.moves == ["B5>BB4", "D2>BD3"]
    assert here.status.turn == "w"


def test_a_power_cut_while_it_thinks_asks_the_same_again() -> None:
    before = against()
    before.play("B5>BB4")
    here = again(before)
    assert wanted(here) == wanted(before)


@pytest.mark.parametrize("cut", ["undo", "move", "stop"])
def test_after_a_power_cut_nothing_is_due_that_was_not(cut: str) -> None:
    before = against(REPLAYS)
    before.play("B5>BB6")
    says(before, "B2>BB3")
    if cut == "undo":
        before.decide("undo")
    else:
        before.play("B2>BB3")
    if cut == "stop":
        answer(before, Announce(wanted(before), STOP))
    here = again(before)
    assert here.status.opponent is None
    assert here.status.turn == before.status.turn


# Set-up


def test_it_says_which_cube_it_places_and_how() -> None:
    """RULES 3.1."""
    here = against(None)
    here.put("B5wHMK")
    told = says(here, "bMKH@C2")
    assert told.text == "Pupil: black cube on C2, water up, wood along its row."
    setup = here.status.setup
    assert setup is not None
    assert (setup.missing[0].target, setup.missing[0].cube) == ("C2", "bMKH")
    assert sum(each.target == "C2" for each in setup.missing) == 1
    placed = only(here.put("C2bMKH"), Placed)
    assert (placed.move, placed.by) == ("bMKH@C2", "b")
    assert wanted(here).number == 2


def test_a_whole_set_up_with_a_level_of_each_colour() -> None:
    """RULES 3.1, 4.1."""
    for variant in (Variant(), Variant(edition=Edition.FIRST), Variant(Mode.TEAMS)):
        levels = {seat.value: "apprentice" for seat in variant.seats}
        here = table(variant, None, levels=levels)
        while here.status.setup is not None:
            told = answer(here, answered(wanted(here)))
            cube, _, square = told.move.partition("@")
            here.put(square + cube)
        assert [each.move for each in here.all(Placed)] == [
            each.move for each in here.all(Opponent) if "@" in each.move
        ]
        assert here.all(Violation) == []


def test_a_cube_that_is_turned_at_home_before_the_first_move_makes_it_think_again() -> None:
    """RULES 3.1."""
    here = table(Variant(), None, levels={"w": "pupil"})
    here.put(DUEL.split(" ", maxsplit=1)[0])
    says(here, "B5>BB4")
    assert names(here.turn("D2")) == ["placed"]
    assert here.all(Violation) == []
    assert is_due(here) is None
    assert wanted(here).number == 7


@pytest.mark.parametrize("instead", ["C2bHKM", "B2bMKH"], ids=["another face", "another home"])
def test_a_cube_placed_otherwise_than_it_said_is_told_and_put_right(instead: str) -> None:
    """RULES 3.1."""
    here = against(None)
    here.put("B5wHMK")
    told = says(here, "bMKH@C2")
    violation = only(here.put(instead), Violation)
    assert (violation.rule, violation.code) == ("3.2", "level-otherwise")
    assert told.text in violation.text
    back = violation.restore[0]
    assert (back.source, back.target, back.cube) == (instead[:2], "C2", "bMKH")
    assert len(here.all(Placed)) == 1
    here.carry(instead[:2], None)
    assert only(here.put("C2bMKH"), Placed).move.startswith("bM")
    assert here.status.violation is None


def test_all_cubes_laid_at_once_leave_it_nothing_to_place() -> None:
    here = against(None)
    here.put(DUEL.split(" ", maxsplit=1)[0])
    assert here.status.setup is None
    assert here.all(Opponent) == []


def test_where_it_begins_it_is_asked_as_soon_as_the_board_is_seen() -> None:
    here = table(Variant(), DUEL, levels={"w": "pupil"})
    says(here, "B5>BB4")
    here.play("B5>BB4")
    assert here.status.turn == "b"


# Teams, clock, record


def test_in_teams_a_level_can_be_the_partner_of_a_person() -> None:
    """RULES 4.1, 4.2."""
    here = table(Variant(Mode.TEAMS), TEAMS, levels={"wd": "pupil", "bl": "adept"})
    here.play("E5>BE4")
    assert wanted(here).by == "bl"
    says(here, "A5>BA4")
    here.play("A5>BA4")
    assert (wanted(here).by, wanted(here).level) == ("wd", "pupil")
    says(here, "A2>BB2")
    here.play("A2>BB2")
    assert here.status.turn == "bd"
    assert here.referee.asked is None


def test_its_clock_stands_still_while_it_thinks_and_while_people_play_for_it() -> None:
    here = against(clock=Clock(1.0, 5.0))
    here.play("B5>BB4")
    here.look(20)
    assert here.status.clock_runs is None
    says(here, "D2>BD3")
    here.look(20)
    here.play("D2>BD3")
    assert here.status.clock is not None
    assert here.status.clock[1] == 60.0
    assert here.status.clock_runs == "w"


def test_the_record_tells_that_a_level_played() -> None:
    here = against(players={"w": "Ada"})
    here.play("B5>BB4")
    says(here, "B2>BB3")
    here.play("B2>BB3")
    record = here.referee.record()
    for text in (record_json(record), record_plain(record)):
        told = parse_record(text)
        assert dict(told.players) == {"w": "Ada", "b": "himiki pupil"}
        assert replay(told).fault is None
    assert here.status.players == {"w": "Ada", "b": "himiki pupil"}


# Sides that nobody knows


def test_with_hidden_sides_what_it_says_can_always_be_done() -> None:
    """A tilt or a rotation is allowed or not by squares alone: no side has to be asked for."""
    hidden = "B2bH??,B5wH??,C2bM??,C5wM??,D2bK??,D5wK?? w 0-0 --- -"
    for seed in range(6):
        here = table(
            Variant(),
            hidden,
            levels={"w": "pupil", "b": "adept"},
            cubes=DUEL.split(" ", maxsplit=1)[0],
            eye=Eye(seed, sides=False),
            seed=seed,
        )
        for _ in range(24):
            if here.status.over or here.status.question is not None:
                break
            told = answer(here, answered(wanted(here)))
            if told.move != "stop":
                here.play(told.move)
            assert here.status.violation is None, told
            assert here.status.opponent is None, told
        assert here.all(Restored) == []


def test_two_levels_play_a_whole_game_that_people_carry_out() -> None:
    game = Game(Variant(), levels={"w": "adept", "b": "apprentice"}, seed=4)
    here = Table(game)
    for _ in range(300):
        if here.status.over:
            break
        told = answer(here, answered(wanted(here)))
        if "@" in told.move:
            cube, _, square = told.move.partition("@")
            here.put(square + cube)
        elif told.move != "stop":
            here.play(told.move)
    assert here.status.over
    assert here.all(Violation) == []
    told_moves = [each.move for each in here.all(Opponent) if "@" not in each.move]
    assert [move for move in here.moves if move != "pass"] == told_moves
