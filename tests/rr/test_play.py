"""RR as a game of the table, held to what every game is held to, as far as nothing has to be seen."""

import json

import pytest

from companion.cli import main
from companion.games.asking import Announce, Asked
from companion.games.decisions import DecisionError, EndTurn
from companion.games.events import Event
from companion.games.play import Search
from companion.games.rr import choosing
from companion.games.rr import play as rr_play
from companion.games.rr import showing as rr_showing
from companion.games.rr.agreed import Agreed
from companion.games.rr.players.advice import hint
from companion.games.rr.players.levels import LEVELS
from companion.games.rr.referee.decisions import Resign
from companion.games.rr.referee.events import (
    Moved,
    Opponent,
)
from companion.games.rr.rules.match import Match
from companion.games.rr.rules.position import Position
from companion.games.rr.rules.written.notation import read_move
from companion.games.rr.rules.written.position_text import parse_position
from hardware.buttons import Press
from hardware.lights import Signal
from tests.rr.samples import POSITION
from tests.rr.tabletop import Tabletop
from vision.frames import Seconds


def test_settings_keep_levels_and_the_match() -> None:
    told = {
        "game": "rr",
        "options": "random first=b r=br.?1",
        "levels": {"b": "master"},
        "games": 5,
        "played": [{"winner": "b", "points": [3, 6], "tiles": ["sm", "to"]}],
    }
    game = rr_play.game_from(told)
    assert game.names == {"b": "himiki master"}
    assert game.match.points == (3, 6)
    assert game.start.zones[0].unknown == 1
    assert rr_play.game_from(json.loads(json.dumps(rr_play.settings_of(game)))) == game
    assert not rr_play.alike(game, Agreed(match=Match()))


# What is told


def told_in_english(*events: Event) -> list[str | None]:
    telling = rr_showing.telling("en")
    return [telling.tell(Agreed(), event) for event in events]


def test_moves_are_told_by_what_they_do() -> None:
    moves = ("ki@b2!a1", "fa@b2!a1>c3", "br@b2!b3!c3", "as@b2!ki", "+br", "ca@a1")
    events = (Moved(t=0, move=move, by="r", position=POSITION) for move in moves)
    assert told_in_english(*events) == [
        "Regality, b2: King. Destroyed: a1.",
        "Regality, b2: Fairy. Moved: a1 → c3.",
        "Regality, b2: Bard. Reactivated: b3.",
        "Regality, b2: Assassin. Banished: King.",
        "Regality picks: Bard.",
        "Regality, a1: Castle.",
    ]


def test_what_is_wrong_is_told_with_the_first_step_back() -> None:
    table = Tabletop()
    table.lies("-")
    table.lies("a1kir")
    assert told_in_english(table.said[-1]) == [
        "The first turn of the game places the Citizen. a1 has to be free."
    ]


def test_allies_are_the_lights_of_both_sides() -> None:
    table = with_level()
    lights = rr_showing.lights_of(table.referee.status(Seconds(table.t)))
    assert (lights.white_score, lights.black_score, lights.black_turn) == (1, 0, True)
    table.lies("b2cir,a1teb")
    lights = rr_showing.lights_of(table.referee.status(Seconds(table.t)))
    assert (lights.referee, lights.squares) == (Signal.VIOLATION, ("a1",))


def test_buttons_end_a_turn_and_answer() -> None:
    table = Tabletop()
    table.lies("-")
    table.lies("b2cir")
    table.lies("b2cir,b1hib")
    status = table.referee.status(Seconds(table.t))
    assert rr_showing.meaning(Press.DONE, status) == EndTurn()
    assert rr_showing.squares_of("br@b2!b3!a1>c3") == ("b3", "a1", "c3")


# Levels at the table


def with_level(level: str = "adept") -> Tabletop:
    table = Tabletop(Agreed(levels={"b": level}))
    table.lies("-")
    table.lies("b2cir")
    return table


def asked_of(table: Tabletop) -> Asked[Position]:
    asked = table.referee.asked
    assert asked is not None
    return asked


def test_a_level_says_its_move_and_people_carry_it_out() -> None:
    table = with_level()
    asked = asked_of(table)
    assert (asked.by, asked.level, asked.number) == ("b", "adept", 1)
    decision = rr_play.answered(asked)
    assert rr_play.answered(asked) == decision
    (told,) = table.decide(decision)
    assert isinstance(told, Opponent)
    assert table.referee.asked is None
    with pytest.raises(DecisionError):
        table.decide(decision)
    table.lies("b2cir,a1teb" if not told.move.startswith("te@a1") else "b2cir,a2teb")
    assert table.said[-1].as_json()["code"] == "level-otherwise"
    table.lies("b2cir")
    assert table.names[-1] == "restored"


def test_what_a_level_said_is_a_move_once_all_of_it_is_done() -> None:
    table = with_level()
    table.lies("b2cir")
    asked = asked_of(table)
    table.decide(Announce(asked, read_move("hi@b1!b2")[0]))
    table.lies("b2cir,b1hib")
    assert table.said[-1].as_json()["todo"] == ["b2"]
    table.lies("b2x,b1hib")
    assert table.moves == ["ci@b2", "hi@b1!b2"]


def test_nobody_plays_for_a_level_before_it_has_spoken() -> None:
    table = with_level()
    table.lies("b2cir,a1teb")
    assert table.said[-1].as_json()["code"] == "level-first"
    assert table.referee.asked is None


def test_quick_levels_answer_here_and_the_others_elsewhere() -> None:
    position = parse_position(POSITION)
    for level in LEVELS:
        thought = rr_play.thought(Asked("b", level.name, position, 1, 0))
        if isinstance(thought, Search):
            assert "rr" in thought.command
            assert isinstance(thought.read("bi@a1\n"), Announce)
        else:
            assert thought == choosing.answered(Asked("b", level.name, position, 1, 0))


def test_who_gives_up_has_lost_and_undo_goes_on() -> None:
    table = with_level()
    (over,) = table.decide(Resign("r"))
    told = over.as_json()
    assert (told["winner"], told["reason"], told["points"]) == ("b", "resigned", [0, 0])
    assert table.referee.status(Seconds(table.t)).over
    with pytest.raises(DecisionError):
        table.decide(Resign("b"))
    table.decide(rr_play.decision_from({"decision": "undo"}))
    assert not table.referee.status(Seconds(table.t)).over
    assert table.moves == ["ci@b2"]


def test_a_hint_says_why() -> None:
    won = parse_position("a1cir,a2smr,a3nib,b2kib,b3sab,c1qur,c2der,c3bir r mi.ca/te - - -")
    assert hint(won).reason.code == "wins"
    death = parse_position("a1der,b2cib r mi.ca.pr/te.bi.hi sm - -")
    for level in LEVELS:
        assert "{" not in str(hint(death, level, share=0.1).reason)


def test_advice_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", "rr", POSITION, "--level", "adept", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["why"]
    assert main(["advise", "rr", POSITION, "--level", "pupil", "--chance", "1"]) == 0
    assert "@" in capsys.readouterr().out
    assert main(["advise", "rr", "nonsense"]) == 2
