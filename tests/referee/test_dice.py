"""Muk Yan's roll seen in the tray: which throw counts, and which does not (RULES 6.2, 6.7)."""

from dataclasses import dataclass, replace
from itertools import product

import pytest

from companion.games.himiki.referee.decisions import DecisionError
from companion.games.himiki.referee.events import Event, Move, MukYan
from companion.games.himiki.rules.cubes import element_lettered
from companion.games.himiki.rules.variant import Mode, Variant
from tests.referee.eye import Eye
from tests.referee.table import Table, names, only, table
from vision.cubes.seen import CubeSighting, Dice, Lies
from vision.frames import Seconds

START = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -"
NEARLY = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,E4wMHK w 0-0 --- -"
"""After B5>BB4 some rolls make him play again (action 8)."""


NOTHING = Dice(Lies.EMPTY)


@dataclass
class TrayEye(Eye):
    """Sees a tray beside the board as well."""

    dice: Dice | None = NOTHING

    def look(self, board: bytes) -> CubeSighting:
        return replace(super().look(board), dice=self.dice)

    def hand(self) -> CubeSighting:
        return replace(super().hand(), dice=self.dice)


class AtTheTray:
    """A person who plays, and throws the two spare cubes."""

    def __init__(self, start: str = START, **others: object) -> None:
        self.eye = TrayEye()
        self.table: Table = table(
            Variant(Mode.MUK_YAN), start, **{"own_dice": False, "eye": self.eye, **others}
        )

    def throw(self, faces: str, *, looks: int = 3) -> list[Event]:
        """A hand over the tray, then the cubes lie there; black first."""
        said = self.disturb()
        black, white = map(element_lettered, faces)
        self.eye.dice = Dice(Lies.READ, (black, white), Seconds(self.eye.t))
        return said + self.table.look(looks)

    def disturb(self) -> list[Event]:
        self.eye.dice = Dice(Lies.DISTURBED)
        return self.table.look(2)

    def wait(self, seconds: float) -> list[Event]:
        return self.table.look(round(seconds / self.eye.every))


def test_a_throw_in_the_tray_is_his_roll() -> None:
    """RULES 6.2: the black cube gives the row, the white one the column."""
    here = AtTheTray()
    here.table.play("B5>BB4")
    assert (here.table.status.awaits_roll, here.table.status.dice) == (True, "throw")
    told = only(here.throw("HK"), MukYan)
    assert told.roll == ("H", "K")
    assert (here.table.status.awaits_roll, here.table.status.dice) == (False, None)
    assert only(here.table.play(told.move), Move).roll == ("H", "K")


def test_the_seen_roll_and_the_entered_one_are_answered_alike() -> None:
    for faces in map("".join, product("HMK", repeat=2)):
        seen, entered = AtTheTray(), AtTheTray()
        seen.table.play("B5>BB4")
        entered.table.play("B5>BB4")
        by_throw = only(seen.throw(faces), MukYan)
        by_word = only(entered.table.decide("roll", black=faces[0], white=faces[1]), MukYan)
        assert replace(by_throw, t=0) == replace(by_word, t=0)


def test_while_cubes_roll_or_cannot_be_read_nothing_is_claimed() -> None:
    here = AtTheTray()
    here.table.play("B5>BB4")
    assert here.disturb() == []
    assert here.table.status.dice == "rolling"
    here.eye.dice = Dice(Lies.UNREAD)
    assert here.wait(5) == []
    assert (here.table.status.awaits_roll, here.table.status.dice) == (True, "unread")


def test_cubes_that_lay_there_before_anybody_threw_are_no_roll() -> None:
    here = AtTheTray()
    here.eye.dice = Dice(Lies.READ, (element_lettered("H"), element_lettered("K")), None)
    here.table.play("B5>BB4")
    assert here.wait(5) == []
    assert here.table.status.dice == "throw"


def test_cubes_thrown_long_before_his_turn_are_no_roll() -> None:
    """Somebody played with them while thinking."""
    here = AtTheTray()
    assert here.throw("HH") == []
    here.wait(4)
    assert "muk_yan" not in names(here.table.play("B5>BB4"))
    assert here.wait(3) == []
    assert only(here.throw("KM"), MukYan).roll == ("K", "M")


