"""How well a grid explains a picture's print: lines along its edges, marks of any kind on its crossings."""

from typing import Final

import cv2
import numpy as np

from companion.games.himiki.rules.board import COLUMNS, ROWS
from vision.finding.fit import unit_edges
from vision.finding.grid import BOARD, Grid
from vision.finding.segments import WIDTH, evened, resized
from vision.frames import Image
from vision.plane.camera import Floats
from vision.plane.channels import Singles

_ALONG: Final = np.array([-0.4, -0.24, -0.08, 0.08, 0.24, 0.4])
"""Squares along an edge at which it is looked at."""

_ASIDE: Final = 0.27
"""Squares aside of it where nothing is to be."""

FULL_PRINT: Final = 3.0
"""Print on a grid that is as good as all lines seen: true grids have 3 to 8, others at most 2.6."""

PLAIN: Final = 1.3
"""Lines against those beyond the grid, and print by FULL_PRINT: below, nobody can be sure of a place."""

_FINE: Final = 0.07
"""Of a square: how far beside its place print may lie."""

_BLUR_STEP: Final = 0.2
"""Logarithm by which blurs of maps differ that are worth making."""

_AROUND: Final = 25.0
"""Pixels over which print is made as strong as elsewhere."""

_OUTER: Final = 0.6
"""What an edge between the grid and what lies around it counts for against one between squares."""

_EDGES: Final = unit_edges(BOARD)
_CROSSINGS: Final = np.array([(x, y) for x in range(COLUMNS + 1) for y in range(ROWS + 1)], np.float64)
_BESIDE: Final = np.array([(0.3, 0.3), (0.3, -0.3), (-0.3, 0.3), (-0.3, -0.3), (0.5, 0.0), (0.0, 0.5)])


class PrintMaps:
    """Where in a picture lines run which way, and where they end or meet, blurred so as to be found."""

    def __init__(self, image: Image, blur: float) -> None:
        """`blur` in half widths."""
        small = resized(image, WIDTH)
        grey = evened(np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)).astype(np.float32)
        across, down = cv2.Scharr(grey, cv2.CV_32F, 1, 0) / 32, cv2.Scharr(grey, cv2.CV_32F, 0, 1) / 32
        tensor = np.dstack([across * across, down * down, across * down])
        fine = tensor[..., 0] + tensor[..., 1]
        strong = np.sqrt(fine)
        usual = cv2.GaussianBlur(strong, (0, 0), _AROUND) + float(np.median(strong)) + 1
        tensor = tensor / (usual * np.maximum(strong, 1e-3))[..., None]
        sigma = max(blur * small.shape[1] / 2, 0.8)
        self._tensor = np.asarray(cv2.GaussianBlur(tensor, (0, 0), sigma), np.float32)
        first, second, mixed = cv2.split(self._tensor)
        self._corner = np.asarray(
            (first + second - np.sqrt((first - second) ** 2 + 4 * mixed**2)) / 2, np.float32
        )
        self._size = (small.shape[1], small.shape[0])
        self._lines = float((first + second).std()) + 1e-6
        self._marks = float(self._corner.std()) + 1e-6

    def seen(self, grid: Grid) -> tuple[float, float]:
        """How much more of lines is on the grid's edges than aside of them; of marks on its crossings."""
        normals = _EDGES.normals
        tangents = normals[:, ::-1]
        on = _EDGES.places[:, None] + _ALONG[None, :, None] * tangents[:, None]
        aside = _ASIDE * normals[:, None]
        points = np.stack([on, on + aside, on - aside])
        unit = grid.to_unit(points)
        ahead = unit[..., 1:, :] - unit[..., :-1, :]
        way = np.concatenate([ahead, ahead[..., -1:, :]], axis=-2)
        way /= np.maximum(np.linalg.norm(way, axis=-1, keepdims=True), 1e-9)
        first, second, mixed = np.moveaxis(self._at(self._tensor, unit), -1, 0)
        x, y = way[..., 0], way[..., 1]
        lean = (y * y - x * x) * (first - second) - 4 * x * y * mixed
        lean = np.maximum(lean, 0.0)
        edges = lean[0] - 0.5 * (lean[1] + lean[2])
        weights = np.where(_EDGES.inner, 1.0, _OUTER)
        lines = float(weights @ edges.mean(axis=1) / weights.sum()) / self._lines
        places = np.concatenate([_CROSSINGS[:, None], _CROSSINGS[:, None] + _BESIDE[None]], axis=1)
        corner = self._at(self._corner, grid.to_unit(places))
        marks = float((corner[:, 0] - corner[:, 1:].mean(axis=1)).mean()) / self._marks
        return lines, marks

    def _at(self, values: Singles, unit: Floats) -> Floats:
        width, height = self._size
        pixels = np.rint(unit * (width / 2) + [(width - 1) / 2, (height - 1) / 2]).astype(np.intp)
        x, y = pixels[..., 0], pixels[..., 1]
        beyond = (x < 0) | (y < 0) | (x >= width) | (y >= height)
        found = values[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)].astype(np.float64)
        found[beyond] = 0.0
        return np.asarray(found)


class PrintSeen:
    """How much of the print each of several grids of one picture explains."""

    def __init__(self, image: Image) -> None:
        self._image = image
        self._maps: dict[int, PrintMaps] = {}

    def of(self, grid: Grid) -> float:
        """Lines and marks together; 0 is chance."""
        side = float(np.linalg.norm(grid.corners[1] - grid.corners[0])) / COLUMNS
        return sum(self.maps(_FINE * side).seen(grid))

    def maps(self, blur: float) -> PrintMaps:
        """Of nearly that blur: maps are kept for the next grid."""
        step = round(np.log(blur) / _BLUR_STEP)
        if step not in self._maps:
            self._maps[step] = PrintMaps(self._image, float(np.exp(step * _BLUR_STEP)))
        return self._maps[step]
