"""Where a camera has to be: whether the board fits into its picture, and how many pixels a square gets.

Reckoned for a camera that looks straight down on the board's middle, the long side of the board along the
long side of the picture, and pictures of four to three, to which wider sensors are cut.
"""

import math
from dataclasses import dataclass
from typing import Final

from companion.games.himiki.rules.board import COLUMNS, ROWS
from vision.cubes.tops import USUAL_EDGE

BOARD: Final = 28.0
"""Centimetres along the six columns, where nobody has measured."""

PICTURE: Final = (1280, 960)
"""Pixels, as pictures are taken."""

_MARGIN: Final = 0.5
"""Squares around the grid that are watched for hands."""

_SLACK: Final = 0.1
"""Share of the picture's width and height to leave free: nobody mounts a camera exactly."""

_STEEPEST: Final = 40.0
"""Degrees from the vertical at which a cube in the corner is still seen well."""

GOOD: Final = 45.0
"""Pixels to a square with which signs are read with room for bad light."""

ENOUGH: Final = 30.0
"""The same with which they are read only just."""


@dataclass(frozen=True, slots=True)
class LensKind:
    name: str
    title: str
    field: float
    """Degrees across the sensor's long side, from the maker's data sheet."""
    shape: tuple[int, int]
    """Pixels of the sensor."""
    nearest: float
    """Centimetres from which on it can be sharp."""
    aliases: tuple[str, ...] = ()

    def half_sizes(self) -> tuple[float, float]:
        """Half the width and height of its four-to-three picture at distance one."""
        across = math.tan(math.radians(self.field) / 2)
        width, height = self.shape
        up = across * height / width
        wanted = PICTURE[0] / PICTURE[1]
        return (up * wanted, up) if width / height > wanted else (across, across / wanted)


def _field(sensor_mm: float, focal_mm: float) -> float:
    return math.degrees(2 * math.atan(sensor_mm / 2 / focal_mm))


_HQ_WIDTH, _HQ = 6.287, (4056, 3040)
_GLOBAL_WIDTH, _GLOBAL = 5.023, (1456, 1088)

LENSES: Final = (
    LensKind("pi2", "Pi Camera 2", 62.2, (3280, 2464), 10, ("2", "v2", "imx219")),
    LensKind("pi3", "Pi Camera 3", 66.0, (4608, 2592), 10, ("3", "v3", "imx708")),
    LensKind("pi3-wide", "Pi Camera 3 Wide", 102.0, (4608, 2592), 5, ("wide", "3wide", "imx708wide")),
    LensKind("hq-6mm", "HQ Camera, 6 mm", _field(_HQ_WIDTH, 6), _HQ, 20, ("hq", "hq6", "imx477")),
    LensKind("hq-16mm", "HQ Camera, 16 mm", _field(_HQ_WIDTH, 16), _HQ, 20, ("hq16",)),
    LensKind(
        "gs-6mm", "Global Shutter, 6 mm", _field(_GLOBAL_WIDTH, 6), _GLOBAL, 20, ("gs", "gs6", "imx296")
    ),
    LensKind("gs-16mm", "Global Shutter, 16 mm", _field(_GLOBAL_WIDTH, 16), _GLOBAL, 20, ("gs16",)),
    LensKind("usb-78", "USB camera, 78° corner to corner", 70.4, (1920, 1080), 20, ("usb", "c920", "usb78")),
    LensKind("usb-60", "USB camera, 60° corner to corner", 53.0, (1280, 720), 30, ("usb60", "c270")),
    LensKind("usb-90", "USB camera, 90° corner to corner", 82.0, (1920, 1080), 20, ("usb90", "c930")),
)


class UnknownLens(ValueError):
    """Neither a camera of the table nor degrees across the picture."""


def lens_named(text: str) -> LensKind:
    """The lens of a name, or one that sees so many degrees across a four-to-three picture."""
    word = "".join(c for c in text.lower().replace("camera", "").replace("module", "") if c.isalnum())
    for lens in LENSES:
        if word in {lens.name.replace("-", ""), *lens.aliases}:
            return lens
    try:
        degrees = float(text.lower().removesuffix("°").removesuffix("deg"))
    except ValueError:
        degrees = math.nan
    if 15 <= degrees <= 120:
        return LensKind("degrees", f"lens of {degrees:g}° across", degrees, PICTURE, 0)
    names = ", ".join(lens.name for lens in LENSES)
    raise UnknownLens(f"no lens is called {text}; there are {names}, or degrees across from 15 to 120")


