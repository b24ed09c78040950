"""The camera: is one there, may it be used, is its picture good enough to read from?"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.doctor.findings import Finding, ill, note, well
from companion.table.cameras import SIM, opened
from vision.frames import Frame, Seconds
from vision.quality import Quality, Weakness, quality_of
from vision.sources import SourceEnded, SourceError, SourceLost

_FRAMES: Final = 12
_SLOW: Final = 5.0
"""Frames a second below which moves are noticed late."""

_CURES: Final = {
    Weakness.DARK: "add a lamp over the table",
    Weakness.BRIGHT: "turn the lamp down, or away from the board",
    Weakness.GLARE: "move the lamp to the side, until no white spot is on the board",
    Weakness.BLURRED: "turn the lens until the grid is crisp, and wipe it",
    Weakness.NOISY: "add light: the camera guesses in the dark",
}


@dataclass(frozen=True, slots=True)
class Look:
    """What a second of a camera showed."""

    name: str
    frames: tuple[Frame, ...]
    seconds: float


def look_through(name: str) -> Look:
    """Raises `SourceError`."""
    camera = opened(name, lambda: Seconds(time.monotonic()))
    frames: list[Frame] = []
    began = time.monotonic()
    try:
        while len(frames) < _FRAMES:
            frames.append(camera.source.take())
    except (SourceLost, SourceEnded) as error:
        if not frames:
            raise SourceError(f"{camera.name} gives no picture ({error})") from None
    finally:
        camera.source.close()
    return Look(camera.name, tuple(frames), time.monotonic() - began)


def findings(look: Look) -> Iterator[Finding]:
    if look.name == SIM:
        cure = "plug in a USB camera, or connect the Pi's with the power off; docs/mounting.md helps"
        yield note("camera", "none is there: the virtual table takes its place", cure)
        return
    height, width = look.frames[-1].image.shape[:2]
    rate = len(look.frames) / max(look.seconds, 1e-6)
    seen = f"{look.name}, {width}x{height}, {rate:.0f} pictures a second"
    if rate < _SLOW and len(look.frames) > 1:
        yield note("camera", seen, "give it more light, or another USB port: moves are noticed late")
    else:
        yield well("camera", seen)
    before = look.frames[-2].image if len(look.frames) > 1 else None
    yield from judged(quality_of(look.frames[-1].image, before))


def judged(quality: Quality) -> Iterator[Finding]:
    seen = (
        f"brightness {quality.typical:.0f} of 255, {quality.burnt:.0%} burnt out, "
        f"sharpness {quality.sharpness:.0f}, noise {quality.noise:.1f}"
    )
    if not quality.weaknesses:
        yield well("picture", seen)
    for weakness in quality.weaknesses:
        told = ill if weakness in (Weakness.DARK, Weakness.BLURRED) else note
        yield told("picture", f"{weakness.value}: {seen}", _CURES[weakness])


def access(devices: Path = Path("/dev")) -> Iterator[Finding]:
    """Devices that are there and may not be opened."""
    closed = [each for each in sorted(devices.glob("video*")) if not os.access(each, os.R_OK | os.W_OK)]
    if closed:
        cure = "sudo usermod --append --groups video,render $USER, then log in again"
        yield ill("camera", f"{closed[0]} may not be used by this user", cure)
