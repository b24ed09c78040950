"""What lies on and around the board at one moment: values only, nothing is drawn here.

Places are in squares from the grid's corner at A1: x towards column 6, y towards row E, z up.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.board import COLUMNS, ROWS, SQUARES, Square, column_of, row_of
from companion.games.himiki.rules.cubes import Colour, Element
from vision.virtual.scenes.optics import Shift
from vision.virtual.scenes.turns import CubeTurn, Direction, faces_shown, matrix_of

UNSEATED_SHARE: Final = 0.12
"""A cube with more than this share of its foot on other squares lies across them."""

_SEATED_LIFT: Final = 0.03
_SEATED_LEAN: Final = 2.0


@dataclass(frozen=True, slots=True)
class Piece:
    """One cube where it physically is."""

    number: int
    """Which cube of its colour: tells its print where no two cubes are printed alike."""
    colour: Colour
    turn: CubeTurn
    x: float
    y: float
    yaw: float = 0.0
    """Degrees clockwise from above, beyond `turn`."""
    lift: float = 0.0
    """Squares of air under its lowest point."""
    lean: float = 0.0
    """Degrees it is tipped over, on its way to a neighbouring square."""
    towards: Direction = (1, 0)

    @property
    def square(self) -> Square | None:
        return square_at(self.x, self.y)

    @property
    def faces(self) -> str:
        return faces_shown(self.turn)

    @property
    def top(self) -> Element:
        return Element("HMK".index(self.faces[0]))

    @property
    def side(self) -> Element:
        return Element("HMK".index(self.faces[1]))

    def axes(self) -> NDArray[np.float64]:
        """Takes the cube's own axes to the world's."""
        yaw = np.radians(-self.yaw)
        cos, sin = np.cos(yaw), np.sin(yaw)
        turned = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]) @ matrix_of(self.turn)
        if self.lean == 0:
            return np.asarray(turned, dtype=np.float64)
        angle = np.radians(self.lean)
        along, up = np.array([*self.towards, 0.0]), np.array([0, 0, 1.0])
        axis = np.cross(up, along)
        plane = np.cos(angle) * (np.outer(along, along) + np.outer(up, up))
        swing = np.sin(angle) * (np.outer(along, up) - np.outer(up, along))
        return np.asarray((np.outer(axis, axis) + plane + swing) @ turned, dtype=np.float64)

    def middle(self, edge: float) -> NDArray[np.float64]:
        """The cube's centre, for cubes of that edge."""
        angle = np.radians(self.lean)
        half = edge / 2 * (abs(np.cos(angle)) + abs(np.sin(angle)))
        return np.array([self.x, self.y, half + self.lift])

    def squares(self, edge: float) -> tuple[tuple[Square, float], ...]:
        """The squares under it with their share of its foot, largest first."""
        yaw = np.radians(-self.yaw)
        steps = (np.arange(16) + 0.5) / 16 * edge - edge / 2
        u, v = np.meshgrid(steps, steps)
        x = self.x + u * np.cos(yaw) - v * np.sin(yaw)
        y = self.y + u * np.sin(yaw) + v * np.cos(yaw)
        inside = (x >= 0) & (x < COLUMNS) & (y >= 0) & (y < ROWS)
        cells = (np.floor(y) * COLUMNS + np.floor(x))[inside].astype(int)
        counts = np.bincount(cells, minlength=len(SQUARES)) / u.size
        return tuple(
            (Square(int(i)), float(counts[i])) for i in np.argsort(-counts, kind="stable") if counts[i] > 0.01
        )

    def over_grid(self) -> bool:
        return -0.5 < self.x < COLUMNS + 0.5 and -0.5 < self.y < ROWS + 0.5

    def seated(self, edge: float) -> bool:
        """Properly on one square of the grid."""
        if self.lift > _SEATED_LIFT or abs(self.lean) > _SEATED_LEAN:
            return False
        under = self.squares(edge)
        return bool(under) and under[0][1] >= 1 - UNSEATED_SHARE


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """A hand over the table; its grip is the point between thumb and fingers."""

    x: float
    y: float
    height: float = 1.1
    comes_from: float = 180.0
    """Where the forearm points back to: degrees clockwise from row E, so 180 is row A."""
    skin: str = "light"
    sleeve: str | None = "green"
    pinching: bool = True


@dataclass(frozen=True, slots=True)
class TileOnSquare:
    square: Square
    kind: str = "vx"


@dataclass(frozen=True, slots=True)
class LampGlare:
    """A lamp or window mirrored in the board."""

    x: float
    y: float
    size: float = 1.0
    strength: float = 0.7


@dataclass(frozen=True, slots=True)
class Prop:
    """A thing beside the grid: `die`, `tile`, `card`, `disc`, `pen`, `phone`, `mug`."""

    kind: str
    x: float
    y: float
    turn: float = 0.0
    paint: str = "white"


NO_SHIFT: Final = Shift()
NO_GAIN: Final = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Scene:
    pieces: tuple[Piece, ...] = ()
    spares: tuple[Piece, ...] = ()
    """The two cubes beside the board that are thrown for Muk Yan (RULES 6.2)."""
    hand: DrawnHand | None = None
    tiles: tuple[TileOnSquare, ...] = ()
    props: tuple[Prop, ...] = ()
    glare: tuple[LampGlare, ...] = ()
    light: str = "usual"
    """Which of the look's lights is on."""
    gain: tuple[float, float, float] = NO_GAIN
    """Factors on blue, green and red light, for a light that changes gradually."""
    sway: float = 0.0
    """Squares by which what hangs before the lamp has moved. Each of them is drawn anew."""
    camera_bump: Shift = NO_SHIFT
    board_bump: Shift = NO_SHIFT
    noise: int = 0
    """Seed of the sensor's noise; the same scene with the same seed is the same picture."""


def square_at(x: float, y: float) -> Square | None:
    if not (0 <= x < COLUMNS and 0 <= y < ROWS):
        return None
    return Square(int(y) * COLUMNS + int(x))


def middle_of(square: Square) -> tuple[float, float]:
    return column_of(square) + 0.5, row_of(square) + 0.5
