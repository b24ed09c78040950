"""Whole games on the virtual table, from "New game" to the shelf, by nothing but fingers on the page."""

import json
import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.rules.written.notation import play_text
from companion.games.himiki.rules.written.position_text import parse_position
from companion.games.himiki.rules.written.record import MoveEntry, Record
from companion.games.himiki.rules.written.record_text import parse_record
from tests.web.browsing import Phone
from tests.web.fingers import do, put
from tests.web.tables import START

pytestmark = pytest.mark.browser

DUEL: Final = [
    *("D5>BD4", "D2>BD3", "stop", "D4>BC4", "D3>BD4", "C4>BC3", "B2>BB1", "C3>BD3", "D4>BC4", "D3>BC3"),
    *("B1>BC1", "R-C1>PC1+C2>PC2", "C5>BC6"),
]
"""Both sides score; a replay is declined, another one taken by rotating, after which white must tilt."""

MUK_YAN: Final = (
    ("C5>BC4", None),
    ("C2>BC3", "KK"),
    ("D5>BD4", None),
    ("B2>BB3", "MK"),  # Action 8: he plays again, and rolls again for it.
    ("R-B3>BB4", "KK"),
    ("C4>BC5", None),
    ("B4>BC4", "HM"),
)
"""What is done for whom, and for Muk Yan the roll before it: the black cube, the white one."""


def set_up(held: Phone) -> None:
    """RULES 3.1: white one, black two, white two, black one."""
    held.page.get_by_role("button", name="Begin").click()
    held.says("Set-up")
    held.open("/table")
    held.says("Tap a square to put a cube on it.")
    cubes = {each[:2]: each for each in START.split(",")}
    for count, square in enumerate(("B5", "B2", "C2", "C5", "D5", "D2"), start=1):
        put(held, cubes[square])
        expect(held.page.locator(".board .cube:not(.ghost)")).to_have_count(count)


def after(position: Position, move: str) -> Position:
    return play_text(position, move).after


def shows(held: Phone, position: Position, white: str, black: str) -> None:
    """Whose turn it is and the score, as everybody at the table reads them."""
    name = white if position.seat.colour is Colour.WHITE else black
    if not position.over:
        if position.phase.replay:
            held.says(f"{name} may play again.")
        elif position.phase.must_tilt:
            held.says(f"{name} must tilt")
        else:
            held.says(f"{name} to play.")
    for colour, told in ((Colour.WHITE, white), (Colour.BLACK, black)):
        points = position.score[colour]
        expect(held.page.get_by_role("region", name=f"{told}: {points} of 5 points")).to_be_visible()


def kept(held: Phone, title: str, last: str, tmp_path: Path) -> Record:
    """The game as the page of games has it, and its record as this page hands it out."""
    held.open("/games")
    held.page.get_by_role("button", name=title).click()
    expect(held.page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile(re.escape(last)))
    held.page.get_by_text("More with this game").click()
    with held.page.expect_download() as told:
        held.page.get_by_role("link", name="Record", exact=True).click()
    there = tmp_path / "game.himiki.json"
    told.value.save_as(there)
    assert json.loads(there.read_text())["format"] == "himiki-record/1"
    return parse_record(there.read_text())


def moves_of(record: Record) -> list[str]:
    return [each.move for each in record.entries if isinstance(each, MoveEntry)]


def test_a_whole_duel_is_played_on_the_virtual_table(held: Phone, tmp_path: Path) -> None:
    held.open("/new")
    held.page.get_by_label("White").fill("Ada")
    held.page.get_by_label("Black").fill("Bo")
    set_up(held)
    position = parse_position(f"{START} w 0-0 --- -", Variant())
    shows(held, position, "Ada", "Bo")
    for move in DUEL:
        do(held, move)
        position = after(position, move)
        shows(held, position, "Ada", "Bo")
        expect(held.page.locator(".card.bad")).to_have_count(0)
    assert position.over
    held.says("Ada wins, 5 to 4!")
    held.open("/")
    held.says("Ada wins, 5 to 4!")
    held.shot("a-duel-is-over")
    record = kept(held, "Ada \u2013 Bo · 5\u20134", "C5 tilts to C6", tmp_path)
    assert moves_of(record) == DUEL
    assert record.result is not None
    assert (record.result.winner, tuple(record.result.score)) == (Colour.WHITE, (5, 4))
    assert record.players == {"w": "Ada", "b": "Bo"}


def says_roll(held: Phone, black: str, white: str) -> None:
    """What the spare cubes show, entered on Muk Yan's own page; then back to the board."""
    held.page.get_by_role("link", name="Roll", exact=True).click()
    entering = held.page.locator("details", has=held.page.get_by_text("We rolled the cubes"))
    entering.locator("summary").click()
    for die, element in (("black", black), ("white", white)):
        held.page.locator(f"label[for={die}-{element}]").click()
    held.page.get_by_role("button", name="That is the roll").click()
    held.says("His list for this roll")


def test_a_whole_game_against_muk_yan_is_played_with_his_list_on_the_page(
    held: Phone, tmp_path: Path
) -> None:
    held.open("/new")
    held.page.get_by_text("Muk Yan", exact=True).click()
    held.page.locator("fieldset", has=held.page.get_by_text("Your name")).get_by_role("textbox").fill("Ada")
    held.page.get_by_text("We roll the spare cubes").click()
    set_up(held)
    position = parse_position(f"{START} w 0-0 --- -", Variant(Mode.MUK_YAN))
    shows(held, position, "Ada", "Muk Yan")
    played: list[str] = []
    for move, roll in MUK_YAN:
        again = False
        if roll is not None:
            says_roll(held, *roll)
            taken = held.page.locator(".actions .taken")
            again = "play again" in taken.inner_text()
            expect(taken).to_contain_text(_words(move))
            held.shot("muk-yan-plays")
            held.page.go_back()
            held.says(f"Do it for him: {_words(move)}")
        do(held, move)
        played.append(move)
        position = after(position, move)
        if roll is not None and position.phase.replay and not again:
            played.append("stop")
            position = after(position, "stop")
        if roll is not None and not position.over and position.seat.colour is Colour.BLACK:
            expect(held.page.get_by_role("link", name="Roll", exact=True)).to_be_visible()
        else:
            shows(held, position, "Ada", "Muk Yan")
    assert position.over
    held.says("Muk Yan wins, 5 to 0!")
    held.open("/")
    held.says("Muk Yan wins, 5 to 0!")
    record = kept(held, "Ada \u2013 Muk Yan · 0\u20135", "B4 tilts to C4", tmp_path)
    assert moves_of(record) == played
    rolls = [each.roll for each in record.entries if isinstance(each, MoveEntry) and each.roll]
    assert ["".join(die.letter for die in roll) for roll in rolls] == [roll for _, roll in MUK_YAN if roll]


def _words(move: str) -> str:
    return f"{move[-6:-4]} tilts to {move[-2:]}"
