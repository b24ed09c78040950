"""What lies on a drawn table at one moment: values only.

Places are in squares' widths from the board's first corner, x to the right and y away from the near side; of
a table without a board from wherever its game counts.
"""

from dataclasses import dataclass, field
from typing import Final

from vision.virtual.scenes.looks import DrawnLight, Lamp, Paint, Sensor, TableLook
from vision.virtual.scenes.optics import CameraPlace
from vision.virtual.scenes.scene import DrawnHand, LampGlare


@dataclass(frozen=True, slots=True)
class FlatThing:
    """A piece where it lies."""

    key: str
    """Tells it from all others of the table."""
    code: str
    """Of its face."""
    x: float
    y: float
    turn: float = 0.0
    """Degrees clockwise seen from above."""
    down: bool = False
    height: float = 0.0
    """Over the table: it is being carried."""
    layer: int = 0
    """Of what lies partly upon each other, the higher is above; in one layer, what was put there later."""


@dataclass(frozen=True, slots=True)
class FlatScene:
    things: tuple[FlatThing, ...] = ()
    """The uppermost last."""
    hand: DrawnHand | None = None
    glare: tuple[LampGlare, ...] = ()
    light: str = "usual"
    noise: int = 0
    """Seed of the sensor's noise."""

    def thing(self, key: str) -> FlatThing | None:
        return next((each for each in self.things if each.key == key), None)

    def without(self, key: str) -> tuple[FlatThing, ...]:
        return tuple(each for each in self.things if each.key != key)


@dataclass(frozen=True, slots=True)
class FlatBoard:
    """Squares with lines around each, on a frame."""

    columns: int
    rows: int
    height: float
    """Of a square, in its widths."""
    paint: Paint = "#54655c"
    second: Paint = "#7d8f83"
    line: Paint = "#1e2622"
    frame: Paint = "#d8cfb4"
    margin: float = 0.22
    thick: float = 0.03
    """Of a line, in squares."""


_DAYLIGHT: Final = DrawnLight((Lamp(-6, 9, 14, 3.0, (0.52, 0.52, 0.52)),), (0.40, 0.38, 0.36))
_EVENING: Final = DrawnLight((Lamp(7, 8, 10, 1.0, (0.32, 0.52, 0.68)),), (0.12, 0.14, 0.16))


@dataclass(frozen=True, slots=True)
class FlatLook:
    name: str
    camera: CameraPlace
    piece: tuple[float, float]
    """Width and height, in squares' widths."""
    board: FlatBoard | None = None
    usual: DrawnLight = _DAYLIGHT
    changed: DrawnLight = _EVENING
    table: TableLook = field(default_factory=TableLook)
    sensor: Sensor = field(default_factory=Sensor)
    skin: str = "light"
    sleeve: str | None = "green"

    def lit(self, name: str) -> DrawnLight:
        return self.changed if name == "changed" else self.usual
