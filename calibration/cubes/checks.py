"""Looks four pictures through before anything is learnt: each check passes, or refuses with a reason."""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.cubes.places.changes import Changes
from calibration.refusals import (
    EMPTY,
    Blurred,
    CameraMoved,
    CubesMissing,
    Glare,
    OtherSize,
    PicturesSwapped,
    TooBright,
    TooDark,
)
from companion.games.himiki.rules.board import COLUMNS, SQUARES, name_of
from companion.games.himiki.rules.cubes import Colour, Element
from vision.cubes.lesson import BLACK_PLACES, WHITE_PLACES
from vision.cubes.profile import KINDS, Profile
from vision.finding.fit import fitted_grid
from vision.finding.grid import BOARD, Grid
from vision.frames import Image
from vision.plane.camera import Camera, Floats, Lens, to_unit
from vision.plane.plane import Raster, maps_of, seen_on
from vision.plane.quality import BLURRED_EDGE, BURNT_BOARD, BURNT_SQUARE, LEAST_LIGHT, WHITE
from vision.plane.witnesses import Witnesses, around, shift_of

PICTURES: Final = (EMPTY, *(element.name.lower() for element in Element))

_EDGE_WINDOW: Final = 50
"""Of a board's side, half the window in which both sides of an edge are looked for."""

_STILL: Final = 0.0022
"""Of the picture's width: what trembling, noise and rounding move."""

_MARKS: Final = 240
"""At most, that are followed from one picture to the next."""

_LEAST_MARKS: Final = 25
"""Without which nobody can tell whether a camera moved."""

_BACK: Final = 0.7
"""Pixels by which a mark followed there and back may miss itself."""

_LOST: Final = -1e4
"""Where one is put that was lost."""

_BUMPS: Final = (0.4, 0.22)
"""Squares within which lines are looked for again, round by round."""

_PUSHED: Final = 0.05
"""Squares that a board is off when it was pushed."""

_UNEVEN: Final = 0.004
"""Half widths within which its lines must be straight to say so."""

_TOGETHER: Final = 0.35
"""Share of the marks that must have moved alike to say that the camera did."""

_NO_CUBE: Final = 0.12
"""Share of a cube's outline that changed, with less of which none is there."""

_LESS_THAN_OTHERS: Final = 0.45
"""The same against the cubes of its colour."""

_SWAPPED: Final = 0.5
"""How much better (logarithm) another order must suit red, blue and green."""

_COLOURED: Final = 0.06
"""How coloured (logarithm) each must be then."""

_BOARD: Final = Raster(BOARD, scale=32, margin=0.0)


def check_sizes(empty: Image, faces: Sequence[Image]) -> None:
    height, width = empty.shape[:2]
    for name, image in zip(PICTURES[1:], faces, strict=True):
        if image.shape != empty.shape:
            size = f"{image.shape[1]}x{image.shape[0]}"
            raise OtherSize(picture=name, size=size, empty=f"{width}x{height}")


def check_exposure(pictures: Sequence[Image]) -> None:
    """Of whole pictures: what no search for a board can get over."""
    for name, image in zip(PICTURES, pictures, strict=True):
        brightest = image[::4, ::4].max(axis=2)
        if np.percentile(brightest, 95) < LEAST_LIGHT:
            raise TooDark(picture=name)
        if np.mean(image[::4, ::4].min(axis=2) >= WHITE) > 0.9:
            raise TooBright(picture=name)


def check_camera(pictures: Sequence[Image]) -> None:
    """Whether the camera stood still: what there is to hold on to, on the table and on the board."""
    for name, image in zip(PICTURES[1:], pictures[1:], strict=True):
        pixels = camera_moved(pictures[0], image)
        if pixels:
            raise CameraMoved(picture=name, pixels=pixels)


def camera_moved(before: Image, after: Image) -> int:
    """About how many pixels it moved between two pictures; 0 where it did not, or nobody can tell."""
    empty = _grey(before)
    marks = _marks(empty)
    if len(marks) < _LEAST_MARKS:
        return 0
    found = _moved(empty, _grey(after), marks)
    if found is None:
        return 0
    to_full = before.shape[1] / empty.shape[1]
    moved = found[0] * to_full
    if moved <= _STILL * before.shape[1]:
        return 0
    scaled = np.diag([to_full, to_full, 1.0])
    matrix = scaled @ found[1] @ np.linalg.inv(scaled)
    return round(moved) if Witnesses(before).votes(after, matrix).moved else 0


