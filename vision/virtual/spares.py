"""The two spare cubes beside a drawn board (RULES 6.2): the tray they are thrown into, and throwing them."""

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import COLUMNS, ROWS
from companion.games.himiki.rules.cubes import LETTERS, Colour
from vision.cubes.tray import Tray
from vision.virtual.motion import AWAY
from vision.virtual.placing import TableError, some_turn
from vision.virtual.scenes.looks import DrawnLook
from vision.virtual.scenes.optics import DrawnLens, Floats
from vision.virtual.scenes.scene import DrawnHand, Piece, Scene

SPARE: Final = 3
"""A duel leaves the fourth cube of each colour over."""

_SIZES: Final = ((2.4, 3.0), (3.0, 2.4), (2.2, 2.6), (2.6, 2.2), (1.9, 2.4), (2.4, 1.9))
"""Squares along the tray's sides, largest first."""

_NEAREST: Final = 0.55
"""Squares from the grid to it at the least."""

_USUAL: Final = 1.2
"""The same as it is best."""

_EDGE: Final = 6.0
"""Pixels at the picture's edge that it stays away from."""

_TRIES: Final = 500
"""At random, to find a place for both."""

_FROM_RIM: Final = 0.75
"""Edges from a cube's middle to the tray's rim at the least."""

_FROM_EACH_OTHER: Final = 1.5
"""Edges from one's middle to the other's at the least."""


@lru_cache(maxsize=8)
def tray_of(look: DrawnLook) -> Tray:
    """Where a tray has room beside the board, in the picture of this look's camera."""
    lens, limits = DrawnLens(look.camera), np.array([look.camera.width, look.camera.height]) - _EDGE
    best: tuple[float, float, float, float, float] | None = None
    for size in _SIZES:
        width, height = size
        for x in np.arange(-4.5, COLUMNS + 2, 0.1):
            for y in np.arange(-4.5, ROWS + 2, 0.1):
                gap = max(x - COLUMNS, -x - width, y - ROWS, -y - height)
                if gap < _NEAREST:
                    continue
                aside = float(np.hypot(x + width / 2 - COLUMNS / 2, y + height / 2 - ROWS / 2))
                cost = abs(gap - _USUAL) + 0.1 * aside
                if (best is None or cost < best[0]) and _seen(lens, limits, x, y, width, height, look):
                    best = (cost, float(x), float(y), float(x) + width, float(y) + height)
        if best is not None:
            _, left, low, right, high = best
            return Tray.of([(left, low), (right, low), (right, high), (left, high)])
    raise TableError(f"no tray has room in the picture of {look.name}")


def _seen(
    lens: DrawnLens, limits: Floats, x: float, y: float, width: float, height: float, look: DrawnLook
) -> bool:
    across, along = (x - 0.1, x + width + 0.1), (y - 0.1, y + height + 0.1)
    corners = [(u, v, z) for u in across for v in along for z in (0.0, look.cubes.edge)]
    pixels = lens.project(np.array(corners))
    return bool((pixels > _EDGE).all() and (pixels < limits).all())


def thrown(look: DrawnLook, faces: str, dice: Random) -> tuple[Piece, ...]:
    """Black and white, with these letters up (`?` for any): anywhere in the tray, turned in any way."""
    if len(faces) != len(Colour) or any(letter not in (*LETTERS, "?") for letter in faces):
        raise TableError(f"{faces!r} is no throw: two letters of H, M, K or ?, black first")
    edge, tray = look.cubes.edge, tray_of(look)
    low, high = tray.array.min(axis=0) + _FROM_RIM * edge, tray.array.max(axis=0) - _FROM_RIM * edge
    places = [*low.tolist(), *high.tolist()]
    for _ in range(_TRIES):
        places = [dice.uniform(low[axis], high[axis]) for _ in Colour for axis in (0, 1)]
        if np.hypot(places[0] - places[2], places[1] - places[3]) > _FROM_EACH_OTHER * edge:
            break
    black = (Colour.BLACK, faces[0], places[0], places[1])
    white = (Colour.WHITE, faces[1], places[2], places[3])
    return tuple(
        Piece(SPARE, colour, some_turn(dice, f"{letter}??"), x, y, dice.uniform(0, 90), -look.board.thickness)
        for colour, letter, x, y in (black, white)
    )


@dataclass(frozen=True, slots=True)
class Throw:
    """A hand that comes, takes the cubes up if they lie there, and throws them; they tumble and lie."""

    start: Scene
    end: Scene
    hand: DrawnHand
    """Over the tray."""
    seconds: float

    def at(self, seconds: float) -> Scene:
        if seconds < 0:
            return self.start
        share = seconds / self.seconds if self.seconds else 1.0
        if share >= 1:
            return self.end
        if share < _COMES:
            return replace(self.start, hand=self._hand(1 - share / _COMES))
        if share < _ROLLS:
            return replace(self.start, spares=(), hand=self._hand(0.0))
        rolling = (share - _ROLLS) / (1 - _ROLLS)
        if rolling < _LIE:
            left = 1 - rolling / _LIE
            spares = tuple(_tumbling(piece, left, self.hand) for piece in self.end.spares)
        else:
            spares = self.end.spares
        return replace(self.start, spares=spares, hand=self._hand(rolling) if rolling < 0.9 else None)

    def _hand(self, share: float) -> DrawnHand:
        """From over the tray to out of sight."""
        angle = np.radians(self.hand.comes_from)
        return replace(
            self.hand,
            x=self.hand.x + share * AWAY * float(np.sin(angle)),
            y=self.hand.y + share * AWAY * float(np.cos(angle)),
            height=self.hand.height + 0.5 * share,
        )


_COMES: Final = 0.3
"""Share of a throw at which the hand is there."""

_ROLLS: Final = 0.45
"""Share of it at which the cubes leave the hand."""

_LIE: Final = 0.6
"""Share of what is left then, at which they lie."""


def _tumbling(piece: Piece, left: float, hand: DrawnHand) -> Piece:
    """`left` of its way still to go: 1 in the hand, 0 where it lies."""
    return replace(
        piece,
        x=piece.x + (hand.x - piece.x) * left,
        y=piece.y + (hand.y - piece.y) * left,
        yaw=piece.yaw + 220 * left,
        lift=piece.lift + 0.25 * abs(float(np.sin(3 * np.pi * left))),
        lean=80 * left,
    )


def throwing(look: DrawnLook, scene: Scene, faces: str, hand: DrawnHand, dice: Random, pace: float) -> Throw:
    """`-` takes the cubes away."""
    tray = tray_of(look).array.mean(axis=0)
    spares = () if faces == "-" else thrown(look, faces, dice)
    outwards = tray - [COLUMNS / 2, ROWS / 2]
    comes_from = float(np.degrees(np.arctan2(outwards[0], outwards[1])) + dice.uniform(-25, 25)) % 360
    over = replace(hand, x=float(tray[0]), y=float(tray[1]), height=1.0, comes_from=comes_from)
    return Throw(scene, replace(scene, spares=spares, hand=None), over, dice.uniform(1.3, 1.7) * pace)
