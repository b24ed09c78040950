"""What seeing costs: reading, attention and finding a board again, beside the least that any reading costs.

All times are processor time of one thread, and what is compared takes turns, frame by frame: a machine's
moods hit all alike.
"""

import gc
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

import cv2
import numpy as np

from calibration.cubes.drawn import learn_drawn
from vision.cubes.following.eye import Eye
from vision.cubes.profile import Profile
from vision.cubes.reading.reader import Reader
from vision.frames import Frame, Image, Seconds
from vision.plane.attention import Attention
from vision.plane.relocate import Relocator
from vision.virtual import LOOKS, SAMPLE_GAME, Renderer, VirtualTable

LOOKS_TIMED: Final = ("kitchen", "bulb", "study")
"""Drawn tables on which it is measured."""

_FRAMES: Final = 45
"""Frames of a game that are looked at."""

_EVERY: Final = 4
"""Of these, one in so many is also read."""

_PICTURES: Final = 100

READING_FLOORS, ATTENTION_FLOORS = 3.0, 0.3
READING_MS, ATTENTION_MS, FINDING_MS = 12.0, 2.0, 300.0
MEMORY_MB, GROWTH_MB = 160.0, 8.0
DRAWN_A_SECOND: Final = 15.0
"""The bars."""


T = TypeVar("T")


@dataclass(slots=True)
class EyePace:
    """Milliseconds, by what they were spent on."""

    floor: list[float] = field(default_factory=list)
    attention: list[float] = field(default_factory=list)
    reading: list[float] = field(default_factory=list)
    finding: list[float] = field(default_factory=list)
    drawing: list[float] = field(default_factory=list)


def _timed(work: Callable[[], T], into: list[float]) -> T:
    start = time.process_time()
    done = work()
    into.append((time.process_time() - start) * 1e3)
    return done


def floor(image: Image) -> None:
    """What no reading can do without: one BGR to Lab conversion and one linear warp to 600 x 500."""
    height, width = image.shape[:2]
    source = np.array([[0.3, 0.8], [0.8, 0.8], [0.7, 0.2], [0.25, 0.25]], np.float32) * [width, height]
    target = np.array([[0, 500], [600, 500], [600, 0], [0, 0]], np.float32)
    cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
    cv2.warpPerspective(image, cv2.getPerspectiveTransform(source.astype(np.float32), target), (600, 500))


def game(name: str, pace: EyePace, frames: int = _FRAMES) -> Iterator[Frame]:
    """Frames of a virtual game at fifteen a second, hands and all, timed while they are drawn."""
    look = LOOKS[name]
    renderer, table = Renderer(look), VirtualTable(look, seed=2)
    table.lay(SAMPLE_GAME.start.split()[0])
    renderer.render(table.scene_at(0.0))
    now = 0.0
    moves = iter(SAMPLE_GAME.moves)
    for count in range(frames):
        if count % 30 == 12:
            table.do(next(moves), now)
        scene = replace(table.scene_at(now), noise=count)
        image, _ = _timed(partial(renderer.render, scene), pace.drawing)
        yield Frame(image, Seconds(now))
        now += 1 / 15


def measured(name: str, profile: Profile, frames: int = _FRAMES) -> EyePace:
    pace = EyePace()
    attention, reader = Attention(profile.board, profile.corners, profile.size), Reader(profile)
    relocator = Relocator(profile)
    for count, frame in enumerate(game(name, pace, frames)):
        if count == 0:
            floor(frame.image)
            reader.read(frame)
        _timed(partial(floor, frame.image), pace.floor)
        _timed(partial(attention.look, frame), pace.attention)
        if count % _EVERY == 0:
            _timed(partial(reader.read, frame), pace.reading)
        if count % (5 * _EVERY) == 0:
            _timed(partial(relocator.find, frame.image), pace.finding)
    return pace


def _p95(values: list[float]) -> float:
    return float(np.percentile(values, 95))


