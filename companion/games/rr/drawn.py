"""The drawn RR table that people play on through its page: what lies on it outlives a restart."""

import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from companion.games.decisions import Refused
from companion.games.drawn import LyingFile
from companion.games.rr.drawing import HEIGHT, WIDTH, back_shapes, tile_shapes
from companion.games.rr.lesson import A_ROW, SETS
from companion.games.rr.rules.board import NAMES, SIDE, Player, player_lettered
from companion.games.rr.rules.position import Lying, Position
from companion.games.rr.rules.tiles import FACES, TILES, TOWER, Tile, tile_coded
from companion.games.rr.rules.written.position_text import parse_position
from vision.frames import Image, Seconds
from vision.virtual.flat.painter import FlatPainter
from vision.virtual.flat.raster import raster
from vision.virtual.flat.scene import FlatBoard, FlatLook, FlatThing
from vision.virtual.flat.table import FlatStep, FlatTable
from vision.virtual.scenes.looks import Sensor, TableLook
from vision.virtual.scenes.optics import CameraPlace
from vision.virtual.scenes.scene import DrawnHand

OFF: Final = "off"
"""Where a tile is that has left the game: in the box, out of sight."""
_ROWS: Final = ("r", "b", "n")

SQUARE: Final = 1.25
"""Height of a square in its widths."""
PIECE: Final = (0.8, 0.8 * HEIGHT / WIDTH)
"""A tile's sides in widths of a square: what lies on a square leaves a rim of it free."""
_NEXT: Final = 0.87
"""Widths of a square from one tile of a row to the next."""
_MOST: Final = 10
"""Tiles of a row: seven, the Citizen, two that were drawn."""
_BEFORE: Final = 0.92
"""From the board's edge to the middle of a player's row."""

_BIG: Final = 3.0
"""Pixels to a unit of the drawing: more than any camera shows."""

LOOKS: Final = {
    look.name: look
    for look in (
        FlatLook(
            "parlour",
            CameraPlace(field=52, above=10.9, tilt=5, side=180, roll=-2, aim=(1.5, 1.9), k1=0.01),
            PIECE,
            FlatBoard(SIDE, SIDE, SQUARE),
        ),
        FlatLook(
            "cafe",
            CameraPlace(field=58, above=9.9, tilt=12, side=180, roll=3, aim=(1.5, 1.8), k1=-0.03),
            PIECE,
            FlatBoard(SIDE, SIDE, SQUARE, "#7a2f2b", "#a06a4c", "#e9d9b4", "#2b2422"),
            table=TableLook("marble", "#cfcac2", "#8f8a86", 30),
            sensor=Sensor(noise=0.008, shot=0.03, vignette=0.3),
            skin="brown",
            sleeve="grey",
        ),
    )
}
USUAL_LOOK: Final = next(iter(LOOKS))

_PLACE: Final = re.compile(r"^([a-z]{2})@([abc][123])([rb])$")
_SHIFT: Final = re.compile(r"^([abc][123])>([abc][123])$")
_TO_ROW: Final = re.compile(r"^([a-z]{2}|[abc][123])>([rbn])$")
_AT: Final = re.compile(r"^(turn|flip|off) ([abc][123]|[a-z]{2})$")


class DrawnError(Refused, ValueError):
    """Nothing that can be done on this table; the text says what can."""


@dataclass(frozen=True, slots=True)
class Lies:
    """A tile where it is: on a square, in a row, or out of sight."""

    code: str
    """`?r1`: a hidden one of Regality's row."""
    place: str
    slot: int = 0
    ally: str = "r"
    """For whom it lies upright."""
    down: bool = False

    @property
    def on_board(self) -> bool:
        return self.place in NAMES


