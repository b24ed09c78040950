"""Doubt over time: since when which square is not plain, what was said of it, and what people said of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.games.himiki.referee.events import Doubtful
from companion.games.himiki.referee.look.reading import SeenCubes
from companion.games.himiki.referee.look.stands import DoubtsBySquare, Stands, stands_of
from companion.games.himiki.rules.board import Square, name_of
from companion.games.himiki.rules.cubes import FACES, HIDDEN, Cube, colour_of, element_lettered, top_of
from vision.cubes.seen import SOMETHING_ELSE, CubeDoubt, SeenCube, place_in_odds
from vision.frames import Seconds
from vision.sighting import Reason

TOLD_AFTER: Final = 2.5
"""Seconds of a still table after which a doubt that lasts is told: under the three that are promised."""

ASKED_AFTER: Final = 7.5
"""Seconds of a still table after which what the game does not settle is asked, likewise under eight."""

_OVER_AFTER: Final = 1.0
"""Seconds for which a square has to be plain until its doubt is over: one that flickers is one doubt."""

_TOLD_BY_PEOPLE: Final = -4.0
"""Odds of anything else than what people said of a square, once a hand was there: as those of a move."""

_TRUE: Final = 1.0


@dataclass(frozen=True, slots=True)
class Testimony:
    """What people said stands on a square."""

    square: Square
    cube: int
    """As on a board; 0 for nothing."""
    seemed: tuple[bool, Stands]
    """What the eye made of it then: while it makes the same of it, people are right and the eye is not."""
    entries: int
    """How many entries the game had."""
    touched: bool = False
    """Whether anything moved over the board since: then it may be true no longer."""

    def as_seen(self) -> SeenCube | None:
        if not self.cube:
            return None
        cube = Cube(self.cube)
        top = top_of(cube)
        assert top is not None  # whoever says that a cube stands there says what it shows
        side = FACES[cube][1]
        known = None if side == HIDDEN else element_lettered(side)
        return SeenCube(self.square, colour_of(cube), top, known, heading=None, confidence=_TRUE)

    def as_doubt(self) -> CubeDoubt:
        cube = self.as_seen()
        place = place_in_odds(*(stands_of(cube) or (None, None)))
        odds = tuple(0.0 if at == place else _TOLD_BY_PEOPLE for at in range(SOMETHING_ELSE + 1))
        return CubeDoubt(self.square, Reason.UNLIKE, odds)


class Testimonies:
    """What people said, for as long as it holds."""

    def __init__(self) -> None:
        self._by_square: dict[Square, Testimony] = {}
        self._remembered: dict[tuple[Square, tuple[bool, Stands]], Testimony] = {}
        """What was said of a square when it seemed like that: it may come to seem so again."""
        self._settled: dict[Square, tuple[tuple[bool, Stands], Stands]] = {}
        """What the game made of doubtful squares, and what the eye took each for: it may go on doing so."""
        self.asked: set[tuple[Square, tuple[bool, Stands]]] = set()
        """What was asked in this game: the same is not asked twice."""

    @property
    def told(self) -> tuple[Testimony, ...]:
        """As they were said, whatever moved since."""
        return tuple(replace(truth, touched=False) for truth in self._by_square.values())

    def tell(self, truths: Iterable[Testimony]) -> None:
        self._by_square.update({truth.square: truth for truth in truths})

    def withdraw(self, entries: int) -> None:
        """Everything that was said since the game had as many entries; it may be asked again."""
        gone = [square for square, truth in self._by_square.items() if truth.entries >= entries]
        for square in gone:
            del self._by_square[square]
        self.asked = {(square, seemed) for square, seemed in self.asked if square not in gone}
        self._remembered = {key: truth for key, truth in self._remembered.items() if truth.entries < entries}

    def last_of(self, entries: int) -> bool:
        """Whether something was said with the game as it stands."""
        return any(truth.entries == entries for truth in self._by_square.values())

    def tells(self, square: Square) -> bool:
        return square in self._by_square

    def settled(self, look: SeenCubes, sight: tuple[SeenCubes, DoubtsBySquare]) -> None:
        """The board agrees with the game, with the doubtful squares filled in as in `look`."""
        for square in sight[1]:
            self._settled[square] = seemed(square, *sight), seemed(square, look, {})[1]

    def touched(self) -> None:
        """Something moves over the board."""
        self._by_square = {s: replace(truth, touched=True) for s, truth in self._by_square.items()}

    def over(
        self, look: SeenCubes, doubts: DoubtsBySquare
    ) -> tuple[dict[Square, SeenCube], dict[Square, CubeDoubt]]:
        """What is seen, with what people said of it."""
        seen, open_ = dict(look), dict(doubts)
        for square, (then, stands) in self._settled.items():
            if square in open_ and seemed(square, look, doubts) == then:
                open_[square] = open_[square].as_likely_as_any(place_in_odds(*(stands or (None, None))))
        for (square, then), truth in self._remembered.items():
            if square in open_ and square not in self._by_square and seemed(square, look, doubts) == then:
                open_[square] = truth.as_doubt()
        for square, truth in list(self._by_square.items()):
            if seemed(square, look, doubts) != truth.seemed:
                self._remembered[square, truth.seemed] = self._by_square.pop(square)
                continue
            seen.pop(square, None)
            open_.pop(square, None)
            if truth.touched:
                open_[square] = truth.as_doubt()
            elif (cube := truth.as_seen()) is not None:
                seen[square] = cube
        return seen, open_


def seemed(square: Square, look: SeenCubes, doubts: DoubtsBySquare) -> tuple[bool, Stands]:
    """Whether a square is plain, and what the eye takes it for."""
    return square in doubts, stands_of(look.get(square))


class Doubting:
    """Which doubts have lasted, and were told."""

    def __init__(self) -> None:
        self._still_since: Seconds | None = None
        self._since: dict[Square, Seconds] = {}
        self._seen_at: dict[Square, Seconds] = {}
        self._reasons: dict[Square, Reason] = {}
        self._told: tuple[tuple[Square, Reason], ...] = ()

    def moving(self) -> None:
        self._still_since = None
        self._since.clear()
        self._seen_at.clear()

    def looked(self, doubts: Mapping[Square, CubeDoubt], t: Seconds) -> None:
        """At a table where nothing moves."""
        if self._still_since is None:
            self._still_since = t
        for square, doubt in doubts.items():
            self._since.setdefault(square, t)
            self._seen_at[square] = t
            self._reasons[square] = doubt.reason
        for square, seen_at in list(self._seen_at.items()):
            if t - seen_at > _OVER_AFTER:
                del self._seen_at[square], self._since[square]

    def still_for(self, t: Seconds) -> float:
        return 0.0 if self._still_since is None else t - self._still_since

    @property
    def still(self) -> bool:
        return self._still_since is not None

    @property
    def lasting(self) -> tuple[tuple[Square, Reason], ...]:
        """What was told last, and is not over."""
        return self._told

    def news(self, t: Seconds) -> Doubtful | None:
        """What is to be told now."""
        if self._still_since is None:
            return None
        old = [square for square, since in self._since.items() if t - since >= TOLD_AFTER - 0.001]
        kept = [square for square, _ in self._told if square in self._since]
        lasting = tuple((square, self._reasons[square]) for square in sorted({*old, *kept}))
        if [square for square, _ in lasting] == [square for square, _ in self._told]:
            return None
        self._told = lasting
        since = min((self._since[square] for square, _ in lasting), default=t)
        return Doubtful(
            t=t,
            squares=tuple(name_of(square) for square, _ in lasting),
            reasons=tuple(reason.value for _, reason in lasting),
            since=since,
        )
