"""Our reading beside what a maker would do instead: ArUco tags glued on every face, read by OpenCV.

Both see the same pictures of a table whose cubes carry such tags instead of signs, one tag for each
colour and element. The tags get every help: the board's place is given, and each tag's middle is taken
to the board by the true camera at the true height of the cubes' tops.
"""

import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.bench.report import calibrated, picture, truths
from companion.games.himiki.rules.board import SQUARES, Square, column_of, row_of
from vision.cubes.profile import KINDS
from vision.cubes.reading.reader import Reader
from vision.finding.grid import GRID
from vision.frames import Frame, Image, Seconds
from vision.plane.camera import Camera, Floats, homography
from vision.virtual import LOOKS, write_dataset

Outline = NDArray[np.float32]
"""A tag's four corners, in board coordinates."""

_FIRST_TAG: Final = 4
"""0 to 3 are the board's corners; then white and black fire, water, wood."""

_FORESHORTENED: Final = 0.7
"""Of the largest tag's area: what is smaller is no tag on a top."""


@dataclass(slots=True)
class Score:
    boards: int = 0
    squares: int = 0
    times: list[float] = field(default_factory=list)

    def line(self, name: str, pictures: int) -> str:
        p50, p95 = np.percentile(np.array(self.times) * 1e3, [50, 95])
        return (
            f"{name:<12} {self.squares:5}/{pictures * len(SQUARES)} squares {self.boards:3}/{pictures} boards"
            f"  {p50:5.1f} ms median {p95:5.1f} ms p95"
        )


class TagReader:
    """OpenCV's detector with its usual settings, and the plane of the tops."""

    def __init__(self, camera: Camera, edge: float) -> None:
        # Before OpenCV 4.7 the module had functions instead; a comparison needs one that has the class.
        parameters = cv2.aruco.DetectorParameters()
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        self._detector = cv2.aruco.ArucoDetector(dictionary, parameters)
        tops = camera.project(np.column_stack([GRID, np.full(len(GRID), edge)]))
        self._to_board = homography(tops, GRID)

    def read(self, image: Image) -> dict[Square, tuple[str, str]]:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        outlines, ids, _ = self._detector.detectMarkers(grey)
        numbers = [int(each) for each in ids.ravel()] if len(outlines) else []
        tags = [
            (number - _FIRST_TAG, self._on_tops(np.asarray(outline, np.float64).reshape(4, 2)))
            for outline, number in zip(outlines, numbers, strict=True)
        ]
        tags = [(kind, outline) for kind, outline in tags if 0 <= kind < len(KINDS)]
        # Tags on a cube's sides are seen foreshortened: on the plane of the tops they are too small.
        largest = max((cv2.contourArea(outline) for _, outline in tags), default=0.0)
        found: dict[Square, tuple[str, str]] = {}
        for kind, outline in tags:
            square = _square_at(*outline.mean(axis=0))
            if square is not None and cv2.contourArea(outline) > _FORESHORTENED * largest:
                colour, element = KINDS[kind]
                found[square] = (colour.name.lower(), element.name.lower())
        return found

    def _on_tops(self, points: Floats) -> Outline:
        flat = np.column_stack([points, np.ones(len(points))]) @ self._to_board.T
        return np.asarray(flat[:, :2] / flat[:, 2:], np.float32)


def _square_at(x: float, y: float) -> Square | None:
    return next((s for s in SQUARES if column_of(s) == np.floor(x) and row_of(s) == np.floor(y)), None)


def beside_aruco(folder: Path) -> str:
    """Reads every clear picture of a dataset with tags in both ways and tells who was right, and how fast."""
    profile, _ = calibrated(folder)
    reader, tags = Reader(profile), TagReader(profile.camera(), profile.edge)
    ours, theirs, pictures = Score(), Score(), 0
    for truth in truths(folder):
        if not truth.clear:
            continue
        pictures += 1
        image = picture(truth.image)
        tops = {square: (cube["colour"], cube["top"]) for square, cube in truth.cubes.items()}
        start = time.perf_counter()
        sighting = reader.read(Frame(image, Seconds(0.0)))
        middle = time.perf_counter()
        by_tags = tags.read(image)
        end = time.perf_counter()
        seen = {c.square: (c.colour.name.lower(), c.top.name.lower()) for c in sighting.cubes}
        for score, read, took in ((ours, seen, middle - start), (theirs, by_tags, end - middle)):
            score.times.append(took)
            right = sum(read.get(square) == tops.get(square) for square in SQUARES)
            score.squares += right
            score.boards += right == len(SQUARES)
    return "\n".join((ours.line("reading", pictures), theirs.line("ArUco tags", pictures)))


def bench_aruco() -> str:
    """Draws the table with tags anew, so that nothing has to be shipped for the comparison."""
    cv2.setNumThreads(1)
    with TemporaryDirectory() as folder:
        write_dataset(LOOKS["tagged"], Path(folder), seed=1)
        return beside_aruco(Path(folder))
