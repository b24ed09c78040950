"""The eye that follows a table over time: frames go in, what they show that was not known comes out.

A cheap look at every frame decides whether anything can have changed; only then is it read. What is read
counts when two readings agree, or when one leaves no doubt.
"""

from dataclasses import dataclass, replace
from typing import Final

from companion.rules.board import SQUARES
from vision.attention import Attention, Glance, State
from vision.frames import Frame, Seconds
from vision.profile import Profile
from vision.reader import Reader, fitted
from vision.sighting import Corners, SeenCube, Sighting

SURE: Final = 0.8
"""Confidence from which on a cube needs no second reading."""

_READINGS: Final = 3
"""Of the same still table before it is told with what remains unsure."""

_TORN: Final = 0.5
"""The most confidence in a cube on which readings of a still table do not agree."""

_AGAIN_AFTER: Final = (0.2, 0.5, 2.0)
"""Seconds after which a still table is read again that did not read clear: for the first time, and so on."""

_CHECK_AFTER: Final = 2.0
"""Seconds after which a still and clear table is read again, in case that something small was missed."""


@dataclass(frozen=True, slots=True)
class BoardLost:
    """The board is not where it was, or not seen at all. No sighting claims anything until it is found."""

    t: Seconds
    reason: str


@dataclass(frozen=True, slots=True)
class BoardFound:
    t: Seconds
    corners: Corners
    turned: bool = False
    """It lies the other way round, or on its side, in the picture."""


@dataclass(frozen=True, slots=True)
class LightChanged:
    """A lamp was switched, or the light has drifted far from what it was."""

    t: Seconds


Happening = BoardLost | BoardFound | LightChanged


@dataclass(frozen=True, slots=True)
class Look:
    """What one frame brought."""

    t: Seconds
    glance: Glance
    sighting: Sighting | None = None
    """None where nothing new is known: the last one still holds."""
    happenings: tuple[Happening, ...] = ()
    """In the order in which they are to be told, before the sighting."""


