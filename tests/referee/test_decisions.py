"""What people decide (FORMATS 7): undo, corrections, moves that are said, claims, giving up."""

import pytest

from companion.games.himiki.referee.decisions import DecisionError, Undo
from companion.games.himiki.referee.events import Corrected, Move, Over, Restore, Turn
from companion.games.himiki.rules.errors import IllegalMove, PositionError
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.rules.written.position_text import parse_cubes
from tests.referee.eye import Eye
from tests.referee.random_tables import RandomTable
from tests.referee.table import DUEL, Table, duel, names, only, table
from vision.frames import Seconds

TEAMS = "A2wHMK,A5bHMK,B1wMKH,B6bMKH,D1bKHM,D6wKHM,E2bHMK,E5wHMK wl 0-0 --- -"
REPLAY = "B2bHMK,B5wHMK,C4bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -"


def to_restore(here: Table) -> Restore | None:
    return here.status.to_restore


def test_undo_takes_the_last_move_and_waits_until_the_board_follows() -> None:
    here = duel()
    here.play("B5>BB4")
    said = here.decide("undo")
    assert names(said) == ["corrected", "turn"]
    corrected = only(said, Corrected)
    assert (corrected.reason, corrected.back, corrected.position) == ("undo", 1, DUEL)
    assert here.look(5) == []
    assert here.hand() + here.look(5) == []
    assert to_restore(here) == Restore("B4", "B5", "wHMK")
    assert here.carry("B4", None) == []
    assert here.put("B5wHMK") == []
    assert to_restore(here) is None
    assert only(here.play("B5>BB4"), Move).move == "B5>BB4"


def test_after_undo_another_legal_move_may_be_played_at_once() -> None:
    here = duel()
    here.play("B5>BB4")
    here.decide("undo")
    board = bytearray(here.board)
    board[9], board[10] = 0, duel().board[10]
    here.board = bytes(board)
    assert only(here.play("D5>BE5"), Move).move == "D5>BE5"


def test_undo_of_a_rotation_waits_for_the_quarter_turn_back() -> None:
    here = duel(eye=Eye(sides=False))
    here.turn("C5")
    here.decide("undo")
    assert here.look(4) == []
    assert to_restore(here) == Restore("C5", "C5", "wMKH")
    assert here.turn("C5") == []
    assert to_restore(here) is None
    assert only(here.turn("D5"), Move).move == "D5>PD5"


@pytest.mark.parametrize("seed", range(8))
def test_undo_all_the_way_is_the_start_again(seed: int) -> None:
    modes = (Mode.DUEL, Mode.TEAMS, Mode.MUK_YAN)
    mode = modes[seed % 3]
    variant = Variant(mode, chaos=mode is not Mode.MUK_YAN and seed % 2 == 0)
    here = RandomTable(variant, seed, Eye(seed), start_given=True)
    positions = [here.referee.status(Seconds(0)).position]
    here.watch = lambda table: positions.append(table.referee.status(Seconds(0)).position)
    here.play(25)
    back = 0
    while back < 200:
        try:
            here.referee.decide(Undo(), Seconds(here.eye.t))
        except DecisionError:
            break
        back += 1
        now = here.referee.status(Seconds(0))
        if back == 1 and mode is Mode.DUEL:
            assert now.position in positions
    assert 0 < back < 200
    assert here.referee.status(Seconds(0)).position == positions[0]


def test_takeback_takes_the_choices_with_the_move() -> None:
    here = duel(REPLAY)
    here.play("B5>BB4")
    here.decide("end_turn")
    assert here.moves == ["B5>BB4", "stop"]
    corrected = only(here.decide("takeback"), Corrected)
    assert (corrected.reason, corrected.back) == ("takeback", 2)
    with pytest.raises(DecisionError, match="nothing to take back"):
        here.decide("takeback")


def test_end_turn_stops_a_replay_and_nothing_else() -> None:
    here = duel(REPLAY)
    with pytest.raises(IllegalMove):
        here.decide("end_turn")
    here.play("B5>BB4")
    assert here.status.replay
    said = here.decide("end_turn")
    assert only(said, Move).move == "stop"
    assert only(said, Turn).turn == "b"
    assert here.status.moves == 1


def test_accept_makes_the_board_as_it_is_the_position() -> None:
    here = duel()
    here.carry("C5", "C3")
    corrected = only(here.decide("accept"), Corrected)
    assert corrected.reason == "accept"
    assert corrected.position == "B2bHMK,B5wHMK,C2bMKH,C3wMKH,D2bKHM,D5wKHM b 0-0 --- -"
    assert here.status.violation is None
    assert only(here.play("D2>BD3"), Move).by == "b"


def test_accept_of_an_opponents_change_leaves_the_turn() -> None:
    here = duel()
    here.play("B2>BB3")
    here.decide("accept")
    assert here.status.turn == "w"


def test_accept_refuses_what_can_be_no_position_and_changes_nothing() -> None:
    here = duel()
    here.put("A1wHMK")
    with pytest.raises(PositionError):
        here.decide("accept")
    assert here.status.violation is not None


@pytest.mark.parametrize("left", ["", "B5wHMK,C5wMKH,D5wKHM"])
def test_accept_refuses_a_board_on_which_a_side_has_no_cube_left(left: str) -> None:
    """Without them it would pass for ever."""
    here = duel()
    here.lay(parse_cubes(left or "-"))
    before = len(here.events)
    with pytest.raises(DecisionError, match="there is no"):
        here.decide("accept")
    assert len(here.events) == before
    assert here.status.moves == 0


