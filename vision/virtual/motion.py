"""Moves as they happen over time: a hand comes, cubes tilt, turn, are put down or taken, the hand leaves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from random import Random
from typing import Final

import numpy as np

from vision.virtual.scenes.scene import DrawnHand, Piece, Scene
from vision.virtual.scenes.turns import Direction

AWAY: Final = 6.5
"""Squares from the board's middle to where a hand is out of sight."""

_CARRIED: Final = 1.2
"""Height at which a cube is carried to and from the board."""


class MotionPhase(Enum):
    ENTER = "enter"
    MOVING = "moving"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class MotionStep:
    """One cube from where it is to where it will be; None is off the table."""

    before: Piece | None
    after: Piece | None
    tilt: Direction | None = None
    spin: int = 0
    """Quarter turns clockwise."""

    @property
    def piece(self) -> Piece:
        piece = self.before or self.after
        if piece is None:
            raise ValueError("a step needs a cube before or after it")
        return piece

    def at(self, share: float) -> Piece:
        """The cube in mid-air, `share` of the way there."""
        start, end = self.before or self.after, self.after or self.before
        if start is None or end is None:
            raise ValueError("a step needs a cube before or after it")
        x = start.x + (end.x - start.x) * share
        y = start.y + (end.y - start.y) * share
        arch = float(np.sin(np.pi * share))
        if self.tilt is not None:
            return replace(start, x=x, y=y, lift=0.04 * arch + 0.001, lean=90 * share, towards=self.tilt)
        if self.spin:
            turned = start.yaw + (90 * self.spin + end.yaw - start.yaw) * share
            return replace(start, yaw=turned, lift=0.12 * arch + 0.05)
        if self.before is None:
            return replace(end, lift=_CARRIED * (1 - share) + 0.05)
        if self.after is None:
            return replace(start, lift=_CARRIED * share + 0.05)
        return replace(start, x=x, y=y, yaw=start.yaw + (end.yaw - start.yaw) * share, lift=0.6 * arch + 0.05)


@dataclass(frozen=True, slots=True)
class _Leg:
    phase: MotionPhase
    seconds: float
    hand: tuple[DrawnHand, DrawnHand]
    standing: tuple[Piece, ...]
    step: MotionStep | None = None
    carried: bool = False
    """The cube goes where the hand goes, in the air."""


@dataclass(frozen=True, slots=True)
class Motion:
    """Everything from the last still moment before to the first still one after."""

    start: Scene
    legs: tuple[_Leg, ...]
    end: Scene

    @property
    def seconds(self) -> float:
        return sum(leg.seconds for leg in self.legs)

    def at(self, seconds: float) -> Scene:
        """The scene that long after the start."""
        if seconds < 0:
            return self.start
        for leg in self.legs:
            if seconds < leg.seconds:
                return self._during(leg, seconds / leg.seconds)
            seconds -= leg.seconds
        return self.end

    def moments(self) -> Iterator[tuple[MotionPhase, Scene]]:
        """One scene in the thick of every leg."""
        for leg in self.legs:
            share = {MotionPhase.ENTER: 0.72, MotionPhase.MOVING: 0.5, MotionPhase.LEAVE: 0.3}[leg.phase]
            yield leg.phase, self._during(leg, share)

    def _during(self, leg: _Leg, share: float) -> Scene:
        smooth = share * share * (3 - 2 * share)
        hand = _between(leg.hand[0], leg.hand[1], smooth)
        pieces = leg.standing
        if leg.step is not None:
            if leg.carried:
                moving = replace(leg.step.piece, x=hand.x, y=hand.y, lift=_CARRIED)
            else:
                moving = leg.step.at(smooth)
            pieces = (*pieces, moving)
        return replace(self.start, pieces=pieces, hand=hand)


def _between(one: DrawnHand, other: DrawnHand, share: float) -> DrawnHand:
    return replace(
        one,
        x=one.x + (other.x - one.x) * share,
        y=one.y + (other.y - one.y) * share,
        height=one.height + (other.height - one.height) * share,
    )


def performed(
    scene: Scene, steps: Sequence[MotionStep], hand: DrawnHand, dice: Random, pace: float = 1.0
) -> Motion:
    """One hand doing these steps one after the other; `hand` gives its looks and where it comes from."""
    angle = np.radians(hand.comes_from)
    away = replace(
        hand,
        x=3 + AWAY * float(np.sin(angle)),
        y=2.5 + AWAY * float(np.cos(angle)),
        height=hand.height + 0.6,
    )
    legs = []
    pieces = scene.pieces
    at = away
    for step in steps:
        first, last = step.at(0.0), step.at(1.0)
        grip = replace(hand, x=first.x, y=first.y, height=1.0 + first.lift)
        rest = tuple(piece for piece in pieces if piece != step.before)
        bringing = step.before is None
        legs.append(
            _Leg(
                MotionPhase.ENTER if at is away else MotionPhase.MOVING,
                dice.uniform(0.35, 0.55) * pace,
                (at, grip),
                rest if bringing else pieces,
                step if bringing else None,
                bringing,
            )
        )
        at = replace(grip, x=last.x, y=last.y, height=1.0 + last.lift)
        legs.append(_Leg(MotionPhase.MOVING, dice.uniform(0.4, 0.6) * pace, (grip, at), rest, step))
        pieces = rest if step.after is None else (*rest, step.after)
    taking = steps[-1] if steps and steps[-1].after is None else None
    legs.append(
        _Leg(
            MotionPhase.LEAVE, dice.uniform(0.35, 0.55) * pace, (at, away), pieces, taking, taking is not None
        )
    )
    return Motion(scene, tuple(legs), replace(scene, pieces=pieces, hand=None))
