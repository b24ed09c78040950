"""A voice of two programs, one that speaks and one that plays it, when one of the two fails."""

import time

import pytest

from hardware.speaker import Speaker
from hardware.voices import Commands

SPEAKS = ("sh", "-c", "read -r word; exec yes")
NO_CARD = ("sh", "-c", "echo 'aplay: no sound card' >&2; exit 1")


def told(commands: Commands) -> float:
    """Seconds that it took."""
    began = time.monotonic()
    speaker = Speaker(commands)
    speaker.say("anything\n")
    assert speaker.wait(20)
    speaker.close()
    return time.monotonic() - began


def test_what_speaks_ends_when_nothing_plays_it(caplog: pytest.LogCaptureFixture) -> None:
    """More sound than fits in between must not hold the voice up for good."""
    assert told((SPEAKS, NO_CARD)) < 15
    (message,) = caplog.messages
    assert "nothing can be heard" in message
    assert "no sound card" in message


def test_a_player_that_is_not_there_is_told(caplog: pytest.LogCaptureFixture) -> None:
    assert told((SPEAKS, ("/no/such/player",))) < 15
    (message,) = caplog.messages
    assert "/no/such/player" in message
