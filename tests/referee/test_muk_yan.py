"""Muk Yan at the table: his dice, his announcement, and whether it is carried out (RULES 6)."""

from collections import Counter
from itertools import product

import pytest

from companion.games.himiki.referee.decisions import DecisionError
from companion.games.himiki.referee.events import Move, MukYan, Uncertain, Violation
from companion.games.himiki.referee.game.mukyan import rolled
from companion.games.himiki.rules.variant import Mode, Variant
from tests.referee.eye import Eye
from tests.referee.random_tables import RandomTable
from tests.referee.table import Table, names, only, table

START = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -"


def alone(start: str = START, **others: object) -> Table:
    return table(Variant(Mode.MUK_YAN), start, **others)


def test_his_dice_are_rolled_and_what_he_does_is_said_in_words() -> None:
    here = alone(seed=1)
    said = here.play("B5>BB4")
    assert names(said) == ["move", "turn", "muk_yan"]
    told = only(said, MukYan)
    assert told.text.startswith("Muk Yan ")
    assert told.move.split(">")[0] in told.text
    assert here.status.muk_yan == told


def test_the_same_game_rolls_the_same_dice_and_undo_does_not_roll_again() -> None:
    """RULES 6.2."""
    here = alone(seed=7)
    first = only(here.play("B5>BB4"), MukYan)
    here.decide("undo")
    here.carry("B4", None)
    here.put("B5wHMK")
    assert only(here.play("B5>BB4"), MukYan).roll == first.roll


def test_the_dice_are_fair() -> None:
    counts = Counter(rolled(3, number) for number in range(9000))
    assert len(counts) == 9
    assert all(850 < count < 1150 for count in counts.values())


def test_dice_can_be_entered_instead() -> None:
    """RULES 6.2: the black cube gives the row."""
    here = alone(own_dice=False)
    here.play("B5>BB4")
    assert here.status.awaits_roll
    told = only(here.decide("roll", black="H", white="K"), MukYan)
    assert told.roll == ("H", "K")
    with pytest.raises(DecisionError):
        here.decide("roll", black="H", white="K")


def test_what_he_said_is_carried_out_and_nothing_else() -> None:
    """RULES 6.2."""
    here = alone(own_dice=False)
    here.play("B5>BB4")
    told = only(here.decide("roll", black="M", white="M"), MukYan)
    other = "D2>BE2" if told.move != "D2>BE2" else "D2>BD1"
    violation = only(here.play(other), Violation)
    assert (violation.rule, violation.code) == ("6.2", "muk-yan-otherwise")
    assert told.text in violation.text
    assert violation.restore[0].source == other[-2:]
    here.carry(other[-2:], None)
    assert names(here.put("D2bKHM")) == ["restored"]
    carried = here.play(told.move)
    assert only(carried, Move).roll == ("M", "M")
    assert here.status.turn == "w"


def test_a_wrong_move_may_be_put_right_at_once() -> None:
    here = alone(own_dice=False)
    here.play("B5>BB4")
    told = only(here.decide("roll", black="M", white="M"), MukYan)
    right = here.after(told.move)
    here.play("D2>BD1" if told.move != "D2>BD1" else "D2>BE2")
    assert names(here.lay(right))[:2] == ["restored", "move"]


def test_after_action_eight_he_rolls_again() -> None:
    """RULES 6.7."""
    actions = set()
    for black, white in product("HMK", repeat=2):
        here = alone("B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,E4wMHK w 0-0 --- -", own_dice=False)
        here.play("B5>BB4")
        told = only(here.decide("roll", black=black, white=white), MukYan)
        here.play(told.move)
        actions.add((told.action == 8, here.status.replay))
        if told.action == 8:
            assert here.status.awaits_roll
    assert actions == {(True, True), (False, False)}


def test_after_any_other_action_he_stops_where_a_replay_is_offered() -> None:
    """RULES 6.7."""
    game = RandomTable(Variant(Mode.MUK_YAN), 0, Eye(0))
    game.play(40)
    assert game.told == game.truth
    stops = [event for event in game.events if isinstance(event, Move) and event.move == "stop"]
    assert {event.by for event in stops} >= {"b"}


def test_a_side_that_matters_is_asked_for_and_answered() -> None:
    """RULES 6.6: a block needs all three axes."""
    asked = 0
    for seed in range(30):
        hidden = alone(
            "B2bH??,B5wHMK,C2bM??,C5wMKH,D2bK??,D5wKHM w 0-0 --- -",
            cubes=START.split(" ", maxsplit=1)[0],
            eye=Eye(sides=False),
            seed=seed,
        )
        said = hidden.play("B5>BB4")
        question = hidden.status.question
        if question is None:
            assert names(said)[-1] == "muk_yan"
            continue
        asked += 1
        assert only(said, Uncertain).code == "which-side"
        assert len(question.options) == 2
        while (question := hidden.status.question) is not None:
            square = str(question.values["square"])
            side = {"H": "fire", "M": "water", "K": "wood"}[START[START.index(square) + 4]]
            hidden.decide("answer", option=side)
        assert hidden.status.muk_yan is not None
    assert asked
