"""A table without a camera: a whole game that is said, card by card, undone, resumed and handed on."""

import json

import pytest

from companion.games.decisions import Refused, SetPosition, Undo
from companion.games.yokai import play
from companion.games.yokai.agreed import Agreed
from companion.games.yokai.referee.dealer import Dealer
from companion.games.yokai.referee.decisions import FromHand
from companion.games.yokai.rules.cards import CARDS
from companion.games.yokai.rules.legal import legal_moves
from companion.games.yokai.rules.moves import Draw, End, Lay
from companion.games.yokai.rules.position import Phase, Player, due
from companion.games.yokai.rules.written.notation import bare
from companion.games.yokai.rules.written.position_text import parse_position
from companion.games.yokai.rules.written.record import replay
from tests.yokai.said import TOPS, again, begun, played_out, position, said
from vision.frames import Seconds

DEALT = Agreed({"a": "Ada"}, hands="dealt", seed=11)


# Real cards


def test_the_four_tops_are_told_and_the_game_begins() -> None:
    umpire = play.referee(play.usual())
    first = said(umpire, "reveal.F4", "reveal.W5", "reveal.E3")
    assert [each.name for each in first] == ["reveal"] * 3
    assert [each.name for each in said(umpire, "reveal.A7")] == ["reveal", "ready", "turn"]
    assert umpire.status(0.0).turn == "a"


def test_a_card_that_is_said_brings_its_draw_along() -> None:
    """Y3.2: nobody tells the phone of a draw."""
    umpire = begun()
    (move,) = said(umpire, "FW>F")
    assert (move.as_json()["move"], move.as_json()["unseen"]) == ("FW►F", ["draw.?"])
    stands = parse_position(position(umpire))
    assert (stands.phase, stands.hands[Player.A].size, stands.deck) == (Phase.PLAY1, 3, 29)


def test_a_yokai_is_won_its_sketches_leave_and_the_next_is_told() -> None:
    umpire = begun()
    events = said(umpire, "FE>E", "WE>E", "EA>E")
    assert events[-2].as_json()["move"] == "EA►E+aE3"
    assert events[-1].name == "turn"
    assert umpire.status(0.0).points == (3, 0)
    with pytest.raises(Refused, match=r"Y5\.5"):
        said(umpire, "FW>F")
    said(umpire, "reveal.E7", "FW>F")
    assert position(umpire).split()[2] == "E:7???:-:-"


def test_what_no_rule_allows_is_refused_and_changes_nothing() -> None:
    umpire = begun()
    before = position(umpire)
    for text in ("FW>E", "pass", "FWc>F!F", "FWd>F!", "draw.?", "reveal.F5", "nonsense", "end"):
        with pytest.raises(Refused):
            said(umpire, text)
    assert position(umpire) == before


def test_undo_takes_back_one_entry_after_the_other_to_the_very_start() -> None:
    umpire = play.referee(play.usual())
    stood = [position(umpire)]
    for text in (*(f"reveal.{top}" for top in TOPS), "FE>E", "WE>E", "EA>E", "reveal.E5", "FW>F", "end"):
        said(umpire, text)
        stood.append(position(umpire))
    for earlier in reversed(stood[:-1]):
        umpire.decide(Undo(), Seconds(3.0))
        assert position(umpire) == earlier
    with pytest.raises(Refused):
        umpire.decide(Undo(), Seconds(3.0))


def test_what_lies_there_can_be_said_and_undone() -> None:
    umpire = begun()
    before = position(umpire)
    said(umpire, "FW>F")
    stands = position(umpire)
    put = stands.replace("F:4????:FW:-", "F:4????:-:FW")
    events = umpire.decide(SetPosition(put), Seconds(2.0))
    assert events[0].as_json()["reason"] == "position"
    assert position(umpire) == put
    with pytest.raises(Refused):
        umpire.decide(SetPosition(put.replace("F:4????", "F:4???")), Seconds(2.0))
    umpire.decide(Undo(), Seconds(3.0))
    assert position(umpire) == stands
    umpire.decide(Undo(), Seconds(3.0))
    assert position(umpire) == before


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", [Agreed(), DEALT, Agreed(levels={"b": "adept"}, hands="dealt", seed=5)])
def test_a_whole_game_outlives_a_power_cut_at_any_moment(game: Agreed, seed: int) -> None:
    umpire, events = played_out(game, seed)
    assert events[-1].name == "over"
    after = again(game, events)
    assert position(after) == position(umpire)
    assert after.record() == umpire.record()
    for cut in range(0, len(events), 17):
        assert again(game, events[:cut]) is not None
    assert replay(umpire.record()).fault is None


