"""What a table can look like: values that describe camera, light, board, cubes and table top.

The registry of ready-made looks is in `gallery`.
"""

from dataclasses import dataclass

from vision.virtual.scenes.optics import CameraPlace

Paint = str
"""`#rrggbb`"""


@dataclass(frozen=True, slots=True)
class Sensor:
    """What happens between the lens and the program."""

    noise: float = 0.006
    """Standard deviation of the read noise, of full scale in linear light."""
    shot: float = 0.02
    """Standard deviation of the photon noise at full white, likewise."""
    blotch: float = 0.3
    """How much of the noise is shared by neighbouring pixels, as a demosaiced picture's is."""
    blur: float = 0.6
    """Of lens and demosaicing together, standard deviation in pixels."""
    vignette: float = 0.25
    """Light lost in the picture's corners."""
    jpeg: int | None = None
    """Quality, where the camera compresses."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A round source of light at a place over the board, in squares."""

    x: float
    y: float
    z: float
    radius: float = 1.0
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Blue, green, red light that it throws on the board's middle."""
    mirrored: bool = False
    """Whether a polished board shows it; of others the camera is kept clear."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Between a lamp and the table; see `screens`."""

    kind: str
    """`leaves` or `bars`."""
    height: float
    """Over the board, in squares."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class DrawnLight:
    lamps: tuple[Lamp, ...]
    sky: tuple[float, float, float] = (0.3, 0.3, 0.3)
    """Light from all around, blue green red."""
    screen: Screen | None = None
    """In front of the first lamp."""


@dataclass(frozen=True, slots=True)
class CubeLook:
    edge: float = 0.70
    """Of a square."""
    rounding: float = 0.045
    """Radius of the bevel, in squares."""
    white: Paint = "#efece6"
    black: Paint = "#1c1b1d"
    inks_on_white: tuple[Paint, Paint, Paint] = ("#d81e26", "#1f49c8", "#12833a")
    """Fire, water, wood."""
    inks_on_black: tuple[Paint, Paint, Paint] = ("#ee2e2a", "#3767e8", "#1fa64c")
    print: str = "ink"
    """`ink` on the body, `disc` (a light sign on a coloured disc), `whole` (the face is coloured) or `bare`
    (a sign in one colour for all, burnt or cut into the body)."""
    sign_on_colour: Paint = "#f4f2ee"
    bare_on_white: Paint = "#3a2a1e"
    bare_on_black: Paint = "#d8c7a0"
    family: str = "kanji"
    sign_size: float = 0.66
    layout: str = "aligned"
    """How signs stand on the faces: `aligned`, `crossed` or `loose` (see `faces`)."""
    grain: float = 0.0
    """Of wood."""
    wear: float = 0.6
    """How much of the print has come off, 0 to 1."""
    gloss: float = 0.12
    tags: bool = False
    """ArUco tags instead of signs, one id a kind."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    dark: Paint = "#2b3766"
    light: Paint = "#cdbf9c"
    frame: Paint = "#1d1620"
    dark_line: Paint = "#a99d78"
    light_line: Paint = "#3a2f2a"
    line: float = 0.025
    """Width of the lines between squares."""
    outer_line: bool = True
    cells: str = "square"
    """`square`; `rounded` with a gap between them; or no lines but `crosses`, `dots` or `dashes`."""
    worn: float = 0.0
    """How much of the dark zone's lines has come off, 0 to 1."""
    split_frame: bool = False
    """The frame goes on in the colours of the two zones."""
    pattern: str = "waves"
    """`waves`, `stars`, `weave` or `none`: a faint print on the squares."""
    watermark: float = 0.12
    margins: tuple[float, float, float, float] = (0.95, 1.05, 0.95, 0.70)
    """Beyond columns 1 and 6, rows A and E."""
    thickness: float = 0.06
    markers: bool = False
    """ArUco 0 to 3 at the corners A1, A6, E6, E1."""
    gloss: float = 0.03
    polish: float = 0.0
    """Light that a mirrored lamp adds at its brightest, of a white that fills the camera's range."""
    roughness: float = 0.05
    """Of that polish: radians by which it spreads what it mirrors."""


@dataclass(frozen=True, slots=True)
class TableLook:
    kind: str = "planks"
    """`planks`, `cloth`, `laminate`, `marble`, `checked`, `tartan` or `straw`."""
    paint: Paint = "#8a6238"
    second: Paint = "#5d3f22"
    turn: float = 10.0


@dataclass(frozen=True, slots=True)
class DrawnLook:
    name: str
    camera: CameraPlace
    usual: DrawnLight
    calibration: DrawnLight
    """For the pictures of the faces."""
    changed: DrawnLight
    """After somebody switched a lamp."""
    square_cm: float = 4.6
    cubes: CubeLook = CubeLook()
    board: BoardLook = BoardLook()
    table: TableLook = TableLook()
    sensor: Sensor = Sensor()
    skin: str = "light"
    sleeve: str | None = "green"

    def light(self, name: str) -> DrawnLight:
        match name:
            case "usual":
                return self.usual
            case "calibration":
                return self.calibration
            case "changed":
                return self.changed
        raise ValueError(f"no light {name!r}; there are usual, calibration, changed")
