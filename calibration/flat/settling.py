"""Pieces of a sheet moved so that what is printed on all, a border or a name's place, lies alike on all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.flat.aligning import Aimed, aimed, aligned, sampled
from vision.flat.ground import Ground, Window, seen_through
from vision.flat.looks import WIDTH, inner_mask, look_at, print_of, shape_of
from vision.flat.rectangles import Pose, Size
from vision.flat.seen import BACK
from vision.frames import Image
from vision.plane.channels import Singles

_ROUNDS: Final = 3
"""Times that all are moved onto the mean of all."""
_STEPS: Final = 8
"""Of each, in a round."""

_STARTS: Final = (-0.1, 0.0, 0.1)
"""Of the width: from where a piece is moved, both ways."""

_LOST: Final = 0.7
"""How like the mean of all a piece is, below which it lies perhaps elsewhere."""
_FAR: Final = (-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3)
"""Lengths of a piece, along, from where such a one is moved then: what is printed below a picture is easily
taken for its lower edge."""

_COMMON: Final = 0.35
"""How like the mean of all a piece is at least, for that to say where it lies: a back is not."""

_WAYS: Final = np.linspace(-0.14, 0.14, 15)
"""Of the width: from where such a one, a back, is moved to its middle, both ways."""
_AWAY: Final = 2.5
"""By how much it has to look more like itself turned round for a width that it is moved: a pattern that
repeats itself does so at many places. Of three backs the middle was .018 to .12 of a width away."""

_AROUND: Final = 0.3
"""Of a piece, beyond its edges: so far it may be moved."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidPiece:
    code: str
    image: Image
    pose: Pose


def settled(laid: Sequence[LaidPiece], ground: Ground, size: Size) -> list[LaidPiece]:
    """In the same order."""
    pieces = list(laid)
    for _ in range(_ROUNDS):
        prints = [_print(one, one.pose, ground, size) for one in pieces]
        mean = _mean(prints)
        pieces = [_moved(one, shown, mean, ground, size) for one, shown in zip(pieces, prints, strict=True)]
    mean = _mean([_print(one, one.pose, ground, size) for one in pieces])
    return [
        _centred(one, ground, size)
        if one.code == BACK and _like(one, one.pose, mean, ground, size) < _COMMON
        else one
        for one in pieces
    ]


def _mean(prints: Sequence[Singles]) -> Aimed:
    mean = np.mean(prints, axis=0)
    return aimed(np.asarray(mean / np.linalg.norm(mean), np.float32))


def _centred(piece: LaidPiece, ground: Ground, size: Size) -> LaidPiece:
    """A back, which has no border of the faces: it looks alike from both ends, so that nobody tells by it how
    a piece lies."""
    pose = piece.pose
    reach = (0.5 + _AROUND) * max(size.width, size.height)
    window = Window(pose.x - reach, pose.y - reach, pose.x + reach, pose.y + reach, WIDTH / size.width)
    plane = seen_through(piece.image, window.maps(ground))
    rows = shape_of(size)[0]

    def worth(x: float, y: float) -> float:
        there = pose.of(np.array([x, y]) * size.width)
        place = replace(pose, x=float(there[0]), y=float(there[1]))
        shown = print_of(sampled(plane, window, place, size, rows))
        shown *= inner_mask((shown.shape[0], shown.shape[1]))[..., None]
        even = float((shown * shown[::-1, ::-1]).sum()) / (float((shown * shown).sum()) + 1e-6)
        return even - _AWAY * float(np.hypot(x, y))

    x, y = max(((x, y) for x in _WAYS for y in _WAYS), key=lambda way: worth(*way))
    there = pose.of(np.array([x, y]) * size.width)
    return replace(piece, pose=replace(pose, x=float(there[0]), y=float(there[1])))


def _like(piece: LaidPiece, pose: Pose, mean: Aimed, ground: Ground, size: Size) -> float:
    return float((_print(piece, pose, ground, size) * mean.values).sum())


def _moved(piece: LaidPiece, shown: Singles, mean: Aimed, ground: Ground, size: Size) -> LaidPiece:
    pose = piece.pose
    reach = (0.5 + _AROUND) * max(size.width, size.height)
    window = Window(pose.x - reach, pose.y - reach, pose.x + reach, pose.y + reach, WIDTH / size.width)
    plane = seen_through(piece.image, window.maps(ground))
    best, most = pose, max(float((shown * mean.values).sum()), _COMMON)
    for x in _STARTS:
        for y in _FAR if float((shown * mean.values).sum()) < _LOST else _STARTS:
            start = Pose(pose.x + x * size.width, pose.y + y * size.width, pose.turn)
            moved = aligned(plane, window, start, size, mean, _STEPS)
            like = _like(piece, moved, mean, ground, size)
            if like > most:
                best, most = moved, like
    return replace(piece, pose=best)


def _print(piece: LaidPiece, pose: Pose, ground: Ground, size: Size) -> Singles:
    shown = print_of(look_at(piece.image, ground, pose, size))
    shown *= inner_mask((shown.shape[0], shown.shape[1]))[..., None]
    return np.asarray(shown / (float(np.linalg.norm(shown)) + 1e-6), np.float32)
