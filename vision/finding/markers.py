"""ArUco markers at the grid's corners: which corner is which, and where the grid is if nothing else tells."""

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.plane.camera import Floats, homography

IDS: Final = (0, 1, 2, 3)
"""At A1, A6, E6, E1."""

BORDER: Final = 1 / 6
"""Of a marker's side: the white border of its paper, whose corner is laid on the grid's."""

MISSING: Final = (
    "this OpenCV cannot see ArUco markers: install opencv-python-headless 4.7 or newer, or python3-opencv"
)


def can_see_markers() -> bool:
    """The wheel of OpenCV 4.6 comes without them, Debian's package of it has them."""
    return hasattr(cv2, "aruco")


def markers_in(image: Image) -> dict[int, Floats]:
    """The four corners (4 x 2, pixels) of each marker from 0 to 3 that is seen once."""
    if not can_see_markers():
        return {}
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    outlines, ids = _detected(grey)
    found: dict[int, Floats] = {}
    twice = set()
    for outline, number in zip(outlines, ids, strict=True):
        if number in found:
            twice.add(number)
        if number in IDS:
            found[number] = np.asarray(outline, np.float64).reshape(4, 2)
    return {number: outline for number, outline in found.items() if number not in twice}


def _detected(grey: NDArray[np.uint8]) -> tuple[list[Any], list[int]]:
    aruco: Any = cv2.aruco
    dictionary = aruco.getPredefinedDictionary(aruco.DICT_4X4_50)
    if hasattr(aruco, "ArucoDetector"):
        parameters = aruco.DetectorParameters()
        parameters.cornerRefinementMethod = aruco.CORNER_REFINE_SUBPIX
        outlines, ids, _ = aruco.ArucoDetector(dictionary, parameters).detectMarkers(grey)
    else:
        parameters = aruco.DetectorParameters_create()
        parameters.cornerRefinementMethod = aruco.CORNER_REFINE_SUBPIX
        outlines, ids, _ = aruco.detectMarkers(grey, dictionary, parameters=parameters)
    return list(outlines), [] if ids is None else [int(number) for number in np.ravel(ids)]


def inner_corners(markers: dict[int, Floats]) -> Floats | None:
    """Of all four papers, the corner nearest to their middle: the sheet says to lay it on the grid's."""
    if set(markers) != set(IDS):
        return None
    middles = np.array([markers[number].mean(axis=0) for number in IDS])
    middle = middles.mean(axis=0)
    return np.array([_paper_corner(markers[number], middle) for number in IDS])


def _paper_corner(outline: Floats, middle: Floats) -> Floats:
    inner = int(np.argmin(np.linalg.norm(outline - middle, axis=1)))
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
    paper = np.where(square > 0, 1 + BORDER, -BORDER)
    matrix = homography(square, outline)
    point = matrix @ [*paper[inner], 1.0]
    return np.asarray(point[:2] / point[2])


def agrees(markers: dict[int, Floats], corners: Floats) -> bool | None:
    """Whether each marker is nearest to its own corner of a grid; None without any marker."""
    if not markers:
        return None
    return all(
        int(np.argmin(np.linalg.norm(corners - outline.mean(axis=0), axis=1))) == number
        for number, outline in markers.items()
    )
