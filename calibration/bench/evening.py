"""A long evening on virtual tables: light drifts, lamps are switched, camera and board are pushed and turned.

What counts is that nothing wrong is ever claimed, and how soon the table is read again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

import cv2
import numpy as np

from calibration.cubes.drawn import learn_drawn
from companion.games.himiki.rules.board import SQUARES, name_of
from vision.cubes.doubt.agreeing import SURE
from vision.cubes.following.eye import Eye
from vision.cubes.profile import Profile
from vision.cubes.seen import CubeSighting
from vision.frames import Frame, Seconds
from vision.plane.eye import BoardBack, BoardGone
from vision.virtual import LOOKS, DrawnLook, DrawnTruth, Renderer, Shift, VirtualTable

RATE: Final = 15.0
"""Frames a second."""

_CUBES: Final = "B2bHMK,B5wKMH,C2bMHK,C5wHKM,D2bKHM,D5wMKH"

_DRIFT_MINUTES: Final = 20
"""In which light drifts with nobody at the table."""

_BURST: Final = 0.8
"""Seconds of frames out of each of these minutes."""

_PATIENCE: Final = 3.0
"""Seconds at most that are watched after a push."""

_AT_LEAST: Final = 1.0
"""Seconds at least."""

RECOVERED: Final = 1.5
"""Seconds in which a pushed board has to be found."""

_IN_PLACE: Final = 0.1
"""Squares that a corner may be off then."""

_FURTHEST: Final = 0.8
"""Squares of a push at most."""

_MOST_TURNED: Final = 12.0
"""Degrees of one at most."""

_EDGE: Final = 12.0
"""Pixels that the grid must keep from the picture's edge."""


@dataclass(slots=True)
class EveningTally:
    look: str
    frames: int = 0
    sightings: int = 0
    wrong: int = 0
    """Clear sightings in which something claimed is wrong, or something is missing."""
    first_wrong: str = ""
    found: list[float] = field(default_factory=list)
    """Seconds from a push to `BoardBack` with the corners in the right places."""
    read: list[float] = field(default_factory=list)
    """Seconds from a push or another light to the first clear and right sighting."""
    changes: int = 0
    pushes: int = 0
    turned: int = 0
    """Boards told as lying the other way round."""
    false_alarms: int = 0
    """Boards told as lost that nobody had touched."""

    @property
    def right(self) -> bool:
        in_time = len(self.found) == self.pushes and max(self.found, default=0.0) <= RECOVERED
        return in_time and self.wrong == self.false_alarms == 0

    def line(self) -> str:
        found, read = f"{len(self.found)}/{self.pushes}", f"{len(self.read)}/{self.changes}"
        slowest, reading = max(self.found, default=0.0), max(self.read, default=0.0)
        return (
            f"{self.look:<9} {self.frames:6} {self.sightings:9} {self.wrong:5} {self.false_alarms:12}"
            f" {found:>6} {slowest:6.2f} s {read:>6} {reading:6.2f} s {self.turned:6}  {self.first_wrong}"
        )


HEADER: Final = (
    f"{'look':<9} {'frames':>6} {'sightings':>9} {'wrong':>5} {'false alarms':>12}"
    f" {'found':>6} {'slowest':>8} {'read':>6} {'slowest':>8} {'turned':>6}"
)


