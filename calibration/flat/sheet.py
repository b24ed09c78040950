"""Pieces laid out in rows, as one reads: each found, whatever is printed on it and whatever it lies on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.flat.bare import looks_otherwise, outline_of
from calibration.flat.refusals import FlatError, NoPieces, OtherPieces, TooFewSeen, TooManySeen
from calibration.flat.rows import Laid, Rows, in_rows
from vision.flat.ground import Ground, Window, seen_through
from vision.flat.outlines import framed_in, outlines_in
from vision.flat.rectangles import Edges, Pose, Size, four_sided
from vision.frames import Image
from vision.plane.camera import Floats

_SAME: Final = 0.05
"""By which sides of pieces of one size differ, as outlines show them."""

_BIN: Final = 0.025
"""Of their logarithm: sizes that are tried are so far apart."""

_SQUARE: Final = 0.08
"""By which opposite sides of a rectangle may differ, and its corners be askew (cosine)."""

_SHARE: Final = 0.2
"""Of all pieces, how many at least show the same outline."""

_FILLED: Final = (0.75, 1.0)
"""Of a square, what a piece takes across and along."""

_WINDOW: Final = 56.0
"""Pixels across a piece, at which its edges are looked at."""

_REACHES: Final = ((0.09, 3.0, 7), (0.03, 1.0, 7), (0.01, 0.35, 7))
"""Of the width, and degrees, by which a piece is moved onto its edges, and in how many steps, finer and
finer."""
_GUESSED: Final = (0.3, 3.0, 21)
"""The same before that, where nothing but its neighbours say where a piece is."""

_FAR: Final = 5.0
"""Lengths of a piece around those that outlines show, in which others may lie."""

_CLEAR: Final = 0.88
"""Of a piece: middles of two are at least so far from each other, across or along."""

_LEVEL: Final = 15.0
"""Degrees by which a piece of a sheet lies askew of the others at most."""

_STRONG: Final = 0.15
"""Of the usual strength of a side: what a piece shows at least on three of its sides."""
_FAINT: Final = 0.04
"""The same in a gap among others, as of a dark back on a dark table."""

_OTHER_SIZE: Final = 0.08
"""Of a side: sizes that differ by less are the same, measured differently."""

_MOST_SIZES: Final = 5
"""That are tried."""

_SAME_SIZE: Final = 0.02
"""The same of sizes that differ by what measuring them does."""

_PLAIN: Final = 0.97
"""Of the strongest edges that pieces of some size have, what those of the right size have at least."""

_WAYS: Final = np.linspace(-1, 1, 13)
"""Of the room that a print leaves on a piece: where it may lie."""

_APART: Final = 0.6
"""Of the smaller side: middles of two pieces are at least so far from each other."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    size: Size
    pieces: tuple[Laid, ...]
    """As one reads: row by row, each from the left."""
    strength: float
    """Of their edges."""


@dataclass(frozen=True, slots=True, eq=False)
class _Boxes:
    """Rectangles among the outlines, on the ground."""

    middles: Floats
    sides: Floats
    """Width and height, n x 2."""
    turns: Floats

    def only(self, which: Floats) -> "_Boxes":
        return _Boxes(self.middles[which], self.sides[which], self.turns[which])


def boxes_on(ground: Ground, outlines: Floats) -> _Boxes:
    """Those that are rectangles there; turned by up to 45 degrees either way."""
    points = ground.on_plane(outlines.reshape(-1, 2)).reshape(-1, 4, 2)
    edges = np.roll(points, -1, axis=1) - points
    lengths = np.linalg.norm(edges, axis=2)
    # Clockwise to the eye: a side that runs to the right is the upper one.
    way = np.degrees(np.arctan2(edges[..., 1], edges[..., 0]))
    upper = np.abs(way).argmin(axis=1)
    rows = np.arange(len(points))
    top, right, low, left = ((upper + step) % 4 for step in range(4))
    width = (lengths[rows, top] + lengths[rows, low]) / 2
    height = (lengths[rows, right] + lengths[rows, left]) / 2
    uneven = np.maximum(
        np.abs(lengths[rows, top] - lengths[rows, low]) / width,
        np.abs(lengths[rows, right] - lengths[rows, left]) / height,
    )
    after = np.roll(edges, -1, axis=1)
    askew = np.abs((edges * after).sum(axis=2) / (lengths * np.roll(lengths, -1, axis=1))).max(axis=1)
    turns = -(way[rows, top] + np.degrees(np.arctan2(-edges[rows, low, 1], -edges[rows, low, 0]))) / 2
    fine = (uneven < _SQUARE) & (askew < _SQUARE)
    return _Boxes(points.mean(axis=1)[fine], np.stack([width, height], axis=1)[fine], turns[fine])


