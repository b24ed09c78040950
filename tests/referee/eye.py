"""An eye for tests: what a camera would make of a board that we know, with the faults of cameras."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.games.himiki.rules.board import Square, square_named
from companion.games.himiki.rules.cubes import Colour, Cube, Element, colour_of, element_lettered, faces_of
from vision.cubes.seen import CubeDoubt, CubeSighting, SeenCube
from vision.frames import Seconds
from vision.sighting import Corners, Reason

CORNERS: Corners = ((100.0, 100.0), (700.0, 100.0), (700.0, 600.0), (100.0, 600.0))

_WAYS = ("HMK", "MKH", "KHM")
"""The three orientations of one parity: for the axis that a sign's upright lies along."""


_KINDS = tuple(colour.letter + element.letter for colour in Colour for element in Element)


def likeliest_cube(doubt: CubeDoubt) -> SeenCube | None:
    """What a reader would put first, if that is a cube."""
    best = max(range(7), key=lambda at: doubt.odds[at])
    if best == 0:
        return None
    colour, top = divmod(best - 1, 3)
    return SeenCube(doubt.square, Colour(colour), Element(top), None, None, 0.5)


def axis_of(faces: str) -> int:
    """Which way the sign on top lies, in quarters, on a set that is printed alike all over."""
    return 0 if faces in _WAYS else 1


@dataclass
class Eye:
    """What of a board can be seen, and how well."""

    seed: int = 0
    sides: bool = True
    headings: bool = True
    jitter: float = 3.0
    """Degrees by which a heading changes from frame to frame."""
    sloppy: float = 0.0
    """Degrees by which a person lays a cube down askew."""
    every: float = 1 / 3
    """Seconds from frame to frame."""
    confidence: float = 0.97
    t: float = 0.0
    doubts: dict[Square, CubeDoubt] = field(default_factory=dict)
    """Squares that are not plain."""
    _chance: random.Random = field(init=False)
    _lain: dict[tuple[int, int], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)

    def _next(self) -> Seconds:
        self.t += self.every
        return Seconds(self.t)

    def _askew(self, square: int, cube: int) -> float:
        return self._lain.setdefault((square, cube), self._chance.uniform(-self.sloppy, self.sloppy))

    def lift(self, square: Square) -> None:
        """Whatever is laid there next lies askew in its own way."""
        for key in [key for key in self._lain if key[0] == square]:
            del self._lain[key]

    def look(self, board: bytes) -> CubeSighting:
        plain = (Square(at) for at, cube in enumerate(board) if cube and at not in self.doubts)
        cubes = [self._seen(square, Cube(board[square])) for square in plain]
        cubes += [guess for doubt in self.doubts.values() if (guess := likeliest_cube(doubt)) is not None]
        doubts = tuple(sorted(self.doubts.values(), key=lambda doubt: doubt.square))
        clear = not any(doubt.reason.unseats for doubt in doubts)
        cubes.sort(key=lambda cube: cube.square)
        return CubeSighting(self._next(), CORNERS, clear, tuple(cubes), doubts=doubts)

    def doubt(self, name: str, reason: Reason = Reason.GLARE, **odds: float) -> None:
        """By default nothing is told of the square; else `nothing=`, `wH=` and so on, others far behind."""
        square = square_named(name)
        assert square is not None, name
        told = [odds.get(key, -10.0 if odds else 0.0) for key in ("nothing", *_KINDS, "else_")]
        self.doubts[square] = CubeDoubt(square, reason, tuple(told))

    def plain(self) -> None:
        """Everything is seen again."""
        self.doubts.clear()

    def _seen(self, square: Square, cube: Cube) -> SeenCube:
        faces = faces_of(cube)
        heading = None
        if self.headings:
            lain = 90 * axis_of(faces) + self._askew(square, cube)
            heading = (lain + self._chance.uniform(-self.jitter, self.jitter)) % 180
        return SeenCube(
            square,
            colour_of(cube),
            element_lettered(faces[0]),
            element_lettered(faces[1]) if self.sides else None,
            heading,
            self.confidence,
        )

    def hand(self) -> CubeSighting:
        return CubeSighting(self._next(), CORNERS, False, (), moving=True)

    def nothing(self) -> CubeSighting:
        return CubeSighting(self._next(), None, False, ())

    def hands(self, count: int = 2) -> Iterator[CubeSighting]:
        for _ in range(count):
            yield self.hand()

    def looks(self, board: bytes, count: int = 3) -> Iterator[CubeSighting]:
        for _ in range(count):
            yield self.look(board)
