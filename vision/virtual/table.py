"""A table that people play on: laid out, moved on by verbs, seen at any moment."""

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from threading import RLock
from typing import Final, overload

from companion.games.himiki.rules.board import Square, column_of, name_of, row_of, square_named
from companion.games.himiki.rules.cubes import Colour
from vision.virtual.motion import Motion, MotionStep, performed
from vision.virtual.placing import TableError, laid_out, on_square, sloppy, some_turn
from vision.virtual.scenes.looks import DrawnLook
from vision.virtual.scenes.scene import DrawnHand, Piece, Scene, middle_of
from vision.virtual.scenes.turns import CubeTurn, Direction, rolled, spun
from vision.virtual.spares import Throw, throwing

Action = str | Mapping[str, object]
"""`B5>BB4`, `B5>PB5+C5>PC5`, `C3>TC5`, `C3<>B2`, `wHMK@B5`, {"lift": "B5"} or {"hand": true}; {"dice": "HK"}
throws the spare cubes beside the board, fire up on the black one and wood on the white, {"dice": "-"} takes
them away."""

DrawnHappening = Motion | Throw

_PREFIX: Final = re.compile(r"^[RC]-")
_STEP: Final = re.compile(r"^([A-E][1-6]|[1-6][A-E])>([BPT])([A-E][1-6]|[1-6][A-E])$", re.IGNORECASE)
_SWAP: Final = re.compile(r"^([A-E][1-6]|[1-6][A-E])<>([A-E][1-6]|[1-6][A-E])$", re.IGNORECASE)
_PLACE: Final = re.compile(r"^([wb])([HMK?]{3})@([A-E][1-6]|[1-6][A-E])$", re.IGNORECASE)


_CHANGEABLE: Final = frozenset(
    ("light", "gain", "glare", "sway", "camera_bump", "board_bump", "tiles", "props", "spares")
)


