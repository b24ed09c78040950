"""The virtual table that people play on through its page: what lies on it outlives a restart."""

import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from companion.games.drawn import LyingFile
from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.cubes import colour_lettered
from vision.frames import Seconds
from vision.virtual.scenes.scene import Piece, Scene
from vision.virtual.scenes.turns import TURNS
from vision.virtual.table import VirtualTable


class DrawnTable:
    """Verbs for people and programs; the camera sees what comes of them."""

    def __init__(self, table: VirtualTable, clock: Callable[[], Seconds], kept: Path | None = None) -> None:
        self.table = table
        self._clock = clock
        self._file = LyingFile(kept)
        self._lock = threading.Lock()
        self._end = Scene()
        """What lies there once the moves under way are done."""
        self.stirred = 0.0
        """`time.monotonic()` of the last time that anything was done to it."""
        self.fresh = not self._restored()
        """Nothing was kept: nobody has laid anything on it yet."""
        self._once: object = None

    def do_once(self, about: object, actions: Iterable[str | Mapping[str, object]]) -> bool:
        """False where these were done about the same already: several pages may ask for it."""
        with self._lock:
            if about == self._once:
                return False
            self._once = about
        for action in actions:
            self.do(action)
        return True

    def do(self, action: str | Mapping[str, object]) -> float:
        """Does that to the cubes, legal or not; raises `TableError`. Returns the seconds until it is done."""
        if isinstance(action, Mapping) and set(action) == {"move"}:
            action = str(action["move"])
        self.stirred = time.monotonic()
        with self._lock:
            now = self._clock()
            self._end = self.table.do(action, now).end
            self._keep()
            until = self.table.busy_until()
            return 0.0 if until is None else max(0.0, until - now)

    def lay(self, cubes: str) -> None:
        """The cubes field of a position string; of a whole position, the rest is not looked at."""
        self.stirred = time.monotonic()
        with self._lock:
            self.table.lay(cubes)
            self._end = self.table.scene_at(self._clock())
            self._keep()

    def standing(self) -> str:
        """The cubes field of what lies there, once moves under way are done."""
        return cubes_lying(self._end.pieces)

    @property
    def busy(self) -> bool:
        self.table.scene_at(self._clock())
        return self.table.busy_until() is not None

    def _keep(self) -> None:
        """Where moves under way will end: a table that stops in mid-air has let the cube down."""
        told = {
            "format": "himiki-virtual-table/1",
            "pieces": [_told(piece) for piece in self._end.pieces],
            "spares": [_told(piece) for piece in self._end.spares],
        }
        self._file.keep(json.dumps(told))

    def _restored(self) -> bool:
        kept = self._file.read(self._read)
        if kept is None:
            return False
        pieces, spares = kept
        for piece in pieces:
            self.table.put(piece)
        self.table.change(spares=spares)
        self._end = self.table.scene_at(0.0)
        return True

    def _read(self, text: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
        """The cubes of the board, and the spare ones beside it."""
        told = json.loads(text)
        below = -self.table.look.board.thickness
        spares = tuple(replace(_piece(*each), lift=below) for each in told.get("spares", ()))
        return tuple(_piece(*each) for each in told["pieces"]), spares


def cubes_lying(pieces: Iterable[Piece]) -> str:
    """The cubes field of what lies there, sides and all."""
    standing = sorted(
        (piece.square, f"{piece.colour.letter}{piece.faces}") for piece in pieces if piece.square is not None
    )
    return ",".join(f"{name_of(square)}{cube}" for square, cube in standing) or "-"


def _told(piece: Piece) -> list[int | float | str]:
    return [piece.number, piece.colour.letter, int(piece.turn), piece.x, piece.y, piece.yaw]


def _piece(number: int, colour: str, turn: int, x: float, y: float, yaw: float) -> Piece:
    return Piece(int(number), colour_lettered(colour), TURNS[turn], float(x), float(y), float(yaw))
