"""What speaks for a move, in one short sentence."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from companion.games.himiki.players.evaluation import POINT, WIN
from companion.games.himiki.players.open_search import chooser
from companion.games.himiki.rules.board import NEIGHBOURS, Square, name_of
from companion.games.himiki.rules.conflicts import meetings, opposing
from companion.games.himiki.rules.cubes import Colour, Meeting
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.moves import Move, Pass, Place, Rotate, Stop, Tilt
from companion.games.himiki.rules.options import squares_of, tilted
from companion.games.himiki.rules.play import Played, play
from companion.games.himiki.rules.position import Position
from companion.games.messages import Message

if TYPE_CHECKING:
    from companion.games.himiki.players.search import FoundMove

ENGLISH: Final[Mapping[str, str]] = {
    "why-wins": "It makes the winning point.",
    "why-win-ahead": "It leads to the winning point, whatever the answer is.",
    "why-strikes": "It wins against {squares}.",
    "why-strikes-tile": "It wins against {squares} and takes {element}.",
    "why-tile": "It takes {element}, which is a point.",
    "why-tile-stolen": "It takes {element} from the other side: a point more here, one less there.",
    "why-replay": "It allows a replay, and {squares} can be beaten with it.",
    "why-escapes": "The cube gets out of danger: {count} could have been lost there.",
    "why-guards": "It takes away what the other side was about to win.",
    "why-threatens": "It threatens {squares}.",
    "why-must-tilt": "It forces the other side to tilt.",
    "why-late": "Nothing prevents a loss for good; this puts it off.",
    "why-stop": "Playing on would bring nothing.",
    "why-set-up": "A start with good prospects.",
    "why-only": "Nothing else can be played.",
    "why-prevents": "Otherwise {squares} can be beaten.",
    "why-quiet": "It loses nothing that can be seen.",
    "why-ahead": "Some turns ahead it is worth about {points} points more than it costs.",
}
"""English sentence for every code."""


_VAGUE: Final = frozenset(("why-quiet", "why-ahead", "why-must-tilt"))


class Why(Message):
    english: ClassVar = ENGLISH


def why(position: Position, found: "FoundMove") -> Why:
    """The best reason there is, the most weighty kind first."""
    played = play(position, found.move)
    mover = chooser(position)
    after = played.after
    if after.over and after.winner is mover:
        return Why("why-wins")
    if len(legal_moves(position)) == 1:
        return Why("why-only")
    if found.score > WIN // 2:
        return Why("why-win-ahead")
    if found.score < -WIN // 2:
        return Why("why-late")
    match found.move:
        case Place():
            return Why("why-set-up")
        case Stop() | Pass():
            return Why("why-stop")
        case Tilt(_, target) if played.won or played.influence is not None:
            return _gain(played, target)
        case _:
            return _quiet(position, found, played, mover)


def why_instead(position: Position, found: "FoundMove", move: Move) -> Why:
    """Why that, and not the move that was played."""
    reason = why(position, found)
    if reason.code not in _VAGUE:
        return reason
    side = chooser(position)
    exposed = _exposed(play(position, move).after.board, side)
    exposed -= _exposed(play(position, found.move).after.board, side)
    return Why("why-prevents", {"squares": _names(sorted(exposed))}) if exposed else reason


def _gain(played: Played, target: Square) -> Why:
    element = played.influence
    squares = _names(opposing(played.after.board, target, Meeting.WON))
    if element is None:
        return Why("why-strikes", {"squares": squares})
    named = element.name.lower()
    if squares:
        return Why("why-strikes-tile", {"squares": squares, "element": named})
    held = played.before.influences[element]
    return Why("why-tile" if held is None else "why-tile-stolen", {"element": named})


def _quiet(position: Position, found: "FoundMove", played: Played, mover: Colour) -> Why:
    board = played.after.board
    if played.after.phase.replay and len(found.line) > 1:
        following = play(played.after, found.line[1])
        if following.won and isinstance(found.line[1], Tilt):
            beaten = opposing(following.after.board, found.line[1].target, Meeting.WON)
            return Why("why-replay", {"squares": _names(beaten)})
    danger = _best_tilt(position.board, mover.other)
    left = _best_tilt(board, mover.other)
    if left < danger:
        moved = isinstance(found.move, Tilt) and _in_danger(position.board, found.move.source, mover)
        return Why("why-escapes", {"count": danger - left}) if moved else Why("why-guards")
    threatened = _threatened(board, found.move, mover)
    if threatened:
        return Why("why-threatens", {"squares": _names(threatened)})
    gained = found.score - POINT * (position.score[mover] - position.score[mover.other])
    if gained >= POINT // 2:
        return Why("why-ahead", {"points": f"{gained / POINT:.1f}"})
    return Why("why-must-tilt") if isinstance(found.move, Rotate) else Why("why-quiet")


def _names(squares: list[Square]) -> str:
    return ", ".join(map(name_of, squares))


def _best_tilt(board: bytes, colour: Colour) -> int:
    """The most conflicts that one tilt of that side would win."""
    return max(
        (
            meetings(tilted(board, square, target), target).won
            for square in squares_of(board, colour)
            for target in NEIGHBOURS[square]
            if not board[target]
        ),
        default=0,
    )


def _beatable(board: bytes, square: Square) -> list[Square]:
    """What one tilt of the cube there could beat."""
    found: set[Square] = set()
    for target in NEIGHBOURS[square]:
        if not board[target]:
            found.update(opposing(tilted(board, square, target), target, Meeting.WON))
    return sorted(found)


def _exposed(board: bytes, side: Colour) -> set[Square]:
    """That side's cubes which one tilt of the other side could beat."""
    return {beaten for square in squares_of(board, side.other) for beaten in _beatable(board, square)}


def _in_danger(board: bytes, square: Square, mover: Colour) -> bool:
    return any(square in _beatable(board, other) for other in squares_of(board, mover.other))


def _threatened(board: bytes, move: object, mover: Colour) -> list[Square]:
    match move:
        case Tilt(_, target):
            return _beatable(board, target)
        case Rotate(squares):
            return sorted({beaten for square in squares for beaten in _beatable(board, square)})
        case _:
            return []