class VirtualTable:
    """Verbs change it when they are told, `scene_at` says how it looks. May be shared by threads."""

    def __init__(self, look: DrawnLook, seed: int = 0, care: float = 1.0, pace: float = 1.0) -> None:
        self.look = look
        self.care = care
        """0 puts cubes down exactly, 1 as people do."""
        self.pace = pace
        """Factor on how long moves take; 0 does them in no time."""
        self._dice = Random(seed)
        self._scene = Scene()
        self._queue: deque[tuple[float, DrawnHappening]] = deque()
        self._lock = RLock()

    def lay(self, cubes: str) -> None:
        """Lays out the cubes field of a position string, at once, dropping moves under way."""
        pieces = laid_out(cubes, self._dice, self.look.cubes.edge, self.care)
        with self._lock:
            self._queue.clear()
            self._scene = replace(self._scene, pieces=pieces)

    def change(self, now: float = 0.0, **faults: object) -> None:
        """Sets parts of the scene other than the game's cubes, and the hand."""
        unknown = faults.keys() - _CHANGEABLE
        if unknown:
            raise TableError(f"no such thing on the table: {', '.join(sorted(unknown))}")
        with self._lock:
            self._settled(now)
            self._scene = replace(self._scene, **faults)  # type: ignore[arg-type]
            self._queue = deque((start, _changed(motion, faults)) for start, motion in self._queue)

    def put(self, piece: Piece, now: float = 0.0) -> None:
        """Puts a cube anywhere in any pose, in place of the one of the same colour and number."""
        with self._lock:
            self._settled(now)
            kept = [p for p in self._scene.pieces if (p.colour, p.number) != (piece.colour, piece.number)]
            self._scene = replace(self._scene, pieces=(*kept, piece))

    @overload
    def do(self, action: str, now: float = 0.0) -> Motion: ...

    @overload
    def do(self, action: Action, now: float = 0.0) -> DrawnHappening: ...

    def do(self, action: Action, now: float = 0.0) -> DrawnHappening:
        """Does that to the cubes, legal or not, after the moves under way; returns how it will happen."""
        with self._lock:
            self._settled(now)
            last = self._queue[-1] if self._queue else None
            scene = last[1].end if last else self._scene
            motion: DrawnHappening
            if isinstance(action, Mapping) and set(action) == {"dice"}:
                hand = self._hand_of(Colour.WHITE)
                motion = throwing(self.look, scene, str(action["dice"]), hand, self._dice, self.pace)
            elif isinstance(action, Mapping) and "hand" in action:
                motion = self._with_hand(scene, bool(action["hand"]))
            else:
                steps = self._steps(scene, action)
                motion = performed(scene, steps, self._someones(steps), self._dice, self.pace)
            start = max(now, last[0] + last[1].seconds) if last else now
            self._queue.append((start, motion))
            self._settled(now)
            return motion

    def scene_at(self, now: float) -> Scene:
        with self._lock:
            self._settled(now)
            if self._queue and self._queue[0][0] <= now:
                start, motion = self._queue[0]
                return motion.at(now - start)
            return self._scene

    def busy_until(self) -> float | None:
        """When the last move under way will be over; None where nothing moves."""
        with self._lock:
            return self._queue[-1][0] + self._queue[-1][1].seconds if self._queue else None

    def _settled(self, now: float) -> None:
        while self._queue and self._queue[0][0] + self._queue[0][1].seconds <= now:
            self._scene = self._queue.popleft()[1].end

    def _with_hand(self, scene: Scene, there: bool) -> Motion:
        hand = None
        if there:
            hand = replace(self._hand_of(Colour.WHITE), x=3.4, y=2.4, pinching=False)
        return Motion(scene, (), replace(scene, hand=hand))

    def _someones(self, steps: list[MotionStep]) -> DrawnHand:
        return self._hand_of(steps[0].piece.colour)

    def _hand_of(self, colour: Colour) -> DrawnHand:
        side = 90.0 if colour is Colour.WHITE else 270.0
        return DrawnHand(
            0,
            0,
            comes_from=(side + self._dice.uniform(-28, 28)) % 360,
            skin=self.look.skin,
            sleeve=self.look.sleeve,
        )

    def _steps(self, scene: Scene, action: Action) -> list[MotionStep]:
        if isinstance(action, Mapping):
            if set(action) == {"lift"}:
                piece = self._piece(scene.pieces, _square(str(action["lift"])))
                return [MotionStep(piece, None)]
            raise TableError(f"{dict(action)!r} is nothing to do here; try a move, lift or hand")
        text = _PREFIX.sub("", action.strip().replace("►", ">").replace("->", ">"))
        text = text.split("*")[0].split("^")[0].rstrip("🔥💧🌲")
        if found := _PLACE.match(text):
            return [
                self._placing(
                    scene, Colour("wb".index(found[1].lower())), found[2].upper(), _square(found[3])
                )
            ]
        if found := _SWAP.match(text):
            return self._swapping(scene, _square(found[1]), _square(found[2]))
        pieces, steps = scene.pieces, []
        for part in text.split("+"):
            found = _STEP.match(part)
            if found is None:
                raise TableError(f"{action!r} is not a move; write one like B5>BB4, B5>PB5 or wHMK@B5")
            done = self._moving(pieces, _square(found[1]), found[2].upper(), _square(found[3]))
            for step in done:
                pieces = (*(p for p in pieces if p != step.before), *((step.after,) if step.after else ()))
            steps += done
        return steps

    def _placing(self, scene: Scene, colour: Colour, letters: str, square: Square) -> MotionStep:
        self._must_be_free(scene.pieces, square)
        used = {piece.number for piece in scene.pieces if piece.colour is colour}
        number = next(n for n in range(len(used) + 1) if n not in used)
        return MotionStep(
            None, self._put_down(scene.pieces, number, colour, some_turn(self._dice, letters), square)
        )

    def _moving(self, pieces: tuple[Piece, ...], start: Square, how: str, end: Square) -> list[MotionStep]:
        piece = self._piece(pieces, start)
        others = tuple(other for other in pieces if other != piece)
        if how == "P":
            quarter = self._dice.choice((-1, 1))
            turn = spun(piece.turn, clockwise=quarter == 1)
            return [
                MotionStep(
                    piece, self._put_down(others, piece.number, piece.colour, turn, start), spin=quarter
                )
            ]
        self._must_be_free(others, end)
        if how == "T":
            return [MotionStep(piece, self._put_down(others, piece.number, piece.colour, piece.turn, end))]
        steps = []
        for direction, square in _way(start, end):
            after = self._put_down(others, piece.number, piece.colour, rolled(piece.turn, direction), square)
            steps.append(MotionStep(piece, after, tilt=direction))
            piece = after
        return steps

    def _swapping(self, scene: Scene, one: Square, other: Square) -> list[MotionStep]:
        first, second = self._piece(scene.pieces, one), self._piece(scene.pieces, other)
        rest = tuple(piece for piece in scene.pieces if piece not in (first, second))
        there = self._put_down(rest, first.number, first.colour, first.turn, other)
        here = self._put_down((*rest, there), second.number, second.colour, second.turn, one)
        return [MotionStep(second, None), MotionStep(first, there), MotionStep(None, here)]

    def _put_down(
        self, others: tuple[Piece, ...], number: int, colour: Colour, turn: CubeTurn, square: Square
    ) -> Piece:
        x, y = middle_of(square)
        exact = Piece(number, colour, turn, x, y)
        return sloppy(self._dice, exact, others, self.look.cubes.edge, self.care)

    def _piece(self, pieces: tuple[Piece, ...], square: Square) -> Piece:
        piece = on_square(pieces, square)
        if piece is None:
            raise TableError(f"there is no cube on {name_of(square)}")
        return piece

    def _must_be_free(self, pieces: tuple[Piece, ...], square: Square) -> None:
        if on_square(pieces, square) is not None:
            raise TableError(f"there is a cube on {name_of(square)} already")


def scenes(motion: DrawnHappening, every: float) -> Iterator[tuple[float, Scene]]:
    """The motion as a camera would see it, one scene every so many seconds, and the still one after it."""
    count = 0
    while count * every < motion.seconds:
        yield count * every, motion.at(count * every)
        count += 1
    yield count * every, motion.end


def _changed(motion: DrawnHappening, faults: Mapping[str, object]) -> DrawnHappening:
    return replace(
        motion,
        start=replace(motion.start, **faults),  # type: ignore[arg-type]
        end=replace(motion.end, **faults),  # type: ignore[arg-type]
    )


def _square(text: str) -> Square:
    square = square_named(text)
    if square is None:
        raise TableError(f"{text!r} is no square; they are A1 to E6")
    return square


def _way(start: Square, end: Square) -> Iterator[tuple[Direction, Square]]:
    """Square by square, along the row first; one step for a tilt as the rules know it."""
    column, row = column_of(start), row_of(start)
    while (column, row) != (column_of(end), row_of(end)):
        if column != column_of(end):
            direction = (1 if column_of(end) > column else -1, 0)
        else:
            direction = (0, 1 if row_of(end) > row else -1)
        column, row = column + direction[0], row + direction[1]
        yield direction, _square("ABCDE"[row] + str(column + 1))
