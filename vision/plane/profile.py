"""What is known of one board above which a camera hangs, whatever stands on it."""

from dataclasses import dataclass, field

from vision.board import Board
from vision.frames import Image
from vision.plane.camera import Camera, Floats, Lens, camera_of_focus
from vision.sighting import Corners


@dataclass(frozen=True, slots=True, eq=False)
class BoardProfile:
    """One board and one camera place; what is known of its pieces is added by those who know them."""

    size: tuple[int, int]
    """Width and height of the pictures."""
    corners: Corners
    lens: Lens
    focus: float
    empty: Image
    """The picture of the board without pieces."""
    board: Board = field(kw_only=True)

    def camera(self) -> Camera:
        return self.camera_at(self.corners)

    def camera_at(self, corners: Corners | Floats) -> Camera:
        """The same camera with the board elsewhere in its picture."""
        return camera_of_focus(self.board, corners, self.size, self.lens, self.focus)
