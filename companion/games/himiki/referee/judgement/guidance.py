"""What has to be done on the board so that it agrees with the game again, cube by cube."""

from dataclasses import dataclass

from companion.games.himiki.referee.events import Restore
from companion.games.himiki.referee.look.reading import SquareCodes, is_new, known_by, wrong_squares
from companion.games.himiki.rules.board import NEIGHBOURS, Square, column_of, name_of, row_of
from companion.games.himiki.rules.cubes import Colour, Cube, colour_of, faces_of, is_like, top_of


def cube_text(code: int) -> str:
    """`wHMK`."""
    return colour_of(Cube(code)).letter + faces_of(Cube(code))


@dataclass(frozen=True, slots=True)
class BoardChanges:
    """How the board differs from what ought to stand there."""

    moved: tuple[tuple[Square, Square], ...] = ()
    """From where it ought to stand to where it is, cubes of one colour paired by nearness."""
    turned: tuple[Square, ...] = ()
    reset: tuple[Square, ...] = ()
    """In place, with another face up."""
    gone: tuple[Square, ...] = ()
    added: tuple[Square, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.moved or self.turned or self.reset or self.gone or self.added)


def changes(board: bytes, reading: SquareCodes) -> BoardChanges:
    missing: list[Square] = []
    surplus: list[Square] = []
    turned: list[Square] = []
    reset: list[Square] = []
    for square in wrong_squares(reading, board):
        due, code = board[square], reading[square]
        if due and code and colour_of(Cube(due)) is _colour(code):
            same_top = not is_new(code) and top_of(known_by(code)) is top_of(Cube(due))
            (turned if same_top else reset).append(square)
            continue
        if due:
            missing.append(square)
        if code:
            surplus.append(square)
    moved = _paired(board, reading, missing, surplus)
    for square in (*reset, *turned):
        source = _put_on(board, reading, square, missing, moved)
        if source is not None:
            (reset if square in reset else turned).remove(square)
            missing.append(square)
            moved.append((source, square))
    return BoardChanges(
        tuple(sorted(moved)),
        tuple(turned),
        tuple(reset),
        tuple(square for square in sorted(missing) if square not in {source for source, _ in moved}),
        tuple(square for square in surplus if square not in {target for _, target in moved}),
    )


def _put_on(
    board: bytes,
    reading: SquareCodes,
    square: Square,
    missing: list[Square],
    moved: list[tuple[Square, Square]],
) -> Square | None:
    """Where the cube comes from that stands on, or in the place of, another of its colour."""
    top = top_of(known_by(reading[square]))
    assert top is not None  # a cube that is seen shows its top
    for source in missing:
        if any(source == one for one, _ in moved):
            continue
        if is_like(board[source], _colour(reading[square]), top):
            return source
        if square in NEIGHBOURS[source] and colour_of(Cube(board[source])) is _colour(reading[square]):
            return source
    return None


def _colour(code: int) -> Colour:
    return colour_of(known_by(code))


def _paired(
    board: bytes, reading: SquareCodes, missing: list[Square], surplus: list[Square]
) -> list[tuple[Square, Square]]:
    pairs = sorted(
        (_distance(source, target), source, target)
        for source in missing
        for target in surplus
        if colour_of(Cube(board[source])) is _colour(reading[target])
    )
    chosen: list[tuple[Square, Square]] = []
    for _, source, target in pairs:
        if not any(source == one or target == other for one, other in chosen):
            chosen.append((source, target))
    return sorted(chosen)


def _distance(one: Square, other: Square) -> int:
    return abs(row_of(one) - row_of(other)) + abs(column_of(one) - column_of(other))


def restoring(board: bytes, reading: SquareCodes) -> tuple[Restore, ...]:
    """What to put back where, in an order in which every step has a free square to go to."""
    found = changes(board, reading)
    occupied = {target for _, target in found.moved} | set(found.added)
    steps = [Restore(name_of(square), None, cube_text(known_by(reading[square]))) for square in found.added]
    # Cubes go home to free squares first: an exchange is then done in the order that is possible.
    for source, target in sorted(found.moved, key=lambda pair: pair[0] in occupied):
        steps.append(Restore(name_of(target), name_of(source), cube_text(board[source])))
    steps += [
        Restore(name_of(square), name_of(square), cube_text(board[square]))
        for square in sorted((*found.turned, *found.reset))
    ]
    steps += [Restore(None, name_of(square), cube_text(board[square])) for square in found.gone]
    return tuple(steps)
