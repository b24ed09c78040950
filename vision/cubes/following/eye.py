"""The eye that follows a table over time: frames go in, what they show that was not known comes out.

A cheap look at every frame decides whether anything can have changed; only then is it read. What is read
counts when two readings agree, or when one leaves no doubt.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import Square
from vision.cubes.dice.dicewatch import DiceWatch
from vision.cubes.doubt.agreeing import SURE, agreed, same, torn
from vision.cubes.following.adapting import Adapting
from vision.cubes.following.teaching import Lesson, taught, untaught, with_lesson
from vision.cubes.following.whereabouts import BoardPlace, Whereabouts
from vision.cubes.profile import Profile
from vision.cubes.reading.reader import Reading, fitted
from vision.cubes.seen import CubeSighting, Dice
from vision.cubes.tray import Tray
from vision.frames import Frame, Seconds
from vision.plane.attention import Attention, Glance, State
from vision.plane.bustle import Bustle
from vision.plane.eye import BoardBack, BoardGone, Happening, LightChanged, Look
from vision.plane.light import Light
from vision.plane.shifts import PUSHED_BY
from vision.sighting import Moved
from vision.stills import Stills

_AGAIN_AFTER: Final = (0.2, 0.5, 2.0)
"""Seconds after which a still table is read again that did not read clear: for the first time, and so on."""

_CHECK_AFTER: Final = 2.0
"""Seconds after which a still and clear table is read again, in case that something small was missed."""

PUSHED: Final = "the board or the camera was moved"

_BETTER: Final = 0.03
"""Share of the print that must be seen more for a place to be taken that is nearly the same."""

_SEEK_AFTER: Final = (0.0, 0.3, 0.5, 1.0)
"""Seconds between looking for a lost board, by and by."""

_TOO_DARK: Final = 14.0
"""The level under which it is too dark to."""

_LIGHT_AFTER: Final = 1.0
"""Seconds in which a change of light is told once: a lamp flickers when it is switched."""


class Eye:
    """Follows the table of one profile through the frames of one source, in order."""

    def __init__(self, profile: Profile) -> None:
        self._where = Whereabouts(profile)
        self._adapting = Adapting(profile)
        self._size = profile.size
        self._tray = profile.tray
        self._dice_watch: DiceWatch | None = None
        self._light: Light | None = None
        """As the last reading of the board in its place found it."""
        self._dice: Dice | None = None
        self._attention = self._fresh_attention()
        self._told: CubeSighting | None = None
        """The last sighting that was given out."""
        self._known: CubeSighting | None = None
        """What the still table was last seen to show; given out again when a hand that came has gone."""
        self._readings: list[CubeSighting] = []
        """Of the table as it stands now, until it is told."""
        self._stills = Stills()
        """Of the table as it stands now, once something on it was doubtful."""
        self._passing: Frame | None = None
        self._unclear_times = 0
        self._covered_looked_at = False
        self._bustle = Bustle()
        self._read_at = Seconds(0.0)
        self._read_last: Frame | None = None
        """The still frame that was read last: answers are about it."""
        self._lost = False
        self._moved: Moved | None = None
        """The last time that the board was."""
        self._sought_at = Seconds(-10.0)
        self._sought_times = 0
        self._light_at = Seconds(-10.0)
        self._happenings: list[Happening] = []

    @property
    def profile(self) -> Profile:
        """What was learnt, with the board where it is now."""
        learnt = self._where.profile
        return learnt if learnt.tray == self._tray else replace(learnt, tray=self._tray)

    def look(self, frame: Frame) -> Look[CubeSighting]:
        self._happenings = []
        image = fitted(frame.image, self._size)
        if image is None:
            glance = Glance(frame.t, State.MOVING)
            sighting = self._lose(frame.t, "the picture has another shape than those it was learnt from")
        else:
            if image is not frame.image:
                frame = replace(frame, image=image)
            glance = self._attention.look(frame)
            sighting = self._regained(glance, frame) if self._lost else self._seen(glance, frame)
            # A board that went elsewhere changes brightness everywhere as well.
            if glance.light and not self._happenings and frame.t - self._light_at > _LIGHT_AFTER:
                self._happenings.append(LightChanged(frame.t))
                self._light_at = frame.t
        sighting = self._placed(self._with_dice(sighting, frame, image is not None))
        if sighting is not None:
            self._told = sighting
        return Look(frame.t, glance, sighting, tuple(self._happenings))

    @property
    def learnt(self) -> Profile:
        """What is to be kept for another evening: with all that was taught, the board where it was learnt."""
        return replace(self._where.learnt, tray=self._tray)

    def teach(self, square: Square, kind: int | None) -> Lesson | None:
        """Somebody has said what stands on a square of the table that was read last; None for nothing there.

        None where nothing is to be learnt from that.
        """
        frame = self._read_last
        if frame is None or self._lost:
            return None
        found = taught(self._where.profile, frame, square, kind, self._where.reader)
        if found is None:
            return None
        _, lesson = found
        self._relearn(lambda profile: with_lesson(profile, lesson))
        return lesson

    def forget(self, lesson: Lesson) -> None:
        """It was wrong, or is not needed any more."""
        self._relearn(lambda profile: untaught(profile, lesson))

    def _relearn(self, change: Callable[[Profile], Profile]) -> None:
        self._where.change(change)
        self._adapting = Adapting(self._where.learnt)
        self._dice_watch = None
        self._readings = []
        self._attention.doubt()

    def mark_tray(self, tray: Tray | None) -> None:
        """The spare cubes are thrown there from now on."""
        self._tray = tray
        self._attention = self._fresh_attention()

    @property
    def tray(self) -> Tray | None:
        return self._tray

    def _with_dice(self, sighting: CubeSighting | None, frame: Frame, fits: bool) -> CubeSighting | None:
        """What the tray shows belongs to every sighting; if only that changed, the last one is told anew."""
        if self._tray is None and self._dice is None:
            return sighting
        self._dice = self._seen_in_tray(frame) if fits and not self._lost else None
        if sighting is not None:
            return replace(sighting, dice=self._dice)
        told = self._told
        if told is None or told.dice == self._dice:
            return None
        return replace(told, t=frame.t, dice=self._dice)

    def _seen_in_tray(self, frame: Frame) -> Dice | None:
        tray, light = self._tray, self._light
        if tray is None or light is None:
            return None
        reader, watch = self._where.reader, self._dice_watch
        if watch is None or watch.tray != tray or watch.corners != reader.profile.corners:
            watch = self._dice_watch = DiceWatch(tray, reader.profile)
        return watch.look(frame, reader, light) if watch.in_picture else None

    def _fresh_attention(self) -> Attention:
        profile = self.profile
        aside = None if self._tray is None else self._tray.outline(profile.camera(), profile.edge)
        return Attention(profile.board, profile.corners, self._size, aside)

    def last_look(self) -> CubeSighting | None:
        """At the end of a recording: what its last frame showed, where that is still to be told."""
        sighting = self._caught()
        if sighting is not None:
            sighting = self._told = self._placed(replace(sighting, dice=self._dice))
        return sighting

    def _placed(self, sighting: CubeSighting | None) -> CubeSighting | None:
        """Where the board is belongs to every sighting of one."""
        return sighting if sighting is None or not sighting.board else replace(sighting, moved=self._moved)

    def _seen(self, glance: Glance, frame: Frame) -> CubeSighting | None:
        if glance.state is not State.COVERED:
            self._covered_looked_at = False
        if glance.state is not State.MOVING:
            self._bustle.over()
        if glance.state is not State.UNCHANGED or glance.light:
            self._stills.clear()
        match glance.state:
            case State.MOVING:
                return self._moving(glance, frame)
            case State.COVERED:
                return self._covered(glance, frame)
            case State.SETTLING:
                if glance.passing:
                    self._passing = frame
                return None
            case State.CHANGED:
                self._readings = []
                self._unclear_times = 0
                return self._read(frame, glance)
            case State.UNCHANGED:
                return self._still(frame, glance)

    def _moving(self, glance: Glance, frame: Frame) -> CubeSighting | None:
        """A position that was seen in one frame only, between two hands, is told when the second comes."""
        caught = self._caught()
        self._passing = frame if glance.passing else None
        if caught is None and self._bustle.asks(frame.t):
            board = self._where.reader.read(frame).board
            if self._bustle.hides(board=board):
                return self._lose(frame.t, self._why_lost(frame))
        return caught or self._hidden(frame)

    def _caught(self) -> CubeSighting | None:
        """What was seen before a hand came too soon for another reading."""
        passing, self._passing = self._passing, None
        if self._readings:
            return self._settled(torn(self._readings))
        if passing is None:
            return None
        reading = self._where.reader.reading(passing)
        sighting = reading.sighting
        if not sighting.clear or self._where.doubtful(reading):
            return None
        if self._known is not None and same(self._known, sighting):
            return None
        self._attention.took(passing)
        return self._settled(sighting)

    def _hidden(self, frame: Frame) -> CubeSighting | None:
        self._readings = []
        told = self._told
        if told is None or told.moving or not told.board:
            return None
        return CubeSighting(frame.t, told.corners, False, (), moving=True)

    def _still(self, frame: Frame, glance: Glance) -> CubeSighting | None:
        """Nothing has changed since the last reading; it may not have been the last word."""
        if self._stills:
            self._stills.add(frame)
        self._passing = None
        since = frame.t - self._read_at
        if self._readings or glance.light:
            return self._read(frame, glance)
        known = self._known
        if known is not None and (self._told is None or self._told.moving):
            # A cube that was only turned differs in less than a glance notices for sure.
            return self._read(frame, glance)
        if known is None or known.doubts:
            pause = _AGAIN_AFTER[min(self._unclear_times, len(_AGAIN_AFTER) - 1)]
            return self._read(frame, glance) if since >= pause else None
        return self._read(frame, glance) if since >= _CHECK_AFTER else None

    def _read(self, frame: Frame, glance: Glance) -> CubeSighting | None:
        self._read_at = frame.t
        self._read_last = frame
        passing, self._passing = self._passing, None
        reading = self._where.reader.reading(self._stills.over(frame), max(self._stills.count, 1))
        if glance.bump is not None or self._where.doubtful(reading):
            return self._sought(frame, glance, reading)
        if not self._where.suspect(reading):
            self._sought_times = 0
        elif self._may_seek(frame.t):
            return self._sought(frame, glance, reading)
        return self._judged(frame, reading, passing)

    def _covered(self, glance: Glance, frame: Frame) -> CubeSighting | None:
        """A hand that rests, most likely; or the board was moved, which also changes much at once."""
        self._passing = None
        if not self._covered_looked_at and self._may_seek(frame.t):
            self._covered_looked_at = True
            reading = self._where.reader.reading(frame)
            if self._where.doubtful(reading) or self._where.suspect(reading):
                return self._sought(frame, glance, reading)
        return self._hidden(frame)

    def _judged(self, frame: Frame, reading: Reading, passing: Frame | None = None) -> CubeSighting | None:
        """What a reading of the board in its place is worth."""
        sighting = reading.sighting
        self._light = reading.light or self._light
        if sighting.clear:
            self._where.trust(reading)
            self._adapting.watch(frame.t, frame.image, self._where.reader, reading)
            if self._adapting.due(frame.t):
                self._where.adapt(self._adapting, frame.t)
        else:
            self._attention.covered()
        if not _plain(sighting) and not self._stills:
            self._stills.add(frame)
        if not sighting.doubts and not _plain(sighting) and not self._told_as(sighting):
            if passing is not None and not self._readings:
                self._readings.append(self._where.reader.read(passing))
            self._readings.append(sighting)
            settled = agreed(self._readings)
            if settled is None:
                return None
            sighting = replace(settled, t=frame.t)
        return self._settled(sighting)

    def _sought(self, frame: Frame, glance: Glance, reading: Reading) -> CubeSighting | None:
        """The board may be elsewhere; or something large covers it."""
        if glance.bump is None and not self._may_seek(frame.t):
            self._known = None
            return None
        self._sought_at = frame.t
        self._sought_times += 1
        hint = reading.sighting.corners if glance.bump is None else glance.bump.corners
        place = self._where.seek(frame, hint)
        doubtful = self._where.doubtful(reading)
        if place is None and doubtful:
            return self._lose(frame.t, self._why_lost(frame))
        better = place is not None and place.seen > reading.scores["board"] + _BETTER
        if place is not None and place.shift >= PUSHED_BY and (better or doubtful or glance.bump is not None):
            self._happenings.append(BoardGone(frame.t, PUSHED))
            return self._regain(frame, place)
        if place is not None and better:
            self._where.settle(place)
            reading = place.reading
        if not reading.sighting.board:
            return self._lose(frame.t, self._why_lost(frame))
        if better or glance.bump is not None:
            self._attention = self._watching(frame, reading)
        return self._judged(frame, reading)

    def _may_seek(self, t: Seconds) -> bool:
        return t - self._sought_at >= _SEEK_AFTER[min(self._sought_times, len(_SEEK_AFTER) - 1)]

    def _watching(self, frame: Frame, reading: Reading) -> Attention:
        """A fresh attention for the board where it is; a frame that was read clear is known to it."""
        attention = self._fresh_attention()
        attention.look(frame)
        if reading.sighting.clear:
            attention.took(frame)
        return attention

    def _regained(self, glance: Glance, frame: Frame) -> CubeSighting | None:
        """A lost board is looked for while all is still, and now and then while something moves."""
        moving = glance.state is State.MOVING
        if not self._may_seek(frame.t) or (moving and frame.t - self._sought_at < _SEEK_AFTER[-1]):
            return None
        self._sought_at = frame.t
        self._sought_times += 1
        place = self._where.seek(frame)
        return None if place is None else self._regain(frame, place)

    def _regain(self, frame: Frame, place: BoardPlace) -> CubeSighting | None:
        self._lost = False
        self._sought_times = 0
        self._readings = []
        self._known = None
        self._happenings.append(BoardBack(frame.t, place.corners, place.turned))
        if place.turned or place.shift >= PUSHED_BY:
            self._moved = Moved(frame.t, PUSHED, turned=place.turned)
        self._where.settle(place)
        self._attention = self._watching(frame, place.reading)
        return self._judged(frame, place.reading)

    def _why_lost(self, frame: Frame) -> str:
        if float(np.mean(frame.image[::8, ::8])) < _TOO_DARK:
            return "it is too dark to see the board"
        return "the board is not seen"

    def _lose(self, t: Seconds, reason: str) -> CubeSighting | None:
        self._stills.clear()
        self._readings = []
        self._known = None
        self._passing = None
        self._bustle.over()
        if self._lost:
            return None
        self._lost = True
        self._sought_at, self._sought_times = t, 1
        self._happenings.append(BoardGone(t, reason))
        return CubeSighting(t, None, False, (), why=reason)

    def _settled(self, sighting: CubeSighting) -> CubeSighting | None:
        """Told if it says anything new; what is not plain is read again by and by."""
        self._readings = []
        self._unclear_times = self._unclear_times + 1 if sighting.doubts else 0
        again = self._told_as(sighting)
        self._known = sighting
        return None if again else sighting

    def _told_as(self, sighting: CubeSighting) -> bool:
        told = self._told
        if told is None or told.moving or told.moved != self._moved:
            return False
        return told.clear == sighting.clear and same(told, sighting)


def _plain(sighting: CubeSighting) -> bool:
    return not sighting.doubts and all(cube.confidence >= SURE for cube in sighting.cubes)
