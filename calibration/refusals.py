"""Why nothing can be learnt from four pictures: each reason a type, with what it is about and what to do.

CalibrationError
├── OtherSize        one picture is larger or smaller than the others
├── TooDark, TooBright, Blurred
├── Glare            a lamp's mirror image hides a square
├── CameraMoved      between the empty picture and another
├── NoBoard          nothing in the picture looks like one
├── BoardCutOff      a side of it lies beyond the picture
├── BoardUnsure      two places are nearly as likely; it carries both
├── CubesLeft        squares on which a cube stands in the empty picture
├── CubesMissing     squares on which no cube is seen
├── WrongElement     one cube shows another element than the rest of its picture
├── CubeShines, CubeDark, CubeUnlike
│                    one cube by which its kind cannot be told from another, and why
├── KindsAlike       no picture is to blame: two kinds cannot be told in this light
├── PicturesSwapped  two faces pictures are named the other way round
└── SameFaces        two pictures show the same element
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from vision.sighting import Corners

EMPTY = "empty"

STEPS: Final[Mapping[str, str]] = {
    "corners_first": "say where the grid's corners are first",
    "empty_first": "take the picture of the empty board first",
    "corners_span_nothing": "the four corners do not span a board: drag each onto a corner of the grid",
    "corner_beside": "corner {number} lies beside the grid: drag it to where the outermost lines meet",
    "size_changed": "the camera's picture has another size now: begin again with the empty board",
    "stood_otherwise": "the camera or the board has moved since the picture of the empty board: "
    "put it back as it was, or start over",
    "board_hidden": "the board is not seen where it was in the picture of the empty board: take away what "
    "covers it; if the camera or the board was moved, put it back or start over",
    "untouched": "the cubes lie as they did in an earlier picture: turn each of them until the element that "
    "is asked for is up",
}
"""Why a step of the wizard cannot be taken now, by code."""


class CalibrationError(ValueError):
    """Pictures that nothing can be learnt from; the message says what to do."""

    code: ClassVar[str] = "calibration"
    """For catalogues of texts in other languages."""
    text: ClassVar[str] = "{what}"
    option: ClassVar[str] = ""
    """What the command line offers besides."""

    def __init__(self, **told: object) -> None:
        self.told = told
        """What the text speaks of, by name."""
        super().__init__(self.text.format(**told))


class WizardError(ValueError):
    """A step that cannot be done now; the text says what to do instead."""

    def __init__(self, text: str, *, code: str = "", values: Mapping[str, object] | None = None) -> None:
        super().__init__(text)
        self.code = code
        """For other languages, where there is one."""
        self.values = dict(values or {})


class OtherSize(CalibrationError):
    code = "other_size"
    text = "the {picture} picture is {size}, the empty one {empty}: take all four with the same camera"


class TooDark(CalibrationError):
    code = "too_dark"
    text = "the {picture} picture is too dark to learn from: add light, then take all four again"


class TooBright(CalibrationError):
    code = "too_bright"
    text = "the {picture} picture is over-exposed: dim the light, then take all four again"


class Blurred(CalibrationError):
    code = "blurred"
    text = "the {picture} picture is blurred: focus on the board, keep the camera still, and take it again"


class Glare(CalibrationError):
    code = "glare"
    text = (
        "a lamp is mirrored on {squares} in the {picture} picture: move the lamp or the camera, "
        "then take all four again"
    )


class CameraMoved(CalibrationError):
    code = "camera_moved"
    text = (
        "the camera or the board moved by about {pixels} pixels between the empty and the {picture} picture: "
        "fix both, then take all four again"
    )


class NoBoard(CalibrationError):
    code = "no_board"
    text = (
        "no board of six by five squares is seen in the {picture} picture: show all of it, or say where "
        "it is with --corners"
    )


class BoardCutOff(CalibrationError):
    code = "board_cut_off"
    text = (
        "the board reaches beyond the {side} side of the picture: raise or move the camera until all of it "
        "is seen"
    )


class CubesLeft(CalibrationError):
    code = "cubes_left"
    text = (
        "cubes stand on {squares} (row A at the lower edge of the picture): take them off, then take the "
        "picture of the empty board again"
    )


class CubesMissing(CalibrationError):
    code = "cubes_missing"
    text = (
        "no cube is seen on {squares} in the {picture} picture: put all eight cubes on their squares, "
        "or check the corners"
    )


class WrongElement(CalibrationError):
    code = "wrong_element"
    text = (
        "the {colour} cube on {square} shows {seen} in the {picture} picture: turn {picture} up on all eight "
        "and take it again"
    )


class CubeShines(CalibrationError):
    code = "cube_shines"
    text = (
        "a lamp shines on the {colour} cube on {square} in the {picture} picture, which cannot be told from "
        "{other} so: move or shade the lamp, then take the {picture} picture again"
    )


class CubeDark(CalibrationError):
    code = "cube_dark"
    text = (
        "the {colour} cube on {square} is too dark in the {picture} picture to be told from {other}: add "
        "light, then take all four again"
    )


class CubeUnlike(CalibrationError):
    code = "cube_unlike"
    text = (
        "the {colour} cube on {square} is unlike the others in the {picture} picture, where {picture} cannot "
        "be told from {other} so: see that it has {picture} up and nothing over it, then take the picture "
        "again"
    )


class KindsAlike(CalibrationError):
    code = "kinds_alike"
    text = (
        "{picture} cannot be told from {other} on {colour} cubes in this light: add light or use a whiter "
        "lamp, then take all four again"
    )


class PicturesSwapped(CalibrationError):
    code = "pictures_swapped"
    text = (
        "the fire picture shows {fire}, the water picture {water}, the wood picture {wood}: "
        "take the three in the order fire, water, wood"
    )
    option = "; or say --as-given, if your cubes are coloured so"


class SameFaces(CalibrationError):
    code = "same_faces"
    text = (
        "the {one} and {other} pictures show the same faces on the {colour} cubes: take one with each "
        "element up"
    )


@dataclass(frozen=True, slots=True)
class CornersGuess:
    corners: Corners
    confidence: float

    @property
    def place(self) -> str:
        """As --corners takes it."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.corners)

    @property
    def share(self) -> str:
        return f"{self.confidence:.0%}"

    def __str__(self) -> str:
        return f"{self.place} ({self.share})"


class BoardUnsure(CalibrationError):
    code = "board_unsure"
    text = "not sure where the board is: say which is right with --corners {first} or --corners {second}"

    def __init__(self, first: CornersGuess, second: CornersGuess) -> None:
        super().__init__(first=first, second=second)
        self.guesses = (first, second)
        """Best first."""
