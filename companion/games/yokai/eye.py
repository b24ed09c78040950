"""The eye on piles and rows over time: a cheap look at every frame says when to read.

What is read is told when nothing of it is open, or when a second reading says the same.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from companion.games.untaught import NoTeaching
from companion.games.yokai.referee.sightings import PileSeen, Sighting
from companion.games.yokai.rules.cards import Colour, Yokai
from companion.games.yokai.sight import pile_as_json
from vision.board import Board
from vision.flat.card_draw import drawn as drawn_over
from vision.flat.card_draw import marked
from vision.flat.card_reader import CardReader
from vision.flat.card_sighting import UNREAD, PilesSighting
from vision.flat.profile import FlatProfile
from vision.frames import Frame, Image, Seconds
from vision.marked import Marked
from vision.plane.attention import Attention, Glance, State
from vision.plane.eye import BoardBack, BoardGone, Happening, LightChanged, Look
from vision.sighting import Corners

_PARTS: Final = Board(6, 8)
"""Into which what is watched is divided: a part is about a card."""

_AGAIN_AFTER: Final = 0.3
"""Seconds after which a still table is read again where something was open."""

_CHECK_AFTER: Final = 1.0
"""Seconds after which a still table is read again all the same."""

_LOST_AFTER: Final = 1.5
"""Seconds in which not one pile is plain until they count as gone."""

_LIGHT_AFTER: Final = 1.0

NOT_LEARNT: Final = (
    "the cards were never learnt: open the page, Camera, or make a profile with `himiki learn yokai`;"
    " or play by phone"
)
NOT_THERE: Final = "the piles are not where they were learnt, or covered"


class BlindEye:
    """Nothing was learnt: printed cards are not known by themselves, and the game is told by phone."""

    profile = None

    def look(self, frame: Frame) -> Look[Any]:
        return Look(frame.t, Glance(frame.t, State.UNCHANGED))

    def last_look(self) -> None:
        return None


class PilesEye:
    """Follows the table of one profile through the frames of one source, in order."""

    def __init__(self, profile: FlatProfile) -> None:
        self.profile = profile
        self._reader = CardReader(profile)
        self._size = profile.ground.size
        self._attention = Attention(_PARTS, self._reader.corners, self._size)
        self._told: Sighting | None = None
        self._before: Sighting | None = None
        """The last reading of the table as it stands now, while it is not told."""
        self._read_at = Seconds(-1e9)
        self._light_at = Seconds(-1e9)
        self._missed: Seconds | None = None
        self._lost = False
        self.seen: PilesSighting | None = None
        """The last reading, as it was seen."""

    @property
    def corners(self) -> Corners:
        """Of all that is watched."""
        return self._reader.corners

    def look(self, frame: Frame) -> Look[Any]:
        happenings: list[Happening] = []
        fitted = self._fitted(frame)
        glance = self._attention.look(fitted)
        if glance.light and frame.t - self._light_at > _LIGHT_AFTER:
            self._light_at = frame.t
            happenings.append(LightChanged(frame.t))
        sighting = self._seen(fitted, glance.state, happenings)
        if sighting is not None:
            self._told = sighting
        return Look(frame.t, glance, sighting, tuple(happenings))

    def last_look(self) -> Sighting | None:
        """What was read and not told yet."""
        before, self._before = self._before, None
        return before

    def _fitted(self, frame: Frame) -> Frame:
        high, wide = frame.image.shape[:2]
        if (wide, high) == self._size:
            return frame
        image = cv2.resize(frame.image, self._size, interpolation=cv2.INTER_AREA)
        return replace(frame, image=np.asarray(image, np.uint8))

    def _seen(self, frame: Frame, state: State, happenings: list[Happening]) -> Sighting | None:
        match state:
            case State.MOVING | State.COVERED:
                self._before = None
                hidden = self._told is not None and not self._told.clear
                return None if self._lost or hidden else Sighting(frame.t, False, {}, None)
            case State.SETTLING:
                return None
            case State.CHANGED:
                return self._read(frame, happenings)
            case State.UNCHANGED:
                told = self._told is not None and self._told.clear and self._before is None
                wait = _CHECK_AFTER if told else _AGAIN_AFTER
                return None if frame.t - self._read_at < wait else self._read(frame, happenings)

    def _read(self, frame: Frame, happenings: list[Happening]) -> Sighting | None:
        self._read_at = frame.t
        self.seen = self._reader.read(frame)
        read = as_sighting(self.seen)
        if not read.piles and read.clear:
            self._missed = frame.t if self._missed is None else self._missed
            if self._lost or frame.t - self._missed < _LOST_AFTER:
                return None
            self._lost, self._before = True, None
            happenings.append(BoardGone(frame.t, NOT_THERE))
            return Sighting(frame.t, False, {}, None, board=False, why=NOT_THERE)
        self._missed = None
        if self._lost:
            self._lost = False
            happenings.append(BoardBack(frame.t, self._reader.corners))
        before, self._before = self._before, None
        if self._told is not None and alike(read, self._told):
            return None
        if (read.clear and _is_plain(self.seen)) or (before is not None and alike(read, before)):
            return read
        self._before = read
        return None


def as_sighting(seen: PilesSighting) -> Sighting:
    """What of it is claimed. Nobody watches the deck: draws are not counted.

    Rows are read beside one top that is not plain, or where a pile is empty; where more tops are missing it
    is rather the table that is not as it was."""
    if not seen.clear or not seen.board:
        return Sighting(seen.t, False, {}, None, board=seen.board, why=seen.why)
    missing = sum(not pile.claimed for pile in seen.piles)
    piles = {
        Colour(pile.colour): PileSeen(
            None if pile.top is None else Yokai(pile.top),
            tuple(card.text for card in pile.near),
            tuple(card.text for card in pile.far),
        )
        for pile in seen.piles
        if pile.claimed or (missing == 1 and len(seen.piles) > 1)
    }
    return Sighting(seen.t, True, piles, None)


def alike(one: Sighting, other: Sighting) -> bool:
    return replace(one, t=0.0) == replace(other, t=0.0)


def _is_plain(seen: PilesSighting) -> bool:
    cards = [card for pile in seen.piles for card in (*pile.near, *pile.far)]
    return all(pile.claimed and pile.top for pile in seen.piles) and all(c.text != UNREAD for c in cards)


def eye_for(profile: FlatProfile | None) -> PilesEye | BlindEye:
    return BlindEye() if profile is None else PilesEye(profile)


class Sight:
    """One thread looks; the rest may be asked from any."""

    def __init__(self, profile: FlatProfile | None, folder: Path | None = None) -> None:
        self.folder = folder
        self.teaching = NoTeaching()
        self._eye = eye_for(profile)

    @property
    def profile(self) -> FlatProfile | None:
        return self._eye.profile

    def use(self, profile: FlatProfile) -> None:
        self._eye = eye_for(profile)

    def look(self, frame: Frame) -> Look[Any] | None:
        eye = self._eye
        look = eye.look(frame)
        return look if eye is self._eye else None

    @property
    def _last(self) -> PilesSighting | None:
        return self._eye.seen if isinstance(self._eye, PilesEye) else None

    def told(self) -> dict[str, Any]:
        last = self._last
        if last is None:
            return {"board": False, "clear": False, "piles": []}
        return {"board": last.board, "clear": last.clear, "piles": [*map(pile_as_json, last.piles)]}

    def over_picture(self, image: Image) -> Image:
        return image if self._last is None else drawn_over(image, self._last)

    def marked(self, sighting: Sighting) -> Marked | None:
        """Where a sighting claims nothing, only where the table lies: what was read then is another's."""
        eye = self._eye
        if not isinstance(eye, PilesEye) or not sighting.board:
            return None
        seen = eye.seen
        if seen is None or seen.t != sighting.t:
            return Marked(eye.profile.ground.size, eye.corners)
        return marked(seen, eye.profile.ground.size)
