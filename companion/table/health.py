"""How the machine under the table is doing, as Linux tells it; None for what it does not tell."""

import shutil
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

_TEMPERATURE: Final = Path("/sys/class/thermal/thermal_zone0/temp")
_THROTTLED: Final = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
_UNDER_VOLTAGE: Final = 0x1_0001
"""Now, or at some time since it was switched on."""


def temperature(path: Path = _TEMPERATURE) -> float | None:
    """Degrees Celsius."""
    text = _text(path)
    try:
        return None if text is None else round(int(text) / 1000, 1)
    except ValueError:
        return None


def under_voltage(path: Path = _THROTTLED) -> bool | None:
    text = _text(path)
    try:
        return None if text is None else bool(int(text, 16) & _UNDER_VOLTAGE)
    except ValueError:
        return None


def program_version() -> str:
    try:
        return version("himiki-companion")
    except PackageNotFoundError:
        return "unknown"


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
