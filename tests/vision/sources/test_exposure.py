"""When a camera's exposure is held, and when it is found anew."""

from typing import Any

from vision.sources.exposure import FREE, SETTLING, Exposure

ADVERTISED = dict.fromkeys(("ExposureTime", "AnalogueGain", "ColourGains", "AeEnable", "AwbEnable"))
RATE = 10


def metadata(time: float, gain: float = 1.0) -> dict[str, Any]:
    return {"ExposureTime": time, "AnalogueGain": gain, "ColourGains": (1.8, 1.6)}


def held(exposure: Exposure, brightness: float = 110) -> Exposure:
    while not exposure.settled:
        exposure.look(brightness, metadata(9000), 0.0)
    return exposure


def looked(
    exposure: Exposure, brightness: float, seconds: float, begin: float = 10.0
) -> list[dict[str, Any]]:
    """What it asked for meanwhile."""
    frames = range(round(seconds * RATE))
    told = [exposure.look(brightness, metadata(9000), begin + number / RATE) for number in frames]
    return [controls for controls in told if controls]


def test_it_is_held_by_value_once_it_has_stopped_changing() -> None:
    exposure = Exposure(ADVERTISED)
    changing = [9000.0 + 900 * max(8 - number, 0) for number in range(40)]
    told = [exposure.look(110, metadata(time), 0.0) for time in changing]
    assert [controls for controls in told if controls] == [metadata(9000)]


def test_what_never_settles_is_held_in_the_end() -> None:
    exposure = Exposure(ADVERTISED)
    told = [exposure.look(110, metadata(1000.0 * (1 + number % 2)), 0.0) for number in range(SETTLING)]
    assert exposure.settled
    assert told[-1]["AnalogueGain"] == 1.0


def test_a_lamp_that_is_switched_on_for_good_has_it_found_anew_and_held_again() -> None:
    exposure = held(Exposure(ADVERTISED), brightness=20)
    assert looked(exposure, 250, 4) == []
    assert looked(exposure, 250, 2, begin=14.0) == [FREE]
    assert not exposure.settled
    told = [exposure.look(120, metadata(800), 20.0) for _ in range(SETTLING)]
    assert [controls for controls in told if controls] == [metadata(800)]
    assert looked(exposure, 120, 20, begin=30.0) == []


def test_it_is_not_held_again_before_the_camera_has_answered() -> None:
    """For some frames a camera goes on as it was told before: these agree, and mean nothing."""
    exposure = held(Exposure(ADVERTISED), brightness=20)
    assert looked(exposure, 250, 5.1) == [FREE]
    assert [exposure.look(250, metadata(9000), 20.0) for _ in range(12)] == [{}] * 12
    assert not exposure.settled


def test_a_bright_picture_that_burns_out_has_it_found_anew_too() -> None:
    assert looked(held(Exposure(ADVERTISED), brightness=180), 252, 6) == [FREE]
    assert looked(held(Exposure(ADVERTISED), brightness=235), 252, 20) == []


def test_daylight_that_goes_has_it_found_anew() -> None:
    exposure = held(Exposure(ADVERTISED))
    assert looked(exposure, 60, 6) == [FREE]


def test_a_hand_or_a_little_more_light_leaves_it_held() -> None:
    exposure = held(Exposure(ADVERTISED))
    assert looked(exposure, 40, 4) == []
    assert looked(exposure, 110, 1, begin=14.0) == []
    assert looked(exposure, 40, 4, begin=15.0) == []
    assert looked(exposure, 150, 60, begin=20.0) == []


def test_a_dark_room_is_not_searched_again_and_again() -> None:
    exposure = held(Exposure(ADVERTISED), brightness=1)
    assert looked(exposure, 2, 60) == []


def test_a_camera_without_such_controls_is_left_alone() -> None:
    exposure = Exposure({})
    assert exposure.settled
    assert looked(exposure, 20, 10) + looked(exposure, 250, 10, begin=30.0) == []


def test_what_cannot_be_given_back_stays_held() -> None:
    exposure = held(Exposure(dict.fromkeys(("ExposureTime", "AnalogueGain"))), brightness=20)
    assert looked(exposure, 250, 10) == []
