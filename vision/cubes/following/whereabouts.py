"""Where the board is now: the reader for that place, and how it is found again when it is somewhere else."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.cubes.following.adapting import Adapting
from vision.cubes.profile import Profile
from vision.cubes.reading.reader import Reader, Reading
from vision.frames import Frame, Seconds
from vision.plane.relocate import Relocated, Relocator
from vision.sighting import Corners

_BOARD: Final = 0.4
"""Share of the board's print that must be found again for it to be the board."""

_OF_USUAL: Final = 0.6
"""Share of what is usually found that must be."""

_PLAINLY: Final = 0.85
"""Of what is usually found: with that, the board need not be looked for anywhere else."""

_FOLLOWED: Final = 0.06
"""Squares that a reader may have followed the board by itself; beyond, it goes by a wrong empty board."""

_SLOWLY: Final = 0.1
"""How fast `usual` follows."""

_TURNED: Final = 45.0
"""Degrees from which on nobody would call it a push."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardPlace:
    """Where the board was found, and what was read there."""

    reader: Reader
    reading: Reading
    corners: Corners
    shift: float
    """Squares that the corner which went furthest has gone since it was last known."""
    turn: float
    """Degrees clockwise in the picture, since it was learnt."""
    turned: bool

    @property
    def seen(self) -> float:
        return self.reading.scores["board"]


class Whereabouts:
    def __init__(self, profile: Profile) -> None:
        self.learnt = profile
        """With what answers taught, but not with how faces look this evening; the board where it was then."""
        self._learnt = profile
        self._relocator: Relocator | None = None
        self._turn = 0.0
        self._usual = 0.0
        self.reader = Reader(profile)

    @property
    def profile(self) -> Profile:
        """What was learnt, with the board where it is now."""
        return self.reader.profile

    def doubtful(self, reading: Reading) -> bool:
        """Whether the board is perhaps not where the reader takes it to be."""
        corners = reading.sighting.corners
        if corners is None or reading.scores["board"] < _OF_USUAL * self._usual:
            return True
        return self._shift(corners) > _FOLLOWED

    def suspect(self, reading: Reading) -> bool:
        """Whether less of the print is seen than usual, and nothing reaches in that would hide it."""
        scores = reading.scores
        hidden = scores["entering"] > 0 or scores["reaching"] > 0
        return not reading.sighting.clear and not hidden and scores["board"] < _PLAINLY * self._usual

    def trust(self, reading: Reading) -> None:
        """A clear reading tells how much of the print is usually seen."""
        seen = reading.scores["board"]
        self._usual = seen if self._usual == 0 else self._usual + _SLOWLY * (seen - self._usual)

    def seek(self, frame: Frame, hint: Corners | None = None) -> BoardPlace | None:
        """The board in this frame, near the hint or anywhere; None where it is not to be seen."""
        if self._relocator is None:
            self._relocator = Relocator(self._learnt)
        near: list[BoardPlace] = []
        if hint is not None:
            near = self._places(frame, self._relocator.near(frame.image, hint))
            if any(place.seen >= _PLAINLY * self._usual and place.reading.sighting.clear for place in near):
                return near[0]
        everywhere = self._places(frame, self._relocator.find(frame.image))
        found = near + everywhere or self._as_followed(frame)
        return max(found, key=_worth, default=None)

    def settle(self, place: BoardPlace) -> None:
        """The board is there from now on."""
        self.reader, self._turn = place.reader, place.turn

    def adapt(self, adapting: Adapting, t: Seconds) -> None:
        """From now on the cubes are read by what they look like now."""
        self._learnt = adapting.applied(self._learnt, t)
        self.reader = Reader(replace(self.profile, looks=self._learnt.looks))

    def change(self, lesson: Callable[[Profile], Profile]) -> None:
        """What was learnt is another from now on."""
        self.learnt, self._learnt = lesson(self.learnt), lesson(self._learnt)
        self._relocator = None
        self.reader = Reader(lesson(self.profile))

    def _places(self, frame: Frame, found: list[Relocated]) -> list[BoardPlace]:
        """Those at which the board's print is seen."""
        tried = [self._place(frame, there) for there in found]
        return [place for place in tried if self._is_board(place)]

    def _is_board(self, place: BoardPlace) -> bool:
        return place.reading.sighting.board and place.seen >= max(_BOARD, _OF_USUAL * self._usual)

    def _as_followed(self, frame: Frame) -> list[BoardPlace]:
        """Shadows with hard edges hide the marks by which a board is looked for; the reader, which knows of
        light, may see its print all the same: where it was last, or a little beside."""
        reading = self.reader.reading(frame)
        corners = reading.sighting.corners
        if corners is None:
            return []
        if self._shift(corners) > _FOLLOWED:
            return self._places(frame, [Relocated(corners, reading.scores["board"], self._turn)])
        here = BoardPlace(self.reader, reading, self.profile.corners, 0.0, self._turn, turned=False)
        return [here] if self._is_board(here) else []

    def _place(self, frame: Frame, there: Relocated) -> BoardPlace:
        reader = Reader(self._learnt.moved_to(there.corners))
        turn = (there.turn - self._turn + 180) % 360 - 180
        return BoardPlace(
            reader,
            reader.reading(frame),
            there.corners,
            self._shift(there.corners),
            there.turn,
            abs(turn) > _TURNED,
        )

    def _shift(self, corners: Corners) -> float:
        before = np.array(self.profile.corners)
        edge = float(np.sqrt(cv2.contourArea(before.astype(np.float32)) / self.profile.board.squares))
        return float(np.linalg.norm(np.array(corners) - before, axis=1).max() / edge)


def _worth(place: BoardPlace) -> tuple[bool, float]:
    return place.reading.sighting.clear, place.seen