def test_accept_of_a_board_that_agrees_is_refused() -> None:
    with pytest.raises(DecisionError, match="already"):
        duel().decide("accept")


def test_a_position_that_is_given_stands_and_is_waited_for() -> None:
    here = duel()
    given = "B2bHMK,B4wMHK,C2bMKH,C5wMKH,D2bKHM,D5wKHM b 2-1 w-- -"
    assert only(here.decide("position", position=given), Corrected).score == (2, 1)
    assert here.look() == []
    assert to_restore(here) == Restore("B5", "B4", "wMHK")
    assert here.play("B5>BB4") == []
    assert here.status.position == given


def test_a_move_that_is_said_stands_and_is_then_done() -> None:
    here = duel()
    said = only(here.decide("move", move="B5►BB4"), Move)
    assert (said.move, said.said) == ("B5>BB4", True)
    assert here.look() == []
    assert to_restore(here) == Restore("B5", "B4", "wMHK")
    assert here.play("B5>BB4") == []
    assert to_restore(here) is None


def test_a_move_that_is_said_is_judged_like_any_other() -> None:
    here = duel()
    with pytest.raises(IllegalMove):
        here.decide("move", move="B2>BB3")
    assert here.status.position == DUEL


@pytest.mark.parametrize("decision", [{"name": "move", "move": "B5>BB4"}, {"name": "end_turn"}])
def test_while_a_violation_stands_the_game_does_not_go_on_by_word(decision: dict[str, str]) -> None:
    """RULES 3.2: score and turn stand still until the board agrees again."""
    here = duel(REPLAY)
    if decision["name"] == "end_turn":
        here.play("B5>BB4")
    before = here.status.position
    here.carry("B2", "E3")
    with pytest.raises(DecisionError, match="put back"):
        here.decide(**decision)
    assert (here.status.violation is not None, here.status.position) == (True, before)
    here.carry("E3", "B2")
    here.decide(**decision)
    assert here.status.position != before


def test_a_move_that_was_meant_by_what_is_seen_may_be_said_while_a_violation_stands() -> None:
    """A cube laid down with a wrong face up, or misread: the move stands, and the cube is to be put right."""
    here = duel()
    assert names(here.carry("B5", "B4")) == ["violation"]
    assert only(here.decide("move", move="B5>BB4"), Move).move == "B5>BB4"
    assert here.status.violation is None
    assert to_restore(here) == Restore("B4", "B4", "wMHK")


def test_a_tilt_of_a_cube_with_hidden_sides_has_to_be_seen() -> None:
    here = duel(
        "B2bH??,B5wH??,C2bM??,C5wM??,D2bK??,D5wK?? w 0-0 --- -",
        cubes=DUEL.split(" ")[0],
        eye=Eye(sides=False),
    )
    with pytest.raises(DecisionError, match="B5"):
        here.decide("move", move="B5>BB4")


def test_a_talking_claim_is_a_point_and_can_be_taken_back() -> None:
    """RULES 4.4."""
    here = table(Variant(Mode.TEAMS), TEAMS)
    assert only(here.decide("claim", side="b"), Corrected).score == (0, 1)
    assert only(here.decide("unclaim", side="b"), Corrected).score == (0, 0)
    with pytest.raises(DecisionError, match="claimed nothing"):
        here.decide("unclaim", side="b")
    with pytest.raises(IllegalMove):
        duel().decide("claim", side="w")


def test_the_fifth_point_by_a_claim_ends_the_game() -> None:
    """RULES 4.4."""
    here = table(Variant(Mode.TEAMS), TEAMS.replace("0-0", "0-4"))
    assert only(here.decide("claim", side="b"), Over).winner == "b"
    here.decide("undo")
    assert not here.status.over


def test_who_resigns_has_lost() -> None:
    here = duel()
    over = only(here.decide("resign", side="w"), Over)
    assert (over.winner, over.reason) == ("b", "resigned")
    assert here.status.over
    with pytest.raises(DecisionError, match="over"):
        here.decide("move", move="B5>BB4")
    here.decide("undo")
    assert only(here.play("B5>BB4"), Move).by == "w"


@pytest.mark.parametrize("name", ["undo", "takeback", "accept", "end_turn"])
def test_nothing_can_be_decided_before_the_game(name: str) -> None:
    here = Table(duel().game, cubes="-")
    with pytest.raises(DecisionError):
        here.decide(name)


def test_an_answer_needs_a_question_and_a_roll_muk_yan() -> None:
    here = duel()
    with pytest.raises(DecisionError, match="no question"):
        here.decide("answer", option="yes")
    with pytest.raises(DecisionError, match="Muk Yan"):
        here.decide("roll", black="H", white="M")


def test_an_answer_to_another_question_is_refused_with_what_the_open_one_takes() -> None:
    here = duel("B2bHMK,B6wKMH,C2bHMK,C5wHMK,B4bMHK,D5wHKM w 0-0 --- -")
    here.play_at_once("B6>BC6", "C5>BC4")
    question = here.status.question
    assert question is not None
    with pytest.raises(DecisionError, match="does not answer the question") as refused:
        here.decide("answer", option="the board is right")
    why = refused.value.why
    assert why is not None
    assert why.code == "no-such-answer"
    assert why.values == {"option": "the board is right", "options": ", ".join(question.options)}
