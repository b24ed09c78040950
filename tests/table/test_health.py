"""What Linux tells of the machine, on each model in its own place."""

from pathlib import Path

import pytest

from companion.table.health import under_voltage

PI_4 = "devices/platform/soc/soc:firmware/get_throttled"
PI_5 = "devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled"


def told(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="ascii")
    return folder


@pytest.mark.parametrize("place", [PI_4, PI_5])
@pytest.mark.parametrize(
    ("flags", "low"), [("0", False), ("50005", True), ("10000", True), ("80008", False), ("?", None)]
)
def test_the_voltage_since_the_start(tmp_path: Path, place: str, flags: str, low: bool | None) -> None:
    """Heat alone (80008) is not the voltage."""
    assert under_voltage(told(tmp_path, **{place: flags})) is low


@pytest.mark.parametrize(("alarm", "low"), [("0", False), ("1", True)])
def test_the_alarm_of_the_voltage_where_nothing_else_tells(tmp_path: Path, alarm: str, low: bool) -> None:
    sensors = "class/hwmon/hwmon"
    other = {f"{sensors}0/name": "cpu_thermal", f"{sensors}0/in0_lcrit_alarm": "1"}
    own = {f"{sensors}1/name": "rpi_volt", f"{sensors}1/in0_lcrit_alarm": alarm}
    assert under_voltage(told(tmp_path, **other)) is None
    assert under_voltage(told(tmp_path, **own)) is low


def test_a_machine_that_tells_nothing(tmp_path: Path) -> None:
    assert under_voltage(tmp_path) is None