class DrawnTable:
    """Verbs as in `hands`, and `hand`, `no hand`."""

    def __init__(self, table: FlatTable, clock: Callable[[], Seconds], kept: Path | None = None) -> None:
        self.table = table
        self._clock = clock
        self._file = LyingFile(kept)
        self._lock = threading.RLock()
        self._lies: tuple[Lies, ...] = ()
        """The uppermost of a square last."""
        self._asked: object = None
        self._shows_others = False
        self.stirred = 0.0
        self.fresh = not self._restored()

    def do(self, action: str | Mapping[str, object]) -> float:
        """Does that, legal or not; raises `DrawnError`. Several verbs are separated by `;`."""
        text = str(action.get("move", "")) if isinstance(action, Mapping) else action
        self.stirred = time.monotonic()
        with self._lock:
            now = self._clock()
            if text in ("hand", "no hand"):
                self.table.rest_hand(_RESTING if text == "hand" else None, now)
                return 0.0
            if self._shows_others:
                self.show(None)
            before = self._lies
            steps: list[FlatStep] = []
            try:
                for verb in filter(None, (each.strip() for each in text.split(";"))):
                    steps += self._verb(verb)
            except DrawnError:
                self._lies = before
                raise
            if not steps:
                raise DrawnError(
                    f"{text[:60]!r} is nothing to do here: ki@b2r, turn b2, flip b2, off b2, a1>c3, ki>r"
                )
            self.table.do(steps, now, 0.0 if self._someone(steps) == "b" else 180.0)
            self._keep()
            until = self.table.busy_until()
            return 0.0 if until is None else max(0.0, until - now)

    def lay(self, lies: str) -> None:
        """A position, or what `standing` told."""
        self.stirred = time.monotonic()
        with self._lock:
            self.lay_out(_lying_as(lies))

    def lay_out(self, lies: Iterable[Lies]) -> None:
        """Whatever can lie there at all, at once."""
        with self._lock:
            self._lies = tuple(lies)
            self._asked = None
            self.show(None)
            self._keep()

    def show(self, things: Sequence[FlatThing] | None) -> None:
        """Others for a while, instead of what lies there; None: that again."""
        with self._lock:
            self._shows_others = things is not None
            lying = [thing for each in self._lies if (thing := _thing(each))]
            self.table.lay(lying if things is None else things)

    def first_asked(self, about: object) -> bool:
        """False where the same was asked for already, and nothing was laid out since."""
        with self._lock:
            asked, self._asked = self._asked, about
            return asked != about

    def standing(self) -> str:
        """A position's board, zones, neutral and discards: without what nobody sees, whose turn it is."""
        with self._lock:
            return lying_text(self._lies)

    def lying(self) -> tuple[Lies, ...]:
        with self._lock:
            return self._lies

    @property
    def busy(self) -> bool:
        self.table.scene_at(self._clock())
        return self.table.busy_until() is not None

    # Verbs

    def _verb(self, verb: str) -> list[FlatStep]:
        if found := _PLACE.match(verb):
            return [self._placed(found[1], found[2], found[3])]
        if found := _SHIFT.match(verb):
            tile = self._on(found[1])
            if self._uppermost(found[2]) is not None:
                raise DrawnError(f"there is a tile on {found[2]} already")
            return [self._to(tile, replace(tile, place=found[2]))]
        if found := _TO_ROW.match(verb):
            tile = self._named(found[1])
            row = found[2]
            ally = "r" if row == "n" else row
            return [self._to(tile, Lies(tile.code, row, self._free_slot(row), ally))]
        if found := _AT.match(verb):
            tile = self._named(found[2])
            if found[1] == "turn":
                return [self._to(tile, replace(tile, ally="b" if tile.ally == "r" else "r"))]
            if found[1] == "flip":
                return [self._to(tile, replace(tile, down=not tile.down))]
            under = [each for each in self._lies if each.place == tile.place] if tile.on_board else [tile]
            return [self._to(each, Lies(each.code, OFF)) for each in reversed(under)]
        raise DrawnError(
            f"{verb[:60]!r} is nothing to do here: ki@b2r, turn b2, flip b2, off b2, a1>c3, ki>r"
        )

    def _placed(self, code: str, square: str, ally: str) -> FlatStep:
        if tile_coded(code) is None:
            raise DrawnError(f"no tile is called {code}")
        if self._uppermost(square) is not None and code != TOWER:
            raise DrawnError(f"there is a tile on {square} already")
        tile = next((each for each in self._lies if each.code == code), None)
        if tile is None:
            hidden = [each for each in self._lies if each.code.startswith(f"?{ally}")]
            # Where the row hides a tile, this is what it was; otherwise it comes from the box.
            tile = hidden[0] if hidden else Lies(code, OFF)
        return self._to(tile, Lies(code, square, 0, ally))

    def _to(self, tile: Lies, after: Lies) -> FlatStep:
        step = FlatStep(_thing(tile), _thing(after))
        self._lies = (*(each for each in self._lies if each != tile), after)
        return step

    def _named(self, where: str) -> Lies:
        if where in NAMES:
            return self._on(where)
        tile = next((each for each in self._lies if each.code == where), None)
        if tile is None:
            raise DrawnError(f"{where} is no tile of this table")
        return tile

    def _on(self, square: str) -> Lies:
        tile = self._uppermost(square)
        if tile is None:
            raise DrawnError(f"there is no tile on {square}")
        return tile

    def _uppermost(self, square: str) -> Lies | None:
        return next((each for each in reversed(self._lies) if each.place == square), None)

    def _free_slot(self, row: str) -> int:
        taken = {each.slot for each in self._lies if each.place == row}
        return next(slot for slot in range(len(TILES)) if slot not in taken)

    def _someone(self, steps: Iterable[FlatStep]) -> str:
        thing = next((each.after or each.before for each in steps), None)
        return "r" if thing is None or abs((thing.turn + 180) % 360 - 180) < 90 else "b"

    # What is kept

    def _keep(self) -> None:
        self._file.keep(lying_text(self._lies))

    def _restored(self) -> bool:
        lies = self._file.read(lambda text: tuple(_lying_as(text)))
        if lies is None:
            return False
        self._lies = lies
        self.table.lay([thing for each in lies if (thing := _thing(each))])
        return True


