"""A running table that is seen as usual, but for squares of which nothing can be told."""

from dataclasses import replace
from typing import Any

from companion.games.himiki.rules.board import Square, square_named
from tests.web.tables import Running
from vision.cubes.following.eye import Eye
from vision.cubes.seen import CubeDoubt, CubeSighting
from vision.cubes.untaught.eye import UntaughtEye
from vision.frames import Frame
from vision.plane.eye import Look
from vision.sighting import Reason


class Dazzled:
    """An eye whose squares can be spoilt, as a lamp would: what it sees elsewhere stays as it is."""

    def __init__(self, eye: Eye | UntaughtEye) -> None:
        self._eye = eye
        self._doubts: dict[Square, CubeDoubt] = {}
        self._plain: CubeSighting | None = None
        self._other = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._eye, name)

    def spoil(self, reason: Reason = Reason.GLARE, *squares: str) -> None:
        """All that may stand there is as likely."""
        found = [square for name in squares if (square := square_named(name)) is not None]
        self._doubts = {square: CubeDoubt(square, reason, (0.0,) * 8) for square in sorted(found)}
        self._other = True

    def look(self, frame: Frame) -> Look[CubeSighting]:
        look = self._eye.look(frame)
        self._plain = look.sighting or self._plain
        if self._plain is None or self._plain.moving or not (look.sighting or self._other):
            return look
        self._other = False
        cubes = tuple(cube for cube in self._plain.cubes if cube.square not in self._doubts)
        spoilt = replace(self._plain, t=frame.t, pieces=cubes, doubts=tuple(self._doubts.values()))
        return replace(look, sighting=spoilt)


def dazzled(table: Running) -> Dazzled:
    eye = Dazzled(table.table.sight._eye)  # noqa: SLF001
    table.table.sight._eye = eye  # noqa: SLF001
    return eye
