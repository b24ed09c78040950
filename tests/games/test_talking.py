"""A program that answers beside a recording is waited for, whenever its line comes."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion import games
from companion.commands.watching import Watching
from companion.games.events import Event
from companion.table.decisions_file import Conversation
from tests.games.toy import play, seeing
from tests.games.toy.rules import MOST, Toy
from vision.frames import Frame, Seconds
from vision.sources import Source, SourceEnded

_EDGE = 8


class Film(Source):
    """A heap of five, from which somebody takes three at once: it is asked what was taken."""

    live = False
    name = "film"

    def __init__(self) -> None:
        self._heaps = iter((5, 2, 2, 2))
        self._t = 0.0

    def open(self) -> None:
        """There is nothing to open."""

    def take(self) -> Frame:
        heap = next(self._heaps, None)
        if heap is None:
            raise SourceEnded("the film is over")
        self._t += 1.0
        image = np.zeros((_EDGE, _EDGE * MOST, 3), np.uint8)
        image[:, : _EDGE * heap] = 255
        return Frame(image, Seconds(self._t))

    def close(self) -> None:
        """There is nothing to close."""


class Prompt:
    """Whoever sends lines has sent this one as soon as it is asked, before anybody begins to wait."""

    def __init__(self, line: str) -> None:
        self._line, self._sent = line, False
        self.asked = False

    def there(self) -> Iterator[str]:
        if self.asked and not self._sent:
            self._sent = True
            yield self._line

    def wait(self, seconds: float) -> bool:
        assert not self._sent, "the next line will never come"
        return False


@pytest.fixture(autouse=True)
def with_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(Path(__file__).parent)])
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, "toy"))


@pytest.mark.parametrize("line", [json.dumps({"decision": "move", "move": "many"}), "no JSON", ""])
def test_a_line_that_comes_at_once_is_the_one_that_was_waited_for(line: str) -> None:
    prompt, said, complaints = Prompt(line), list[Event](), list[object]()

    def say(event: Event) -> None:
        said.append(event)
        prompt.asked |= event.name == "uncertain"

    decisions = Conversation(prompt, complaints.append, play.decision_from)
    Watching(
        Film(),
        seeing.eye_for(None),
        play.referee(Toy()),
        say,
        decisions=decisions,
        complain=complaints.append,
    ).run()
    assert [event.name for event in said] == ["ready", "uncertain", "end"]
    assert bool(complaints) == bool(line)
