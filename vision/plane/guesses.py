"""Where a known board may be, roughly: all turns and shifts at once, by the directions of its edges.

Light hardly changes those. As complex numbers they turn by a multiplication, and one product of spectra tells
how well a turned board fits at every shift.
"""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import COLUMNS, ROWS
from vision.camera import Floats
from vision.plane import Raster

Edges = NDArray[np.complex64]
Grey = NDArray[np.uint8]

ROUGH: Final = Raster(scale=10, margin=3.0)
RIM: Final = 0.3
"""Squares around the grid that are taken for the board."""

TURNS: Final = 90
_WEAK: Final = 6.0
"""Levels a pixel of gradient at which an edge counts half."""

_TRIES: Final = 6
_PEAKS: Final = 3
APART: Final = (0.5, 12.0)
"""Guesses that are kept, shifts of each turn, and squares or degrees by which two guesses differ."""


@dataclass(frozen=True, slots=True)
class Guess:
    score: float
    turn: float
    shift: tuple[float, float]

    def matrix(self) -> Floats:
        """On the plane, in squares, about the board's middle."""
        angle = np.radians(-self.turn)
        cos, sin = float(np.cos(angle)), float(np.sin(angle))
        middle = np.array([COLUMNS / 2, ROWS / 2])
        turn = np.array([[cos, -sin], [sin, cos]])
        back = middle + np.array(self.shift) - turn @ middle
        return np.array([[cos, -sin, back[0]], [sin, cos, back[1]], [0, 0, 1]])


def edges_of(grey: Grey) -> Edges:
    """Directions of edges, dark to light, as complex numbers: 0 where is none, 1 long where one is plain."""
    soft = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 0.8)
    across = cv2.Sobel(soft, cv2.CV_32F, 1, 0) / 8
    down = cv2.Sobel(soft, cv2.CV_32F, 0, 1) / 8
    field = across + 1j * down
    return np.asarray(field / (np.abs(field) + _WEAK), np.complex64)


def on_board_only(edges: Edges) -> Edges:
    """Of the board alone."""
    places = ROUGH.grid()
    x, y = places[..., 0], places[..., 1]
    on_board = (x > -RIM) & (x < COLUMNS + RIM) & (y > -RIM) & (y < ROWS + RIM)
    return np.asarray(edges * on_board, np.complex64)


def guesses_of(board: Edges, seen: Edges) -> list[Guess]:
    """The best few of all turns and shifts."""
    rows, columns = board.shape
    size = (cv2.getOptimalDFTSize(rows), cv2.getOptimalDFTSize(columns))
    spectrum = _spectrum(seen, size)
    middle = ROUGH.to_pixels(np.array([COLUMNS / 2, ROWS / 2]))
    guesses = []
    for turn in np.arange(TURNS) * (360 / TURNS):
        about = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), -float(turn), 1.0)
        parts = [cv2.warpAffine(part, about, (columns, rows)) for part in (board.real, board.imag)]
        turned = (parts[0] + 1j * parts[1]) * np.exp(1j * np.radians(turn))
        both = cv2.mulSpectrums(spectrum, _spectrum(turned.astype(np.complex64), size), 0, conjB=True)
        likeness = np.ascontiguousarray(cv2.idft(both, flags=cv2.DFT_SCALE)[..., 0])
        guesses += _peaks(likeness, float(turn))
    guesses.sort(key=lambda guess: -guess.score)
    kept: list[Guess] = []
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


def _peaks(likeness: NDArray[Any], turn: float) -> list[Guess]:
    """The best shifts of one turn."""
    reach = round(ROUGH.margin * ROUGH.scale)
    near = np.roll(likeness, (reach, reach), axis=(0, 1))[: 2 * reach + 1, : 2 * reach + 1].copy()
    found = []
    for _ in range(_PEAKS):
        _, best, _, (x, y) = cv2.minMaxLoc(near)
        found.append(Guess(best, turn, ((x - reach) / ROUGH.scale, (reach - y) / ROUGH.scale)))
        around = round(APART[0] * ROUGH.scale)
        near[max(y - around, 0) : y + around + 1, max(x - around, 0) : x + around + 1] = -np.inf
    return found


def _differ(one: Guess, other: Guess) -> bool:
    turn = abs((one.turn - other.turn + 180) % 360 - 180)
    return turn > APART[1] or float(np.hypot(*np.subtract(one.shift, other.shift))) > APART[0]