def test_whoever_throws_as_soon_as_the_own_cube_is_down_has_thrown_for_him() -> None:
    here = AtTheTray()
    after = here.table.after("B5>BB4")
    here.eye.dice = Dice(Lies.READ, (element_lettered("M"), element_lettered("M")), Seconds(here.eye.t + 0.2))
    assert only(here.table.lay(after), MukYan).roll == ("M", "M")


def second_roll() -> tuple[AtTheTray, MukYan]:
    for faces in map("".join, product("HMK", repeat=2)):
        here = AtTheTray(NEARLY)
        here.table.play("B5>BB4")
        told = only(here.throw(faces), MukYan)
        if told.action == 8:
            here.table.play(told.move)
            return here, told
    raise AssertionError("no roll makes him play again")


def test_for_his_second_roll_the_cubes_are_thrown_again() -> None:
    """RULES 6.7: after action 8 he rolls again; what lies there is used."""
    here, told = second_roll()
    assert here.table.status.awaits_roll
    assert here.table.status.dice == "throw"
    assert here.wait(5) == []
    again = only(here.throw("".join(told.roll)), MukYan)
    assert again.roll == told.roll, "the same faces may be thrown again"


def test_a_roll_that_is_said_wins_and_uses_up_what_lies_there() -> None:
    here = AtTheTray(NEARLY)
    here.table.play("B5>BB4")
    here.disturb()
    told = only(here.table.decide("roll", black="M", white="K"), MukYan)
    here.eye.dice = Dice(Lies.READ, (element_lettered("H"), element_lettered("H")), Seconds(here.eye.t))
    assert "muk_yan" not in names(here.wait(2))
    assert here.table.status.muk_yan == told


def test_with_a_violation_open_the_roll_waits_until_it_is_put_right() -> None:
    here = AtTheTray()
    here.table.play("B5>BB4")
    here.table.carry("C5", "A1")
    here.wait(3)
    assert here.table.status.violation is not None
    assert "muk_yan" not in names(here.throw("KK"))
    said = here.table.carry("A1", "C5")
    assert names(said)[:1] == ["restored"]
    assert only([*said, *here.wait(1)], MukYan).roll == ("K", "K")


def test_the_companions_own_dice_do_not_look_at_the_tray() -> None:
    here = AtTheTray(own_dice=True, seed=1)
    told = only(here.table.play("B5>BB4"), MukYan)
    here.throw("HH")
    assert here.table.status.muk_yan == told
    assert here.table.status.dice is None


def test_without_a_tray_the_roll_is_entered_as_before() -> None:
    here = AtTheTray()
    here.eye.dice = None
    here.table.play("B5>BB4")
    assert (here.table.status.awaits_roll, here.table.status.dice) == (True, None)
    assert only(here.table.decide("roll", black="H", white="H"), MukYan).roll == ("H", "H")
    with pytest.raises(DecisionError):
        here.table.decide("roll", black="H", white="H")


def test_after_an_undo_the_cubes_that_were_counted_do_not_count_again() -> None:
    here = AtTheTray()
    here.table.play("B5>BB4")
    here.throw("HK")
    here.table.decide("undo")
    here.table.lay(here.table.after("B4>BB5"))
    here.wait(4)
    here.table.play("B5>BB4")
    assert here.wait(3) == []
    assert here.table.status.dice == "throw"


def test_after_a_power_cut_the_cubes_have_to_be_thrown_again() -> None:
    here = AtTheTray()
    here.table.play("B5>BB4")
    eye = TrayEye(t=here.eye.t)
    eye.dice = Dice(Lies.READ, (element_lettered("H"), element_lettered("K")), None)
    again = Table(here.table.game, board=here.table.board, eye=eye, events=here.table.events)
    assert again.status.awaits_roll
    assert "muk_yan" not in names(again.look(12))
    here.table, here.eye = again, eye
    assert only(here.throw("HK"), MukYan).roll == ("H", "K")
