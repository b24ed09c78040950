"""Moves as text (FORMATS-YOKAI F2)."""

import pytest

from companion.games.rule_errors import MarkError, NotationError, RulesError
from companion.games.yokai.rules.written.notation import annotated, parse_move, play_text
from companion.games.yokai.rules.written.position_text import parse_position
from tests.yokai.tables import table

CALLED = table("F:5:FE.FE:FA", "E:43:-:-")
DISTRACTED = table("F:3:FE.FE:FA", "A:3:-:WA.WA", won="F4.F5.F6.F7/-")


def told(text: str, move: str) -> str:
    return annotated(play_text(parse_position(text), move))


@pytest.mark.parametrize(
    "move",
    [
        "FWc>F!E",
        "FWc->F!E",
        "FWc►F!E",
        "WFc>F!E",
        "FWc►F!E(E4)",
        "FWc►F!E+aE4",
        "FWc►F!E(E4)+aE4",
    ],
)
def test_a_call_is_read_in_all_its_readings(move: str) -> None:
    assert told(CALLED, move) == "FWc►F!E(E4)+aE4"


@pytest.mark.parametrize(
    "move", ["FWd>F!", "FWd>F!#", "FWd>F!(FA>A)", "FWd►F!(FA►A)#", "FWd►F!+aF3", "FWd►F!(FA►A)+aF3#"]
)
def test_a_distract_is_read_in_all_its_readings(move: str) -> None:
    assert told(DISTRACTED, move) == "FWd►F!(FA►A)+aF3#"


@pytest.mark.parametrize(
    "move",
    ["FWc►F!E(E3)", "FWc►F!E(FA►A)", "FWc►F!E+bE4", "FWc►F!E~E4", "FWc►F!E+aE4+aE4", "FWc►F!E#", "FWc►F(E4)"],
)
def test_what_is_said_of_a_move_has_to_be_true(move: str) -> None:
    with pytest.raises(MarkError) as caught:
        told(CALLED, move)
    assert str(caught.value)


@pytest.mark.parametrize(
    "move",
    [
        *[
            "",
            "FW",
            "FW>",
            "fw>F",
            "FW>X",
            "FX>F",
            "FWe>F",
            "FW>F!!",
            "FW>F+aF3(E4)",
            "FW>F#+aF3",
            "end.",
            "End",
        ],
        *["draw", "draw.", "draw.??", "draw.F", "reveal", "reveal.F", "reveal.F8", "reveal.?", "draw.FW#"],
        *["FW>F" + "+aF3" * 100, "F W>F", "FW>>F"],
    ],
)
def test_what_is_no_move_is_refused(move: str) -> None:
    with pytest.raises(NotationError):
        parse_move(move)


def test_a_drawn_card_may_be_turned_as_well() -> None:
    draw = table(phase="draw", hands="?3/?3")
    assert told(draw, "draw.WFc") == "draw.FWc"
    with pytest.raises(RulesError):
        told(draw, "draw.FF")