@dataclass(frozen=True, slots=True, eq=False)
class _Class:
    """Outlines of one size."""

    size: Size
    tilt: float
    """By how many degrees their rows are askew."""
    poses: list[Pose]
    """Where pieces of that size are seen for sure."""


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """The table without the pieces, seen by the same camera."""

    picture: Image
    faint: frozenset[int]
    """Which of the pieces, as one reads, may look as the table does: backs."""


class SheetPicture:
    """A picture of so many pieces in rows; `name` is for people. A FlatError says what is missing."""

    def __init__(
        self,
        image: Image,
        ground: Ground,
        count: int,
        name: str,
        room: Size | None = None,
        bare: Bare | None = None,
    ) -> None:
        """`room`: a square's size, where pieces lie on such."""
        self.count, self.ground, self._name = count, ground, name
        self._image, self._bare = image, bare
        classes = _classes(boxes_on(ground, outlines_in(image)), count, room)
        self._printed = not classes
        """Nothing is seen of their edges, as of dark borders on a dark table: what is printed on them is."""
        if not classes:
            classes = _classes(boxes_on(ground, framed_in(image)), count, None)
        if not classes:
            raise NoPieces(name)
        everywhere = np.concatenate([one.middles for _, one in classes])
        largest = max((size for size, _ in classes), key=lambda size: size.area)
        smallest = min(size.width for size, _ in classes)
        window = _window_around(everywhere, largest, smallest, ground, image)
        self._edges = Edges(seen_through(image, window.maps(ground)), window)
        self._classes = [self._sure(size, boxes) for size, boxes in classes]

    @property
    def sizes(self) -> list[Size]:
        """That the pieces may have, by what is seen here alone; the likeliest first."""
        return [one.size for one in self._classes]

    def _sure(self, size: Size, boxes: _Boxes) -> _Class:
        tilt = float(np.median(boxes.turns))
        level = np.abs(boxes.turns - tilt) < _LEVEL
        poses = [
            Pose(x, y, turn) for (x, y), turn in zip(boxes.middles[level], boxes.turns[level], strict=True)
        ]
        if self._printed:
            return _Class(size, tilt, poses)
        return _Class(size, tilt, [fitted_pose(self._edges, pose, size) for pose in poses])

    def sheet(self, size: Size) -> Sheet:
        """Of pieces of that size; or where these do not come out even, of what seemed their size here."""
        mine = min(self._classes, key=lambda one: one.size.unlike(size))
        if mine.size.unlike(size) > _OTHER_SIZE:
            around = [self._around_prints(one, size) for one in self._classes if _holds(size, one.size)]
            if self._printed and around:
                return max(around, key=lambda sheet: sheet.strength)
            raise OtherPieces(self._name)
        poses = [fitted_pose(self._edges, pose, size) for pose in mine.poses]
        usual = float(np.median([self._edges.strength(_row(pose), size) for pose in poses]))
        poses = [pose for pose in poses if _shown(self._edges, pose, size, usual) > _STRONG]
        try:
            return self._sheet(poses, size, mine.tilt, usual)
        except TooFewSeen:
            more = self._new_poses(size)
            if len(more) <= len(poses):
                raise
            return self._sheet(more, size, mine.tilt, usual)

    def _new_poses(self, size: Size) -> list[Pose]:
        """What is new on the table stands out, however its border is like what it lies on. Its shadow does
        too: only what has the pieces' size says where one lies."""
        if self._bare is None:
            return []
        new = np.asarray(cv2.absdiff(self._image, self._bare.picture), np.uint8)
        boxes = boxes_on(self.ground, outlines_in(new))
        boxes = boxes.only(_like(boxes, np.array([size.width, size.height])))
        return [] if not len(boxes.middles) else self._sure(size, _distinct(boxes)).poses

    def _around_prints(self, prints: _Class, size: Size) -> Sheet:
        """Pieces of that size, on each of which the print lies at the same place: where all their edges
        together are plainest."""
        spare = np.array([size.width - prints.size.width, size.height - prints.size.height]) / 2
        ways = [np.array([x, y]) for x in _WAYS * spare[0] for y in _WAYS * spare[1]]
        moved = [[_shifted(pose, way) for pose in prints.poses] for way in ways]
        sides = [np.concatenate([self._edges.strength(_row(pose), size) for pose in one]) for one in moved]
        best = int(np.argmax([four_sided(one).sum() for one in sides]))
        usual = float(np.median(sides[best]))
        return self._sheet(moved[best], size, prints.tilt, usual)

    def _sheet(self, poses: list[Pose], size: Size, tilt: float, usual: float) -> Sheet:
        """With those beside the ones that are sure; `usual`: how strong a side is."""
        rows = Rows(poses, size, tilt, lambda pose, guessed: self._at(pose, size, usual, guessed=guessed))
        whole = self._printed and len(poses) == self.count
        found = poses if whole else rows.arranged(self.count) or rows.grown(self.count)
        if len(found) < self.count:
            raise TooFewSeen(self._name, len(found), self.count)
        if len(found) > self.count:
            raise TooManySeen(self._name, seen=len(found), count=self.count)
        laid = in_rows(found, size, tilt)
        there = sum(self._lies(at, one.pose, size) for at, one in enumerate(laid))
        if there < self.count:
            raise TooFewSeen(self._name, there, self.count)
        strength = float(np.mean([self._edges.strength(_row(pose), size) for pose in found]))
        return Sheet(size, laid, strength)

    def _lies(self, at: int, pose: Pose, size: Size) -> bool:
        """Where the table is as it was nothing lies, whatever lines its pattern has."""
        if self._bare is None or at in self._bare.faint:
            return True
        return looks_otherwise(self._bare.picture, self._image, outline_of(pose, size, self.ground))

    def _at(self, pose: Pose, size: Size, usual: float, *, guessed: bool) -> tuple[Pose, float]:
        """A piece that lies about there: where it does, and how plain its edges are."""
        fitted = fitted_pose(self._edges, pose, size, guessed=guessed)
        return fitted, _shown(self._edges, fitted, size, usual)


