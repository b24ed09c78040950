"""Draws scenes, and says what they show."""

from functools import lru_cache
from threading import Lock
from typing import Any, Final

import numpy as np

from vision.frames import Image
from vision.virtual.painting import hands, sensor
from vision.virtual.painting.boards import board_print
from vision.virtual.painting.colours import Linear
from vision.virtual.painting.stage import PaintedStage
from vision.virtual.painting.truth import DrawnTruth, TrueCube, corners_of, oddities, on_board, true_cubes
from vision.virtual.scenes.looks import DrawnLook
from vision.virtual.scenes.optics import Shift
from vision.virtual.scenes.scene import Piece, Scene

_TOUCHING: Final = 0.002
"""Share of the grid behind a hand from which it is a hand over the grid."""


class Renderer:
    """Draws scenes of one look; may be shared by threads."""

    def __init__(self, look: DrawnLook) -> None:
        self.look = look
        self._stages: dict[tuple[str, Shift, Shift, float], PaintedStage] = {}
        self._print: Linear | None = None
        self._standing: tuple[tuple[Piece, ...], dict[str, Any], tuple[TrueCube, ...]] | None = None
        self._lock = Lock()

    def render(self, scene: Scene) -> tuple[Image, DrawnTruth]:
        with self._lock:
            return self._rendered(scene)

    def _rendered(self, scene: Scene) -> tuple[Image, DrawnTruth]:
        stage = self._stage(scene)
        image = stage.picture((*scene.pieces, *scene.spares, *scene.tiles, *scene.props)).copy()
        corners = corners_of(stage.lens, scene.board_bump)
        conditions, cubes = self._stand(scene.pieces)
        clear = not conditions
        hand = False
        if scene.hand is not None:
            view = hands.drawn(image, scene.hand, stage.lens, stage.light)
            share = view.share_of_grid(np.array(corners))
            hand = share > _TOUCHING
            if hand:
                conditions["hand_cover"] = round(share, 3)
                hidden = hands.hidden_squares(view, scene.pieces, stage.lens, self.look.cubes.edge)
                if hidden:
                    conditions["hidden"] = hidden
        for glare in scene.glare:
            spot = stage.lens.project(
                on_board(
                    np.array([[glare.x, glare.y, 0.0], [glare.x + glare.size, glare.y, 0.0]]),
                    scene.board_bump,
                )
            )
            radius = float(np.linalg.norm(spot[1] - spot[0]))
            sensor.with_glare(image, (float(spot[0, 0]), float(spot[0, 1])), radius, glare.strength)
        image = sensor.dimmed(image, scene.gain)
        image = sensor.exposed(image, self.look.sensor, scene.noise)
        return image, DrawnTruth(corners, cubes, hand, clear and not hand, conditions)

    def _stand(self, pieces: tuple[Piece, ...]) -> tuple[dict[str, Any], tuple[TrueCube, ...]]:
        """What is odd of the pieces, and what they show: most of the time as in the frame before."""
        if self._standing is None or self._standing[0] != pieces:
            self._standing = pieces, oddities(pieces, self.look), true_cubes(pieces, self.look.cubes)
        _, odd, cubes = self._standing
        return dict(odd), cubes

    def _stage(self, scene: Scene) -> PaintedStage:
        key = (scene.light, scene.camera_bump, scene.board_bump, scene.sway)
        if key not in self._stages:
            while len(self._stages) > 1:
                del self._stages[next(iter(self._stages))]
            self._stages[key] = PaintedStage(self.look, *key, self._board_print())
        return self._stages[key]

    def _board_print(self) -> Linear:
        """Kept from the second time on: most tables are never pushed, and it is 16 MB."""
        if self._print is not None:
            return self._print
        printed = board_print(self.look.board)
        if self._stages:
            self._print = printed
        return printed


@lru_cache(maxsize=2)
def renderer_of(look: DrawnLook) -> Renderer:
    """One renderer a look, shared by all who draw it."""
    return Renderer(look)


def render(scene: Scene, look: DrawnLook) -> tuple[Image, DrawnTruth]:
    """The picture of a scene and what it really shows."""
    return renderer_of(look).render(scene)
