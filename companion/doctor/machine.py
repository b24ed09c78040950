"""The machine: power, heat, disk, pins, its name on the network, versions."""

import grp
import os
import platform
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.config.settings import SoundSettings
from companion.doctor.findings import Finding, ill, note, well
from companion.table.health import program_version, temperature, under_voltage
from hardware.speaker import commands_for
from hardware.wiring import Wiring
from vision.libraries import library_versions

_HOT: Final = 80.0
"""Degrees Celsius from which a Pi slows itself down."""

_LITTLE: Final = 300 * 1024**2
"""Bytes left, below which games may not be kept any more."""


def power() -> Finding:
    low = under_voltage()
    if low is None:
        return well("power", "not told by this machine, as a Raspberry Pi would")
    if low:
        return ill(
            "power",
            "the voltage was too low since the last start",
            "use the power supply made for this Pi and a short, thick cable",
        )
    return well("power", "the voltage was never too low since the last start")


def heat() -> Finding:
    degrees = temperature()
    if degrees is None:
        return well("heat", "not told by this machine")
    if degrees >= _HOT:
        return ill("heat", f"{degrees:.0f} °C: it slows itself down", "give it air or a heat sink")
    return well("heat", f"{degrees:.0f} °C")


def disk(folder: Path) -> Finding:
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return ill("disk", f"{folder}: {error.strerror}", "make the folder, or name another with --state")
    if not os.access(folder, os.W_OK):
        return ill(
            "disk", f"{folder} cannot be written", f"start it as its owner: sudo -u himiki, or chown {folder}"
        )
    if free < _LITTLE:
        return ill("disk", f"{free // 1024**2} MB left", "delete old games or other files: games need room")
    return well("disk", f"{free / 1024**3:.1f} GB left for games")


def pins(wiring: Wiring, devices: Path = Path("/dev")) -> Iterator[Finding]:
    if wiring.empty:
        yield note("pins", "nothing is wired", "lights and buttons are optional: docs/wiring.md shows them")
        return
    chips = sorted(devices.glob("gpiochip*"))
    if any(True for _ in wiring.pins()):
        if not chips:
            yield ill("pins", "no GPIO here", "lights need a Raspberry Pi; the page shows the same panel")
        elif not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
            yield ill(
                "pins",
                f"{chips[0]} may not be used by this user",
                f"sudo usermod --append --groups {_group_of(chips[0])} {_user()}, then log in again",
            )
        else:
            yield well("pins", f"{sum(1 for _ in wiring.pins())} pins in use, GPIO can be reached")
    if wiring.bar is not None and not os.access(wiring.bar.device, os.W_OK):
        yield ill(
            "bar", f"{wiring.bar.device} cannot be used", "switch SPI on: sudo raspi-config nonint do_spi 0"
        )


def _group_of(path: Path) -> str:
    try:
        return grp.getgrgid(path.stat().st_gid).gr_name
    except (KeyError, OSError):
        return "gpio"


def _user() -> str:
    return os.environ.get("SUDO_USER") or os.environ.get("USER") or "himiki"


def voice(sound: SoundSettings, language: str, cards: Path = Path("/proc/asound/cards")) -> Finding | None:
    """None where the table is not to speak."""
    if not sound.voice:
        return None
    commands = commands_for(language, sound.volume, Path(sound.piper) if sound.piper else None)
    if commands is None:
        return ill("voice", "nothing here can speak", "sudo apt install espeak-ng")
    try:
        silent = "no soundcards" in cards.read_text(encoding="utf-8")
    except OSError:
        silent = True
    if silent:
        return ill("voice", "there is no loudspeaker", "connect one; `aplay -l` lists what there is")
    return well("voice", f"{commands[0][0]} speaks")


def versions() -> Finding:
    seen = (
        f"himiki {program_version()}, Python {platform.python_version()}, {library_versions()}, "
        f"{platform.machine()}"
    )
    return well("versions", seen)
