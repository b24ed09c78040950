"""Position strings (FORMATS-YOKAI F1)."""

import pytest

from companion.games.rule_errors import NotationError, PositionError
from companion.games.yokai.rules.written.position_text import parse_position, position_text
from tests.yokai.tables import after, faults, legal, table

START = "F:?????:-:- W:?????:-:- E:?????:-:- A:?????:-:- a draw ?3/?3 ?30 - -/-"
OVER = table("F:-:FA:-", phase="over", hands="?3/?2", won="F3.F4.F5/F6.F7")


@pytest.mark.parametrize("text", [START, OVER, table("F:53:FW.FE:FA", "W:7E4:-:WAd")])
def test_a_position_is_printed_as_it_is_read(text: str) -> None:
    assert position_text(parse_position(text)) == text


def test_lists_may_come_in_any_order_and_are_printed_sorted() -> None:
    mixed = "F:7????:-:- W:?????:-:- E:???:-:- A:?????:-:- a play0 ?2.WA.FW/FEd.FE.FA ?26 WE.EAd.EA E4.E3/-"
    text = position_text(parse_position(mixed))
    assert text.split(" ")[6:] == ["FW.WA.?2/FA.FE.FEd", "?26", "EA.EAd.WE", "E3.E4/-"]


@pytest.mark.parametrize(
    ("was", "given", "code"),
    [
        ("F:?????:-:-", "F:????:-:-", "yokai-count"),
        ("F:?????:-:-", "F:5????W3:-:-", "yokai-count"),
        ("F:?????:-:-", "F:55???:-:-", "yokai-twice"),
        ("F:?????:-:-", "F:F5????:-:-", "bad-pile"),
        ("F:?????:-:-", "F:8????:-:-", "bad-pile"),
        ("F:?????:-:-", "F::-:-", "bad-pile"),
        ("F:?????:-:-", "W:?????:-:-", "bad-pile"),
        ("F:?????:-:-", "F:?????:-", "bad-pile"),
        ("F:?????:-:-", "F:?????:FW.:-", "bad-row"),
        ("F:?????:-:-", "F:?????:WF:-", "bad-row"),
        ("F:?????:-:-", "F:?????:WE:-", "at-wrong-pile"),
        ("F:?????:-:-", "F:?????:FW.FW.FW.FW.FA.FA:FE", "too-many-lying"),
        ("F:?????:-:-", "F:-:-:-", "empty-not-over"),
        (" a ", " c ", "bad-turn"),
        (" draw ", " play3 ", "bad-phase"),
        (" draw ", " over ", "over-without-empty"),
        ("?3/?3", "?4/?3", "hand-size"),
        ("?3/?3", "?3", "bad-hands"),
        ("?3/?3", "?03/?3", "bad-hands"),
        ("?3/?3", "?1.?2/?3", "bad-hands"),
        ("?3/?3", "?0/?3", "bad-hands"),
        ("?3/?3", "FWc.FWc.?1/?3", "too-many-copies"),
        ("?30", "?29", "sketch-count"),
        ("?30", "FW.?29", "bad-deck"),
        ("?30", "?030", "bad-deck"),
        ("?30", "-", "deck-listed"),
        (" - -/-", " FX -/-", "bad-discard"),
        ("-/-", "-", "bad-won"),
        ("-/-", "F5F/-", "bad-won"),
        ("-/-", "F5FW/-", "bad-won"),
        ("-/-", "F2/-", "bad-won"),
    ],
)
def test_what_cannot_be_is_refused(was: str, given: str, code: str) -> None:
    assert faults(START) == []
    assert code in faults(START.replace(was, given, 1))


def test_all_faults_are_named() -> None:
    text = START.replace(" a draw ", " c sleep ").replace("F:?????", "F:x").replace("-/-", "-")
    assert faults(text) == ["bad-pile", "bad-turn", "bad-phase", "bad-won"]
    with pytest.raises(PositionError, match="W5 in two places; 6 Yokai of W: there are 5"):
        parse_position(START.replace("W:?????", "W:5????").replace("-/-", "W5/-"))


def test_hands_on_turn_hold_four_minus_the_cards_played() -> None:
    for phase, most in (("draw", 3), ("play0", 4), ("play1", 3), ("play2", 2)):
        assert faults(table(phase=phase, hands=f"?{most}/?3")) == []
        assert faults(table(phase=phase, hands=f"?{most + 1}/?3")) == ["hand-size"]
        assert faults(table(phase=phase, turn="b", hands=f"?4/?{most}")) == ["hand-size"]


def test_not_ten_fields_are_no_position() -> None:
    for text in ("", START + " -", START.replace(" - ", " "), START.replace(" - ", "  ")):
        with pytest.raises((NotationError, PositionError)):
            parse_position(text)


def test_an_empty_hand_in_play_can_only_pass_or_end() -> None:
    assert legal(table(hands="-/?3")) == ["pass"]
    assert legal(table(phase="play1", hands="-/?3")) == ["end"]


def test_a_finished_game_reveals_nothing_and_keeps_the_turn() -> None:
    over = after(table("F:3:FE.FE:-", "W:3:FW.FW:-", won="F4.F5.F6.F7/-"), "WE>W", "reveal.W4", "FW>F")
    assert over.split(" ")[4:6] == ["a", "over"]
    hidden = OVER.replace("W:7????", "W:?????")
    assert legal(hidden) == []
