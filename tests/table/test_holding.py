"""A move that is said before the camera has seen what it follows waits for it."""

import threading
import time

import pytest

from companion.commands.watching import Watching
from companion.games.himiki.referee.decisions import DecisionError, SayMove, Undo
from companion.games.himiki.referee.events import Event, Move
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.errors import RulesError
from companion.table.decisions_file import InOrder, TimedDecision
from companion.table.holding import PATIENCE
from tests.patience import patient
from tests.table.helpers import GAME, START, Rig
from vision.cubes.following.eye import Eye
from vision.cubes.profile import Profile
from vision.frames import Frame, Seconds
from vision.sources import Source, SourceEnded
from vision.virtual.gallery import LOOKS
from vision.virtual.painting.renderer import Renderer
from vision.virtual.table import VirtualTable

pytestmark = pytest.mark.long


class Film(Source):
    """A tilt after two seconds, at eight frames a second."""

    live = False

    def __init__(self, start: str, move: str) -> None:
        self._table = VirtualTable(LOOKS["kitchen"], seed=5)
        self._table.lay(start)
        self._renderer = Renderer(self._table.look)
        self._move = move
        self._t = 0.0
        self.done = False

    def open(self) -> None:
        self._t = 0.0

    def take(self) -> Frame:
        self._t += 0.125
        if self._t > 9:
            raise SourceEnded("the film is over")
        if not self.done and self._t > 2:
            self.done = bool(self._table.do(self._move, self._t).seconds)
        image, _ = self._renderer.render(self._table.scene_at(self._t))
        return Frame(image, Seconds(self._t))

    def close(self) -> None:
        pass


def watched(profile: Profile, film: Film, *told: TimedDecision) -> tuple[list[Event], list[str]]:
    said: list[Event] = []
    complaints: list[str] = []
    film.open()
    Watching(
        film, Eye(profile), Referee(GAME), said.append, decisions=InOrder(told), complain=complaints.append
    ).run()
    return said, complaints


def test_in_a_film_the_answer_may_be_said_while_the_hand_still_tilts(profile: Profile) -> None:
    film = Film(START.split(" ")[0], "C5>BC6")
    said, complaints = watched(profile, film, TimedDecision(SayMove("D2>BE2"), Seconds(2.6)))
    assert [event.move for event in said if isinstance(event, Move)] == ["C5>BC6", "D2>BE2"]
    assert complaints == []


def test_in_a_film_what_never_fits_is_refused_in_the_end(profile: Profile) -> None:
    film = Film(START.split(" ")[0], "C5>BC6")
    told = [TimedDecision(SayMove("A1>BA2"), Seconds(2.6)), TimedDecision(SayMove("D2>BE2"), Seconds(2.7))]
    said, complaints = watched(profile, film, *told)
    assert [event.move for event in said if isinstance(event, Move)] == ["C5>BC6", "D2>BE2"]
    assert len(complaints) == 1
    assert complaints[0].startswith("at 2.6 s: ")


def until_hidden(running: Rig) -> None:
    for _ in range(200):
        if not running.table.status().clear:
            return
        time.sleep(0.02)
    raise AssertionError("the hand was not seen")


def test_at_the_table_it_is_held_while_the_hand_is_there(
    running: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.table.PATIENCE", patient(PATIENCE))
    running.table.drawn.do("C5>BC6")
    until_hidden(running)
    running.table.decide(SayMove("D2>BE2"))
    assert running.table.status().moves == 2


def test_at_the_table_what_cannot_be_is_refused_at_once_while_nothing_happens(
    running: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever would hold it holds it for ever."""
    monkeypatch.setattr("companion.table.table.PATIENCE", float("inf"))
    refused = threading.Event()

    def say() -> None:
        with pytest.raises((DecisionError, RulesError)):
            running.table.decide(SayMove("D2>BE2"))
        refused.set()

    threading.Thread(target=say, daemon=True).start()
    assert refused.wait(patient(20))


def test_a_correction_means_what_stands_now(running: Rig) -> None:
    running.table.drawn.do("C5>BC6")
    until_hidden(running)
    with pytest.raises(DecisionError):
        running.table.decide(Undo())