class Evening:
    def __init__(self, look: DrawnLook, profile: Profile | None = None, seed: int = 1) -> None:
        self.renderer = Renderer(look)
        self.table = VirtualTable(look, seed=seed)
        self.table.lay(_CUBES)
        self.eye = Eye(learn_drawn(look) if profile is None else profile)
        self.dice = Random(seed)
        self.tally = EveningTally(look.name)
        self.now = 0.0

    def see(self) -> tuple[CubeSighting | None, Sequence[object], DrawnTruth]:
        self.tally.frames += 1
        scene = replace(self.table.scene_at(self.now), noise=self.tally.frames)
        image, truth = self.renderer.render(scene)
        look = self.eye.look(Frame(image, Seconds(self.now)))
        self.now = round(self.now + 1 / RATE, 6)
        if look.sighting is not None:
            self.tally.sightings += 1
            fault = claimed_wrongly(look.sighting, truth)
            if fault:
                self.tally.wrong += 1
                self.tally.first_wrong = self.tally.first_wrong or f"{look.t:.1f} s: {fault}"
        return look.sighting, look.happenings, truth

    def rest(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            _, happenings, _ = self.see()
            self.tally.false_alarms += sum(isinstance(one, BoardGone) for one in happenings)

    def drift(self, minutes: int = _DRIFT_MINUTES) -> None:
        """Evening light: darker by a half, and warmer, with a move now and then."""
        for minute in range(minutes):
            share = np.sin(np.pi * minute / max(minutes - 1, 1))
            gain = (1 - 0.5 * share, 1 - 0.38 * share, 1 - 0.3 * share)
            self.table.change(self.now, gain=tuple(float(part) for part in gain))
            if minute % 4 == 3:
                self.move()
            self.rest(_BURST)
            self.now = round(self.now + 60 - _BURST, 6)

    def move(self) -> None:
        piece = self.dice.choice([p for p in self.table.scene_at(self.now).pieces if p.square is not None])
        assert piece.square is not None
        name = name_of(piece.square)
        motion = self.table.do(f"{name}>P{name}", self.now)
        self.rest(motion.seconds + 0.8)

    def change(self, *, push: bool, **faults: Any) -> None:
        """From one frame to the next; then until the table is read again."""
        self.table.change(self.now, **faults)
        start = self.now
        found = read = None
        while self.now < start + _PATIENCE and (read is None or self.now < start + _AT_LEAST):
            since = self.now - start
            sighting, happenings, truth = self.see()
            for one in happenings:
                if isinstance(one, BoardBack):
                    self.tally.turned += one.turned
                    found = since if found is None and self._in_place(one, truth) else found
                self.tally.false_alarms += isinstance(one, BoardGone) and not push
            if read is None and sighting is not None and sighting.clear and rightly(sighting, truth):
                read = since
        self.tally.changes += 1
        self.tally.pushes += push
        self.tally.found += [found] if push and found is not None else []
        self.tally.read += [read] if read is not None else []

    def _in_place(self, found: BoardBack, truth: DrawnTruth) -> bool:
        off = np.linalg.norm(np.array(found.corners) - np.array(truth.corners), axis=1).max()
        edge = np.sqrt(cv2.contourArea(np.array(truth.corners, np.float32)) / len(SQUARES))
        return bool(off < _IN_PLACE * edge)

    def lamps(self) -> None:
        for light in ("changed", "usual"):
            self.change(push=False, light=light)
            self.rest(1.0)

    def pushes(self, count: int = 10) -> None:
        for _ in range(count):
            kind = self.dice.choice(("camera_bump", "board_bump"))
            self.change(push=True, **{kind: self._push(kind)})
        self.table.change(self.now, camera_bump=Shift())

    def turn_round(self) -> None:
        self.change(push=True, camera_bump=Shift(), board_bump=Shift(turn=180))
        self.rest(1.0)

    def _push(self, kind: str) -> Shift:
        """A few centimetres and degrees, such that the whole board stays in the picture."""
        width, height = self.renderer.look.camera.width, self.renderer.look.camera.height
        while True:
            far, turn = self.dice.uniform(0.25, _FURTHEST), self.dice.uniform(-_MOST_TURNED, _MOST_TURNED)
            way = self.dice.uniform(0, 2 * np.pi)
            shift = Shift(far * float(np.cos(way)), far * float(np.sin(way)), turn)
            scene = self.table.scene_at(self.now)
            if kind == "camera_bump":
                scene = replace(scene, camera_bump=shift)
            else:
                scene = replace(scene, board_bump=shift)
            corners = np.array(self.renderer.render(scene)[1].corners)
            if (corners > _EDGE).all() and (corners < np.array([width, height]) - _EDGE).all():
                return shift

    def whole(self) -> EveningTally:
        self.rest(1.0)
        self.drift()
        self.table.change(self.now, gain=(1.0, 1.0, 1.0))
        self.lamps()
        self.pushes()
        self.turn_round()
        return self.tally


def told_tops(sighting: CubeSighting) -> dict[str, tuple[str, str]]:
    return {name_of(c.square): (c.colour.name.lower(), c.top.name.lower()) for c in sighting.cubes}


def true_tops(truth: DrawnTruth) -> dict[str, tuple[str, str]]:
    return {name_of(c.square): (c.colour.name.lower(), c.top.name.lower()) for c in truth.cubes}


def rightly(sighting: CubeSighting, truth: DrawnTruth) -> bool:
    return told_tops(sighting) == true_tops(truth)


def claimed_wrongly(sighting: CubeSighting, truth: DrawnTruth) -> str:
    """What a clear sighting claims that is not so; empty where it claims nothing wrong."""
    if not sighting.clear:
        return ""
    wanted = true_tops(truth)
    faults = [f"{square} missing" for square in wanted.keys() - told_tops(sighting).keys()]
    for cube in sighting.cubes:
        square, seen = name_of(cube.square), (cube.colour.name.lower(), cube.top.name.lower())
        if cube.confidence >= SURE and wanted.get(square) != seen:
            faults.append(f"{square} told as {' '.join(seen)}")
    return ", ".join(sorted(faults))


def evening_report(names: Sequence[str] = ()) -> int:
    """Prints a line for every look; 1 where anything wrong was claimed or a board not found again in time."""
    cv2.setNumThreads(1)
    print(HEADER)
    right = True
    for name in names or [name for name in LOOKS if name != "tagged"]:
        tally = Evening(LOOKS[name]).whole()
        print(tally.line(), flush=True)
        right &= tally.right
    return 0 if right else 1
