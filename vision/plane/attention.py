"""A cheap look at every frame: does anything move, cover the grid, or differ from what was last read?

    MOVING     something moves over the grid or near it
    COVERED    all is still, but something reaches over the grid from outside
    SETTLING   still, but not for long enough
    CHANGED    still, and different from what was last read: only now a full reading can matter
    UNCHANGED  still, and as it was read

A lamp that is switched or fades is no move, and neither is a push against the camera or the board: both are
reported as what they are. How two frames are compared is in `differences`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

import cv2
import numpy as np

from vision.board import Board
from vision.frames import Frame, Image, Seconds
from vision.plane.differences import Bump, Difference, Outline, Window, difference, pushed
from vision.sighting import Corners

SETTLED_AFTER: Final = 0.25
"""Seconds without movement."""

READ_ANYWAY_AFTER: Final = 1.0
"""Seconds after which something still that covers the grid is read all the same: it may be a piece at the
edge with its shadow, and what a hand that rests leaves free is plain."""

_READ_SELDOM_AFTER: Final = 0.3
"""The same where frames come seldom: a move can be over sooner than after the first."""

_MOVES: Final = 0.05
"""Of a square's pixels: that many different between two frames are a movement."""

_CHANGES: Final = 0.045
"""Of a square's pixels: that many different from the last reading call for another."""

_REACHES: Final = 0.35
"""Squares covered inside the grid by one thing that reaches in."""

_TOUCHES: Final = 4
"""Pixels of the outermost rim that it covers."""

_LIGHT: Final = 0.10
"""Typical change of the logarithm of pixel values from which the light is another."""

_EVERYWHERE: Final = 0.35
"""Share of the grid, and of what is around it, that differs after a lamp was switched."""

_MANY: Final = 5
"""Squares that differ at once when the camera or the board was pushed."""

_VAST: Final = 0.8
"""Share of the squares that differ at once: more is no hand, the board itself is another or elsewhere."""

_SELDOM: Final = 0.1
"""Seconds between two frames from which on one of them may be all that is seen between two hands."""

_FEW: Final = 0.2
"""Seconds between two frames from which on a move can be over within four of them."""


class State(Enum):
    MOVING = "moving"
    COVERED = "covered"
    SETTLING = "settling"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Glance:
    t: Seconds
    state: State
    light: bool = False
    """The light is another than at the last reading."""
    bump: Bump | None = None
    squares: tuple[int, ...] = ()
    """Numbers of those that differ from the last reading, when still."""
    passing: bool = False
    """Not still for long enough, but where frames are few it may be all that is seen of a position: nothing
    reaches in, and it differs from what was last read."""
    scores: Mapping[str, float] = field(default_factory=dict, compare=False)
    """What was decided from, by name."""


