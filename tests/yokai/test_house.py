"""A house that plays otherwise says so in one place."""

import json
from dataclasses import fields
from pathlib import Path

import pytest

from companion.games.yokai.rules.cards import FILE, read_cards
from companion.games.yokai.rules.ending import score
from companion.games.yokai.rules.house import READINGS, House, Rulings
from companion.games.yokai.rules.position import start_position
from companion.games.yokai.rules.written.position_text import parse_position, position_text
from tests.yokai.tables import after, field, legal, table, told


def house(**readings: str) -> House:
    return House(rulings=Rulings(**readings))


def test_other_cards_in_the_file_are_other_cards_in_the_game(tmp_path: Path) -> None:
    cards = json.loads(FILE.read_text(encoding="utf-8"))
    cards["yokai"] = [each for each in cards["yokai"] if each["value"] != 7]
    cards["sketches"] = [each for each in cards["sketches"] if each["code"] != "FWc"]
    other = tmp_path / "cards.json"
    other.write_text(json.dumps(cards), encoding="utf-8")
    played = House(cards=read_cards(other))
    start = start_position(played.cards)
    assert position_text(start, played) == (
        "F:????:-:- W:????:-:- E:????:-:- A:????:-:- a draw ?3/?3 ?29 - -/-"
    )
    shown = after(
        position_text(start, played), "reveal.F6", "reveal.W6", "reveal.E6", "reveal.A6", house=played
    )
    assert "draw.FWd" in legal(shown, played)
    assert "draw.FWc" not in legal(shown, played)
    with pytest.raises(ValueError, match="no pile"):
        parse_position("F:7????:-:- W:????:-:- E:????:-:- A:????:-:- a draw ?3/?3 ?29 - -/-", played)


@pytest.mark.parametrize("wrong", ["format", "sketch", "yokai"])
def test_a_file_of_cards_that_cannot_be_is_refused(wrong: str, tmp_path: Path) -> None:
    cards = json.loads(FILE.read_text(encoding="utf-8"))
    match wrong:
        case "format":
            cards["format"] = "cards/0"
        case "sketch":
            cards["sketches"][0]["code"] = "FF"
        case _:
            cards["yokai"][0]["code"] = "F4"
    other = tmp_path / "cards.json"
    other.write_text(json.dumps(cards), encoding="utf-8")
    with pytest.raises(ValueError, match=r"cards\.json"):
        read_cards(other)


def test_a_called_yokai_may_flee_home() -> None:
    """Y5.4, the other reading."""
    before = table("F:E43:FE:FA.FA", "E:7:-:-")
    assert field(after(before, "FW>F"), "F") == "F:3????E4:-:-"
    home = after(before, "FW>F", house=house(scared_to="colour"))
    assert (field(home, "F"), field(home, "E")) == ("F:3????:-:-", "E:7???4:-:-")


def test_a_called_yokai_may_count_for_its_pile() -> None:
    """Y6.4, the other reading."""
    over = parse_position(table("F:-:-:-", phase="over", hands="?3/?3", won="F3.F7.W5F/F4.F5.F6"))
    assert score(over).colours == (2, 1)
    assert score(over, house(tie_colour="pile")).winner is None


def test_a_distracted_card_may_lie_innermost() -> None:
    """Y8.2, the other reading."""
    before = table("F:7:-:FA", "A:7:EA:WA")
    assert field(after(before, "FWd>F!", house=house(moved_to="innermost")), "A") == "A:7????:EA:FA.WA"


def test_the_goal_of_a_distract_may_be_counted_first() -> None:
    """Y8.4, the other reading."""
    before = table("F:3:FE.FE:FA", "A:3:-:WA.WA", won="F4.F5.F6.F7/-")
    assert told(before, "FWd>F!", house(first_count="goal")) == "FWd►F!(FA►A)+bA3+aF3#"


def test_a_reading_that_there_is_not_is_refused() -> None:
    assert set(READINGS) == {each.name for each in fields(Rulings)}
    with pytest.raises(ValueError, match="scared_to is one of pile, colour"):
        house(scared_to="away")