def check_grid(pictures: Sequence[Image], corners: Floats, lens: Lens) -> None:
    """Whether the board stayed where it was in the first picture; its lines are seen between the cubes."""
    size = (pictures[0].shape[1], pictures[0].shape[0])
    grid = Grid(lens.undistort(to_unit(corners, size)), lens)
    before, _ = fitted_grid(pictures[0], grid)
    places = before.in_picture(size)
    square = float(np.linalg.norm(places[1] - places[0])) / COLUMNS
    board = Witnesses(pictures[0], around(places))
    for name, image in zip(PICTURES[1:], pictures[1:], strict=True):
        after, misfit = fitted_grid(image, before, rounds=_BUMPS)
        now = after.in_picture(size)
        moved = float(np.median(np.linalg.norm(now - places, axis=1)))
        if misfit >= _UNEVEN or moved <= _PUSHED * square:
            continue
        # Where a board has hardly any lines, those of cubes are followed.
        if board.votes(image, shift_of(places, now)).moved:
            raise CameraMoved(picture=name, pixels=round(moved))


def _grey(image: Image) -> Image:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = min(1.0, 960 / grey.shape[1])
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _marks(empty: Image) -> NDArray[np.float32]:
    found = cv2.goodFeaturesToTrack(empty, _MARKS, 0.01, 8)
    # Where there is nothing it returns None, whatever its stub says.
    marks = np.array([] if found is None else found, np.float32)  # type: ignore[redundant-expr]
    return marks.reshape(-1, 1, 2)


def _moved(before: Image, after: Image, marks: NDArray[np.float32]) -> tuple[float, Floats] | None:
    """How far the marks moved together, in pixels, and what moved them so; None where too few of them did.

    These may be the marks of shadows.
    """
    there = _followed(before, after, marks)
    back = _followed(after, before, there)
    true = np.linalg.norm(back - marks, axis=2).ravel() < _BACK
    source, target = marks[true, 0].astype(np.float64), there[true, 0].astype(np.float64)
    way = np.linalg.norm(target - source, axis=1)
    gone = way > 1
    if np.count_nonzero(gone) < _LEAST_MARKS:
        return None
    matrix, agree = cv2.findHomography(source[gone], target[gone], cv2.RANSAC, 2.5)
    together = agree.ravel().astype(bool)
    if matrix is None or np.count_nonzero(together) < max(_LEAST_MARKS, _TOGETHER * len(way)):
        return None
    return float(np.median(way[gone][together])), np.asarray(matrix, np.float64)


def _followed(before: Image, after: Image, marks: NDArray[np.float32]) -> NDArray[np.float32]:
    """Where the marks are in the other picture; far away where they are not found."""
    there, told, _ = cv2.calcOpticalFlowPyrLK(
        before, after, marks, marks.copy(), winSize=(21, 21), maxLevel=4
    )
    return np.where(told[:, :, None] == 1, there, _LOST).astype(np.float32)


def check_board(pictures: Sequence[Image], camera: Camera, edge: float) -> None:
    """Light and sharpness on the board, square by square."""
    low, high = maps_of(camera, _BOARD, 0.0), maps_of(camera, _BOARD, edge)
    corners = camera.project(np.array([(x, y, 0.0) for x in (0.0, COLUMNS) for y in (0.0, 5.0)]))
    pixels = float(np.ptp(corners[:, 0]) + np.ptp(corners[:, 1])) / 12
    for name, image in zip(PICTURES, pictures, strict=True):
        plane = seen_on(image, low if name == EMPTY else high)
        if np.percentile(plane.max(axis=2), 90) < LEAST_LIGHT:
            raise TooDark(picture=name)
        burnt = plane.min(axis=2) >= WHITE
        if burnt.mean() > BURNT_BOARD:
            raise TooBright(picture=name)
        squares = [name_of(square) for square in SQUARES if _cell(burnt, square).mean() > BURNT_SQUARE]
        if squares:
            raise Glare(squares=_and(squares), picture=name)
        if edge_width(image, corners) > BLURRED_EDGE * pixels:
            raise Blurred(picture=name)


