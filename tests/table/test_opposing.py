"""A level as opponent at the running table: it thinks beside the table, and hands carry out what it says."""

import threading
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.games.asking import Announce, Asked
from companion.games.himiki.agreed import Game
from companion.games.himiki.autoplay import CubesAutoplay, Physical, next_step
from companion.games.himiki.choosing import answered, thought
from companion.games.himiki.players.opponents import Greedy
from companion.games.himiki.referee.decisions import DecisionError, EndTurn, Undo
from companion.games.himiki.referee.events import Event, Move, Opponent, Over, Placed, Violation
from companion.games.himiki.rules import moves
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.rules.written.notation import bare, parse_move
from companion.games.himiki.rules.written.position_text import parse_position
from companion.table.opposing import Opposing
from tests.patience import patient
from tests.table.helpers import START, Rig, Ticking, rig
from tests.table.test_parts import status
from vision.cubes.profile import Profile

VARIANT = Variant()
NEAR_THE_END = "B3bHMK,B4wHKM,C2bHKM,C5wKMH,D3bKMH,E5wHKM w 3-3 --- -"


def against(start: str = START, level: str = "apprentice", **others: object) -> Game:
    return Game(VARIANT, parse_position(start, VARIANT), levels={"b": level}, **others)  # type: ignore[arg-type]


def question(start: str = START, level: str = "apprentice") -> Asked[Position]:
    position = parse_position(start.replace(" w ", " b "), VARIANT)
    return Asked("b", level, position, number=3, seed=1)


# The thread


class Referee:
    """Takes answers; or throws them away, the game having gone on."""

    def __init__(self, *, gone_on: bool = False) -> None:
        self.answers: list[Announce[Position, moves.Move]] = []
        self.answered = threading.Event()
        self._gone_on = gone_on

    def announce(self, answer: Announce[Position, moves.Move]) -> None:
        self.answers.append(answer)
        self.answered.set()
        if self._gone_on:
            raise DecisionError("the game has gone on")


def test_the_same_question_has_the_same_answer() -> None:
    for level in ("apprentice", "adept", "expert"):
        first, second = (answered(question(level=level)) for _ in range(2))
        assert first == second
        assert first.move in legal_moves(first.asked.position)
    assert len({answered(replace(question(), seed=seed)).move for seed in range(12)}) > 1


def test_what_is_asked_is_answered_in_a_thread_of_its_own() -> None:
    referee = Referee()
    thinking = Opposing(referee.announce, thought)
    thinking.start()
    thinking.notice(question())
    assert referee.answered.wait(patient(20))
    thinking.stop()
    assert referee.answers == [answered(question())]


def test_a_long_search_is_a_process_of_its_own_and_finds_the_same() -> None:
    """Set-up and play alike, in teams too; the camera's thread is not held up by it."""
    teams = Variant(Mode.TEAMS)
    in_teams = parse_position("A5bHMK,A6bHKM,B1wHMK,D1bHKM,D6wHMK,E5wMHK wl 2-3 --- -", teams)
    for asked in (
        question(level="master"),
        Asked("b", "expert", parse_position("B5wHMK b 0-0 --- setup", VARIANT), number=1, seed=7),
        Asked("wl", "expert", in_teams, number=4, seed=2),
    ):
        referee = Referee()
        thinking = Opposing(referee.announce, thought)
        thinking.start()
        thinking.notice(asked)
        assert referee.answered.wait(patient(60))
        thinking.stop()
        assert referee.answers == [answered(asked)]


def searching() -> tuple[Referee, Opposing]:
    """In the middle of a long search."""
    referee = Referee()
    thinking = Opposing(referee.announce, thought)
    thinking.start()
    thinking.notice(question(level="master"))
    while not thinking.searching:
        assert not referee.answered.wait(0.01)
    return referee, thinking


def thinks_still() -> bool:
    return any(thread.name == "opponent" for thread in threading.enumerate())


def test_a_table_that_stops_ends_a_search_under_way() -> None:
    referee, thinking = searching()
    thinking.stop()
    assert not referee.answers
    assert not thinks_still()


def test_a_search_ends_when_something_else_is_asked() -> None:
    """After an undo nobody waits for what is not wanted any more."""
    referee, thinking = searching()
    other = question(level="apprentice")
    thinking.notice(other)
    assert referee.answered.wait(patient(20))
    thinking.stop()
    assert [answer.asked for answer in referee.answers] == [other]


def test_an_answer_that_comes_too_late_is_kept_for_the_same_question() -> None:
    """A hand that passes over the board makes nobody think again."""
    referee = Referee(gone_on=True)
    thinking = Opposing(referee.announce, thought)
    thinking.start()
    thinking.notice(question())
    assert referee.answered.wait(patient(20))
    referee.answered.clear()
    thinking.notice(None)
    thinking.notice(question())
    assert referee.answered.wait(patient(20))
    thinking.stop()
    first, second = referee.answers
    assert first is second


def test_a_table_that_stops_does_not_wait_for_a_question_that_never_comes() -> None:
    thinking = Opposing(Referee().announce, thought)
    thinking.start()
    thinking.stop()
    assert not thinks_still()