def _bar(text: str, value: float, bar: float, unit: str, *, least: bool = False) -> tuple[str, bool]:
    held = value >= bar if least else value <= bar
    sign = ">=" if least else "<="
    return f"  {text:<44} {value:8.2f} {unit:<8} {sign} {bar:g}  {'' if held else 'MISSED'}".rstrip(), held


def pace_lines(pace: EyePace) -> list[tuple[str, bool]]:
    least = float(np.median(pace.floor))
    return [
        _bar("full reading, median", float(np.median(pace.reading)) / least, READING_FLOORS, "floors"),
        _bar("full reading, 95 %", _p95(pace.reading), READING_MS, "ms"),
        _bar("attention alone, median", float(np.median(pace.attention)) / least, ATTENTION_FLOORS, "floors"),
        _bar("attention alone, 95 %", _p95(pace.attention), ATTENTION_MS, "ms"),
        _bar("finding a lost board, slowest", max(pace.finding), FINDING_MS, "ms"),
        _bar(
            "virtual table, frames drawn",
            1e3 / float(np.mean(pace.drawing)),
            DRAWN_A_SECOND,
            "a second",
            least=True,
        ),
    ]


def resident_mb() -> float:
    """What this process holds in memory now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def growth_mb(name: str, profile: Profile, frames: int) -> float:
    """How much more is held at the end of so many frames than after the first quarter of them."""
    drawn = [frame.image for frame in game(name, EyePace(), min(frames, 60))]
    eye = Eye(profile)
    first = 0.0
    for count in range(frames):
        eye.look(Frame(drawn[count % len(drawn)], Seconds(count / 15)))
        if count == frames // 4:
            gc.collect()
            first = resident_mb()
    gc.collect()
    return resident_mb() - first


def reading_peak_mb(profile: Profile, name: str, pictures: int = _PICTURES) -> float:
    """The most that `himiki read` of so many pictures holds."""
    with TemporaryDirectory() as text:
        folder = Path(text)
        profile.save(folder / "profile")
        paths = []
        for count, frame in enumerate(game(name, EyePace(), 20)):
            paths.append(str(folder / f"{count:02}.jpg"))
            cv2.imwrite(paths[-1], frame.image)
        again = (paths * (pictures // len(paths) + 1))[:pictures]
        command = [sys.executable, "-c", _READ_AND_TELL, "read", "--profile", str(folder / "profile"), *again]
        home = Path(__file__).parents[2]
        done = subprocess.run(command, capture_output=True, text=True, cwd=home, check=True)
        return int(done.stderr.split()[-2]) * 1024 / 1e6


_READ_AND_TELL: Final = """
import sys
from companion.cli import main
main(sys.argv[1:])
# What getrusage tells begins with the size of the process that started this one.
(line,) = (line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(line, file=sys.stderr)
"""


def bench_vision(frames: int = 1000) -> int:
    """Prints every figure beside its bar; 1 where one is missed."""
    cv2.setNumThreads(1)
    profiles = {name: learn_drawn(LOOKS[name]) for name in LOOKS_TIMED}
    all_held = True

    def say(lines: list[tuple[str, bool]]) -> None:
        nonlocal all_held
        for line, held in lines:
            print(line, flush=True)
            all_held &= held

    for name, profile in profiles.items():
        pace = measured(name, profile)
        print(f"{name}, 1280x960, one thread; the floor is {np.median(pace.floor):.2f} ms")
        say(pace_lines(pace))
    name = LOOKS_TIMED[0]
    print("memory")
    say(
        [
            _bar(
                f"reading {_PICTURES} pictures, peak", reading_peak_mb(profiles[name], name), MEMORY_MB, "MB"
            ),
            _bar(
                f"the eye over {frames} frames, growth",
                growth_mb(name, profiles[name], frames),
                GROWTH_MB,
                "MB",
            ),
        ]
    )
    return 0 if all_held else 1
