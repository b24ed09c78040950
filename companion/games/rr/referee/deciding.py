"""What people decide: said moves, answers, taking back, and which of board and record is right."""

from collections.abc import Iterator

from companion.games.asking import Announce
from companion.games.decisions import (
    Accept,
    Answer,
    DecisionError,
    EndTurn,
    SayMove,
    SetPosition,
    TakeBack,
    Undo,
)
from companion.games.events import Event
from companion.games.rr.referee.course import Course, over_event
from companion.games.rr.referee.decisions import Resign
from companion.games.rr.referee.events import Corrected, Moved, Over
from companion.games.rr.referee.look import DOWN, FREE, UNPLAIN, Cells
from companion.games.rr.referee.opponent import announced
from companion.games.rr.referee.phrases import phrase
from companion.games.rr.rules.board import Player, Square, player_lettered
from companion.games.rr.rules.position import Lying, Position, State, Zone, named_in
from companion.games.rr.rules.tiles import TOWER, Tile
from companion.games.rr.rules.written.notation import bare, play_text
from companion.games.rr.rules.written.position_text import faults_of, parse_position, position_text
from companion.games.rr.rules.written.record import resigned
from companion.games.rule_errors import PositionError


def decided(course: Course, decision: object, look: Cells | None, t: float) -> Iterator[Event]:
    """Raises `Refused`, having changed nothing."""
    match decision:
        case SetPosition(text):
            return iter((Corrected(t=t, reason="position", position=position_text(parse_position(text))),))
        case _ if course.start is None:
            raise DecisionError(phrase("not-begun"))
        case Undo() | TakeBack():
            return iter((_taken_back(course, decision, t),))
        case Accept():
            return iter((Corrected(t=t, reason="accept", position=position_text(_accepted(course, look))),))
        case SayMove(move):
            return iter((_said(course, move, t),))
        case EndTurn():
            if course.placed is None:
                raise DecisionError(phrase("nothing-placed-yet"))
            return iter((_said(course, course.opponent or course.placed, t),))
        case Announce():
            return iter((announced(course, decision, look, t),))
        case Resign(side):
            return iter((_resigned(course, player_lettered(side), t),))
        case Answer(option):
            return iter((_answered(course, option, t),))
        case _:
            raise DecisionError(phrase("makes-no-sense"))


def _resigned(course: Course, loser: Player, t: float) -> Over:
    if course.ended is not None:
        raise DecisionError(phrase("over-already"))
    return over_event(course, resigned(course.position, loser), t)


def _taken_back(course: Course, decision: Undo | TakeBack, t: float) -> Corrected:
    if course.resigned is not None:
        return Corrected(t=t, reason="undo", position=position_text(course.position))
    if not course.steps:
        raise DecisionError(phrase("nothing-to-take-back"))
    return Corrected(t=t, reason="undo", position=position_text(course.steps[-1].before))


def _said(course: Course, move: str, t: float) -> Moved:
    if course.ended is not None:
        raise DecisionError(phrase("over-already"))
    position = course.position
    played = play_text(position, move)
    return Moved(t=t, move=bare(played.move), by=position.turn.letter, position=position_text(played.after))


def _answered(course: Course, option: str, t: float) -> Moved:
    question = course.question
    if question is None or option not in question.options:
        options = ", ".join(question.options) if question else "-"
        raise DecisionError(phrase("no-such-answer", option=option[:40], options=options))
    return _said(course, f"+{option}" if course.position.state is State.DRAFT else option, t)


def _accepted(course: Course, look: Cells | None) -> Position:
    """The board as it lies there; of what is beside it as much as fits (the record keeps the rest)."""
    if look is None or UNPLAIN in look:
        raise DecisionError(phrase("not-seen"))
    known = course.position
    board: list[Lying | None] = []
    for at, cell in enumerate(look):
        before = known.board[at]
        if cell == FREE:
            board.append(None)
        elif cell == DOWN:
            # Which tile it is nobody sees: the one that lay there, destroyed by who is not on turn.
            if before is None:
                raise DecisionError(phrase("not-seen"))
            board.append(before._replace(player=known.turn.other, down=True))
        else:
            tile, player = Tile(cell[:2]), player_lettered(cell[2:])
            board.append(_lying(known, Square(at), tile, player))
    position = _without_the_rest(known, tuple(board))
    if faults := tuple(faults_of(position)):
        raise DecisionError(phrase("not-a-position", faults=str(PositionError(faults))))
    return position


def _lying(known: Position, at: Square, tile: Tile, player: Player) -> Lying:
    before = known.board[at]
    if tile != TOWER or before is None:
        return Lying(tile, player)
    return Lying(tile, player, covered=before.covered if before.tile == TOWER else before.tile)


def _without_the_rest(known: Position, board: tuple[Lying | None, ...]) -> Position:
    """What lies on the board now lies nowhere else; what has left it is among the discards."""
    state = State.PLAYING if any(board) else known.state
    bare_board = Position(board, known.turn, (Zone(), Zone()))
    here = set(named_in(bare_board))
    was = {tile for lying in known.board if lying for tile in (lying.tile, lying.covered) if tile}
    zones = tuple(Zone(tuple(t for t in zone.tiles if t not in here), zone.unknown) for zone in known.zones)
    discards = sorted((set(known.discards) | was) - here)
    return Position(
        board,
        known.turn,
        (zones[0], zones[1]),
        tuple(tile for tile in known.neutral if tile not in here),
        tuple(discards),
        state,
    )