def _cell(values: NDArray[np.bool_], square: int) -> NDArray[np.bool_]:
    row, column = divmod(square, COLUMNS)
    size = _BOARD.scale
    top = (4 - row) * size
    return values[top : top + size, column * size : (column + 1) * size]


def edge_width(image: Image, within: Floats | None = None) -> float:
    """How wide the strongest edges are, in pixels (standard deviation of what blurred them)."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    if within is not None:
        left, top = np.maximum(within.min(axis=0), 0).astype(int)
        right, bottom = np.ceil(within.max(axis=0)).astype(int)
        grey = grey[top : bottom + 1, left : right + 1]
    soft = cv2.GaussianBlur(grey, (0, 0), 0.7)
    slope = np.hypot(cv2.Scharr(soft, cv2.CV_32F, 1, 0), cv2.Scharr(soft, cv2.CV_32F, 0, 1)) / 32
    side = max(9, 2 * (min(grey.shape) // _EDGE_WINDOW) + 1)
    window = np.ones((side, side), np.uint8)
    height = cv2.dilate(soft, window) - cv2.erode(soft, window)
    steep = cv2.dilate(slope, window)
    strong = height >= np.percentile(height, 95)
    # A step of height h blurred by s has the slope h / (s * sqrt(2 pi)) at best.
    width = np.median(height[strong] / np.maximum(steep[strong], 1e-3)) / np.sqrt(2 * np.pi)
    return float(np.sqrt(max(width * width - 0.7**2, 0.0)))


def check_cubes(changes: Changes, camera: Camera, edge: float) -> None:
    """Whether eight cubes stand on their squares in each of the faces pictures."""
    for name, one in zip(PICTURES[1:], changes.of_pictures(), strict=True):
        check_cubes_of(name, one, camera, edge)


def check_cubes_of(name: str, changes: Changes, camera: Camera, edge: float) -> None:
    """The same of one picture, and of what changed in it alone."""
    filled = np.array(changes.alone(camera, edge))
    missing = []
    for places, of_colour in ((WHITE_PLACES, filled[:4]), (BLACK_PLACES, filled[4:])):
        usual = float(np.sort(of_colour)[2])
        least = max(_NO_CUBE, _LESS_THAN_OTHERS * usual)
        missing += [name_of(one) for one, share in zip(places, of_colour, strict=True) if share < least]
    if missing:
        raise CubesMissing(squares=_and(sorted(missing)), picture=name)


def check_order(profile: Profile) -> None:
    """Where a set's fire, water and wood are red, blue and green: whether its pictures came in that order."""
    hues = np.array([_hue(profile, element) for element in Element])
    # Red, blue and green, against what the three have in common: the light, and the body of the cubes.
    apart = hues - hues.mean(axis=0)
    apart -= apart.mean(axis=1, keepdims=True)
    orders = list(permutations(range(3)))
    worth = [float(sum(apart[place, order[place]] for place in range(3))) for order in orders]
    best = int(np.argmax(worth))
    order = orders[best]
    if order == (0, 1, 2) or worth[best] - worth[0] < _SWAPPED:
        return
    if min(apart[place, order[place]] for place in range(3)) < _COLOURED:
        return
    names = [element.name.lower() for element in Element]
    raise PicturesSwapped(**{name: names[shown] for name, shown in zip(names, order, strict=True)})


def _hue(profile: Profile, element: Element) -> Floats:
    """How red, blue and green (logarithms) the most colourful part of its faces is, both colours together."""
    means = []
    for colour in Colour:
        kind = KINDS.index((colour, element))
        look = profile.looks[profile.kinds.index(kind)][3:-3, 3:-3].reshape(-1, 3).astype(np.float64)
        chroma = look.max(axis=1) - look.min(axis=1)
        part = look[chroma >= np.percentile(chroma, 80)].mean(axis=0)
        blue, green, red = np.log(part + 16)
        means.append([red, blue, green])
    return np.asarray(np.mean(means, axis=0))


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