@dataclass(frozen=True, slots=True)
class Plan:
    """What a lens at a height (cm above the board) makes of a board."""

    lens: LensKind
    height: float
    board: float
    spare: tuple[float, float]
    """Centimetres left and right, and above and below, of what has to be seen; less than 0: missing."""
    pixels: float
    """To a square."""
    steepest: float
    """Degrees from the vertical at which the cube in a corner is seen."""
    lowest: float
    highest: float
    """Heights between which everything is well; none where the highest is below the lowest."""

    @property
    def fits(self) -> bool:
        return min(self.spare) >= 0

    @property
    def works(self) -> bool:
        return self.fits and self.pixels >= ENOUGH and self.steepest <= _STEEPEST and self.sharp

    @property
    def sharp(self) -> bool:
        return self.height >= self.lens.nearest


def planned(lens: LensKind, height: float, board: float = BOARD) -> Plan:
    """Tops stand nearer to the camera than the board, and so need more room."""
    square = board / COLUMNS
    across, up = lens.half_sizes()
    tops = max(height - USUAL_EDGE * square, 0.0)
    wide, high = (COLUMNS / 2 + _MARGIN) * square, (ROWS / 2 + _MARGIN) * square
    pixels = PICTURE[0] / 2 / across * square / height
    corner = math.hypot(COLUMNS / 2 - 0.5, ROWS / 2 - 0.5) * square
    steepest = math.degrees(math.atan2(corner, tops))
    to_fit = max(wide / across, high / up) / (1 - _SLACK)
    lowest = max(to_fit, corner / math.tan(math.radians(_STEEPEST)), lens.nearest) + USUAL_EDGE * square
    highest = PICTURE[0] / 2 / across * square / GOOD
    return Plan(
        lens,
        height,
        board,
        (tops * across - wide, tops * up - high),
        pixels,
        steepest,
        lowest,
        highest,
    )


def told(plan: Plan) -> str:
    """The plan in a few lines, verdict first."""
    where = f"{plan.lens.title} at {plan.height:g} cm, board of {plan.board:g} cm"
    lines = [f"{where}: {_verdict(plan)}", f"{plan.pixels:.0f} pixels to a square ({_worth(plan.pixels)})"]
    wide, high = plan.spare
    lines.append(f"room beside the board: {_room(wide)} along the columns, {_room(high)} along the rows")
    lines.append(f"a cube in the corner is seen {plan.steepest:.0f}° from straight above")
    if plan.highest < plan.lowest:
        lines.append("no height suits this lens and board")
    else:
        lines.append(f"best height: {math.ceil(plan.lowest)} to {math.floor(plan.highest)} cm")
    return "\n".join(lines)


def _verdict(plan: Plan) -> str:
    if not plan.fits:
        return "the board does not fit"
    if not plan.sharp:
        return f"the board fits, but nothing nearer than {plan.lens.nearest:g} cm is sharp"
    if plan.steepest > _STEEPEST:
        return "the board fits, but its corners are seen too much from the side"
    if plan.pixels < ENOUGH:
        return "the board fits, but its signs are too small"
    return "the board fits"


def _worth(pixels: float) -> str:
    if pixels >= GOOD:
        return "good"
    return "enough in good light" if pixels >= ENOUGH else "too few"


def _room(centimetres: float) -> str:
    return (
        f"{centimetres:.0f} cm on each side"
        if centimetres >= 0
        else f"{-centimetres:.0f} cm missing on each side"
    )


def table(board: float = BOARD) -> str:
    """All lenses: between which heights they suit, and what they give at the lowest of them."""
    rows = [f"{'lens':<10} {'':<34} {'best height':<14} pixels to a square there"]
    for lens in LENSES:
        plan = planned(lens, 50, board)
        low, high = math.ceil(plan.lowest), math.floor(plan.highest)
        if high < low:
            rows.append(f"{lens.name:<10} {lens.title:<34} none")
            continue
        most, least = (planned(lens, height, board).pixels for height in (low, high))
        rows.append(f"{lens.name:<10} {lens.title:<34} {f'{low} to {high} cm':<14} {most:.0f} to {least:.0f}")
    return "\n".join(rows)