class Attention:
    """Looks at the frames of one source in order; what it says comes from frames and their times alone."""

    def __init__(
        self, board: Board, corners: Corners, size: tuple[int, int], aside: Outline | None = None
    ) -> None:
        """`corners` of the grid in frames of that size; it follows the grid where that is pushed.

        What moves in the outline `aside` and not over the grid is none of its business: a tray beside it.
        """
        self._board = board
        self._size = size
        self._window = Window(board, corners, size, aside)
        self._before: Image | None = None
        self._before_t = Seconds(0.0)
        self._seldom = self._few = False
        self._read: Image | None = None
        self._read_fine: Image | None = None
        self._clear: Image | None = None
        self._clear_before: Image | None = None
        self._still_since = Seconds(0.0)
        self._covered_since: Seconds | None = None
        self._noise = 0.0

    def look(self, frame: Frame) -> Glance:
        """What the frame shows; a `CHANGED` one counts as read from then on."""
        if (frame.image.shape[1], frame.image.shape[0]) != self._size:
            raise ValueError(f"frames are to be {self._size[0]} x {self._size[1]}")
        small = self._window.small(frame.image)
        before, self._before = self._before, small
        since, self._before_t = frame.t - self._before_t, frame.t
        self._seldom, self._few = since > _SELDOM, since > _FEW
        if before is None:
            self._still_since = frame.t
            return Glance(frame.t, State.SETTLING, passing=True)
        step = self._compared(small, before)
        moving = float(np.count_nonzero(step.mask & self._window.near)) / self._window.per_square
        scores = {"moving": moving, "noise": step.noise}
        if moving > _MOVES:
            self._still_since = frame.t
            self._covered_since = None
            passing = self._seldom and self._passing(small)
            return Glance(frame.t, State.MOVING, passing=passing, scores=scores)
        self._noise = step.noise if self._noise == 0 else 0.8 * self._noise + 0.2 * step.noise
        if frame.t - self._still_since < SETTLED_AFTER:
            passing = self._seldom and self._passing(small)
            return Glance(frame.t, State.SETTLING, passing=passing, scores=scores)
        return self._judged(frame, small, scores)

    def took(self, frame: Frame) -> None:
        """A `passing` frame was read after all, and was clear: what follows is held against it."""
        small = self._window.small(frame.image)
        if self._clear is None or not self._differs_around(small, self._clear):
            self._clear = self._clear_before = small
        self._read = small
        self._read_fine = self._window.fine(frame.image)

    def doubt(self) -> None:
        """The last reading was not sure: the next still frame is to be read again."""
        self._read = None

    def covered(self) -> None:
        """The last reading found the grid covered: what was there before stays the measure of what is new."""
        self._clear = self._clear_before

    def _compared(self, small: Image, other: Image) -> Difference:
        return difference(small, other, self._window, self._noise)

    def _differs_around(self, small: Image, other: Image) -> bool:
        """Whether there is something new beside the grid: a hand that has come near."""
        mask = self._compared(small, other).mask
        return int(np.count_nonzero(mask & self._window.rim)) >= _TOUCHES

    def _passing(self, small: Image) -> bool:
        """Whether a frame of few shows something new with nothing reaching in."""
        if self._read is None:
            return True
        shares = self._window.by_square(self._compared(small, self._read).mask)
        return bool(shares.max() > _CHANGES) and not self._reaching(small)

    def _judged(self, frame: Frame, small: Image, scores: dict[str, float]) -> Glance:
        """A still frame against the last one that was read."""
        if self._read is None:
            return self._to_read(Glance(frame.t, State.CHANGED, scores=scores), frame, small)
        change = self._compared(small, self._read)
        shares = self._window.by_square(change.mask)
        squares = tuple(np.flatnonzero(shares > _CHANGES).tolist())
        everywhere = float(np.count_nonzero(change.mask & self._window.near)) / self._window.watched
        around = float(change.mask[self._window.rim].mean())
        faded = change.light > _LIGHT
        light = faded or min(everywhere, around) > _EVERYWHERE
        scores |= {"light": change.light, "change": float(shares.max()), "everywhere": everywhere}
        if not squares:
            if faded:
                self._read = small
            return Glance(frame.t, State.UNCHANGED, light, scores=scores)
        glance = Glance(frame.t, State.CHANGED, light, None, squares, scores=scores)
        if self._covered_since is None and len(squares) >= _MANY and self._read_fine is not None:
            bump = pushed(self._read_fine, self._window.fine(frame.image), self._window)
            if bump is not None:
                return self._followed(replace(glance, light=faded, bump=bump), bump.corners, frame)
        if light or len(squares) > _VAST * self._board.squares or not self._reaching(small):
            return self._to_read(glance, frame, small)
        self._covered_since = frame.t if self._covered_since is None else self._covered_since
        patience = _READ_SELDOM_AFTER if self._few else READ_ANYWAY_AFTER
        if frame.t - self._covered_since < patience:
            return replace(glance, state=State.COVERED)
        # Where the reading is clear, it was what this is held against that had a hand beside the grid.
        return self._to_read(glance, frame, small)

    def _followed(self, glance: Glance, corners: Corners, frame: Frame) -> Glance:
        """Watches the grid where it is now."""
        self._window = Window(self._board, corners, self._size)
        self._before = small = self._window.small(frame.image)
        self._clear = None
        return self._to_read(glance, frame, small)

    def _to_read(self, glance: Glance, frame: Frame, small: Image) -> Glance:
        self._clear_before = self._clear
        self._read = self._clear = small
        self._read_fine = self._window.fine(frame.image)
        self._covered_since = None
        return glance

    def _reaching(self, small: Image) -> bool:
        """Whether something that was not there reaches into the grid from outside.

        Where a hand was near when the table was last clear and has left, the look before that one shows it.
        """
        if self._clear is None:
            return False
        before = self._clear_before
        return self._reaches(small, self._clear) and (before is None or self._reaches(small, before))

    def _reaches(self, small: Image, clear: Image) -> bool:
        mask = self._compared(small, clear).mask.astype(np.uint8)
        closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        count, labels = cv2.connectedComponents(closed, connectivity=8)
        inside = np.bincount(labels[self._window.inside], minlength=count)[1:]
        outside = np.bincount(labels[self._window.rim], minlength=count)[1:]
        # Closing joins what is near the edge to it: only what really differs there crosses it.
        crossing = np.bincount(labels[self._window.outermost & (mask > 0)], minlength=count)[1:]
        least = _REACHES * self._window.per_square
        return bool(((inside > least) & (outside >= _TOUCHES) & (crossing > 0)).any())
