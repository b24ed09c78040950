"""A table that a camera looks at: what it says becomes the game that pages show, and people may say more."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.games.decisions import SayMove, Undo
from companion.games.events import Event
from companion.games.yokai import play, seeing
from companion.games.yokai.eye import BlindEye, as_sighting
from companion.games.yokai.referee.sightings import PileSeen, read_sighting
from companion.games.yokai.rules.cards import CARDS
from companion.games.yokai.rules.ending import score
from companion.games.yokai.rules.position import Player
from companion.games.yokai.rules.written.position_text import parse_position
from tests.yokai.pictures import Camera, filmed, read
from tests.yokai.refereed import Tally, refereed, with_violation
from vision.flat.card_sighting import CardSeen, PilesSighting
from vision.flat.card_sighting import PileSeen as Seen
from vision.frames import Frame, Seconds

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_a_game_that_is_seen_stands_as_it_was_played_also_after_a_power_cut(seed: int) -> None:
    lines, cards = filmed(seed)
    umpire = play.referee(play.usual())
    events: list[Event] = []
    for sighting in read(lines):
        events += umpire.see(sighting)
        # The same picture again says nothing new.
        assert umpire.see(replace(sighting, draws=0)) == ()
    assert [each.name for each in events].count("violation") == 0
    assert "over" in [each.name for each in events]
    status = umpire.status(0.0)
    assert status.points == score(cards[-1].after).points
    kept = [play.event_from(json.loads(json.dumps(each.as_json()))) for each in events]
    assert play.resumed(umpire.game, kept).status(0.0).position == status.position
    for cut in range(0, len(kept), 23):
        play.resumed(umpire.game, kept[:cut])


def test_what_comes_up_is_told_as_soon_as_it_is_seen() -> None:
    """Y5.5: pages do not ask for what the camera has shown."""
    lines, _ = filmed(1)
    umpire = play.referee(play.usual())
    told = [each for sighting in read(lines) for each in umpire.see(sighting)]
    assert any(each.name == "reveal" for each in told)
    assert "F:?" not in umpire.status(0.0).position


def test_a_card_that_is_said_before_it_lies_there_is_no_violation() -> None:
    camera = Camera()
    start = parse_position("F:4????:-:- W:5????:-:- E:3????:-:- A:7????:-:- a draw ?3/?3 ?30 - -/-")
    camera.picture(start.piles)
    (first,) = read(camera.lines)
    umpire = play.referee(play.usual())
    umpire.see(first)
    umpire.decide(SayMove("FW>F"), Seconds(1.0))
    assert umpire.see(first) == ()
    camera.lines.clear()
    camera.picture(parse_position(str(umpire.status(0.0).position)).piles)
    (second,) = read(camera.lines)
    assert [each.name for each in umpire.see(second)] == []
    umpire.decide(Undo(), Seconds(2.0))
    assert umpire.see(second) == ()
    assert [each.name for each in umpire.see(first)] == []


def test_a_camera_above_a_game_that_is_dealt_is_not_asked() -> None:
    umpire = play.referee(play.game_from({"game": "yokai", "hands": "dealt"}))
    lines, _ = filmed(0)
    umpire.tick(0.0)
    before = umpire.status(0.0).position
    for sighting in list(read(lines))[:9]:
        umpire.see(sighting)
    assert umpire.status(0.0).position == before


def seen(*, clear: bool = True, confidence: float = 0.95) -> PilesSighting:
    card = CardSeen("FW", "F", 0.9, CORNERS)
    half = CardSeen(None, "F", 0.9, CORNERS)
    unread = CardSeen("FE", "F", 0.4, CORNERS)
    piles = (
        Seen("F", "F5", (card, half), (unread,), confidence, CORNERS),
        Seen("W", None, (), (), 0.3, CORNERS),
        Seen("E", None, (), (), 0.3, CORNERS),
    )
    return PilesSighting(Seconds(2.0), CORNERS, clear, piles)


def test_only_what_is_claimed_is_handed_to_the_referee() -> None:
    told = as_sighting(seen())
    assert set(told.piles) == {"F"}
    assert told.piles[CARDS.colours[0]].near == ("FW", "F?")
    assert told.piles[CARDS.colours[0]].far == ("??",)
    assert told.draws is None
    assert as_sighting(seen(clear=False)).piles == {}
    assert as_sighting(seen(confidence=0.5)).piles == {}


def test_the_rows_of_one_pile_whose_top_is_not_plain_are_told() -> None:
    """Of more than one it is rather the table that is not where it was."""
    told = as_sighting(PilesSighting(Seconds(2.0), CORNERS, True, seen().piles[:2]))
    assert told.piles[CARDS.colours[1]] == PileSeen(None, (), ())


def test_without_a_profile_nothing_is_seen_and_nothing_is_lost(tmp_path: Path) -> None:
    eye = seeing.eye_for(seeing.profile_for(None, None))
    assert isinstance(eye, BlindEye)
    look = eye.look(Frame(np.zeros((9, 9, 3), np.uint8), Seconds(0.0)))
    assert look.sighting is None
    assert look.happenings == ()
    with pytest.raises(ValueError, match="profile"):
        seeing.profile_for(tmp_path, None)


def test_a_sighting_of_a_blind_table_loses_the_piles_once() -> None:
    umpire = play.referee(play.usual())
    lines, _ = filmed(0)
    assert [each.name for each in umpire.see(read_sighting(lines[0], CARDS))][:1] == ["ready"]
    assert [each.name for each in umpire.see(seeing.blind(Seconds(1.0), "unplugged"))] == ["board_lost"]
    assert umpire.see(seeing.blind(Seconds(2.0), "unplugged")) == ()


@pytest.mark.long
@pytest.mark.parametrize("planted", [False, True])
def test_games_and_what_is_planted_in_them_are_understood(planted: bool) -> None:
    """A small part of `python -m tests.yokai.refereed`."""
    tally = Tally()
    for seed in range(4):
        tally.add(refereed(seed, planted=planted))
    assert (tally.right, tally.told, tally.points) == (tally.cards, tally.cards, tally.games)
    assert (tally.false, tally.questions) == (0, 0)
    assert (tally.found, tally.named, tally.mended) == (tally.planted,) * 3


def test_a_row_that_somebody_takes_up_was_not_cleared_by_a_card_that_nobody_saw() -> None:
    """Y5.3: its Call would have been used before anything was won by it."""
    lines, at, rule = with_violation(filmed(1012, Player(0))[0], 1012)
    umpire = play.referee(play.usual())
    told = [[*umpire.see(read_sighting(line, CARDS))] for line in lines[: at + 2]]
    (broken,) = told[at]
    assert broken.name == "violation"
    assert broken.as_json()["rule"].startswith(rule)
    assert [each.name for each in told[at + 1]] == ["restored"]


@pytest.mark.parametrize("seed", [1026, 1027])
def test_what_was_done_for_an_ability_may_be_taken_back_and_done_otherwise(seed: int) -> None:
    """Y9.3: of what the card could be nothing is forgotten, until the next one."""
    tally = refereed(seed, planted=True)
    assert (tally.right, tally.told, tally.points) == (tally.cards, tally.cards, 1)
    assert (tally.false, tally.questions) == (0, 0)


def test_a_yokai_that_came_up_is_known_before_the_row_of_the_last_one_is_cleared() -> None:
    """Y5.5: another one in its place is a violation."""
    tally = refereed(1010, planted=True)
    assert (tally.found, tally.mended, tally.false) == (1, 1, 0)
