"""A running table that is seen as usual, but for squares of which nothing can be told."""

from dataclasses import replace
from typing import Any

from companion.rules.board import Square, square_named
from tests.web.tables import Running
from vision.eye import Eye, Look
from vision.frames import Frame
from vision.sighting import Doubt, Reason, Sighting
from vision.untaught import UntaughtEye


class Dazzled:
    """An eye whose squares can be spoilt, as a lamp would: what it sees elsewhere stays as it is."""

    def __init__(self, eye: Eye | UntaughtEye) -> None:
        self._eye = eye
        self._doubts: dict[Square, Doubt] = {}
        self._plain: Sighting | None = None
        self._other = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._eye, name)

    def spoil(self, reason: Reason = Reason.GLARE, *squares: str) -> None:
        """All that may stand there is as likely."""
        found = [square for name in squares if (square := square_named(name)) is not None]
        self._doubts = {square: Doubt(square, reason, (0.0,) * 8) for square in sorted(found)}
        self._other = True

    def look(self, frame: Frame) -> Look:
        look = self._eye.look(frame)
        self._plain = look.sighting or self._plain
        if self._plain is None or self._plain.moving or not (look.sighting or self._other):
            return look
        self._other = False
        cubes = tuple(cube for cube in self._plain.cubes if cube.square not in self._doubts)
        spoilt = replace(self._plain, t=frame.t, cubes=cubes, doubts=tuple(self._doubts.values()))
        return replace(look, sighting=spoilt)


def dazzled(table: Running) -> Dazzled:
    eye = Dazzled(table.table._eye)  # noqa: SLF001
    table.table._eye = eye  # type: ignore[assignment]  # noqa: SLF001
    return eye
