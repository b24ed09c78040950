"""`docs/formats.md` is the document that comments name, and tells what the program does."""

import re
from pathlib import Path

import pytest

from companion.games.himiki.referee.decisions import NAMES
from companion.games.himiki.referee.events import KINDS
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.notation import parse_move
from companion.games.himiki.rules.written.position_text import parse_position, position_text

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs/formats.md").read_text(encoding="utf-8")

SECTIONS = dict(re.findall(r"^## (\d) (.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL))

NAMED = re.compile(r"\bFORMATS(?!-)(?: (\d))?")
OF_A_GAME = re.compile(r"\bFORMATS-([A-Z]+)(?: (F\d))?")
"""A game after the first has a document of its own, `docs/rr/formats.md`."""


def rows(section: str) -> list[str]:
    """What the first column of its tables names in backticks."""
    lines = (line for line in SECTIONS[section].splitlines() if line.startswith("| "))
    return [name for line in lines for name in re.findall(r"`([^`]+)`", line.split(" | ", maxsplit=1)[0])]


def named_by(source: str) -> list[str]:
    return NAMED.findall(source)


def test_every_section_that_a_comment_names_is_there() -> None:
    for room in ("companion", "vision", "calibration", "hardware", "tests"):
        for path in (ROOT / room).rglob("*.py"):
            if path != Path(__file__):
                named = named_by(path.read_text(encoding="utf-8"))
                assert all(number in SECTIONS for number in named), path


def test_every_section_of_a_game_that_a_comment_names_is_there() -> None:
    for path in (ROOT / "companion").rglob("*.py"):
        for game, number in OF_A_GAME.findall(path.read_text(encoding="utf-8")):
            told = (ROOT / "docs" / game.lower() / "formats.md").read_text(encoding="utf-8")
            assert re.search(rf"^## {number or 'none'} ", told, re.MULTILINE), path


def test_a_section_that_is_not_there_is_found() -> None:
    assert named_by("FORMATS 4, FORMATS") == ["4", ""]
    assert not {"9", ""} & set(SECTIONS)


def test_every_event_is_told() -> None:
    assert sorted(rows("4")) == sorted(["event", *KINDS])


def test_every_decision_is_told() -> None:
    assert sorted(set(rows("7"))) == sorted(["decision", *NAMES])


@pytest.mark.parametrize("move", rows("2"))
def test_every_move_can_be_read(move: str) -> None:
    parse_move(move)


def test_the_position_of_the_example_is_one() -> None:
    (shown,) = re.findall(r"first cube: `([^`]+)`", SECTIONS["1"])
    assert position_text(parse_position(shown, Variant())) == shown
