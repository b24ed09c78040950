"""Where a known board may be, roughly: all turns and shifts at once, by the directions of its edges.

Light hardly changes those. As complex numbers they turn by a multiplication, and one product of spectra tells
how well a turned board fits at every shift.
"""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.plane.camera import Floats
from vision.plane.plane import Raster

Edges = NDArray[np.complex64]
Grey = NDArray[np.uint8]

_SCALE: Final = 10
"""Pixels to a square of the plane on which it is guessed."""

_MARGIN: Final = 3.0
"""Squares around the grid on that plane, and so the furthest shift that is tried."""

RIM: Final = 0.3
"""Squares around the grid that are taken for the board."""

TURNS: Final = 90
"""That are tried: every fourth degree."""

_WEAK: Final = 6.0
"""Levels a pixel of gradient at which an edge counts half."""

_TRIES: Final = 6
"""Guesses that are kept."""

_PEAKS: Final = 3
"""Shifts of each turn that are guesses."""

APART: Final = (0.5, 12.0)
"""Squares of shift, or degrees of turn, by which two guesses are two."""


@dataclass(frozen=True, slots=True)
class ShiftGuess:
    score: float
    turn: float
    shift: tuple[float, float]

    def matrix(self, board: Board) -> Floats:
        """On the plane, in squares, about the board's middle."""
        angle = np.radians(-self.turn)
        cos, sin = float(np.cos(angle)), float(np.sin(angle))
        middle = middle_of(board)
        turn = np.array([[cos, -sin], [sin, cos]])
        back = middle + np.array(self.shift) - turn @ middle
        return np.array([[cos, -sin, back[0]], [sin, cos, back[1]], [0, 0, 1]])


def rough(board: Board) -> Raster:
    """The plane on which guesses are made."""
    return Raster(board, _SCALE, _MARGIN)


def middle_of(board: Board) -> Floats:
    return np.array([board.columns / 2, board.rows / 2])


def around(raster: Raster) -> NDArray[np.bool_]:
    """Which of its pixels are taken for the board."""
    points = raster.points()
    x, y = points[..., 0], points[..., 1]
    columns, rows = raster.board.columns, raster.board.rows
    return np.asarray((x > -RIM) & (x < columns + RIM) & (y > -RIM) & (y < rows + RIM), np.bool_)


def edges_of(grey: Grey) -> Edges:
    """Directions of edges, dark to light, as complex numbers: 0 where is none, 1 long where one is plain."""
    soft = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 0.8)
    across = cv2.Sobel(soft, cv2.CV_32F, 1, 0) / 8
    down = cv2.Sobel(soft, cv2.CV_32F, 0, 1) / 8
    field = across + 1j * down
    return np.asarray(field / (np.abs(field) + _WEAK), np.complex64)


def guesses_of(raster: Raster, board: Edges, seen: Edges) -> list[ShiftGuess]:
    """The best few of all turns and shifts; the edges are those of that raster."""
    rows, columns = board.shape
    size = (cv2.getOptimalDFTSize(rows), cv2.getOptimalDFTSize(columns))
    spectrum = _spectrum(seen, size)
    middle = raster.to_pixels(middle_of(raster.board))
    guesses = []
    for turn in np.arange(TURNS) * (360 / TURNS):
        about = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), -float(turn), 1.0)
        parts = [cv2.warpAffine(part, about, (columns, rows)) for part in (board.real, board.imag)]
        turned = (parts[0] + 1j * parts[1]) * np.exp(1j * np.radians(turn))
        both = cv2.mulSpectrums(spectrum, _spectrum(turned.astype(np.complex64), size), 0, conjB=True)
        likeness = np.ascontiguousarray(cv2.idft(both, flags=cv2.DFT_SCALE)[..., 0])
        guesses += _peaks(raster, likeness, float(turn))
    guesses.sort(key=lambda guess: -guess.score)
    kept: list[ShiftGuess] = []
    for guess in guesses:
        if all(_differ(guess, other) for other in kept):
            kept.append(guess)
            if len(kept) == _TRIES:
                break
    return kept


def _spectrum(edges: Edges, size: tuple[int, int]) -> NDArray[np.float32]:
    field = np.zeros((*size, 2), np.float32)
    field[: edges.shape[0], : edges.shape[1], 0] = edges.real
    field[: edges.shape[0], : edges.shape[1], 1] = edges.imag
    return np.asarray(cv2.dft(field), np.float32)


def _peaks(raster: Raster, likeness: NDArray[Any], turn: float) -> list[ShiftGuess]:
    """The best shifts of one turn."""
    reach = round(raster.margin * raster.scale)
    near = np.roll(likeness, (reach, reach), axis=(0, 1))[: 2 * reach + 1, : 2 * reach + 1].copy()
    found = []
    for _ in range(_PEAKS):
        _, best, _, (x, y) = cv2.minMaxLoc(near)
        found.append(ShiftGuess(best, turn, ((x - reach) / raster.scale, (reach - y) / raster.scale)))
        around = round(APART[0] * raster.scale)
        near[max(y - around, 0) : y + around + 1, max(x - around, 0) : x + around + 1] = -np.inf
    return found


def _differ(one: ShiftGuess, other: ShiftGuess) -> bool:
    turn = abs((one.turn - other.turn + 180) % 360 - 180)
    return turn > APART[1] or float(np.hypot(*np.subtract(one.shift, other.shift))) > APART[0]
