"""How a table of cards is seen where nothing was learnt: not at all, and the game is played by phone."""

from pathlib import Path
from typing import Any

from companion.games.untaught import NoTeaching
from companion.games.yokai.referee.sightings import Sighting
from vision.frames import Frame, Image
from vision.plane.attention import Glance, State
from vision.plane.eye import Look


class Eye:
    """Looks at pictures that nobody has explained."""

    profile = None

    def look(self, frame: Frame) -> Look[Any]:
        return Look(frame.t, Glance(frame.t, State.UNCHANGED))

    def last_look(self) -> None:
        return None


class Sight:
    profile = None

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.teaching = NoTeaching()
        self._eye = Eye()
        self._last: Sighting | None = None

    def use(self, profile: Any) -> None:
        raise NotImplementedError("cards are not learnt yet")

    def look(self, frame: Frame) -> Look[Any]:
        return self._eye.look(frame)

    def told(self) -> dict[str, Any]:
        return {"board": self._last is not None and self._last.board}

    def over_picture(self, image: Image) -> Image:
        return image
