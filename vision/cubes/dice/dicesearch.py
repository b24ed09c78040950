"""Where tops of cubes may lie in a tray, at any place and turned in any way."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.cubes.tops import FINE, Mask, Singles
from vision.frames import Image

SCALE: Final = 12
"""Pixels to a square of the picture that is searched."""

_TURNS: Final = 36
"""Ways round that are tried, of a whole turn."""

_DISC: Final = 0.94
"""Of an edge: what is compared is round, so that it is the same whichever way a cube is turned."""

_SOFT: Final = 2.5
"""Of a pixel that is searched, how much of it is blur."""

_FLAT: Final = 6.0
"""Levels of contrast that anything is taken to have: noise on a plain ground is no sign."""

_APART: Final = 0.4
"""Edges between two places that are not the same."""


@dataclass(frozen=True, slots=True)
class Spot:
    """In pixels of the picture that was searched, and radians clockwise."""

    x: float
    y: float
    turn: float
    alike: float


class DiceSearch:
    def __init__(self, looks: Singles, edge: float) -> None:
        """`looks` is look x FINE x FINE x 3."""
        wide = round(edge * SCALE)
        self._side = wide + 1 - wide % 2
        self._apart = _APART * edge * SCALE
        line = np.arange(self._side, dtype=np.float32) - self._side // 2
        x, y = (axis.reshape(-1) for axis in np.meshgrid(line, line))
        self._kept = np.flatnonzero(np.hypot(x, y) <= _DISC * edge * SCALE / 2)
        disc = np.stack([x[self._kept], y[self._kept]])
        angles = np.arange(_TURNS) * (2 * np.pi / _TURNS)
        templates = np.stack([_turned_disc(look, angle, disc, edge) for look in looks for angle in angles])
        templates -= templates.mean(axis=1, keepdims=True)
        self._templates = (templates / np.linalg.norm(templates, axis=1, keepdims=True)).T

    def find(self, plane: Image, allowed: Mask, best: int) -> list[Spot]:
        """The places most like a top, best first, of those whose pixel is allowed."""
        half = self._side // 2
        rows, columns = plane.shape[0] - 2 * half, plane.shape[1] - 2 * half
        inside = np.flatnonzero(allowed[half : half + rows, half : half + columns])
        if rows < 1 or columns < 1 or not len(inside):
            return []
        soft = cv2.GaussianBlur(plane, (3, 3), 0.6)
        windows = np.lib.stride_tricks.sliding_window_view(soft, (self._side, self._side), axis=(0, 1))
        patches = windows.reshape(rows, columns, 3, -1)[..., self._kept].reshape(rows * columns, 3, -1)
        values = patches[inside].transpose(0, 2, 1).reshape(len(inside), -1).astype(np.float32)
        values -= values.mean(axis=1, keepdims=True)
        power = np.sqrt(np.einsum("pn,pn->p", values, values) + values.shape[1] * _FLAT**2)
        alike = (values @ self._templates) / power[:, None]
        which = alike.argmax(axis=1)
        score = np.take_along_axis(alike, which[:, None], 1)[:, 0]
        found: list[Spot] = []
        for index in np.argsort(-score).tolist():
            row, column = divmod(int(inside[index]), columns)
            x, y = column + half, row + half
            if all((x - one.x) ** 2 + (y - one.y) ** 2 > self._apart**2 for one in found):
                turn = float(which[index] % _TURNS) * 2 * np.pi / _TURNS
                found.append(Spot(float(x), float(y), turn, float(score[index])))
            if len(found) == best:
                break
        return found


def _turned_disc(look: Singles, angle: float, disc: Singles, edge: float) -> Singles:
    """What a look shows in a disc when its cube is turned clockwise by that much, as one row."""
    to_look = FINE / (edge * SCALE)
    soft = cv2.GaussianBlur(look.astype(np.float32), (0, 0), to_look / _SOFT)
    cos, sin = np.cos(angle), np.sin(angle)
    middle = (FINE - 1) / 2
    across = ((cos * disc[0] + sin * disc[1]) * to_look + middle).astype(np.float32)
    down = ((cos * disc[1] - sin * disc[0]) * to_look + middle).astype(np.float32)
    seen = cv2.remap(soft, across[None], down[None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32).reshape(-1)
