"""The camera: is one there, may it be used, is its picture good enough to read from?"""

import csv
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Final

from companion.doctor.access import group_of, may_use, user
from companion.doctor.findings import Finding, ill, note, well
from companion.table.camera.cameras import AUTO, opened
from vision.frames import Frame, Image, Seconds
from vision.plane.quality import Quality, Weakness, quality_of
from vision.source_kinds import SIM
from vision.sources import SourceEnded, SourceError, SourceLost
from vision.sources.pictures import picture
from vision.sources.recorded import TIMES

_FRAMES: Final = 12
"""Frames that are taken to see how many come in a second."""
_SLOW: Final = 5.0
"""Frames a second below which moves are noticed late."""

_BURST: Final = 1.0
"""Seconds between two frames from which on they do not belong together."""

_ENOUGH: Final = 6
"""Gaps between frames that tell how many come in a second: the first look of all takes long."""

_CURES: Final = {
    Weakness.DARK: "add a lamp over the table",
    Weakness.BRIGHT: "turn the lamp down, or away from the board",
    Weakness.GLARE: "move the lamp to the side, until no white spot is on the board",
    Weakness.BLURRED: "turn the lens until the grid is crisp, and wipe it",
    Weakness.NOISY: "add light: the camera guesses in the dark",
}


@dataclass(frozen=True, slots=True)
class CameraCheck:
    """What a second of a camera showed."""

    asked: str
    """The camera that was asked for, perhaps `auto`."""
    name: str
    drawn: bool
    frames: tuple[Frame, ...]
    seconds: float


def look_through(name: str) -> CameraCheck:
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
    seconds = time.monotonic() - began
    return CameraCheck(name, camera.name, camera.drawn is not None, tuple(frames), seconds)


def findings(look: CameraCheck, *, learnt: bool = False) -> Iterator[Finding]:
    """`learnt`: a real table was, which waits for its camera."""
    if look.drawn:
        yield drawn(look.asked, look.name, learnt=learnt)
        return
    rate = len(look.frames) / max(look.seconds, 1e-6) if len(look.frames) > 1 else None
    before = look.frames[-2].image if len(look.frames) > 1 else None
    yield from _seen(look.name, look.frames[-1].image, rate, before)


def drawn(asked: str, name: str = SIM, *, learnt: bool = False) -> Finding:
    """Where there is the virtual table instead of a camera."""
    if asked != AUTO:
        return well("camera", f"{name}: the virtual table, as was asked for")
    cure = "plug in a USB camera, or connect the Pi's with the power off; docs/mounting.md helps"
    if learnt:
        return ill("camera", "none is there, and this table waits for the one it was learnt with", cure)
    return note("camera", "none is there: the virtual table takes its place", cure)


def while_in_use(frames: Path) -> Iterator[Finding]:
    """What the companion itself saw last, of the folder where it keeps that: it has the camera for itself."""
    rows = _rows(frames)
    try:
        last = picture(frames / rows[-1][0])
        ago = time.time() - (frames / TIMES).stat().st_mtime
        gaps = [later - sooner for (_, sooner), (_, later) in pairwise(rows) if 0 < later - sooner < _BURST]
        near = len(rows) > 1 and rows[-1][1] - rows[-2][1] < _BURST
        before = picture(frames / rows[-2][0]) if near else None
    except (IndexError, OSError, SourceError):
        # Nothing yet, or just gone: a running table goes on writing there.
        yield note("camera", "the companion is using it now", "its page shows the picture under Camera")
        return
    named = f"the companion is using it now and read from it {_told(ago)} ago"
    yield from _seen(named, last, 1 / median(gaps) if len(gaps) >= _ENOUGH else None, before)


def has_one_open(process: int | None, processes: Path = Path("/proc")) -> bool | None:
    """Whether that program looks through a camera; None where nobody may know."""
    try:
        descriptors = list((processes / str(process) / "fd").iterdir())
    except OSError:
        return None
    return any(_led_to(each).startswith(("/dev/video", "/dev/media")) for each in descriptors)


def _led_to(descriptor: Path) -> str:
    try:
        return str(descriptor.readlink())
    except OSError:
        return ""  # Closed meanwhile.


def _rows(frames: Path) -> list[tuple[str, float]]:
    try:
        with (frames / TIMES).open(encoding="utf-8", newline="") as file:
            return [(name, float(seconds)) for name, seconds in list(csv.reader(file))[1:]]
    except (OSError, ValueError):
        return []


def _told(seconds: float) -> str:
    return f"{max(0.0, seconds):.0f} s" if seconds < 120 else f"{seconds / 60:.0f} minutes"


def _seen(name: str, image: Image, rate: float | None, before: Image | None) -> Iterator[Finding]:
    height, width = image.shape[:2]
    seen = f"{name}, {width}x{height}"
    if rate is not None:
        seen += f", {rate:.0f} pictures a second"
    if rate is not None and rate < _SLOW:
        yield note("camera", seen, "give it more light, or another USB port: moves are noticed late")
    else:
        yield well("camera", seen)
    yield from judged(quality_of(image, before))


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
    closed = [each for each in sorted(devices.glob("video*")) if not may_use(each, user())]
    if closed:
        cure = f"sudo usermod --append --groups {group_of(closed[0])},render {user()}, then start anew"
        yield ill("camera", f"{closed[0]} may not be used by {user()}", cure)
