"""The machine: power, heat, disk, pins, its name on the network, versions."""

import os
import platform
import shutil
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion.config.settings import SoundSettings
from companion.doctor.access import INTO_STATE, group_of, in_a_home, may_use, user
from companion.doctor.findings import Finding, ill, note, well
from companion.table.health import temperature, under_voltage
from companion.table.state.version import program_version
from hardware.pins import PinsError, header
from hardware.voices import commands_for, piper_program, why_piper_cannot_speak
from hardware.wiring import I2C_PINS, SERIAL_PINS, SPI_PINS, Wiring
from vision.libraries import library_versions

_HOT: Final = 80.0
"""Degrees Celsius from which a Pi slows itself down."""

_LITTLE: Final = 300 * 1024**2
"""Bytes left, below which games may not be kept any more."""

_ON_THE_HEADER: Final = ("ttyS0", "ttyAMA0")
_I2C: Final = ("I²C", "sudo raspi-config nonint do_i2c 1, then start the Pi again, or use other pins")
_SERIAL: Final = (
    "the serial port",
    "sudo raspi-config nonint do_serial_hw 1, then start the Pi again, or use other pins",
)
_SPI: Final = {
    0: ("SPI", "sudo raspi-config nonint do_spi 1, then start the Pi again, or use other pins"),
    1: ("the second SPI", "take dtoverlay=spi1 out of /boot/firmware/config.txt, or use other pins"),
}
"""What else the header's pins may be used for, and how that is switched off."""


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
    return well("disk", f"{free / 1e9:.1f} GB left for games")


def pins(
    wiring: Wiring, devices: Path = Path("/dev"), *, driver: bool = find_spec("lgpio") is not None
) -> Iterator[Finding]:
    if wiring.empty:
        yield note("pins", "nothing is wired", "lights and buttons are optional: docs/wiring.md shows them")
        return
    chips = sorted(devices.glob("gpiochip*"))
    if wiring.has_pins:
        if not chips:
            yield ill("pins", "no GPIO here", "lights need a Raspberry Pi; the page shows the same panel")
        elif not any(may_use(chip, user()) for chip in chips):
            yield ill(
                "pins",
                f"{chips[0]} may not be used by {user()}",
                f"sudo usermod --append --groups {group_of(chips[0])} {user()}, then start anew",
            )
        elif not driver:
            yield ill("pins", "their driver is missing", "sudo apt install python3-lgpio")
        elif refused := _refused(devices, chips):
            cure = "bring the system up to date (sudo apt full-upgrade), then start the Pi again"
            yield ill("pins", f"they cannot be opened ({refused})", cure)
        else:
            used = sorted(pin for _, pin in wiring.pins())
            yield well("pins", f"{len(used)} in use, all can be reached: GPIO {', '.join(map(str, used))}")
        yield from _fought_over(wiring, devices)
    if wiring.bar is not None and not os.access(wiring.bar.device, os.W_OK):
        yield ill(
            "bar", f"{wiring.bar.device} cannot be used", "switch SPI on: sudo raspi-config nonint do_spi 0"
        )


def _refused(devices: Path, chips: Sequence[Path]) -> str | None:
    """What their driver says when it opens them; nothing where whoever looks may not do that."""
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return None
    try:
        header(devices)
    except PinsError as fault:
        return str(fault)
    return None


def _fought_over(wiring: Wiring, devices: Path) -> Iterator[Finding]:
    """Pins that the system uses for something else, as its devices tell."""
    serial = (devices / "serial0").resolve()
    others: list[tuple[tuple[str, str], tuple[int, ...], bool]] = [
        (_I2C, I2C_PINS, (devices / "i2c-1").exists()),
        (_SERIAL, SERIAL_PINS, serial.name in _ON_THE_HEADER and serial.exists()),
    ]
    for bus, pins in SPI_PINS.items():
        for_bar = wiring.bar is not None and wiring.bar.bus == bus
        others.append((_SPI[bus], pins, any(devices.glob(f"spidev{bus}.*")) and not for_bar))
    for (what, cure), pins, on in others:
        used = [f"{name} on GPIO {pin}" for name, pin in wiring.pins() if pin in pins]
        if on and used:
            yield ill("pins", f"{what} is switched on, which uses the pins of {', '.join(used)}", cure)


def voice(
    sound: SoundSettings,
    language: str,
    cards: Path = Path("/proc/asound/cards"),
    devices: Path = Path("/dev/snd"),
    *,
    installed: bool = False,
) -> Finding | None:
    """None where the table is not to speak."""
    if not sound.voice:
        return None
    piper = Path(sound.piper) if sound.piper else None
    if installed and piper is not None and (hidden := _hidden(piper)):
        return hidden
    commands = commands_for(language, sound.volume, piper)
    if commands is None:
        return ill("voice", "nothing here can speak", "sudo apt install espeak-ng")
    try:
        silent = "no soundcards" in cards.read_text(encoding="utf-8")
    except OSError:
        silent = True
    if silent:
        return ill("voice", "there is no loudspeaker", "connect one; `aplay -l` lists what there is")
    players = sorted(devices.glob("pcm*p"))
    if players and not any(may_use(each, user()) for each in players):
        cure = f"sudo usermod --append --groups {group_of(players[0])} {user()}, then start anew"
        return ill("voice", f"{players[0]} may not be used by {user()}", cure)
    speaks = f"{Path(commands[0][0]).name} speaks"
    lack = why_piper_cannot_speak(piper) if piper is not None else None
    return well("voice", speaks) if lack is None else note("voice", f"{speaks}, not piper", lack)


def _hidden(voice: Path) -> Finding | None:
    """What the companion's service does not see of piper, though whoever looks does."""
    if in_a_home(voice):
        return ill(
            "voice",
            f"{voice} lies in a home, where the companion's service sees nothing",
            f"{INTO_STATE}: piper under [sound]; its .json goes with it",
        )
    program = piper_program()
    if program is not None and in_a_home(Path(program)):
        return ill(
            "voice",
            f"{program} is {Path(program).resolve()}: in a home the companion's service sees nothing",
            "install piper elsewhere, such as in /opt/piper: docs/wiring.md shows how",
        )
    return None


def versions() -> Finding:
    seen = (
        f"himiki {program_version()}, Python {platform.python_version()}, {library_versions()}, "
        f"{platform.machine()}"
    )
    return well("versions", seen)
