"""The rule book has every rule, every tile drawn as the rules know it, and moves that can be written."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from companion.games.rr.drawing import tile_drawn
from companion.games.rr.pages.rule_book import book, rendered
from companion.games.rr.rules.tiles import FACES, TILES, Tile
from companion.games.rr.rules.written.notation import read_move
from companion.words import catalogues
from tests.rr.test_rules_are_covered import NUMBERS

BOOK = Path(__file__).parents[2] / "docs" / "rr"
TEXT = (BOOK / "rules.md").read_text(encoding="utf-8")


def test_the_rule_book_has_every_rule_once() -> None:
    numbers = re.findall(r"^#{2,3} (R[0-9]+(?:\.[0-9]+)?)", TEXT, re.MULTILINE)
    assert sorted(set(numbers) - {f"R{part}" for part in range(1, 11)} | {"R7"}) == sorted(NUMBERS)
    assert len(set(numbers)) == len(numbers)


def test_every_tile_is_drawn_and_named_under_its_rule() -> None:
    for tile, face in FACES.items():
        assert f"![{face.name}](tiles/{tile}.svg)" in TEXT.split(f"### {face.rule}\n")[1].split("###")[0]


RULING = {"fr": "Décision", "it": "Decisione", "de": "Entscheidung", "es": "Decisión", "nl": "Beslissing"}


@pytest.mark.parametrize("language", RULING)
def test_the_other_languages_say_the_same_under_the_same_numbers(language: str) -> None:
    other = book(language).read_text(encoding="utf-8")
    for told in (r"^#{2,3} (R[0-9.]+)", r"`([a-z]{2}@[^`]+)`", r"\]\(tiles/([a-z]{2})\.svg\)"):
        assert re.findall(told, other, re.MULTILINE) == re.findall(told, TEXT, re.MULTILINE)
    assert other.count(f"**{RULING[language]}.**") == TEXT.count("**Ruling.**")
    words = catalogues.translations(language)
    for tile, face in FACES.items():
        assert f"![{words[face.name]}](tiles/{tile}.svg)" in other
    assert f"/api/v1/rr/tiles/{language}/ki.svg" in rendered(language)


@pytest.mark.parametrize("tile", TILES)
def test_the_drawings_show_what_the_rules_say(tile: Tile) -> None:
    drawn = tile_drawn(tile)
    assert (BOOK / "tiles" / f"{tile}.svg").read_text(encoding="utf-8") == drawn
    assert ET.fromstring(drawn).get("aria-label", "").startswith(FACES[tile].name)


def test_every_move_of_the_rule_book_can_be_written() -> None:
    moves = re.findall(r"`([a-z]{2}@[^`]+)`", TEXT)
    assert len(moves) > 15
    for move in moves:
        read_move(move)
