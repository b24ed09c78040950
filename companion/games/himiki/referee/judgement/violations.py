"""Which rule a board breaks that no explanation leads to: the nearest illegal deed names it."""

from typing import Final

from companion.referee.belief import any_world
from companion.referee.explain import silent_choice
from companion.referee.findings import Broken
from companion.referee.guidance import Changes, changes, restoring
from companion.referee.phrases import WORDS, phrase
from companion.referee.reading import Reading, known_by
from companion.rules.board import NEIGHBOURS, Square, name_of, same_row
from companion.rules.cubes import (
    TILTED_ALONG_COLUMN,
    TILTED_ALONG_ROW,
    Cube,
    Element,
    colour_of,
    top_of,
)
from companion.rules.messages import Message
from companion.rules.moves import Move, Rotate, Tilt
from companion.rules.options import played_colour
from companion.rules.play import play
from companion.rules.position import Position
from companion.rules.refusal import refusal
from companion.rules.variant import Mode

_ONE_ACTION: Final = "3.2"


def named(position: Position, reading: Reading, *, otherwise: tuple[str, Message] | None = None) -> Broken:
    """`otherwise` says it where a move was said beforehand and has to be carried out."""
    found = changes(position.board, reading)
    rule, why = otherwise or _rule(position, reading, found)
    return Broken(rule, why, restoring(position.board, reading))


def counting_rule(position: Position) -> str:
    """The rule that says how many cubes there are."""
    return "7.1" if position.variant.mode is Mode.MINDLOCK else position.variant.home_rule


def _rule(position: Position, reading: Reading, found: Changes) -> tuple[str, Message]:
    moved, turned = found.moved, found.turned
    whole = any_world(position)
    if found.added and not found.gone and not moved:
        return counting_rule(position), phrase("cube-added", square=name_of(found.added[0]))
    if found.gone and not found.added and not moved:
        return counting_rule(position), phrase("cube-gone", square=name_of(found.gone[0]))
    for source, target in moved:
        if target in found.gone:
            return _ONE_ACTION, phrase("cube-stacked", source=name_of(source), target=name_of(target))
    if len(moved) > 1 or (moved and (found.gone or found.added)) or (found.gone and found.added):
        return _ONE_ACTION, phrase("two-cubes")
    if moved:
        source, target = moved[0]
        forbidden = _refused(whole, Tilt(source, target), source)
        if forbidden is not None:
            return forbidden
        if turned:
            return _ONE_ACTION, phrase("rotate-and-tilt")
        return _wrong_face(position, reading, source, target)
    if turned and not found.reset:
        forbidden = _refused(whole, Rotate(turned), turned[0])
        if forbidden is not None:
            return forbidden
    if found.reset:
        square = found.reset[0]
        if colour_of(Cube(position.board[square])) is not played_colour(_next_to_act(whole, square)):
            return _ONE_ACTION, phrase("opponents-cube", square=name_of(square))
        return _ONE_ACTION, phrase("face-changed", square=name_of(square))
    return _ONE_ACTION, phrase("two-cubes")


def _next_to_act(position: Position, square: Square) -> Position:
    """The position in which whoever owns the cube would act: a replay may be over, a tile declined."""
    if position.phase.over or position.phase.setup:
        return position
    for _ in range(4):
        if colour_of(Cube(position.board[square])) is played_colour(position) and not position.chaos.due:
            return position
        silent = silent_choice(position)
        if silent is None:
            return position
        position = play(position, silent).after
        if position.phase.over:
            return position
    return position


def _refused(position: Position, move: Move, square: Square) -> tuple[str, Message] | None:
    fault = refusal(_next_to_act(position, square), move)
    return None if fault is None else (fault.rule, fault.why)


def _wrong_face(position: Position, reading: Reading, source: Square, target: Square) -> tuple[str, Message]:
    """RULES 2.2; right face up but turned besides: that would be two actions (RULES 3.2)."""
    assert target in NEIGHBOURS[source]  # otherwise the tilt was refused
    table = TILTED_ALONG_ROW if same_row(source, target) else TILTED_ALONG_COLUMN
    due = table[position.board[source]]
    seen = top_of(known_by(reading[target]))
    expected = top_of(Cube(due))
    if expected is not None and seen is expected:
        return _ONE_ACTION, phrase("rotate-and-tilt")
    before = top_of(Cube(position.board[source]))
    options = [element for element in Element if element is not before]
    told = WORDS[expected] if expected is not None else " or ".join(WORDS[each] for each in options)
    return "2.2", phrase(
        "wrong-face",
        source=name_of(source),
        target=name_of(target),
        expected=told,
        seen="another face" if seen is None else WORDS[seen],
    )


def beaten_stays(position: Position, reading: Reading, square: Square) -> Broken:
    return Broken(
        "7.1" if position.variant.mode is Mode.MINDLOCK else "5.8",
        phrase("beaten-stays", square=name_of(square)),
        restoring(position.board, reading),
    )


def just_left(position: Position, reading: Reading, source: Square, target: Square) -> Broken:
    """RULES 3.7: the cube went back at once; the board alone cannot tell this from a take-back."""
    return Broken(
        "3.7",
        phrase("just-left", source=name_of(source), target=name_of(target)),
        restoring(position.board, reading),
    )
