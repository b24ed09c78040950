"""Pieces laid out in rows, as one reads: each found, whatever is printed on it and whatever it lies on."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from calibration.flat.refusals import FlatError
from vision.flat.ground import Ground, Window, seen_through
from vision.flat.outlines import outlines_in
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
_GUESSED: Final = (0.3, 3.0, 21)
"""Of the width, and degrees, by which a piece is moved onto its edges, and in how many steps, finer and
finer; before that, where nothing but its neighbours say where it is."""

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

_WIDER: Final = (-0.05, 0.06)
_BY: Final = 0.005
"""Of the width: by how much less or more wide than was found of it a piece may be, and in which steps."""

_USUAL: Final = 1.12
"""Of a piece, the step to the next where nothing else tells it."""

_OUTERMOST: Final = 0.4
"""Of the strongest edge of a side: what another further out has at least, to be the piece's own."""

_OTHER_SIZE: Final = 0.08
"""Of a side: sizes that differ by less are the same, measured differently."""

_MOST_SIZES: Final = 5
"""That are tried."""

_PLAIN: Final = 0.5
"""Of the strongest edges that pieces of some size have, what those of the right size have at least."""

_APART: Final = 0.6
"""Of the smaller side: middles of two pieces are at least so far from each other."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece of a sheet."""

    pose: Pose
    row: int
    column: int


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


class SheetPicture:
    """A picture of so many pieces in rows; `name` is for people. A FlatError says what is missing."""

    def __init__(self, image: Image, ground: Ground, count: int, name: str, room: Size | None = None) -> None:
        """`room`: a square's size, where pieces lie on such."""
        self.count, self._name = count, name
        classes = _classes(boxes_on(ground, outlines_in(image)), count, room)
        if not classes:
            raise FlatError(
                f"{name}: no pieces of one size are seen: lay them apart, flat, in rows, and take it again"
            )
        everywhere = np.concatenate([one.middles for _, one in classes])
        largest = max((size for size, _ in classes), key=lambda size: size.area)
        smallest = min(size.width for size, _ in classes)
        window = _window_around(everywhere, largest, smallest, ground, image)
        self._edges = Edges(seen_through(image, window.maps(ground)), window)
        self._classes = [self._refined(size, boxes) for size, boxes in classes]

    @property
    def sizes(self) -> list[Size]:
        """That the pieces may have, by what is seen here alone; the likeliest first."""
        return [size for size, _, _ in self._classes]

    def _refined(self, size: Size, boxes: _Boxes) -> tuple[Size, float, list[Pose]]:
        """The size, how askew the rows are, and where pieces of it are seen for sure."""
        tilt = float(np.median(boxes.turns))
        level = np.abs(boxes.turns - tilt) < _LEVEL
        poses = [
            Pose(x, y, turn) for (x, y), turn in zip(boxes.middles[level], boxes.turns[level], strict=True)
        ]
        poses = [fitted_pose(self._edges, pose, size) for pose in poses]
        size = _outermost(self._edges, poses, size)
        return size, tilt, [fitted_pose(self._edges, pose, size) for pose in poses]

    def sheet(self, size: Size) -> Sheet:
        """Of pieces of that size; or where these do not come out even, of what seemed their size here."""
        own, tilt, poses = min(self._classes, key=lambda one: one[0].unlike(size))
        if own.unlike(size) > _OTHER_SIZE:
            raise FlatError(
                f"{self._name}: no pieces as large as in the other pictures are seen: take all with the same"
                " camera, unmoved"
            )
        try:
            return self._of_size(size, tilt, poses)
        except FlatError:
            return self._of_size(own, tilt, poses)

    def _of_size(self, size: Size, tilt: float, poses: list[Pose]) -> Sheet:
        poses = [fitted_pose(self._edges, pose, size) for pose in poses]
        usual = float(np.median([self._edges.strength(_row(pose), size) for pose in poses]))
        poses = [pose for pose in poses if _shown(self._edges, pose, size, usual) > _STRONG]
        while len(poses) < self.count:
            rivals = [
                fitted_pose(self._edges, pose, size, guessed=True)
                for pose in _beside(poses, size, tilt)
                if _clear_of(pose, poses, size)
            ]
            # Rows are as long as each other but for the last: a gap is likelier than what is beyond.
            scored = [
                (_among(pose, poses, size, tilt), _shown(self._edges, pose, size, usual), pose)
                for pose in rivals
                if _clear_of(pose, poses, size)
            ]
            scored = [one for one in scored if one[1] >= (_FAINT if one[0] else _STRONG)]
            best = max(scored, key=lambda one: one[:2], default=None)
            if best is None:
                raise TooFewSeen(self._name, len(poses), self.count)
            poses.append(best[2])
        if len(poses) > self.count:
            raise FlatError(
                f"{self._name}: {len(poses)} pieces are seen where {self.count} are to lie: take away what"
                " does not belong, and take it again"
            )
        return Sheet(size, _in_rows(poses, size, tilt), usual)


class TooFewSeen(FlatError):
    def __init__(self, name: str, seen: int, count: int) -> None:
        super().__init__(
            f"{name}: {seen} of {count} pieces are seen: lay them apart on a table that is unlike their"
            " borders, and take it again"
        )
        self.seen = seen