class Eye:
    """Follows the table of one profile through the frames of one source, in order."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.reader = Reader(profile)
        self._attention = Attention(profile.corners, profile.size)
        self._told: Sighting | None = None
        """The last sighting that was given out."""
        self._known: Sighting | None = None
        """What the still table was last seen to show; given out again when a hand that came has gone."""
        self._readings: list[Sighting] = []
        """Of the table as it stands now, until it is told."""
        self._passing: Frame | None = None
        self._seldom_clear = 0
        self._read_at = Seconds(0.0)
        self._lost = False

    def look(self, frame: Frame) -> Look:
        image = fitted(frame.image, self.profile.size)
        if image is None:
            return self._blind(frame, "the picture has another shape than those it was learnt from")
        if image is not frame.image:
            frame = replace(frame, image=image)
        glance = self._attention.look(frame)
        happenings: list[Happening] = [LightChanged(frame.t)] if glance.light else []
        sighting = self._seen(glance, frame, happenings)
        if sighting is not None:
            self._told = sighting
        return Look(frame.t, glance, sighting, tuple(happenings))

    def last_look(self) -> Sighting | None:
        """At the end of a recording: what its last frame showed, where that is still to be told."""
        sighting = self._caught()
        if sighting is not None:
            self._told = sighting
        return sighting

    def _seen(self, glance: Glance, frame: Frame, happenings: list[Happening]) -> Sighting | None:
        match glance.state:
            case State.MOVING:
                return self._moving(glance, frame)
            case State.COVERED:
                self._passing = None
                return self._hidden(frame)
            case State.SETTLING:
                if glance.passing:
                    self._passing = frame
                return None
            case State.CHANGED:
                self._readings = []
                self._seldom_clear = 0
                return self._read(frame, happenings)
            case State.UNCHANGED:
                return self._still(frame, happenings)

    def _moving(self, glance: Glance, frame: Frame) -> Sighting | None:
        """A position that was seen in one frame only, between two hands, is told when the second comes."""
        caught = self._caught()
        self._passing = frame if glance.passing else None
        return caught or self._hidden(frame)

    def _caught(self) -> Sighting | None:
        """What was seen before a hand came too soon for another reading."""
        passing, self._passing = self._passing, None
        if self._readings:
            return self._settled(replace(self._readings[-1], cubes=tuple(_torn(self._readings))))
        if passing is None:
            return None
        sighting = self.reader.read(passing)
        if not sighting.clear:
            return None
        if self._known is not None and same(self._known, sighting):
            return None
        self._attention.took(passing)
        return self._settled(sighting)

    def _hidden(self, frame: Frame) -> Sighting | None:
        self._readings = []
        told = self._told
        if told is None or told.moving or not told.board:
            return None
        return Sighting(frame.t, told.corners, False, (), moving=True)

    def _still(self, frame: Frame, happenings: list[Happening]) -> Sighting | None:
        """Nothing has changed since the last reading; it may not have been the last word."""
        self._passing = None
        since = frame.t - self._read_at
        if self._readings:
            return self._read(frame, happenings)
        if self._known is None:
            pause = _AGAIN_AFTER[min(self._seldom_clear, len(_AGAIN_AFTER) - 1)]
            return self._read(frame, happenings) if since >= pause else None
        if self._told is None or self._told.moving:
            return replace(self._known, t=frame.t)
        return self._read(frame, happenings) if since >= _CHECK_AFTER else None

    def _read(self, frame: Frame, happenings: list[Happening]) -> Sighting | None:
        self._read_at = frame.t
        passing, self._passing = self._passing, None
        sighting = self.reader.read(frame)
        if not sighting.board:
            return self._no_board(frame, happenings)
        if self._lost:
            self._lost = False
            assert sighting.corners is not None
            happenings.append(BoardFound(frame.t, sighting.corners))
        if not sighting.clear:
            self._attention.covered()
            return self._unclear(sighting)
        if not _sure(sighting):
            if passing is not None and not self._readings:
                self._readings.append(self.reader.read(passing))
            self._readings.append(sighting)
            settled = agreed(self._readings)
            if settled is None:
                return None
            sighting = replace(settled, t=frame.t)
        return self._settled(sighting)

    def _settled(self, sighting: Sighting) -> Sighting | None:
        self._readings = []
        self._seldom_clear = 0
        self._known = sighting
        told = self._told
        if told is not None and not told.moving and told.clear and same(told, sighting):
            return None
        return sighting

    def _unclear(self, sighting: Sighting) -> Sighting | None:
        """Something lies over the grid, or a cube not on its square: told once, and read again."""
        self._readings = []
        self._known = None
        self._seldom_clear += 1
        told = self._told
        if told is not None and not told.moving and not told.clear and same(told, sighting):
            return None
        return sighting

    def _no_board(self, frame: Frame, happenings: list[Happening]) -> Sighting | None:
        self._readings = []
        self._known = None
        self._seldom_clear += 1
        if self._lost:
            return None
        self._lost = True
        happenings.append(BoardLost(frame.t, "the board is not seen where it was learnt"))
        return Sighting(frame.t, None, False, ())

    def _blind(self, frame: Frame, reason: str) -> Look:
        glance = Glance(frame.t, State.MOVING)
        if self._lost:
            return Look(frame.t, glance)
        self._lost = True
        self._known = None
        self._told = Sighting(frame.t, None, False, ())
        return Look(frame.t, glance, self._told, (BoardLost(frame.t, reason),))


def _sure(sighting: Sighting) -> bool:
    return all(cube.confidence >= SURE for cube in sighting.cubes)


def same(one: Sighting, other: Sighting) -> bool:
    """Whether both say the same about every square; headings within an eighth of a turn."""
    return len(one.cubes) == len(other.cubes) and all(map(_same_cube, one.cubes, other.cubes))


def _same_cube(one: SeenCube, other: SeenCube) -> bool:
    if _place(one) != _place(other) or one.side is not other.side:
        return False
    if one.heading is None or other.heading is None:
        return one.heading is other.heading
    return abs((one.heading - other.heading + 90) % 180 - 90) < 22.5


def _place(cube: SeenCube) -> tuple[object, ...]:
    return cube.square, cube.colour, cube.top


def agreed(readings: list[Sighting]) -> Sighting | None:
    """What readings of one still table say together; None while another one could tell more."""
    last = readings[-1]
    if len(readings) < 2:
        return None
    for other in readings[-2::-1]:
        if [_place(cube) for cube in other.cubes] == [_place(cube) for cube in last.cubes]:
            cubes = zip(last.cubes, other.cubes, strict=True)
            return replace(last, cubes=tuple(max(pair, key=lambda cube: cube.confidence) for pair in cubes))
    if len(readings) < _READINGS:
        return None
    return replace(last, cubes=tuple(_torn(readings)))


def _torn(readings: list[Sighting]) -> list[SeenCube]:
    """Where readings differ, the best of them without a claim."""
    cubes = []
    for square in SQUARES:
        seen = [cube for reading in readings for cube in reading.cubes if cube.square == square]
        if not seen:
            continue
        best = max(seen, key=lambda cube: cube.confidence)
        if len(seen) < len(readings) or len({_place(cube) for cube in seen}) > 1:
            best = replace(best, confidence=min(best.confidence, _TORN))
        cubes.append(best)
    return cubes