def sheets_of(pictures: Sequence[SheetPicture]) -> list[Sheet]:
    """Of pieces of one size, which all pictures show: what comes out even in each of them is no part of a
    piece, nor two together; of a print inside a border and the border, the border."""
    whole: list[list[Sheet]] = []
    faults: list[FlatError] = []
    seen = [size for picture in pictures for size in picture.sizes]
    for size in seen if len(pictures) == 1 else _merged(seen):
        try:
            whole.append([picture.sheet(size) for picture in pictures])
        except FlatError as fault:
            faults.append(fault)
    if not whole:
        raise max(faults, key=lambda fault: fault.seen if isinstance(fault, TooFewSeen) else 0)
    strongest = max(_strength(sheets) for sheets in whole)
    plain = [sheets for sheets in whole if _strength(sheets) >= _PLAIN * strongest]
    return max(plain, key=lambda sheets: sheets[0].size.area)


def _strength(sheets: Sequence[Sheet]) -> float:
    return min(sheet.strength for sheet in sheets)


def _merged(sizes: Sequence[Size]) -> list[Size]:
    """Of those that are nearly the same, one."""
    merged: list[list[Size]] = []
    for size in sizes:
        near = next((one for one in merged if one[0].unlike(size) < _SAME_SIZE), None)
        if near is None:
            merged.append([size])
        else:
            near.append(size)
    return [_mean(one) for one in merged]


def _mean(sizes: Sequence[Size]) -> Size:
    return Size(float(np.mean([one.width for one in sizes])), float(np.mean([one.height for one in sizes])))


