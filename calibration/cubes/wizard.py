"""Learning a table step by step, with somebody who has never done it: four pictures, four corners."""

import threading
from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np

from calibration.cubes.aiming import Aim, check_empty, corner_beside, guessed_corners, hints
from calibration.cubes.learning import check_standing, learn_table
from calibration.cubes.standing import Fault, StandingOnEmpty, untouched
from calibration.refusals import STEPS, CalibrationError, WizardError
from vision.cubes.profile import Profile
from vision.frames import Frame, Image
from vision.plane.camera import ordered_round
from vision.sighting import Point

PICTURES: Final = ("empty", "fire", "water", "wood")
"""In the order in which they are taken."""

_SMALLEST_BOARD: Final = 0.04
"""Share of the picture."""


class Wizard:
    """Keeps what was taken until all of it can be learnt from. May be shared by threads."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._pictures: dict[str, Image] = {}
        self._corners: tuple[Point, ...] | None = None
        self._found = False
        self._guesses: list[tuple[Point, ...]] = []
        """Where the board may be, best first: one place where it is plain, two where it is not, none where it
        is not seen at all."""
        self._standing: StandingOnEmpty | None = None
        """Known once the corners are."""
        self._aim = Aim()
        self._begun = False

    def aiming(self, frame: Frame) -> list[str]:
        """What is wrong with where the camera looks now, in codes."""
        return self._aim.hints(frame.image)

    def standing(self, frame: Frame) -> list[str]:
        """What is wrong with a picture of the faces that would be taken now, in codes."""
        with self._lock:
            standing = self._standing
        fault = None if standing is None else standing.fault(frame.image)
        return hints(frame.image) if fault is None else [*hints(frame.image), fault.value]

    def start(self) -> None:
        """From the beginning."""
        self.end()
        self._begun = True

    def end(self) -> None:
        """Nothing is kept."""
        with self._lock:
            self._pictures = {}
            self._corners, self._found, self._standing = None, False, None
            self._guesses = []
            self._begun = False

    @property
    def aims(self) -> bool:
        """Whether somebody may still be moving the camera: later its pictures are to be alike."""
        return self._begun and not self._pictures

    def take(self, what: str, frame: Frame) -> None:
        if what not in PICTURES:
            raise WizardError(f"there is no picture '{what}'")
        with self._lock:
            missing = next((name for name in PICTURES if name not in self._pictures), None)
            if PICTURES.index(what) > PICTURES.index(missing or PICTURES[-1]):
                raise WizardError(f"take the picture '{missing}' first")
            if what != "empty":
                self._same_size(frame.image)
                if self._corners is None:
                    raise _step("corners_first")
                self._require_standing(frame.image)
                self._require_cubes(what, frame.image)
                self._require_turned(what, frame.image)
            if what == "empty":
                guesses = guessed_corners(frame.image)
                found = guesses[0] if len(guesses) == 1 else None
                if found is not None:
                    _require_empty(frame.image, found)
                for other in PICTURES[1:]:
                    self._pictures.pop(other, None)
                self._corners, self._found, self._standing = found, found is not None, None
                self._guesses = guesses
            self._pictures[what] = frame.image.copy()

    def set_corners(self, corners: Sequence[Point]) -> None:
        """In any order, in pixels of the empty picture."""
        with self._lock:
            empty = self._pictures.get("empty")
            if empty is None:
                raise _step("empty_first")
            height, width = empty.shape[:2]
            points = np.array(corners, np.float32)
            hull = cv2.convexHull(points)
            if len(hull) != 4 or cv2.contourArea(hull) < _SMALLEST_BOARD * width * height:
                raise _step("corners_span_nothing")
            beside = corner_beside(empty, corners, self._guesses)
            if beside is not None:
                raise _step("corner_beside", number=beside + 1)
            placed = ordered_round(points.astype(np.float64))
            if not self._found:
                _require_empty(empty, [(float(x), float(y)) for x, y in placed])
            self._corners = tuple((float(x), float(y)) for x, y in corners)
            self._standing = StandingOnEmpty(empty, placed)

    def learnt(self) -> Profile:
        """Takes a few seconds."""
        with self._lock:
            missing = [name for name in PICTURES if name not in self._pictures]
            if missing or self._corners is None:
                raise WizardError(
                    f"take the picture '{missing[0]}' first" if missing else "say the corners first"
                )
            empty, *faces = (self._pictures[name] for name in PICTURES)
            try:
                return learn_table(empty, faces, np.array(self._corners, np.float64))
            except CalibrationError as fault:
                raise _refused(fault) from fault

    def picture(self, what: str) -> bytes | None:
        """As JPEG, in its own size, for corners are dragged on it."""
        with self._lock:
            image = self._pictures.get(what)
        return None if image is None else jpeg(image)

    def told(self) -> dict[str, Any]:
        """How far it is, for a page."""
        with self._lock:
            empty = self._pictures.get("empty")
            return {
                "taken": [name for name in PICTURES if name in self._pictures],
                "size": None if empty is None else [empty.shape[1], empty.shape[0]],
                "corners": None if self._corners is None else [list(corner) for corner in self._corners],
                "found": self._found,
                "guesses": [] if self._found else [[list(each) for each in guess] for guess in self._guesses],
                "hints": [] if empty is None else hints(empty),
            }

    def _same_size(self, image: Image) -> None:
        empty = self._pictures.get("empty")
        if empty is None:
            raise _step("empty_first")
        if empty.shape != image.shape:
            raise _step("size_changed")

    def _require_standing(self, image: Image) -> None:
        match None if self._standing is None else self._standing.fault(image):
            case Fault.MOVED:
                raise _step("stood_otherwise")
            case Fault.HIDDEN:
                raise _step("board_hidden")

    def _require_turned(self, what: str, image: Image) -> None:
        empty = self._pictures["empty"]
        others = [name for name in PICTURES[1:] if name in self._pictures and name != what]
        if any(untouched(empty, self._pictures[name], image) for name in others):
            raise _step("untouched")

    def _require_cubes(self, what: str, image: Image) -> None:
        """Told now, while they can still be put there: not when all is taken."""
        corners = ordered_round(np.array(self._corners, np.float64))
        try:
            check_standing(self._pictures["empty"], what, image, corners)
        except CalibrationError as fault:
            raise _refused(fault) from fault


def _require_empty(image: Image, corners: Sequence[Point]) -> None:
    try:
        check_empty(image, corners)
    except CalibrationError as fault:
        raise _refused(fault) from fault


def _step(code: str, **values: object) -> WizardError:
    return WizardError(STEPS[code].format(**values), code=f"calibration-{code}", values=values)


def _refused(fault: CalibrationError) -> WizardError:
    return WizardError(str(fault), code=f"calibration-{fault.code}", values=fault.told)


def jpeg(image: Image, quality: int = 85) -> bytes:
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise WizardError("the picture cannot be shown")
    return data.tobytes()
