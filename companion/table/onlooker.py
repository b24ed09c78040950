"""Who else looks at what the eye judged: given every frame, and never waited for."""

from typing import Any, Protocol

from companion.games.seeing import Sight
from vision.frames import Frame


class Onlooker(Protocol):
    def saw(self, frame: Frame, look: Any, sight: Sight) -> None:
        """What the eye made of a frame, a `vision.plane.eye.Look`. Called from the camera's thread: returns
        at once."""

    def game_deleted(self, number: int) -> None:
        """What is kept of it goes with it."""

    def make_room(self) -> bool:
        """Gives up what is worth less than games; whether there was anything."""
