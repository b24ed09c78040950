"""Positions as text, and short ways to ask about them."""

from companion.games.rr.rules.ending import Ending, ending
from companion.games.rr.rules.legal import legal_moves
from companion.games.rr.rules.written.notation import bare, play_text
from companion.games.rr.rules.written.position_text import parse_position, position_text
from companion.games.rule_errors import IllegalMove, PositionError


def board(lying: str, turn: str = "r", zones: str = "ca/te", rest: str = "- - -") -> str:
    """A position with that on the board, and little beside it."""
    return f"{lying} {turn} {zones} {rest}"


def legal(text: str) -> list[str]:
    return sorted(map(bare, legal_moves(parse_position(text))))


def uses(text: str, placing: str) -> list[str]:
    """What the effect of a tile that is placed there can be used for."""
    return [move.removeprefix(f"{placing}!") for move in legal(text) if move.startswith(f"{placing}!")]


def after(text: str, *moves: str) -> str:
    position = parse_position(text)
    for move in moves:
        position = play_text(position, move).after
    return position_text(position)


def board_after(text: str, *moves: str) -> str:
    return after(text, *moves).split(" ")[0]


def refused(text: str, move: str) -> tuple[str, str]:
    """The rule and the code of the sentence."""
    try:
        play_text(parse_position(text), move)
    except IllegalMove as fault:
        return fault.rule, fault.why.code
    raise AssertionError(f"{move} was played on {text}")


def faults(text: str) -> list[str]:
    try:
        parse_position(text)
    except PositionError as fault:
        return [each.code for each in fault.faults]
    return []


def ended(text: str) -> Ending | None:
    return ending(parse_position(text))