def sheets_of(pictures: Sequence[SheetPicture]) -> list[Sheet]:
    """Of pieces of one size, which all pictures show: what comes out even in each of them is no part of a
    piece, nor two together; of a print inside a border and the border, the border."""
    whole: list[list[Sheet]] = []
    faults: list[FlatError] = []
    for size in _merged([size for picture in pictures for size in picture.sizes]):
        try:
            whole.append([picture.sheet(size) for picture in pictures])
        except FlatError as fault:
            faults.append(fault)
    if not whole:
        raise max(faults, key=lambda fault: fault.seen if isinstance(fault, TooFewSeen) else 0)
    strongest = max(sheets[0].strength for sheets in whole)
    plain = [sheets for sheets in whole if sheets[0].strength >= _PLAIN * strongest]
    return max(plain, key=lambda sheets: sheets[0].size.area)


def _merged(sizes: Sequence[Size]) -> list[Size]:
    """Of those that are nearly the same, one: borders hide on a table that is like them, so the largest."""
    merged: list[list[Size]] = []
    for size in sizes:
        near = next((one for one in merged if one[0].unlike(size) < _OTHER_SIZE), None)
        if near is None:
            merged.append([size])
        else:
            near.append(size)
    return [common_size(one) for one in merged]


def common_size(sizes: Sequence[Size]) -> Size:
    """Borders hide on a table that is like them: the largest that is seen is the pieces' own."""
    return Size(max(one.width for one in sizes), max(one.height for one in sizes))


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


def _outermost(edges: Edges, poses: list[Pose], size: Size) -> Size:
    """The size of what has no edges of its own around it any more: borders are printed inside the piece."""
    rows = np.concatenate([_row(pose) for pose in poses])
    steps = np.arange(*_WIDER, _BY)
    found = []
    for upright in (True, False):
        sides = []
        for step in steps * size.width:
            grown = Size(size.width + step * upright, size.height + step * (not upright))
            both = edges.strength(rows, grown)
            sides.append(float(np.median(both[:, 2:] if upright else both[:, :2])))
        strength = np.array([0.0, *sides, 0.0])
        top = (strength[1:-1] >= strength[:-2]) & (strength[1:-1] > strength[2:])
        top &= strength[1:-1] > _OUTERMOST * strength.max()
        found.append(float(steps[np.flatnonzero(top)[-1]]) * size.width)
    return Size(size.width + found[0], size.height + found[1])


def _pitches(poses: list[Pose], size: Size, tilt: float) -> tuple[float, float]:
    """The usual steps between neighbours, across and along."""
    flat = np.array([(pose.x, pose.y) for pose in poses])
    along, across = flat @ _unit(tilt, 1.0, 0.0), flat @ _unit(tilt, 0.0, 1.0)
    return _pitch(along, across, size.height, size.width), _pitch(across, along, size.width, size.height)


def _unit(tilt: float, x: float, y: float) -> Floats:
    return Pose(0, 0, tilt).of(np.array([x, y]))


def _row(pose: Pose) -> Floats:
    return np.array([[pose.x, pose.y, pose.turn]])


def _shown(edges: Edges, pose: Pose, size: Size, usual: float) -> float:
    """How strong its sides are against the usual, the weakest left out: a neighbour's shadow may hide one."""
    return float(np.sort(edges.strength(_row(pose), size)[0])[1]) / usual


def _among(pose: Pose, others: list[Pose], size: Size, tilt: float) -> bool:
    """Whether a place is no further to any side than the outermost of those that are there."""
    flat = np.array([(other.x, other.y) for other in others])
    for way, side in ((_unit(tilt, 1.0, 0.0), size.width), (_unit(tilt, 0.0, 1.0), size.height)):
        along, there = flat @ way, float(np.dot([pose.x, pose.y], way))
        if not along.min() - side / 2 < there < along.max() + side / 2:
            return False
    return True


def _clear_of(pose: Pose, others: list[Pose], size: Size) -> bool:
    """Whether it lies upon none of them."""
    right, up = _unit(pose.turn, 1.0, 0.0), _unit(pose.turn, 0.0, 1.0)
    for other in others:
        step = np.array([other.x - pose.x, other.y - pose.y])
        if abs(step @ right) < _CLEAR * size.width and abs(step @ up) < _CLEAR * size.height:
            return False
    return True


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


def _beside(poses: list[Pose], size: Size, tilt: float) -> list[Pose]:
    """Places a piece further on from every one, in four ways, as far as the others are from each other."""
    wide, high = _pitches(poses, size, tilt)
    right, up = wide * _unit(tilt, 1.0, 0.0), high * _unit(tilt, 0.0, 1.0)
    steps = (right, -right, up, -up)
    return [Pose(pose.x + float(x), pose.y + float(y), tilt) for pose in poses for x, y in steps]


def _pitch(along: Floats, across: Floats, near: float, size: float) -> float:
    """The usual step between neighbours that lie on one line."""
    steps = []
    for index in range(len(along)):
        gaps = along - along[index]
        mine = gaps[(np.abs(across - across[index]) < near / 2) & (gaps > 0.8 * size)]
        if len(mine):
            steps.append(float(mine.min()))
    return float(np.percentile(steps, 30)) if steps else _USUAL * size


def _in_rows(poses: list[Pose], size: Size, tilt: float) -> tuple[Laid, ...]:
    right, up = _unit(tilt, 1.0, 0.0), _unit(tilt, 0.0, 1.0)
    across = {id(pose): float(np.dot([pose.x, pose.y], up)) for pose in poses}
    down = sorted(poses, key=lambda pose: -across[id(pose)])
    rows = [[down[0]]]
    for above, pose in pairwise(down):
        if across[id(above)] - across[id(pose)] > size.height / 2:
            rows.append([])
        rows[-1].append(pose)
    laid = []
    for number, row in enumerate(rows):
        row.sort(key=lambda pose: float(np.dot([pose.x, pose.y], right)))
        laid += [Laid(pose, number, column) for column, pose in enumerate(row)]
    return tuple(laid)
