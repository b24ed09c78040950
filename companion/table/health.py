"""How the machine under the table is doing, as Linux tells it; None for what it does not tell."""

import shutil
from pathlib import Path
from typing import Any, Final

from companion.table.state.version import program_version

_SYSTEM: Final = Path("/sys")
_TEMPERATURE: Final = _SYSTEM / "class/thermal/thermal_zone0/temp"
_THROTTLED: Final = "devices/platform/soc*/soc*:firmware/get_throttled"
"""A Pi 5 names its chip with an address: `soc@107c000000`."""
_SENSORS: Final = "class/hwmon/hwmon*/name"
_OF_A_PI: Final = "rpi_volt"
_ALARM: Final = "in0_lcrit_alarm"
"""All that kernels tell which have no such file any more: whether it was too low a moment ago."""
_UNDER_VOLTAGE: Final = 0x1_0001
"""Now, or at some time since it was switched on."""


def temperature(path: Path = _TEMPERATURE) -> float | None:
    """Degrees Celsius."""
    text = _text(path)
    try:
        return None if text is None else round(int(text) / 1000, 1)
    except ValueError:
        return None


def under_voltage(system: Path = _SYSTEM) -> bool | None:
    alarms = (each.with_name(_ALARM) for each in system.glob(_SENSORS) if _text(each) == _OF_A_PI)
    told = [_flag(path, _UNDER_VOLTAGE) for path in system.glob(_THROTTLED)]
    known = [flag for flag in (*told, *(_flag(path, 1) for path in alarms)) if flag is not None]
    return any(known) if known else None


def _flag(path: Path, bits: int) -> bool | None:
    text = _text(path)
    try:
        return None if text is None else bool(int(text, 16) & bits)
    except ValueError:
        return None


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None


def health_of(folder: Path) -> dict[str, Any]:
    try:
        disk: int | None = shutil.disk_usage(folder).free
    except OSError:
        disk = None
    return {
        "temperature": temperature(),
        "under_voltage": under_voltage(),
        "disk_free": disk,
        "version": program_version(),
    }
