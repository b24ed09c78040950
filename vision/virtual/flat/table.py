"""A drawn table of flat pieces on which hands move things, as a camera would see it at any moment."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

import numpy as np

from vision.virtual.flat.scene import FlatLook, FlatScene, FlatThing
from vision.virtual.scenes.scene import DrawnHand

_CARRIED: Final = 0.7
"""Squares over the table at which a piece is carried."""

_SIDE: Final = 28.0
"""Degrees by which an arm comes from further left or right."""

_CARE: Final = (0.025, 2.5)
"""Spread of how far aside, in squares, and how far askew, in degrees, people put a piece down."""


@dataclass(frozen=True, slots=True)
class FlatStep:
    """A piece from where it lies to where it will; None is off the table."""

    before: FlatThing | None
    after: FlatThing | None

    @property
    def thing(self) -> FlatThing:
        thing = self.before or self.after
        assert thing is not None
        return thing

    @property
    def key(self) -> str:
        return self.thing.key


@dataclass(frozen=True, slots=True)
class _Leg:
    seconds: float
    hand: tuple[DrawnHand, DrawnHand]
    lying: tuple[FlatThing, ...]
    carried: tuple[FlatThing, FlatThing] | None = None


@dataclass(frozen=True, slots=True)
class FlatMotion:
    start: FlatScene
    legs: tuple[_Leg, ...]
    end: FlatScene

    @property
    def seconds(self) -> float:
        return sum(leg.seconds for leg in self.legs)

    def at(self, seconds: float) -> FlatScene:
        for leg in self.legs:
            if seconds < leg.seconds:
                share = max(0.0, seconds / leg.seconds)
                return self._during(leg, share * share * (3 - 2 * share))
            seconds -= leg.seconds
        return self.end

    def _during(self, leg: _Leg, share: float) -> FlatScene:
        things = leg.lying
        if leg.carried is not None:
            one, other = leg.carried
            things = (
                *things,
                replace(
                    one if share < 0.5 else other,
                    x=one.x + (other.x - one.x) * share,
                    y=one.y + (other.y - one.y) * share,
                    turn=one.turn + (other.turn - one.turn) * share,
                    height=_CARRIED,
                ),
            )
        one_hand, other_hand = leg.hand
        hand = replace(
            one_hand,
            x=one_hand.x + (other_hand.x - one_hand.x) * share,
            y=one_hand.y + (other_hand.y - one_hand.y) * share,
        )
        return replace(self.start, things=things, hand=hand)


class FlatTable:
    """Verbs change it when they are told, `scene_at` says how it looks. May be shared by threads."""

    def __init__(self, look: FlatLook, seed: int = 0, *, care: float = 1.0, pace: float = 1.0) -> None:
        self.look = look
        self.care = care
        """0 puts pieces down exactly, 1 as people do."""
        self.pace = pace
        """Factor on how long moves take; 0 does them in no time."""
        self._dice = Random(seed)
        self._scene = FlatScene()
        self._queue: deque[tuple[float, FlatMotion]] = deque()
        self._lock = threading.RLock()

    def lay(self, things: Sequence[FlatThing]) -> None:
        """At once, dropping moves under way."""
        with self._lock:
            self._queue.clear()
            self._scene = replace(self._scene, things=tuple(map(self._sloppy, things)), hand=None)

    def change(self, change: Callable[[FlatScene], FlatScene], now: float = 0.0) -> None:
        """Of what is no piece: light, glare."""
        with self._lock:
            self._settled(now)
            self._scene = change(self._scene)
            self._queue = deque(
                (start, replace(each, start=change(each.start), end=change(each.end)))
                for start, each in self._queue
            )

    def do(self, steps: Sequence[FlatStep], now: float, comes_from: float = 180.0) -> FlatMotion:
        """One hand does these one after the other, after the moves under way. `comes_from`: degrees clockwise
        from the far side, so that 180 is the near one."""
        with self._lock:
            self._settled(now)
            last = self._queue[-1] if self._queue else None
            scene = last[1].end if last else self._scene
            tidy = tuple(
                replace(step, after=None if step.after is None else self._sloppy(step.after))
                for step in steps
            )
            motion = self._performed(scene, tidy, comes_from + self._dice.uniform(-_SIDE, _SIDE))
            start = max(now, last[0] + last[1].seconds) if last else now
            self._queue.append((start, motion))
            self._settled(now)
            return motion

    def rest_hand(self, hand: DrawnHand | None, now: float) -> None:
        """A hand that stays over the table, or goes."""
        with self._lock:
            self._settled(now)
            self._scene = replace(self._scene, hand=hand)

    def scene_at(self, now: float) -> FlatScene:
        with self._lock:
            self._settled(now)
            if self._queue and self._queue[0][0] <= now:
                start, motion = self._queue[0]
                return motion.at(now - start)
            return self._scene

    @property
    def end(self) -> FlatScene:
        """What lies there once moves under way are done."""
        with self._lock:
            return self._queue[-1][1].end if self._queue else self._scene

    def busy_until(self) -> float | None:
        with self._lock:
            return self._queue[-1][0] + self._queue[-1][1].seconds if self._queue else None

    def _settled(self, now: float) -> None:
        while self._queue and self._queue[0][0] + self._queue[0][1].seconds <= now:
            self._scene = self._queue.popleft()[1].end

    def _sloppy(self, thing: FlatThing) -> FlatThing:
        aside, askew = _CARE
        x, y, turn = (self.care * self._dice.uniform(-1, 1) for _ in range(3))
        return replace(thing, x=thing.x + aside * x, y=thing.y + aside * y, turn=thing.turn + askew * turn)

    def _performed(self, scene: FlatScene, steps: Sequence[FlatStep], comes_from: float) -> FlatMotion:
        angle = np.radians(comes_from)
        camera = self.look.camera
        away = DrawnHand(
            camera.aim[0] + _AWAY * float(np.sin(angle)),
            camera.aim[1] + _AWAY * float(np.cos(angle)),
            comes_from=comes_from % 360,
            skin=self.look.skin,
            sleeve=self.look.sleeve,
        )
        legs: list[_Leg] = []
        lying, at = scene.things, away
        for step in steps:
            rest = tuple(each for each in lying if each.key != step.key)
            one, other = step.before, step.after
            first = at if one is None else replace(away, x=one.x, y=one.y)
            last = away if other is None else replace(away, x=other.x, y=other.y)
            if one is not None:
                legs.append(_Leg(self._time(), (at, first), lying))
            outside = replace(step.thing, x=away.x, y=away.y)
            legs.append(_Leg(self._time(), (first, last), rest, (one or outside, other or outside)))
            lying, at = rest if other is None else (*rest, other), last
        legs.append(_Leg(self._time(), (at, away), lying))
        return FlatMotion(scene, tuple(legs), replace(scene, things=lying, hand=None))

    def _time(self) -> float:
        return self._dice.uniform(0.3, 0.5) * self.pace


_AWAY: Final = 7.5
"""Squares from the middle of the view to where a hand is out of sight."""
