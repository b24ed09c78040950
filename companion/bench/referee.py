"""How fast the referee is, and whether it keeps its size: `himiki bench referee`.

Sightings come at fifteen a second and every tenth shows another board: the next of a random legal game,
or one that no rule leads to, which has to be searched to the end before it is told.
"""

import gc
import random
import time
import tracemalloc
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.cubes import Cube, colour_of, element_lettered, faces_of
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.moves import Tilt
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import start_position
from companion.games.himiki.rules.variant import Mode, Variant
from vision.cubes.seen import CubeSighting, SeenCube
from vision.frames import Seconds
from vision.sighting import Corners

SIGHTINGS: Final = 10_000
"""Of one measurement: a hundred of them are beyond the 99th percentile."""
_SAME: Final = 10
"""Sightings of each board."""
_CORNERS: Final[Corners] = ((0.0, 0.0), (600.0, 0.0), (600.0, 500.0), (0.0, 500.0))
"""Pixels: where the board is, in every sighting."""

PER_SECOND: Final = 1000
"""Sightings a second at least: a camera brings thirty."""
P99: Final = 0.020
"""Seconds at most that 99 of 100 sightings take."""


@dataclass(frozen=True, slots=True)
class RefereePace:
    what: str
    per_second: float
    p99: float
    worst: float
    grown: int
    """Bytes kept more after all sightings than after half of them."""


def measured(what: str, variant: Variant, *, sides: bool, legal: bool, count: int = SIGHTINGS) -> RefereePace:
    # Room for all times from the start, so that only the referee can grow.
    took = array("d", bytes(8 * count))
    half = 0
    referee = Referee(Game(variant))
    for number, (sighting, begins) in enumerate(_sightings(variant, sides, legal, count)):
        if begins:
            referee = Referee(Game(variant))
        began = time.process_time()
        referee.see(sighting)
        took[number] = time.process_time() - began
        if tracemalloc.is_tracing() and number == count // 2:
            half = _kept()
    grown = _kept() - half if tracemalloc.is_tracing() else 0
    ranked = sorted(took)
    return RefereePace(what, count / sum(ranked), ranked[int(count * 0.99)], ranked[-1], grown)


def _kept() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def _sightings(variant: Variant, sides: bool, legal: bool, count: int) -> Iterator[tuple[CubeSighting, bool]]:
    """Each with whether a new game begins with it."""
    chance = random.Random(1)
    boards = _boards(variant, legal, chance)
    for block in range(0, count, _SAME):
        board, begins = next(boards)
        for number in range(block, min(block + _SAME, count)):
            yield _seen(board, number / 15, sides, chance), begins and number == block


def _boards(variant: Variant, legal: bool, chance: random.Random) -> Iterator[tuple[bytes, bool]]:
    while True:
        position = start_position(variant)
        while position.phase.setup:
            position = play(position, chance.choice(legal_moves(position))).after
        begins = True
        while not position.over:
            yield position.board, begins
            begins = False
            if not legal:
                yield _jumbled(position.board, chance), False
            moves = legal_moves(position)
            weights = [3.0 if isinstance(move, Tilt) else 0.3 for move in moves]
            position = play(position, chance.choices(moves, weights)[0]).after


def _jumbled(board: bytes, chance: random.Random) -> bytes:
    """Three cubes carried elsewhere."""
    after = bytearray(board)
    for source in chance.sample([at for at, cube in enumerate(board) if cube], 3):
        target = chance.choice([at for at, cube in enumerate(after) if not cube])
        after[target], after[source] = after[source], 0
    return bytes(after)


def _seen(board: bytes, t: float, sides: bool, chance: random.Random) -> CubeSighting:
    cubes = []
    for at, code in enumerate(board):
        if code:
            faces = faces_of(Cube(code))
            heading = (90 * (faces in ("HMK", "MKH", "KHM")) + chance.uniform(-8, 8)) % 180
            side = element_lettered(faces[1]) if sides else None
            top = element_lettered(faces[0])
            cubes.append(SeenCube(Square(at), colour_of(Cube(code)), top, side, heading, 0.97))
    return CubeSighting(Seconds(t), _CORNERS, True, tuple(cubes))


CASES: Final = (
    ("duel, sides seen", Mode.DUEL, True, True),
    ("teams, sides of eight cubes unknown", Mode.TEAMS, False, True),
    ("duel, half of the boards impossible", Mode.DUEL, True, False),
    ("teams, half impossible, sides unknown", Mode.TEAMS, False, False),
)


def bench_referee() -> str:
    lines = [f"{'one sighting in ten changed':<40} {'a second':>9} {'p99':>9} {'worst':>9} {'grown':>9}"]
    for what, mode, sides, legal in CASES:
        pace = measured(what, Variant(mode), sides=sides, legal=legal)
        tracemalloc.start()
        grown = measured(what, Variant(mode), sides=sides, legal=legal).grown
        tracemalloc.stop()
        lines.append(
            f"{what:<40} {pace.per_second:>9,.0f} {pace.p99 * 1e3:>6.1f} ms"
            f" {pace.worst * 1e3:>6.1f} ms {grown / 1024:>6.0f} kB"
        )
    lines.append(f"bars: at least {PER_SECOND:,} a second, p99 at most {P99 * 1e3:.0f} ms, and nothing grows")
    return "\n".join(lines)
