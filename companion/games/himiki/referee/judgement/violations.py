"""Which rule a board breaks that no explanation leads to: the nearest illegal deed names it."""

from typing import Final

from companion.games.himiki.referee.judgement.explain import silent_choice
from companion.games.himiki.referee.judgement.findings import Broken
from companion.games.himiki.referee.judgement.guidance import BoardChanges, changes, restoring
from companion.games.himiki.referee.look.belief import any_world
from companion.games.himiki.referee.look.reading import SquareCodes, known_by
from companion.games.himiki.referee.phrases import WORDS, phrase
from companion.games.himiki.rules.board import NEIGHBOURS, Square, name_of, same_row
from companion.games.himiki.rules.cubes import (
    TILTED_ALONG_COLUMN,
    TILTED_ALONG_ROW,
    Cube,
    Element,
    colour_of,
    top_of,
)
from companion.games.himiki.rules.moves import Move, Rotate, Tilt
from companion.games.himiki.rules.options import played_colour
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.refusal import refusal
from companion.games.himiki.rules.variant import Mode
from companion.games.rule_errors import RuleWhy

_ONE_ACTION: Final = "3.2"


def named(
    position: Position, reading: SquareCodes, *, otherwise: tuple[str, RuleWhy] | None = None
) -> Broken:
    """`otherwise` says it where a move was said beforehand and has to be carried out."""
    found = changes(position.board, reading)
    rule, why = otherwise or _rule(position, reading, found)
    return Broken(rule, why, restoring(position.board, reading))


def counting_rule(position: Position) -> str:
    """The rule that says how many cubes there are."""
    return "7.1" if position.variant.mode is Mode.MINDLOCK else position.variant.home_rule


def _rule(position: Position, reading: SquareCodes, found: BoardChanges) -> tuple[str, RuleWhy]:
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
        acting = _next_to_act(whole, square)
        if colour_of(Cube(position.board[square])) is not played_colour(acting):
            return _ONE_ACTION, _out_of_turn(acting, square)
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


def _refused(position: Position, move: Move, square: Square) -> tuple[str, RuleWhy] | None:
    acting = _next_to_act(position, square)
    fault = refusal(acting, move)
    if fault is None:
        return None
    return fault.rule, _out_of_turn(acting, square) if fault.why.code == "opponents-cube" else fault.why


def _out_of_turn(position: Position, square: Square) -> RuleWhy:
    """Nobody sees whose hand it was; most move a cube of their own too early: whose turn it is, is said."""
    return phrase(f"out-of-turn-{played_colour(position).name.lower()}", square=name_of(square))


def _wrong_face(
    position: Position, reading: SquareCodes, source: Square, target: Square
) -> tuple[str, RuleWhy]:
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


def beaten_stays(position: Position, reading: SquareCodes, square: Square) -> Broken:
    return Broken(
        "7.1" if position.variant.mode is Mode.MINDLOCK else "5.8",
        phrase("beaten-stays", square=name_of(square)),
        restoring(position.board, reading),
    )


def just_left(position: Position, reading: SquareCodes, source: Square, target: Square) -> Broken:
    """RULES 3.7: the cube went back at once; the board alone cannot tell this from a take-back."""
    return Broken(
        "3.7",
        phrase("just-left", source=name_of(source), target=name_of(target)),
        restoring(position.board, reading),
    )
