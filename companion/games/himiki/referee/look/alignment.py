"""How the last look at the board fits what ought to stand there, cube by cube."""

from typing import Final

from companion.games.himiki.referee.ledger import LedgerEntry, carried
from companion.games.himiki.referee.look.belief import Ply
from companion.games.himiki.referee.look.reading import SeenCubes, SquareCodes, narrowed, read, wrong_squares
from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.cubes import Cube, element_lettered, top_of
from companion.games.himiki.rules.moves import Conjure, Move, Rotate, Tilt
from companion.games.himiki.rules.tiles import Tile

_DRIFT: Final = 0.2
"""How much of a heading's slow change is followed with every look."""


class Alignment:
    def __init__(self) -> None:
        self.look: SeenCubes | None = None
        """The last clear one."""
        self.headings: dict[Square, float] = {}
        """Of every cube, as it lay when it was last seen where it ought to be."""
        self.lag: SquareCodes | None = None
        """How the board looked when the game went on without it."""
        self._done: tuple[SeenCubes, bytes, dict[Square, float], SquareCodes] | None = None
        """What was read last: the look, the board and the headings it was read against."""
        self._whirled: tuple[Square, ...] = ()
        """Where a cube has to make a vortex's quarter turn that nobody may be able to see."""

    def reading(self, board: bytes) -> SquareCodes | None:
        """Of the last look, against that board; read once as long as nothing changes."""
        if self.look is None:
            return None
        done = self._done
        if done is None or done[0] is not self.look or done[1:3] != (board, self.headings):
            done = self._done = self.look, board, dict(self.headings), read(self.look, board, self.headings)
        return done[3]

    # The game goes on

    def step(self, step: Ply) -> None:
        self.carry(step.before.board, step.after.board, step.move)
        self._whirled = _by_vortex(step)

    def carry(self, before: bytes, after: bytes, move: Move | None = None) -> None:
        """A heading stays with a cube that stayed, and turns with one that was turned."""
        self.headings = headings_after(self.headings, before, after, move)

    def take_back(self, entry: LedgerEntry) -> None:
        self.headings = entry.headings_before(self.headings)

    # And is compared with what is seen

    def wait_for(self, board: bytes) -> None:
        """Whatever does not agree now is still to be done."""
        self.lag = None
        reading = self.reading(board)
        if reading is not None:
            self.lies_behind(reading, board)
            self._note(reading, board)

    def lies_behind(self, reading: SquareCodes, board: bytes) -> None:
        self.lag = reading if wrong_squares(reading, board) else None

    def agreed(self, board: bytes) -> bytes:
        """Slow drift is followed; returns the board with every side that was seen."""
        assert self.look is not None  # a look has just agreed
        self.lag = None
        known = narrowed(board, self.look, self.headings)
        reading = self.reading(known)
        assert reading is not None  # there is a look
        self._note(reading, known)
        return known

    def lifted(self) -> None:
        """A cube that was taken off may come back either way round: how it lies is noted afresh then."""
        if self.look is not None:
            self.headings = {at: heading for at, heading in self.headings.items() if at in self.look}

    def _note(self, reading: SquareCodes, board: bytes) -> None:
        assert self.look is not None  # it was read
        wrong = wrong_squares(reading, board)
        for square, seen in self.look.items():
            if square in wrong or square in self._whirled or seen.heading is None:
                continue
            before = self.headings.get(square)
            if before is None:
                self.headings[square] = seen.heading % 180
            else:
                apart = (seen.heading - before + 90) % 180 - 90
                self.headings[square] = (before + _DRIFT * apart) % 180

    def headings_along(self, steps: tuple[Ply, ...]) -> dict[Square, float]:
        """What the headings are if those moves were played, and the last look shows their end."""
        headings = self.headings
        for step in steps:
            headings = headings_after(headings, step.before.board, step.after.board, step.move)
        if self.look is not None:
            after = steps[-1].after.board
            wrong = wrong_squares(read(self.look, after, headings), after)
            for square, seen in self.look.items():
                if seen.heading is not None and square not in wrong:
                    headings.setdefault(square, seen.heading)
        return headings


def headings_after(
    headings: dict[Square, float], before: bytes, after: bytes, move: Move | None
) -> dict[Square, float]:
    return carried(headings, before, after, _turned_in_place(move, before))


def _by_vortex(step: Ply) -> tuple[Square, ...]:
    """RULES 5.10: until the next move, a quarter turn of that cube says nothing."""
    if not isinstance(step.move, Tilt):
        return ()
    target = step.move.target
    return (target,) if (target, Tile.VORTEX) in step.played.before.chaos.land else ()


def _turned_in_place(move: Move | None, before: bytes) -> tuple[Square, ...]:
    match move:
        case Rotate(squares):
            return squares
        case Conjure(square, orientation):
            # Any other orientation than it has (RULES 5.4): with the same top that is a quarter turn.
            same = top_of(Cube(before[square])) is element_lettered(orientation.value[0])
            return (square,) if same else ()
        case _:
            return ()
