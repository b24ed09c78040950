"""Learning printed pieces step by step, with somebody who has never done it: a first picture, then one of
each set of pieces laid out in rows."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

import cv2
import numpy as np

from calibration.flat.bare import Outline, looks_otherwise, outline_of
from calibration.flat.cards import learn_cards
from calibration.flat.refusals import STEPS, FlatError, NoCards
from calibration.flat.sheet import Sheet, SheetPicture, sheets_of
from calibration.flat.slanted import ground_under
from calibration.flat.tiles import PlacedBoard, Side, board_at, board_in, learn_tiles_on, tiles_in
from calibration.refusals import WizardError
from vision.flat.profile import FlatProfile
from vision.frames import Frame, Image
from vision.pictures import packed
from vision.plane.camera import Floats
from vision.sighting import Point

_SMALLEST_BOARD: Final = 0.02
"""Share of the picture that a board takes at least."""


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """A picture of pieces in rows."""

    image: Image
    look: SheetPicture
    outlines: tuple[Outline, ...]
    codes: tuple[str, ...]
    """As one reads."""
    agreed: bool = False
    """Whether somebody said that each is named rightly."""


@dataclass(frozen=True, slots=True, eq=False)
class First:
    """What the first picture showed."""

    image: Image
    board: PlacedBoard | None = None
    side: Side = Side.BOTTOM
    confirmed: bool = False
    """Whether somebody said where the board is."""


class Lesson(Protocol):
    """What is to be shown of a game's pieces, and what is learnt from it."""

    @property
    def first(self) -> str:
        """The name of the first picture."""

    @property
    def sets(self) -> Mapping[str, Sequence[str]]:
        """By the names of the other pictures: what lies in each as one reads."""

    @property
    def board(self) -> tuple[int, int] | None:
        """Columns and rows, where pieces are laid on one."""

    def look(self, image: Image, name: str, first: First) -> SheetPicture:
        """For the pieces of one of the sets; raises a FlatError."""

    def laid(self, looks: Sequence[SheetPicture]) -> Sheet:
        """The last one's pieces, as one reads; raises a FlatError."""

    def learnt(self, first: First, sets: Sequence[tuple[str, Taken]]) -> FlatProfile:
        """Raises a FlatError."""


class TilesLesson:
    """Of tiles that are laid on a board: the first picture shows that without them."""

    first = "empty"

    def __init__(self, game: str, board: tuple[int, int], sets: Sequence[Sequence[str]]) -> None:
        self._game, self.board, self.sets = game, board, _named(sets)

    def look(self, image: Image, name: str, first: First) -> SheetPicture:
        assert first.board is not None
        return tiles_in(image, name, self.sets[name], first.image, first.board, first.side)

    def laid(self, looks: Sequence[SheetPicture]) -> Sheet:
        """All have one size: what was seen before says which."""
        return sheets_of(looks)[-1]

    def learnt(self, first: First, sets: Sequence[tuple[str, Taken]]) -> FlatProfile:
        assert first.board is not None
        seen = [(each.look, each.image, each.codes) for _, each in sets]
        return learn_tiles_on(self._game, first.board, first.side, first.image, seen)


class CardsLesson:
    """Of cards in piles: the first picture shows nothing but these."""

    first = "start"
    board = None

    def __init__(self, game: str, tops: Sequence[str], sets: Sequence[Sequence[str]]) -> None:
        self._game, self._tops, self.sets = game, tops, _named(sets)

    def look(self, image: Image, name: str, first: First) -> SheetPicture:
        ground = ground_under([image])
        if ground is None:
            raise NoCards(name)
        return SheetPicture(image, ground, len(self.sets[name]), name)

    def laid(self, looks: Sequence[SheetPicture]) -> Sheet:
        """Each picture says itself where the ground is, in a measure of its own."""
        return sheets_of(looks[-1:])[-1]

    def learnt(self, first: First, sets: Sequence[tuple[str, Taken]]) -> FlatProfile:
        seen = [(name, each.image, each.codes) for name, each in sets]
        return learn_cards(self._game, (self.first, first.image), seen, self._tops)


def _named(sets: Sequence[Sequence[str]]) -> Mapping[str, Sequence[str]]:
    return {f"set-{number}": tuple(codes) for number, codes in enumerate(sets, 1)}


