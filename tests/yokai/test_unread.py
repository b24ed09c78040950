"""What a camera cannot tell is said: a referee that is silent is switched off."""

import pytest

from companion.games.events import Doubtful, Event
from companion.games.yokai import play, showing
from companion.games.yokai.agreed import Agreed
from companion.games.yokai.referee.events import event_from
from companion.games.yokai.referee.sightings import PileSeen, Sighting
from companion.games.yokai.referee.umpire import Umpire
from companion.games.yokai.rules.cards import Colour, Yokai
from vision.frames import Seconds

TOPS = {"F": "F5", "W": "W3", "E": "E4", "A": "A7"}


def shown(
    *,
    near: dict[str, tuple[str, ...]] | None = None,
    tops: dict[str, str] = TOPS,
    without: str = "",
    clear: bool = True,
) -> Sighting:
    piles = {
        Colour(colour): PileSeen(Yokai(top), (near or {}).get(colour, ()), ())
        for colour, top in tops.items()
        if colour not in without
    }
    return Sighting(0.0, clear, piles if clear else {}, None)


def held(umpire: Umpire, sighting: Sighting, start: float, seconds: float) -> list[Event]:
    """The same picture for a while."""
    said: list[Event] = []
    for step in range(int(seconds * 5) + 1):
        said += umpire.see(Sighting(start + step / 5, sighting.clear, sighting.piles, None))
    return said


def doubts(said: list[Event]) -> list[tuple[str, ...]]:
    return [event.squares for event in said if isinstance(event, Doubtful)]


def test_a_pile_that_cannot_be_read_is_named_within_seconds_and_once() -> None:
    umpire = play.referee(play.usual())
    held(umpire, shown(), 0.0, 1.0)
    said = held(umpire, shown(without="E"), 2.0, 20.0)
    assert doubts(said) == [("E",)]
    (told,) = [event for event in said if isinstance(event, Doubtful)]
    assert told.t - told.since <= 4.0
    assert umpire.status(9.0).doubts == (("E", "unlike"),)
    assert showing.telling("en").tell(Agreed(), told) == "I cannot tell what lies at Earth."
    assert event_from(told.as_json()) == told
    assert doubts(held(umpire, shown(), 30.0, 1.0)) == [()]
    assert umpire.status(40.0).doubts == ()


def test_a_game_that_cannot_begin_says_why() -> None:
    """Piles that lie at each other's places are waited for, and nobody would know."""
    umpire = play.referee(play.usual())
    said = held(umpire, shown(tops={**TOPS, "F": "W5", "W": "F3"}), 0.0, 5.0)
    assert doubts(said) == [("F", "W")]
    assert "ready" not in [event.name for event in said]
    said = held(play.referee(play.usual()), shown(without="A"), 0.0, 5.0)
    assert doubts(said) == [("A",)]


def test_what_lies_over_the_cards_is_said_when_it_stays_there() -> None:
    umpire = play.referee(play.usual())
    held(umpire, shown(), 0.0, 1.0)
    assert doubts(held(umpire, shown(clear=False), 2.0, 6.0)) == []
    (told,) = [event for event in held(umpire, shown(clear=False), 8.2, 6.0) if isinstance(event, Doubtful)]
    assert showing.telling("en").tell(Agreed(), told) == "Something lies over the cards."
    assert doubts(held(umpire, shown(), 20.0, 0.2)) == [()]


def test_a_card_that_is_read_in_part_and_follows_from_nothing_is_named() -> None:
    umpire = play.referee(play.usual())
    held(umpire, shown(), 0.0, 1.0)
    held(umpire, shown(near={"F": ("FW",)}), 2.0, 1.0)
    followed = held(umpire, shown(near={"F": ("FW",), "W": ("W?",)}), 4.0, 8.0)
    assert doubts(followed) == []
    # Cards vanish that nobody cleared, and what is left is not plain: it is a violation, or a doubt.
    said = held(umpire, shown(near={"F": ("??",) * 5}), 20.0, 5.0)
    assert {event.name for event in said} & {"violation", "doubt"}


@pytest.mark.parametrize("seconds", [1.0, 2.6])
def test_a_hand_on_its_way_is_no_doubt(seconds: float) -> None:
    umpire = play.referee(play.usual())
    held(umpire, shown(), 0.0, 1.0)
    assert doubts(held(umpire, shown(without="FW"), 2.0, seconds)) == []
    assert doubts(held(umpire, shown(), 6.0, 1.0)) == []
    assert umpire.end(Seconds(9.0))
