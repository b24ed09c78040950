"""How hard a challenge is for people, by what makes it so."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.mindlock import line_cost
from companion.games.himiki.rules.moves import Rotate, Tilt
from companion.games.himiki.rules.options import squares_of
from companion.games.himiki.rules.play import Played, play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.written.challenge import Category

_MOST_TRAILS: Final = 12


@dataclass(frozen=True, slots=True)
class Grade:
    """What a person has to see, counted along the solution."""

    par: int
    white: int
    """White cubes."""
    rotations: int
    replays: int
    influences: int
    tiles: int
    false_trails: int
    """Tilts that remove a black cube right away, and from which PAR is out of reach."""

    @property
    def hardness(self) -> int:
        """In tenths of a move."""
        return (
            10 * self.par
            + 5 * (self.white - 1)
            + 6 * self.rotations
            + 5 * self.replays
            + 8 * self.influences
            + 8 * self.tiles
            + 2 * min(self.false_trails, _MOST_TRAILS)
        )

    @property
    def category(self) -> Category:
        """Expert takes more than being hard: PAR 6 and two white cubes at least."""
        if self.hardness < 45:
            return Category.EASY
        if self.hardness < 65:
            return Category.MEDIUM
        if self.hardness >= 82 and self.par >= 6 and self.white >= 2:
            return Category.EXPERT
        return Category.HARD

    def __str__(self) -> str:
        counts = (
            (self.white, "white cube"),
            (self.rotations, "rotation"),
            (self.replays, "replay"),
            (self.influences, "influence"),
            (self.tiles, "tile"),
            (self.false_trails, "false trail"),
        )
        return ", ".join(f"{count} {what}{'s' * (count > 1)}" for count, what in counts if count)


def grade(start: Position, solutions: Sequence[Sequence[Played]]) -> Grade:
    """`solutions` are all shortest ones; they differ in order only, so the first one tells the counts."""
    line = solutions[0]
    chaos = start.chaos
    return Grade(
        par=line_cost(list(line)),
        white=len(squares_of(start.board, Colour.WHITE)),
        rotations=sum(isinstance(each.move, Rotate) for each in line),
        replays=sum(each.before.phase.replay and isinstance(each.move, (Tilt, Rotate)) for each in line),
        influences=len(start.variant.in_play),
        tiles=len(chaos.land) + len(chaos.hands[Colour.WHITE]),
        false_trails=_false_trails(line, solutions),
    )


def _false_trails(line: Sequence[Played], solutions: Sequence[Sequence[Played]]) -> int:
    right = {each.after.board for solution in solutions for each in solution}
    return sum(
        play(each.before, move).won > 0 and play(each.before, move).after.board not in right
        for each in line
        for move in legal_moves(each.before)
        if isinstance(move, Tilt)
    )
