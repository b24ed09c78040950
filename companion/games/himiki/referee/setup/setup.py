"""Set-up, cube by cube (RULES 3.1, 4.1, 6.1): who places next, what is missing, what stands wrong."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.himiki.referee.events import Restore
from companion.games.himiki.referee.judgement.findings import Broken
from companion.games.himiki.referee.judgement.guidance import cube_text, restoring
from companion.games.himiki.referee.look.reading import SquareCodes, agrees, known_by
from companion.games.himiki.referee.phrases import phrase
from companion.games.himiki.referee.setup.clearing import homes_of, none_astray
from companion.games.himiki.referee.status import SetUp
from companion.games.himiki.rules.board import SQUARES, Square, name_of
from companion.games.himiki.rules.cubes import HIDDEN, Colour, Cube, colour_of, faces_of
from companion.games.himiki.rules.messages import RuleMessage
from companion.games.himiki.rules.moves import Place
from companion.games.himiki.rules.position import FRESH, SETUP, Position
from companion.games.himiki.rules.variant import Seat


@dataclass(frozen=True, slots=True)
class Placing:
    """One cube put down, or turned where it stood."""

    text: str
    """`wH??@B5`."""
    by: Seat
    after: Position


@dataclass(frozen=True, slots=True)
class Followed:
    placed: tuple[Placing, ...] = ()
    fault: Broken | None = None
    anew: bool = False
    """Of the cubes that were placed all are gone, or others come in their stead: set-up begins once more."""

    @property
    def finished(self) -> bool:
        return bool(self.placed) and not self.placed[-1].after.phase.setup


@dataclass(frozen=True, slots=True)
class Told:
    """The cube that a level has said it places next, and what is said where another one is seen instead."""

    place: Place
    rule: str
    why: RuleMessage


def follow(
    position: Position,
    reading: SquareCodes,
    old: frozenset[Square] = frozenset(),
    told: Told | None = None,
    *,
    fixed: bool = False,
) -> Followed:
    """What was placed since, in the order of the rules as far as it was kept.

    `old` are squares with cubes that nobody has placed yet in this game: they are no fault. Where it is
    `fixed`, a cube that was placed stays as it lies.
    """
    setting = _Set(position, reading, old, told)
    followed = setting.followed_on() if fixed else setting.followed()
    fault = None if told is None else _otherwise(position, reading, followed, told)
    return followed if fault is None else Followed(fault=fault)


def _otherwise(position: Position, reading: SquareCodes, followed: Followed, told: Told) -> Broken | None:
    """What was put down in place of what was said. All cubes laid at once leave a level nothing to place."""
    new = [each for each in followed.placed if each.by is position.seat]
    if not new or (followed.finished and len(followed.placed) > 1):
        return None
    if _may_be(reading[told.place.square], told.place.cube):
        return None
    board = bytearray(position.board)
    board[told.place.square] = told.place.cube
    return Broken(told.rule, told.why, restoring(bytes(board), reading))


def _may_be(code: int, cube: int) -> bool:
    """What is seen of it is alike; a side that nobody sees may be any."""
    if _colour(code) is not colour_of(Cube(cube)):
        return False
    pairs = zip(faces_of(known_by(code)), faces_of(Cube(cube)), strict=True)
    return all(seen in (HIDDEN, due) for seen, due in pairs)


def _colour(code: int) -> Colour | None:
    return colour_of(known_by(code)) if code else None


class _Set:
    def __init__(
        self,
        position: Position,
        reading: SquareCodes,
        old: frozenset[Square] = frozenset(),
        told: Told | None = None,
    ) -> None:
        self._position = position
        self._told = told
        self._old = old
        self._variant = position.variant
        self._reading = reading
        self._order = self._variant.placing_order
        self._placed: list[Placing] = []

    def followed(self) -> Followed:
        self._adjust()
        self._move_between_homes()
        # Where all homes are full, every seat finds its cube: set-up is done in whatever order.
        while (seat := self._next()) is not None:
            self._put(next(self._new_for(seat)), seat)
        fault = self.fault() if self._position.phase.setup else None
        board = self._position.board
        gone = [self._reading[square] == 0 for square in SQUARES if board[square]]
        anew = any(gone) and (bool(self._placed) or fault is not None or all(gone))
        return Followed(tuple(self._placed), fault, anew)

    def followed_on(self) -> Followed:
        """One cube at a time; none that was placed lies otherwise."""
        changed = self._changed()
        if changed is not None:
            return Followed(fault=changed)
        if (seat := self._next()) is not None:
            squares = list(self._new_for(seat))
            told = None if self._told is None else self._told.place
            self._put(squares[0] if told is None or told.square not in squares else told.square, seat)
        return Followed(tuple(self._placed), self.fault() if self._position.phase.setup else None)

    def _changed(self) -> Broken | None:
        board, reading = self._position.board, self._reading
        for square in SQUARES:
            if board[square] and not (reading[square] and agrees(reading[square], board[square])):
                why = phrase("friend-placed", square=name_of(square))
                return Broken(self._variant.home_rule, why, restoring(board, reading))
        return None

    @property
    def _count(self) -> int:
        board = self._position.board
        return len(board) - board.count(0)

    def _next(self) -> Seat | None:
        """Whose cube is the next one that was put down."""
        if not self._position.phase.setup:
            return None
        seat = self._order[self._count]
        return seat if any(True for _ in self._new_for(seat)) else None

    def _new_for(self, seat: Seat) -> Iterator[Square]:
        return _new_homes(self._position, self._reading, seat)

    def _put(self, square: Square, seat: Seat) -> None:
        board = bytearray(self._position.board)
        board[square] = self._cube_on(square)
        count = len(board) - board.count(0)
        if count == len(self._order):
            after = self._position._replace(board=bytes(board), seat=self._variant.first, phase=FRESH)
        else:
            after = self._position._replace(board=bytes(board), seat=self._order[count], phase=SETUP)
        self._say(square, seat, after)

    def _cube_on(self, square: Square) -> int:
        """Of one that was told more is known than what is seen of it."""
        told, code = self._told, self._reading[square]
        if told is not None and told.place.square == square and _may_be(code, told.place.cube):
            return told.place.cube
        return known_by(code)

    def _say(self, square: Square, seat: Seat, after: Position) -> None:
        text = f"{cube_text(after.board[square])}@{name_of(square)}"
        self._placed.append(Placing(text, seat, after))
        self._position = after

    def _adjust(self) -> None:
        """Until the first move a cube can be turned, or given another face, where it stands."""
        for square in SQUARES:
            there, code = self._position.board[square], self._reading[square]
            if not there or agrees(code, there) or _colour(code) is not colour_of(Cube(there)):
                continue
            if known_by(code) != there:
                self._replace({square: known_by(code)}, square)

    def _move_between_homes(self) -> None:
        for seat in dict.fromkeys(self._order):
            homes = self._variant.homes(seat)
            left = [home for home in homes if self._position.board[home] and not self._reading[home]]
            for target in list(self._new_for(seat)):
                if left:
                    source = left.pop(0)
                    self._replace({source: 0, target: known_by(self._reading[target])}, target)

    def _replace(self, cubes: dict[Square, int], square: Square) -> None:
        board = bytearray(self._position.board)
        for at, cube in cubes.items():
            board[at] = cube
        self._say(square, self._seat_at(square), self._position._replace(board=bytes(board)))

    def _seat_at(self, square: Square) -> Seat:
        for seat in dict.fromkeys(self._order):
            if square in self._variant.homes(seat):
                return seat
        return self._position.seat

    def fault(self) -> Broken | None:
        board, reading = self._position.board, self._reading
        for square in SQUARES:
            colour = _colour(reading[square])
            if colour is None or (board[square] and colour_of(Cube(board[square])) is colour):
                continue
            if square in self._old:
                continue
            at_home = square in homes_of(self._variant, colour)
            code = "set-up-colour" if at_home else "set-up-square"
            values = {"colour": colour.name.lower(), "square": name_of(square)}
            return Broken(self._variant.home_rule, phrase(code, **values), restoring(board, reading))
        return None


def _new_homes(position: Position, reading: SquareCodes, seat: Seat) -> Iterator[Square]:
    """Where a cube of that seat is seen at home that is not told yet."""
    for square in position.variant.homes(seat):
        if not position.board[square] and _colour(reading[square]) is seat.colour:
            yield square


def waiting(position: Position, reading: SquareCodes | None) -> SetUp:
    """What is still missing, the next one to place first, and what stands wrong."""
    variant, board = position.variant, position.board
    order = variant.placing_order
    next_ones = list(order[len(board) - board.count(0) :])
    if reading is not None:
        # A cube that is seen at home was put down already, though it is not told yet.
        for seat in dict.fromkeys(order):
            for _ in _new_homes(position, reading, seat):
                if seat in next_ones:
                    next_ones.remove(seat)
    missing = [
        Restore(None, name_of(home), seat.colour.letter + HIDDEN * 3)
        for seat in dict.fromkeys((*next_ones, *order))
        for home in variant.homes(seat)
        if (not board[home] if reading is None else _colour(reading[home]) is not seat.colour)
    ]
    if reading is None:
        return SetUp(tuple(missing))
    at_home = {
        home
        for home in SQUARES
        if not board[home]
        and (colour := _colour(reading[home])) is not None
        and home in homes_of(variant, colour)
    }
    seen = tuple(0 if square in at_home else code for square, code in zip(SQUARES, reading, strict=True))
    wrong = [each for each in restoring(board, seen) if each.source is not None]
    return SetUp(tuple(missing), tuple(wrong))


def missing_from(start: Position, reading: SquareCodes | None) -> SetUp:
    """What a given start position waits for."""
    steps = restoring(start.board, reading if reading is not None else (0,) * len(SQUARES))
    return SetUp(
        tuple(each for each in steps if each.source is None),
        tuple(each for each in steps if each.source is not None),
    )


def adjusted(position: Position, reading: SquareCodes) -> tuple[Placing, ...]:
    """After set-up and before the first move: cubes given another face or turned at home."""
    return follow(position, reading).placed if none_astray(position, reading) else ()


def astray(position: Position, reading: SquareCodes) -> Broken | None:
    """While set-up is laid again: a cube that stands elsewhere than at home."""
    return _Set(position, reading).fault()
