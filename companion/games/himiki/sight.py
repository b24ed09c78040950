"""How one table is seen: its eye, what that saw last, and what it learns."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.games.himiki import trays
from companion.games.himiki.rules.board import Square, name_of
from companion.games.himiki.teaching import Teaching
from vision.cubes.following.eye import Eye
from vision.cubes.lines import corners_of, cube_as_json
from vision.cubes.profile import Profile
from vision.cubes.reading.cutout import cut_out
from vision.cubes.reading.preview import marked, with_sighting
from vision.cubes.seen import CubeSighting
from vision.frames import Frame, Image
from vision.marked import Marked
from vision.pictures import packed
from vision.plane.eye import Look

if TYPE_CHECKING:
    from vision.cubes.untaught.eye import UntaughtEye

_log = logging.getLogger(__name__)


def eye_for(profile: Profile | None) -> "Eye | UntaughtEye":
    """Common sets are seen without having been learnt, less surely."""
    if profile is not None:
        return Eye(profile)
    # What finds a board that nobody explained is no part of a learnt table's start.
    from vision.cubes.untaught.eye import UntaughtEye

    return UntaughtEye()


class Sight:
    """One thread looks; the rest may be asked from any."""

    def __init__(self, profile: Profile | None, folder: Path | None = None) -> None:
        self.folder = folder
        """Where what was learnt is kept; None: it is not."""
        self.teaching = Teaching()
        self._eye = eye_for(profile)
        self._last: CubeSighting | None = None
        self._still: tuple[Frame, CubeSighting] | None = None
        """The last frame in which nothing moved and the board was read, and what was read."""

    @property
    def profile(self) -> Profile | None:
        """None: the table was never learnt."""
        return self._eye.profile

    def use(self, profile: Profile) -> None:
        """From the next frame on."""
        self._eye = Eye(profile)

    def look(self, frame: Frame) -> Look[CubeSighting] | None:
        """What one frame brought; None where another profile came meanwhile."""
        eye = self._eye
        if self.teaching.carry_out(eye):
            self._keep_learnt(eye)
        look = eye.look(frame)
        if eye is not self._eye:
            return None
        read = look.sighting
        if read is not None:
            self._last = read
            if read.board and not read.moving:
                self._still = frame, read
        return look

    def _keep_learnt(self, eye: "Eye | UntaughtEye") -> None:
        """An answer has taught something; where it cannot be kept, it holds for this evening."""
        if self.folder is None or not isinstance(eye, Eye):
            return
        try:
            eye.learnt.save(self.folder)
        except OSError as fault:
            _log.warning("what an answer taught is not kept: %s", fault)

    # What was seen

    def told(self) -> dict[str, Any]:
        return sight_of(self._last)

    def over_picture(self, image: Image) -> Image:
        """With what was read last drawn over it, where something was."""
        profile, last = self.profile, self._last
        return image if profile is None or last is None else with_sighting(image, last, profile)

    def marked(self, sighting: CubeSighting) -> Marked | None:
        return marked(sighting, self.profile)

    def square(self, square: Square) -> bytes | None:
        """A JPEG of that square, large, as it was read last: what a question is about. None where no board
        was seen."""
        still = self._still
        if still is None or still[1].corners is None:
            return None
        cut = cut_out(still[0].image, still[1].corners, square, self.profile)
        return None if cut is None else packed(cut)

    # The tray

    def mark_tray(self, corners: Sequence[Sequence[float]] | None) -> None:
        """Where the spare cubes are thrown, in pixels of pictures of the profile's size; see `trays.mark`."""
        trays.mark(self._eye, corners, self.folder)

    def tray(self) -> dict[str, Any]:
        """Where it is in the picture, and what lies in it."""
        return trays.shown(self._eye, None if self._last is None else self._last.dice)


def sight_of(sighting: CubeSighting | None) -> dict[str, Any]:
    """None: nobody has looked yet."""
    if sighting is None:
        return {"board": False, "clear": False, "moving": False, "corners": [], "cubes": [], "doubts": []}
    return {
        "board": sighting.board,
        "clear": sighting.clear,
        "moving": sighting.moving,
        "corners": corners_of(sighting),
        "cubes": [{**cube_as_json(cube), "confidence": round(cube.confidence, 2)} for cube in sighting.cubes],
        "doubts": [
            {"square": name_of(doubt.square), "reason": doubt.reason.value} for doubt in sighting.doubts
        ],
    }
