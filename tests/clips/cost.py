"""What the ring costs, of a board that never rests: `python -m tests.clips.cost [--frames 300]`.

Prints as a table: bytes in memory, milliseconds that the camera's thread gives for a frame, processor time of
a shot, shots that were dropped, and how long a frame is looked at with the ring and without, in turn.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

from companion.clips.ring import Ring
from companion.clips.taking import RATE, ROOM, Taking
from companion.games.himiki.sight import Sight
from tests import learning
from vision.cores import one_core
from vision.frames import Frame, Seconds
from vision.virtual.gallery import LOOKS
from vision.virtual.source import VirtualSource
from vision.virtual.table import VirtualTable

SECONDS = 20.0
START = "B2bMHK,B5wHKM,C2bHKM,C5wKMH,D2bKMH,D5wHKM"
MOVES = ("B5>BB4", "B4>BB5")


def frames(count: int, rate: int) -> list[Frame]:
    """Hands come and go all the time."""
    table = VirtualTable(LOOKS["kitchen"], seed=3)
    table.lay(START)
    now = [0.0]

    def wait(seconds: float) -> None:
        now[0] += seconds

    source = VirtualSource(table, clock=lambda: Seconds(now[0]), wait=wait, rate=rate)
    source.open()
    found: list[Frame] = []
    moves, free = 0, 0.0
    while len(found) < count:
        if now[0] >= free:
            free = now[0] + table.do(MOVES[moves % 2], now[0]).seconds
            moves += 1
        found.append(source.take())
    return found


def looked(
    sight: Sight, taking: Taking | None, seen: list[Frame], pause: float
) -> tuple[list[float], list[float]]:
    """Milliseconds for each frame: of the look, and of leaving it to the ring."""
    looks, leaving = [], []
    for frame in seen:
        began = time.perf_counter()
        look = sight.look(frame)
        between = time.perf_counter()
        if taking is not None and look is not None:
            taking.saw(frame, look, sight)
        leaving.append(1000 * (time.perf_counter() - between))
        looks.append(1000 * (time.perf_counter() - began))
        time.sleep(max(0.0, pause - (time.perf_counter() - began)))
    return looks, leaving


def tell(name: str, figures: list[float]) -> None:
    most = sorted(figures)[int(0.95 * len(figures))]
    print(f"{name:18} median {statistics.median(figures):6.2f} ms, 95 % {most:6.2f} ms")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--frames", type=int, default=300)
    told = parser.parse_args()
    one_core()
    profile = learning.played_on(LOOKS["kitchen"], Path(tempfile.mkdtemp()))
    seen = frames(told.frames, RATE)
    ring = Ring(SECONDS, ROOM)
    for name in ("look, ring off", "look, ring on", "look, ring off", "look, ring on"):
        ring = Ring(SECONDS, ROOM)
        taking = Taking(ring) if name.endswith("on") else None
        if taking is not None:
            taking.start()
        looks, leaving = looked(Sight(profile), taking, seen, 1 / RATE)
        if taking is not None:
            taking.stop()
            tell("left to the ring", leaving)
        tell(name, looks)
    size, each = ring.size / 2**20, ring.size / max(1, len(ring)) / 1000
    print(f"ring {size:.1f} MiB, {len(ring)} shots of {len(seen)} frames, {each:.0f} kB each")
    sight = Sight(profile)
    every = (sight.look(frame) for frame in seen)
    read = next(
        look.sighting for look in every if look is not None and look.sighting and look.sighting.corners
    )
    ring = Ring(SECONDS, ROOM)
    taking = Taking(ring)
    began = time.thread_time()
    for frame in seen:
        taking._take(frame, True, sight, read)  # noqa: SLF001
    each = 1000 * (time.thread_time() - began) / len(seen)
    print(f"a shot {each:.2f} ms of processor; all frames as shots {ring.size / 2**20:.1f} MiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