_RESTING: Final = DrawnHand(1.5, 1.9, comes_from=180.0, pinching=False)


def _thing(lies: Lies) -> FlatThing | None:
    """Where it is seen; None in the box."""
    if lies.place == OFF:
        return None
    x, y = _where(lies)
    key = lies.code
    hidden = lies.code.startswith("?")
    return FlatThing(
        key, "" if hidden else lies.code, x, y, 0.0 if lies.ally == "r" else 180.0, lies.down or hidden
    )


def _where(lies: Lies) -> tuple[float, float]:
    if lies.on_board:
        column, row = divmod(NAMES.index(lies.place), SIDE)
        return column + 0.5, (row + 0.5) * SQUARE
    if lies.place == "n":
        column, row = divmod(lies.slot, SIDE)
        return -0.95 - 0.95 * column, (row + 0.5) * SQUARE
    middle = SIDE / 2
    along = (lies.slot - (_MOST - 1) / 2) * _NEXT
    if lies.place == "r":
        return middle + along, -_BEFORE
    return middle - along, SIDE * SQUARE + _BEFORE


def _lying_as(text: str) -> Iterable[Lies]:
    """Raises a ValueError."""
    fields = text.split(" ")
    if len(fields) == 4:
        fields = [fields[0], "r", *fields[1:], "-"]
    position = _position_of(fields)
    for name, lying in zip(NAMES, position.board, strict=True):
        if lying is not None:
            if lying.covered is not None:
                yield Lies(lying.covered, name, 0, lying.player.letter)
            yield Lies(lying.tile, name, 0, lying.player.letter, lying.down)
    for player in Player:
        zone, letter = position.zones[player], player.letter
        hidden = [f"?{letter}{number + 1}" for number in range(zone.unknown)]
        for slot, code in enumerate((*sorted(zone.tiles, key=TILES.index), *hidden)):
            yield Lies(code, letter, slot, letter, code.startswith("?"))
    for slot, tile in enumerate(position.neutral):
        yield Lies(tile, "n", slot)
    for tile in position.discards:
        yield Lies(tile, OFF)


def _position_of(fields: list[str]) -> Position:
    """What lies there may follow from no game: then it is read without the rules' doubts."""
    return parse_position(" ".join(fields), lenient=True)


def lying_text(lies: Iterable[Lies]) -> str:
    board: dict[str, Lying] = {}
    rows: dict[str, list[str]] = {"r": [], "b": [], "n": [], OFF: []}
    hidden = {"r": 0, "b": 0}
    for each in lies:
        if each.on_board:
            under = board.get(each.place)
            covered = None if under is None else under.tile
            board[each.place] = Lying(Tile(each.code), player_lettered(each.ally), each.down, covered)
        elif each.code.startswith("?"):
            hidden[each.place] += each.place in hidden
        else:
            rows[each.place].append(each.code)
    squares = ",".join(_written(name, lying) for name, lying in sorted(board.items()))
    zones = "/".join(
        ".".join([*sorted(rows[side]), *([f"?{hidden[side]}"] if hidden[side] else [])]) or "-"
        for side in "rb"
    )
    neutral, discards = (".".join(sorted(rows[row])) or "-" for row in ("n", OFF))
    return f"{squares or '-'} {zones} {neutral} {discards}"


def _written(name: str, lying: Lying) -> str:
    down = "x" if lying.down else ""
    covered = f"/{lying.covered}" if lying.covered else ""
    return f"{name}{lying.tile}{down}{lying.player.letter}{covered}"


# Faces


@cache
def faces() -> dict[str, Image]:
    return {tile: raster(tile_shapes(tile), WIDTH, HEIGHT, _BIG) for tile in TILES}


@cache
def back() -> Image:
    return raster(back_shapes(), WIDTH, HEIGHT, _BIG)


@cache
def painter_of(look: str) -> FlatPainter:
    return FlatPainter(LOOKS[look], faces(), back())


def sheets() -> tuple[tuple[FlatThing, ...], ...]:
    """In rows, as one reads."""
    return tuple(map(_in_rows, SETS))


def scenes() -> Mapping[str, tuple[FlatThing, ...]]:
    """What lies on a drawn table for each picture that is learnt from, and for a trial afterwards."""
    sets = {f"set-{number}": things for number, things in enumerate(sheets(), 1)}
    tried = (Lies("ki", "b2"), Lies("hi", "a1", ally="b"), Lies("dr", "c3"))
    return {"empty": (), **sets, "trial": tuple(thing for each in tried if (thing := _thing(each)))}


def _in_rows(codes: Iterable[str]) -> tuple[FlatThing, ...]:
    return tuple(
        FlatThing(
            code,
            code,
            -1.0 + 1.05 * (number % A_ROW),
            3.9 - 1.35 * (number // A_ROW),
            0.0,
            code not in FACES,
        )
        for number, code in enumerate(codes)
    )