@pytest.mark.parametrize("game", [Agreed(), DEALT])
def test_a_record_comes_in_again_as_the_same_game(game: Agreed) -> None:
    _, events = played_out(game, 2)
    for kept in (events, events[: len(events) // 2]):
        for plain in (False, True):
            text = play.record_text(play.record_of(game, kept), plain=plain)
            back, told = play.imported(text)
            assert play.record_text(play.record_of(back, told), plain=plain) == text


# What the companion deals


def test_hands_come_from_one_deck_and_nothing_is_in_two_places() -> None:
    """Conservation of the 36 sketches, through shuffles of the discard (Y3.3)."""
    shuffled = 0
    for seed in range(6):
        game = Agreed(hands="dealt", seed=seed)
        umpire, _ = played_out(game, seed)
        course = umpire.course
        dealer = Dealer(seed, CARDS)
        for number in range(0, len(course.steps) + 1, 9):
            steps = course.steps[:number]
            stands = steps[-1].after if steps else course.start
            hands = dealer.hands(steps)
            assert [len(each) for each in hands] == [each.size for each in stands.hands]
            lying = [*hands.a, *hands.b, *stands.discard.known]
            lying += [card for pile in stands.piles for row in pile.rows for card in row]
            assert all(lying.count(kind) <= CARDS.copies[kind] for kind in CARDS.kinds)
            assert len(lying) + int(str(stands.deck)) == 36
        shuffled += any(isinstance(each.move, Draw) and each.before.deck == 0 for each in course.steps)
    assert shuffled


def test_only_a_card_of_the_hand_is_played_and_only_in_turn() -> None:
    umpire = play.referee(DEALT)
    hands = umpire.hands
    assert hands is not None
    lacking = next(kind for kind in CARDS.kinds if kind not in hands.a)
    for side, text in (("a", f"{lacking}>{lacking[0]}"), ("b", f"{hands.b[0]}>{hands.b[0][0]}")):
        with pytest.raises(Refused):
            umpire.decide(FromHand(side, text), Seconds(1.0))
    with pytest.raises(Refused, match="phone"):
        said(umpire, f"{hands.a[0]}>{hands.a[0][0]}")
    umpire.decide(FromHand("a", f"{hands.a[0]}>{hands.a[0][0]}"), Seconds(1.0))
    assert umpire.status(0.0).moves == 1


def test_nothing_that_is_told_or_handed_on_says_what_is_in_a_hand() -> None:
    """Two deals that differ in what is hidden are told alike for as long as the same cards are laid."""
    umpire, events = played_out(DEALT, 3)
    told = json.dumps([event.as_json() for event in events])
    assert "?" in told
    assert str(DEALT.seed) not in json.dumps(umpire.status(0.0).as_json()["position"])
    hidden = parse_position(position(umpire))
    assert not any(hand.known for hand in hidden.hands)
    assert isinstance(hidden.deck, int)
    for each in (event.as_json().get("position", "") for event in events):
        if each:
            assert set(each.split()[6].split("/")) <= {"?1", "?2", "?3", "?4", "-"}
    record = play.record_text(umpire.record())
    assert "draw.?" in record
    assert not any(f"draw.{kind}" in record for kind in CARDS.kinds)
    assert "seed" not in record


def test_a_level_is_asked_with_what_it_may_know() -> None:
    game = Agreed(levels={"a": "master"}, hands="dealt", seed=8)
    umpire = play.referee(game)
    umpire.tick(0.0)
    asked = umpire.asked
    assert asked is not None
    assert not asked.position.hands[Player.B].known
    assert isinstance(asked.position.deck, int)
    assert asked.position.hands[Player.A].size == 4
    assert play.answered(asked) == play.answered(asked)
    assert isinstance(play.answered(asked).move, Lay)
    with pytest.raises(Refused):
        umpire.decide(FromHand("a", "end"), Seconds(1.0))
    before = position(umpire)
    while umpire.asked is not None:
        umpire.decide(play.answered(umpire.asked), Seconds(1.0))
    assert umpire.status(0.0).turn == "b"
    with pytest.raises(Refused):
        umpire.decide(Undo(), Seconds(1.0))
    assert position(umpire) != before


def test_undo_takes_back_what_a_level_has_answered_too() -> None:
    game = Agreed(levels={"b": "novice"}, hands="dealt", seed=8)
    umpire = play.referee(game)
    umpire.tick(0.0)
    before = ""
    while umpire.status(0.0).turn == "a":
        before = position(umpire)
        mine = umpire.course.as_known_to(Player.A)
        move = next(each for each in legal_moves(mine) if isinstance(each, (Lay, End)))
        umpire.decide(FromHand("a", bare(move)), Seconds(1.0))
    while umpire.asked is not None:
        umpire.decide(play.answered(umpire.asked), Seconds(1.0))
    umpire.decide(Undo(), Seconds(2.0))
    assert position(umpire) == before
    assert due(parse_position(before)) is None