class FlatWizard:
    """Keeps what was taken until all of it can be learnt from. May be shared by threads."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self._lock = threading.RLock()
        self._first: First | None = None
        self._taken: dict[str, Taken] = {}

    def end(self) -> None:
        """Nothing is kept."""
        with self._lock:
            self._first, self._taken = None, {}

    @property
    def pictures(self) -> list[str]:
        """In the order in which they are taken."""
        return [self.lesson.first, *self.lesson.sets]

    def take(self, what: str, frame: Frame) -> None:
        """What can be told of a picture by itself is told at once, while the pieces still lie there."""
        image = frame.image
        with self._lock:
            if what == self.lesson.first:
                self._taken = {}
                self._first = First(image.copy(), self._board_in(image))
                return
            names = list(self.lesson.sets)
            before = [self._taken.get(name) for name in names[: names.index(what)]]
            first = self._first
            if first is None or None in before:
                raise _step("order")
            if image.shape != first.image.shape:
                raise _step("size-changed")
            if self.lesson.board is not None and not first.confirmed:
                raise _step("board-first")
            self._require_others(what, image)
            looks = [each.look for each in before if each is not None]
        try:
            look = self.lesson.look(image, what, first)
            sheet = self.lesson.laid([*looks, look])
        except FlatError as fault:
            raise _refused(fault) from fault
        outlines = tuple(outline_of(one.pose, sheet.size, look.ground) for one in sheet.pieces)
        with self._lock:
            self._taken[what] = Taken(image.copy(), look, outlines, tuple(self.lesson.sets[what]))

    def _board_in(self, image: Image) -> PlacedBoard | None:
        """None: there is none, or people show where it is."""
        if self.lesson.board is None:
            return None
        try:
            return board_in(self.lesson.first, image, self.lesson.board)
        except FlatError:
            return None

    def set_board(self, corners: Sequence[Point], side: Side) -> None:
        """Corners in any order, in pixels of the first picture; `side`: where its first row is."""
        with self._lock:
            first, squares = self._first, self.lesson.board
            if first is None or squares is None:
                raise _step("order")
            height, width = first.image.shape[:2]
            points = np.array(corners, np.float64)
            hull = cv2.convexHull(points.astype(np.float32))
            if len(hull) != 4 or cv2.contourArea(hull) < _SMALLEST_BOARD * width * height:
                raise _step("corners")
            board = first.board
            if board is None or not _same_corners(board.corners, points):
                board = board_at(points, first.image, squares)
            self._first = replace(first, board=board, side=side, confirmed=True)
            # Where pieces lie was found with another board.
            self._taken = {}

    def name(self, what: str, codes: Sequence[str]) -> None:
        """Of the pieces of a picture that was taken, as one reads."""
        with self._lock:
            taken = self._taken.get(what)
            if taken is None:
                raise _step("order")
            if sorted(codes) != sorted(taken.codes):
                raise _step("names")
            self._taken[what] = replace(taken, codes=tuple(codes), agreed=True)

    def learnt(self) -> FlatProfile:
        """Takes some seconds."""
        with self._lock:
            first, taken = self._first, dict(self._taken)
        if first is None:
            raise _step("nothing-taken")
        if any(name not in taken for name in self.lesson.sets):
            raise _step("order")
        try:
            return self.lesson.learnt(first, [(name, taken[name]) for name in self.lesson.sets])
        except FlatError as fault:
            raise _refused(fault) from fault

    def picture(self, what: str) -> bytes | None:
        """As JPEG, in its own size, for corners are dragged on it."""
        with self._lock:
            taken = self._first if what == self.lesson.first else self._taken.get(what)
        return None if taken is None else packed(taken.image, taken.image.shape[1])

    def told(self) -> dict[str, Any]:
        """How far it is, for a page."""
        with self._lock:
            first, taken = self._first, {n: self._taken[n] for n in self.lesson.sets if n in self._taken}
        board = None if first is None else first.board
        return {
            "taken": [] if first is None else [self.lesson.first, *taken],
            "size": None if first is None else [first.image.shape[1], first.image.shape[0]],
            "corners": None if board is None else board.corners.tolist(),
            "confirmed": first is not None and first.confirmed,
            "side": (Side.BOTTOM if first is None else first.side).value,
            "agreed": [name for name, each in taken.items() if each.agreed],
            "pieces": {
                name: [
                    {"code": code, "corners": outline}
                    for code, outline in zip(each.codes, each.outlines, strict=True)
                ]
                for name, each in taken.items()
            },
        }

    def _require_others(self, what: str, image: Image) -> None:
        for name, each in self._taken.items():
            if name != what and not any(
                looks_otherwise(each.image, image, outline) for outline in each.outlines
            ):
                raise _step("untouched")


def _same_corners(one: Floats, other: Floats) -> bool:
    """Whether nobody moved them, whatever a page rounds."""
    apart = np.linalg.norm(one[:, None] - other[None], axis=2).min(axis=1)
    return bool(apart.max() < 1.0)


def _step(code: str) -> WizardError:
    return WizardError(STEPS[code], code=f"learning-{code}")


def _refused(fault: FlatError) -> WizardError:
    return WizardError(fault.sentence, code=f"learning-{fault.code}", values=fault.told)