# The player of the drawn table


def test_the_drawn_tables_hands_carry_out_what_a_level_says_and_wait_for_it() -> None:
    game = against()
    told = Opponent(t=1.0, by="b", level="apprentice", move="B2>BB3", text="")
    assert next_step(status(turn="b", opponent=told), game, START.split(" ", 1)[0], Random(1)) == Physical(
        ("B2>BB3",)
    )
    assert next_step(status(turn="b", thinks=True), game, START.split(" ", 1)[0], Random(1)) is None


# The running table


def said_in(running: Rig, kind: type[Event]) -> list[Event]:
    return [event for _, event in running.heard if isinstance(event, kind)]


def persons_move(running: Rig) -> str:
    """Somebody who takes what brings most, and else the first move that there is."""
    text = running.table.status().position.split(" ")
    position = parse_position(" ".join([running.drawn.standing(), *text[1:]]), VARIANT)
    return bare(position, Greedy().choose(position, Random(1)))


def played(running: Rig, move: str) -> None:
    """Done on the drawn table, or said where there is nothing to do; and understood."""
    if move == "stop":
        running.table.decide(EndTurn())
    else:
        running.table.drawn.do(move)
    running.until(lambda event: isinstance(event, Move) and event.move == move)


@pytest.mark.long
def test_a_short_game_against_a_level_on_the_drawn_table(tmp_path: Path, profile: Profile) -> None:
    """Every move is a hand on drawn cubes, seen by the camera: the person's own, and what the level says."""
    running = rig(tmp_path, profile, game=against(NEAR_THE_END), cubes=NEAR_THE_END)
    running.table.start()
    running.until_name("ready")
    for _ in range(40):
        now = running.table.status()
        if now.over:
            break
        if now.turn == "w":
            played(running, persons_move(running))
        elif now.opponent is not None:
            played(running, now.opponent.move)
        else:
            running.until_name("opponent")
    running.end()
    assert running.table.status().over
    assert said_in(running, Violation) == []
    moves = [event for event in said_in(running, Move) if isinstance(event, Move)]
    announced = [event.move for event in said_in(running, Opponent) if isinstance(event, Opponent)]
    assert announced
    assert [event.move for event in moves if event.by == "b" and event.move != "pass"] == announced
    assert {event.level for event in moves if event.by == "b" and event.move != "pass"} == {"apprentice"}
    assert {event.level for event in moves if event.by == "w"} == {None}


@pytest.mark.long
def test_undo_while_it_thinks_throws_its_answer_away(tmp_path: Path, profile: Profile) -> None:
    running = rig(tmp_path, profile, game=against(level="master"))
    running.table.start()
    running.until_name("ready")
    running.table.drawn.do("C5>BC6")
    running.until_name("move")
    running.table.decide(Undo())
    running.until_name("corrected")
    running.table.drawn.do({"lift": "C6"})
    running.table.drawn.do("wKMH@C5")
    running.table.drawn.do("D5>BD6")
    running.until(lambda event: isinstance(event, Move) and event.move == "D5>BD6")
    told = running.until_name("opponent")
    status = running.table.status()
    running.end()
    assert isinstance(told, Opponent)
    assert status.opponent == told
    # Nothing is said late of the move that was taken back.
    names = [event.name for _, event in running.heard]
    since = [event for _, event in running.heard[names.index("corrected") :]]
    assert [event for event in since if isinstance(event, Opponent)] == [told]
    assert parse_move(told.move).move in legal_moves(parse_position(status.position, VARIANT))


@pytest.mark.long
def test_what_it_said_outlives_a_power_cut_and_is_said_once(tmp_path: Path, profile: Profile) -> None:
    ticking = Ticking()
    running = rig(tmp_path, profile, game=against(), ticking=ticking)
    running.table.start()
    running.until_name("ready")
    running.table.drawn.do("C5>BC6")
    told = running.until_name("opponent")
    assert isinstance(told, Opponent)
    running.end()

    again = rig(tmp_path, profile, game=None, ticking=ticking)
    again.table.start()
    assert again.table.wait_for_sight(patient(20))
    assert again.table.status().opponent == told
    again.table.drawn.do(told.move)
    again.until(lambda event: isinstance(event, Move) and event.move == told.move)
    kept = again.store.load(again.table.game_id)
    again.end()
    assert kept is not None
    assert sum(event == told for event in kept.events) == 1
    assert kept.game.levels == {"b": "apprentice"}


@pytest.mark.slow
def test_a_table_that_plays_by_itself_carries_out_what_two_levels_say(
    tmp_path: Path, profile: Profile
) -> None:
    start = parse_position("- w 4-4 --- setup", VARIANT)
    game = Game(VARIANT, start, levels={"w": "apprentice", "b": "pupil"})
    running = rig(tmp_path, profile, game=game, cubes="-")
    running.table.start()
    player = CubesAutoplay(running.table, seed=2, pause=0.02)
    player.start()
    running.until(lambda event: isinstance(event, Over), rounds=4000)
    player.stop()
    running.end()
    assert len(said_in(running, Placed)) == 6
    assert said_in(running, Violation) == []
