"""A table that is seen, before the first card and after one that may yet be used: what the referee waits for,
and for how long."""

from companion.games.decisions import Answer, SayMove
from companion.games.events import Event
from companion.games.yokai import play
from companion.games.yokai.referee.machine import PATIENCE
from companion.games.yokai.referee.sightings import PileSeen, Sighting
from companion.games.yokai.referee.umpire import Umpire
from companion.games.yokai.rules.cards import Colour, Yokai
from vision.frames import Seconds


def lies(t: float, **piles: str) -> Sighting:
    """`F="F5 FW.FE FA"`: top, near and far; the deck is out of view."""
    seen = {}
    for colour, told in piles.items():
        top, *rows = told.split()
        near, far = (tuple(row.split(".")) if row != "-" else () for row in (*rows, *["-"] * (2 - len(rows))))
        seen[Colour(colour)] = PileSeen(Yokai(top), near, far)
    return Sighting(t, True, seen, None)


def names(events: tuple[Event, ...]) -> list[str]:
    return [event.name for event in events]


def begun() -> Umpire:
    umpire = play.referee(play.usual())
    assert names(umpire.see(lies(1.0, F="F5", W="W4", E="E4", A="A7"))) == ["ready", "turn"]
    return umpire


def with_a_call() -> Umpire:
    umpire = begun()
    assert names(umpire.see(lies(2.0, F="F5 FWc", W="W4", E="E4", A="A7"))) == []
    return umpire


def test_piles_that_are_shuffled_once_more_before_the_first_card_begin_the_game_anew() -> None:
    umpire = begun()
    assert names(umpire.see(lies(2.0, F="F3", W="W6", E="E4", A="A5"))) == ["ready", "turn"]
    assert umpire.status(2.0).position.startswith("F:3????:-:- W:6????:-:- E:4????:-:- A:5????:-:- a draw")
    assert names(umpire.see(lies(3.0, F="F3 FW", W="W6", E="E4", A="A5"))) == ["move"]


def test_after_the_first_card_another_top_is_a_violation() -> None:
    umpire = begun()
    umpire.see(lies(2.0, F="F5 FW", W="W4", E="E4", A="A7"))
    assert names(umpire.see(lies(3.0, F="F5 FW", W="W4", E="E4", A="A3"))) == ["violation"]


def test_cards_that_lie_already_when_a_game_is_begun_may_be_those_of_the_last_one() -> None:
    umpire = play.referee(play.usual())
    old = lies(1.0, F="F5 FW.FE", W="W4 - WE", E="E4", A="A7")
    assert umpire.see(old) == ()
    assert umpire.see(lies(2.0, F="F5 FW.FE", W="W4 - WE", E="E4", A="A7")) == ()
    assert names(umpire.see(lies(3.0, F="F6", W="W4", E="E3", A="A7"))) == ["ready", "turn"]
    assert umpire.status(3.0).moves == 0


def test_an_ability_that_nobody_uses_for_a_while_is_asked_about_once() -> None:
    umpire = with_a_call()
    still = lies(2.0 + PATIENCE - 0.1, F="F5 FWc", W="W4", E="E4", A="A7")
    assert umpire.see(still) == ()
    asked = umpire.see(lies(2.0 + PATIENCE, F="F5 FWc", W="W4", E="E4", A="A7"))
    assert names(asked) == ["uncertain"]
    assert umpire.see(lies(99.0, F="F5 FWc", W="W4", E="E4", A="A7")) == ()
    question = umpire.status(99.0).question
    assert question is not None
    assert "FWc►F" in question.options
    assert names(umpire.decide(Answer("FWc►F"), Seconds(100.0))) == ["move"]
    assert umpire.status(100.0).question is None


def test_whoever_uses_it_meanwhile_has_answered() -> None:
    umpire = with_a_call()
    umpire.see(lies(2.0 + PATIENCE, F="F5 FWc", W="W4", E="E4", A="A7"))
    told = umpire.see(lies(20.0, F="W4 FWc", W="W6", E="E4", A="A7"))
    assert [event.as_json()["move"] for event in told if event.name == "move"] == ["FWc►F!W(W4)"]
    assert umpire.status(20.0).question is None


def test_whoever_says_what_comes_next_has_left_the_ability() -> None:
    """Y4.3."""
    umpire = with_a_call()
    told = umpire.decide(SayMove("end"), Seconds(3.0))
    assert [event.as_json()["move"] for event in told if event.name == "move"] == ["FWc►F", "end"]
    assert umpire.status(3.0).turn == "b"


def asked_about_a_call() -> Umpire:
    umpire = with_a_call()
    umpire.see(lies(2.0 + PATIENCE, F="F5 FWc", W="W4", E="E4", A="A7"))
    assert umpire.status(9.0).question is not None
    return umpire


def test_an_answer_may_be_said_as_a_move() -> None:
    umpire = asked_about_a_call()
    assert names(umpire.decide(SayMove("FWc>F"), Seconds(10.0))) == ["move"]
    assert umpire.status(10.0).moves == 1
    umpire = asked_about_a_call()
    umpire.decide(SayMove("end"), Seconds(10.0))
    assert umpire.status(10.0).turn == "b"


def test_a_question_about_a_card_that_was_taken_back_is_none_any_more() -> None:
    umpire = asked_about_a_call()
    umpire.see(lies(12.0, F="F5", W="W4", E="E4", A="A7"))
    assert umpire.status(12.0).question is None
    assert umpire.status(12.0).moves == 0


def test_a_yokai_that_is_just_taken_is_no_cards_that_nobody_saw() -> None:
    """Y5.3. Two cards of the other side that win it, and are cleared away, would leave the same picture:
    hands need some seconds for that."""
    for seconds, told in ((1.5, ["violation"]), (6.0, ["turn", "move", "move"])):
        umpire = begun_with_a_card()
        after = umpire.see(lies(2.0 + seconds, F="F5", W="W6 WE", E="E4", A="A7"))
        assert names(after)[: len(told)] == told
    umpire = begun_with_a_card()
    umpire.see(lies(3.5, F="F5", W="W6 WE", E="E4", A="A7"))
    assert names(umpire.see(lies(5.0, F="F5", W="W3 WE", E="E4", A="A7"))) == ["restored"]
    assert umpire.status(5.0).moves == 1


def begun_with_a_card() -> Umpire:
    umpire = play.referee(play.usual())
    umpire.see(lies(1.0, F="F5", W="W3", E="E4", A="A7"))
    assert names(umpire.see(lies(2.0, F="F5", W="W3 WE", E="E4", A="A7"))) == ["move"]
    return umpire