def _classes(boxes: _Boxes, count: int, room: Size | None) -> list[tuple[Size, _Boxes]]:
    """The sizes that most places have, and those places; first those that a square has room for, if any."""
    found: list[tuple[bool, int, Floats]] = []
    for sides in np.unique(np.round(np.log(boxes.sides) / _BIN).astype(int), axis=0):
        centre = np.exp(sides * _BIN)
        places = len(_distinct(boxes.only(_like(boxes, centre))).middles)
        fills = room is not None and _FILLED[0] < centre[0] / room.width < _FILLED[1]
        fills &= room is not None and _FILLED[0] < centre[1] / room.height < _FILLED[1]
        if places >= max(2, _SHARE * count):
            found.append((fills, places, centre))
    if any(fills for fills, _, _ in found):
        found = [one for one in found if one[0]]
    classes: list[tuple[Size, _Boxes]] = []
    for _, _, centre in sorted(found, key=lambda one: one[1], reverse=True):
        size = Size(float(centre[0]), float(centre[1]))
        if len(classes) < _MOST_SIZES and all(size.unlike(other) > _OTHER_SIZE for other, _ in classes):
            mine = boxes.only(_like(boxes, centre))
            width, height = np.median(mine.sides, axis=0)
            classes.append((Size(float(width), float(height)), _distinct(mine)))
    return classes


def _like(boxes: _Boxes, sides: Floats) -> Floats:
    return np.asarray((np.abs(np.log(boxes.sides / sides)) < _SAME).all(axis=1))


def _distinct(boxes: _Boxes) -> _Boxes:
    """One of those that lie upon each other: the median."""
    left = np.ones(len(boxes.middles), np.bool_)
    middles, sides, turns = [], [], []
    while left.any():
        first = int(left.argmax())
        near = left & (
            np.linalg.norm(boxes.middles - boxes.middles[first], axis=1) < _APART * boxes.sides[first].min()
        )
        middles.append(np.median(boxes.middles[near], axis=0))
        sides.append(np.median(boxes.sides[near], axis=0))
        turns.append(float(np.median(boxes.turns[near])))
        left &= ~near
    return _Boxes(np.array(middles).reshape(-1, 2), np.array(sides).reshape(-1, 2), np.array(turns))


def _holds(size: Size, other: Size) -> bool:
    return size.width > other.width and size.height > other.height


def _shifted(pose: Pose, way: Floats) -> Pose:
    x, y = pose.of(way)
    return Pose(float(x), float(y), pose.turn)


def _row(pose: Pose) -> Floats:
    return np.array([[pose.x, pose.y, pose.turn]])


def _shown(edges: Edges, pose: Pose, size: Size, usual: float) -> float:
    """How strong its sides are against the usual, the weakest left out: a neighbour's shadow may hide one."""
    return float(np.sort(edges.strength(_row(pose), size)[0])[1]) / usual


def _window_around(places: Floats, size: Size, smallest: float, ground: Ground, image: Image) -> Window:
    """The rows, as far as they may go on in the picture."""
    reach = _FAR * max(size.width, size.height)
    low, high = places.min(axis=0) - reach, places.max(axis=0) + reach
    width, height = image.shape[1], image.shape[0]
    corners = ground.on_plane(np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64))
    low, high = np.maximum(low, corners.min(axis=0)), np.minimum(high, corners.max(axis=0))
    return Window(low[0], low[1], high[0], high[1], _WINDOW / smallest)


def fitted_pose(edges: Edges, pose: Pose, size: Size, *, guessed: bool = False) -> Pose:
    """Moved to where its four edges are strongest; from further off where its place was only guessed."""
    start = np.array([pose.x, pose.y, pose.turn])
    for reach, degrees, count in (_GUESSED, *_REACHES) if guessed else _REACHES:
        steps = np.linspace(-1, 1, count) * reach * size.width
        x, y, turn = np.meshgrid(steps, steps, np.linspace(-1, 1, 5) * degrees)
        rivals = start + np.stack([x.ravel(), y.ravel(), turn.ravel()], axis=1)
        start = rivals[int(four_sided(edges.strength(rivals, size)).argmax())]
    return Pose(float(start[0]), float(start[1]), float(start[2]))
