"""Playing a move: the position before it, the move, and the position after it."""

from dataclasses import replace
from typing import NamedTuple, assert_never

from companion.games.himiki.rules.board import NEIGHBOURS, Square
from companion.games.himiki.rules.conflicts import meetings, tally
from companion.games.himiki.rules.cubes import OWNED, SHOWING, TOPS, Colour, Element, oriented
from companion.games.himiki.rules.draft import Draft
from companion.games.himiki.rules.errors import IllegalMove
from companion.games.himiki.rules.legal import decider, require_known
from companion.games.himiki.rules.messages import message
from companion.games.himiki.rules.moves import (
    Conjure,
    Decline,
    KeepYokai,
    Move,
    Pass,
    Place,
    PutTerrain,
    Rotate,
    Slide,
    SpendYokai,
    Stop,
    Swap,
    Tilt,
    UseEvent,
)
from companion.games.himiki.rules.options import rotated, tilted
from companion.games.himiki.rules.position import FRESH, MUST_TILT, OVER, SETUP, Ban, Phase, Position
from companion.games.himiki.rules.refusal import refusal
from companion.games.himiki.rules.tiles import MANA, NO_TILES, ManaDue, Tile, YokaiDue
from companion.games.himiki.rules.variant import WINNING_SCORE, Mode


class Played(NamedTuple):
    """A move with what was before and what came of it."""

    move: Move
    before: Position
    after: Position
    won: int = 0
    """Conflicts won, also past the fifth point; in a challenge, cubes removed (FORMATS 2)."""
    influence: Element | None = None
    """The tile that was taken."""


def play(position: Position, move: Move) -> Played:
    """Plays a move; raises `IllegalMove` where a rule forbids it."""
    if not (type(move) is Tilt and _surely_legal(position, move)):
        require_known(position)
        if fault := refusal(position, move):
            raise fault
    if position.chaos is NO_TILES and position.variant.mode is not Mode.MINDLOCK:
        if type(move) is Tilt:
            return _tilt(position, move)
        if type(move) is Rotate:
            return _rotate(position, move)
    if isinstance(move, Place):
        return Played(move, position, _placed(position, move))
    return by_draft(position, move)


def claimed(position: Position, colour: Colour) -> Position:
    """RULES 4.4: a talking claim is worth a point, and triggers nothing else."""
    _require_claims(position)
    score = list(position.score)
    score[colour] = min(WINNING_SCORE, score[colour] + 1)
    after = position._replace(score=(score[0], score[1]))
    return _ended(after) if score[colour] == WINNING_SCORE else after


def unclaimed(position: Position, colour: Colour) -> Position:
    """Takes a claim back; the point is given up like a tile's (never below 0)."""
    _require_claims(position)
    score = list(position.score)
    score[colour] = max(0, score[colour] - 1)
    return position._replace(score=(score[0], score[1]))


def _require_claims(position: Position) -> None:
    if not position.variant.teams:
        raise IllegalMove("4.4", message("claim-mode"))
    if position.over:
        raise IllegalMove("3.13", message("game-over"))


def _ended(position: Position) -> Position:
    chaos = replace(position.chaos, confused=0, due=())
    return position._replace(phase=OVER, chaos=NO_TILES if chaos == NO_TILES else chaos)


# Plain tilts and rotations: nearly all that search and perft do.


def _surely_legal(position: Position, tilt: Tilt) -> bool:
    """A quick yes for the common case; everything else is for `refusal` to say."""
    variant, board, seat, phase, _, _, chaos = position
    source, target = tilt.source, tilt.target
    return (
        chaos is NO_TILES
        and board.isascii()
        and seat.zone is None
        and OWNED[seat.colour][board[source]] == 1
        and not board[target]
        and target in NEIGHBOURS[source]
        and not (phase.setup or phase.over or (phase.bans and (source, target) in phase.bans))
        and variant.mode is not Mode.MINDLOCK
    )


def _tilt(position: Position, tilt: Tilt) -> Played:
    variant, board, seat, phase, score, influences, chaos = position
    source, target = tilt.source, tilt.target
    after = bytes(tilted(board, source, target))
    won, lost, alike = meetings(after, target)
    top = TOPS[after[target]]
    taken = None
    over = False
    completes = (
        influences[top] is not seat.colour
        and after.translate(SHOWING[top]).count(1) == variant.influence_count
    )
    if won or completes:
        element = Element(top) if completes else None
        score, influences, taken, over = tally(score, influences, seat.colour, won, 0, element)
    if over:
        phase = OVER
    elif alike and not (won or lost):
        phase = Phase(replay=True, bans=_bans_after(phase.bans, source, target))
    else:
        seat, phase = seat.next, FRESH
    return Played(tilt, position, Position(variant, after, seat, phase, score, influences, chaos), won, taken)


def _bans_after(bans: tuple[Ban, ...], source: Square, target: Square) -> tuple[Ban, ...]:
    """RULES 3.7: of each cube, the square that its last tilt of this turn left."""
    if not bans:
        return ((target, source),)
    return tuple(sorted([*(ban for ban in bans if ban[0] != source), (target, source)]))


def _rotate(position: Position, rotation: Rotate) -> Played:
    variant, board, seat, _, score, influences, chaos = position
    after = rotated(board, rotation.squares)
    turned = Position(variant, after, seat.next, MUST_TILT, score, influences, chaos)
    return Played(rotation, position, turned)


def _placed(position: Position, place: Place) -> Position:
    """RULES 3.1, 4.1, 6.1."""
    variant = position.variant
    board = bytearray(position.board)
    board[place.square] = place.cube
    order = variant.placing_order
    count = len(board) - board.count(0)
    if count == len(order):
        return position._replace(board=bytes(board), seat=variant.first, phase=FRESH)
    return position._replace(board=bytes(board), seat=order[count], phase=SETUP)


def by_draft(position: Position, move: Move) -> Played:
    """Plays a legal move other than a placement, step by step."""
    draft = Draft(position)
    due = position.chaos.due[0] if position.chaos.due else None
    mover = position.seat.colour if due is None else decider(position, due)
    if due is not None:
        draft.answered()
    match move:
        case Tilt(source, target):
            draft.tilt(mover, source, target)
        case Rotate(squares):
            for square in squares:
                draft.rotate(square)
            draft.end_with_rotation()
        case Stop() | Pass():
            draft.stop()
        case PutTerrain(tile, square):
            draft.use(mover, tile)
            draft.put(square, tile)
        case Conjure(square, orientation):
            draft.use(mover, Tile.CONJURATION)
            draft.discard(Tile.CONJURATION)
            draft.board[square] = oriented(mover.other, orientation)
        case UseEvent(tile):
            draft.use(mover, tile)
            _use_event(draft, mover, tile)
        case Slide(source, target):
            draft.slide(mover, source, target)
        case Swap(source, other):
            draft.swap(mover, source, other)
        case SpendYokai() | KeepYokai():
            assert isinstance(due, YokaiDue)
            reached = move.target if isinstance(move, SpendYokai) else None
            if reached is not None:
                draft.spend_yokai()
            draft.resolve(mover, due.square, due.other, reached)
        case Decline() | Place():
            pass
        case _:
            assert_never(move)
    return Played(move, position, draft.position(), draft.won, draft.influence)


def _use_event(draft: Draft, mover: Colour, tile: Tile) -> None:
    if tile is Tile.MAJOR_YOKAI:
        draft.arm(mover)
        return
    draft.discard(tile)
    if tile is Tile.CONFUSION:
        draft.confuse()
    else:
        draft.await_first(ManaDue(mover, MANA[tile]))
