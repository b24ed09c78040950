"""The state of a game as pages, lights and voices show it."""

from companion.games.himiki.referee.events import Restore
from companion.games.himiki.referee.game.course import Course
from companion.games.himiki.referee.judgement.guidance import restoring
from companion.games.himiki.referee.look.reading import SquareCodes
from companion.games.himiki.referee.setup.setup import missing_from, waiting
from companion.games.himiki.referee.status import SetUp, Status
from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.position import EMPTY_BOARD, FRESH, Position, start_position
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.rules.written.position_text import position_text
from vision.frames import Seconds


def shown(course: Course, t: Seconds, *, board: bool, clear: bool, free: str) -> Status:
    """`free` is what stands in free play."""
    look = course.board.look
    reading = None if look is None else course.reading(look)
    game = course.game
    variant = game.variant
    position = _position(course)
    influences = position.influences
    ended = course.ledger.ended
    fire, water, wood = (None if holder is None else holder.letter for holder in influences)
    return Status(
        mode=game.mode,
        edition=variant.edition.value,
        position=free if game.free else position_text(position),
        score=position.score,
        turn=position.seat.value,
        influences=(fire, water, wood),
        players=game.names,
        must_tilt=position.phase.must_tilt,
        replay=position.phase.replay and not position.chaos.due,
        violation=course.violation,
        question=course.question,
        board=board,
        clear=clear,
        moves=course.ledger.moves,
        last_event=course.ledger.last_event,
        setup=_setup(course, position, reading),
        to_restore=_first(course, position, reading),
        muk_yan=course.ledger.muk_yan,
        levels=dict(game.levels),
        opponent=course.ledger.opponent,
        thinks=_thinks(course),
        awaits_roll=course.ledger.awaits_roll,
        to_remove=tuple(name_of(s) for s in course.beaten if reading is None or reading[s]),
        challenge=game.challenge,
        par=game.par,
        spent=course.ledger.spent,
        clock=None if course.clock is None else course.clock.left(t),
        clock_runs=_runs(course),
        paused=course.paused,
        over=course.over,
        winner=None if ended is None else ended.winner,
    )


def _position(course: Course) -> Position:
    if course.started:
        return course.position
    game = course.game
    if game.start is not None:
        return game.start
    if game.free or game.variant.mode is Mode.MINDLOCK:
        return Position(game.variant, EMPTY_BOARD, game.variant.first, FRESH)
    return start_position(game.variant)


def _setup(course: Course, position: Position, reading: SquareCodes | None) -> SetUp | None:
    if course.game.free:
        return None
    if not course.started and course.game.start is not None:
        return missing_from(position, reading)
    if position.phase.setup:
        return _as_said(waiting(position, reading), course)
    return waiting(position, reading) if course.off else None


def _as_said(setup: SetUp, course: Course) -> SetUp:
    """What a level places comes first, with its faces."""
    if course.ledger.opponent is None:
        return setup
    cube, _, square = course.ledger.opponent.move.partition("@")
    others = tuple(each for each in setup.missing if each.target != square)
    return SetUp((Restore(None, square, cube), *others), setup.wrong)


def _thinks(course: Course) -> bool:
    if not course.started or course.over or course.ledger.opponent is not None:
        return False
    return course.position.seat in course.game.by_levels


def _first(course: Course, position: Position, reading: SquareCodes | None) -> Restore | None:
    """The one cube to put right first: of a violation, or where the board has to follow the game."""
    if course.game.free or not course.started:
        return None
    told = course.violation
    if told is None and course.board.lag is None:
        return None
    if reading is None:
        return told.restore[0] if told is not None and told.restore else None
    if position.phase.setup:
        steps = [each for each in restoring(position.board, reading) if each.source is not None]
    else:
        steps = list(restoring(position.board, reading))
    return steps[0] if steps else None


def _runs(course: Course) -> str | None:
    clock = course.clock
    return None if clock is None or clock.runs is None else Colour(clock.runs).letter
