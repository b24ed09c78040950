"""What calls the arbiter, and when."""

from typing import Any

import pytest

from companion.broker.messages.availability import Availability
from companion.hall.alarms import BOARD_SECONDS, QUESTION_SECONDS, VIOLATION_SECONDS, Watch

WELL: dict[str, Any] = {"board": True, "violation": None, "question": None, "over": False}


def kind(
    watch: Watch, state: dict[str, Any], now: float, at: Availability = Availability.ONLINE
) -> str | None:
    watch.look(at, state, now)
    alarm = watch.alarm(now)
    return None if alarm is None else alarm.kind


@pytest.mark.parametrize(
    ("wrong", "seconds", "named"),
    [
        ({"violation": {"rule": "3.7"}}, VIOLATION_SECONDS, "violation"),
        ({"question": {"question": "?"}}, QUESTION_SECONDS, "question"),
        ({"board": False}, BOARD_SECONDS, "board"),
    ],
)
def test_what_stands_too_long_is_an_alarm_and_what_is_put_right_is_none(
    wrong: dict[str, Any], seconds: float, named: str
) -> None:
    watch = Watch.begun()
    assert kind(watch, WELL | wrong, 100.0) is None
    assert kind(watch, WELL | wrong, 100.0 + seconds - 1) is None
    assert kind(watch, WELL | wrong, 100.0 + seconds) == named
    assert kind(watch, WELL, 101.0 + seconds) is None
    assert kind(watch, WELL | wrong, 102.0 + seconds) is None


def test_a_table_that_dies_is_an_alarm_at_once_and_one_that_was_switched_off_is_none() -> None:
    watch = Watch.begun()
    assert kind(watch, WELL, 5.0, Availability.OFFLINE) == "offline"
    assert kind(watch, WELL, 6.0, Availability.STOPPED) is None
    assert kind(watch, WELL | {"board": False}, 90.0, Availability.STOPPED) is None


def test_the_gravest_is_told() -> None:
    watch = Watch.begun()
    both = WELL | {"violation": {}, "board": False}
    kind(watch, both, 0.0)
    assert kind(watch, both, 500.0) == "violation"


def test_a_game_that_is_over_calls_nobody() -> None:
    watch = Watch.begun()
    over = WELL | {"over": True, "violation": {}, "board": False}
    kind(watch, over, 0.0)
    assert kind(watch, over, 500.0) is None
