"""Who says beforehand what people do for them, Muk Yan and levels: what is due, and what else is refused.

The referee does not search. It tells for which position a level has to choose (`asked`), and is handed
what the level has chosen (`announce`).
"""

from companion.games.asking import Announce, Asked
from companion.games.himiki.agreed import FRIEND
from companion.games.himiki.referee.decisions import DecisionError
from companion.games.himiki.referee.events import Opponent
from companion.games.himiki.referee.game.course import Course
from companion.games.himiki.referee.game.following import go_on
from companion.games.himiki.referee.judgement.explain import Only
from companion.games.himiki.referee.look.belief import any_world, certain_steps
from companion.games.himiki.referee.look.reading import wrong_squares
from companion.games.himiki.referee.phrases import WORDS, Phrase, phrase
from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.cubes import element_lettered, faces_of
from companion.games.himiki.rules.messages import RuleMessage
from companion.games.himiki.rules.moves import Move, Place, Rotate, Stop, Tilt
from companion.games.himiki.rules.muk_yan import MukYanAction
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.refusal import refusal
from companion.games.himiki.rules.written.notation import bare, parse_move
from vision.frames import Seconds


def asked(course: Course) -> Asked[Position] | None:
    """None while no level is on turn, it has said its move, or the board still has to follow the game."""
    found = _open(course)
    return found if found is not None and _calm(course) else None


def _open(course: Course) -> Asked[Position] | None:
    """What a level on turn has not said yet, whatever the board looks like."""
    game = course.game
    if not game.levels or not course.started or course.over or course.ledger.opponent is not None:
        return None
    position = course.position
    by = position.seat.value
    level = game.levels.get(by)
    if level is None:
        return None
    return Asked(by, level, any_world(position), len(course.ledger.entries), game.seed)


def _calm(course: Course) -> bool:
    """Two things to do at once are one too many."""
    board = course.board
    doubts = course.violation or course.question or course.branches
    if doubts or course.resuming or course.board_behind or board.look is None or board.lag is not None:
        return False
    return not wrong_squares(course.reading(board.look), course.position.board)


def announce(course: Course, decision: Announce[Position, Move], t: Seconds) -> None:
    """Raises `DecisionError` where the game has gone on since the level was asked."""
    # Stopping needs no hands: whoever has not waited for it has played in their own turn.
    stops = isinstance(decision.move, Stop) and course.question is None
    if (_open(course) if stops else asked(course)) != decision.asked:
        raise DecisionError(phrase("went-on"))
    position, move = decision.asked.position, decision.move
    fault = refusal(position, move)
    if fault is not None:
        raise fault
    said = _said(decision.asked, move, decision.name or _named(course, decision.asked.by))
    announced = Opponent(
        t=t,
        by=decision.asked.by,
        level=decision.asked.level,
        move=bare(position, move),
        text=str(said),
        code=said.code,
        values=said.values,
    )
    course.say(announced)
    if isinstance(move, Stop):
        course.step(certain_steps(course.position, move)[0], t)
        go_on(course, t)
    else:
        course.start_clock(t)


def withdraw(course: Course, t: Seconds) -> None:
    """Raises `DecisionError` where nothing waits to be carried out."""
    if course.ledger.opponent is None:
        raise DecisionError(phrase("nothing-to-take-back"))
    course.unsay(t)


def _named(course: Course, seat: str) -> str:
    """A level goes by its own name, a friend by hers."""
    level = course.game.levels[seat]
    names = course.game.players
    return (names.get(seat) or names.get(seat[0], "") if level == FRIEND else "") or level.capitalize()


def _said(about: Asked[Position], move: Move, level: str) -> Phrase:
    # A sentence for each colour: in most languages its word changes with the cube's.
    colour = about.position.seat.colour.name.lower()
    match move:
        case Tilt(source, target):
            squares = {"source": name_of(source), "target": name_of(target)}
            return phrase(f"level-tilts-{colour}", level=level, **squares)
        case Rotate(squares):
            return phrase("level-rotates", level=level, squares=", ".join(map(name_of, squares)))
        case Place(cube, square):
            top, side = (WORDS[element_lettered(letter)] for letter in faces_of(cube)[:2])
            return phrase(f"level-places-{colour}", level=level, square=name_of(square), top=top, side=side)
        case Stop():
            return phrase("level-stops", level=level)
        case _:
            raise AssertionError(move)  # whoever has to pass is not asked, and a level holds no tiles


def announced_move(course: Course) -> Move | None:
    """What has to be carried out now."""
    told = course.ledger.muk_yan or course.ledger.opponent
    return None if told is None else parse_move(told.move).move


def says_beforehand(course: Course) -> bool:
    """Whether whoever is on turn does nothing that they have not said."""
    seat = course.position.seat
    return seat is course.game.variant.muk_yan or seat.value in course.game.levels


def only(course: Course) -> Only | None:
    """RULES 6.7: after any other action than 8 Muk Yan stops; a level says what it does in a replay."""
    move, seats = announced_move(course), course.game.by_levels
    if move is None and not seats:
        return None
    told = course.ledger.muk_yan
    return Only(move, stops=told is not None and told.action != MukYanAction.PLAY_AGAIN, seats=seats)


def otherwise(course: Course) -> tuple[str, RuleMessage] | None:
    """The rule and the words for whatever else is done in place of it."""
    if course.ledger.muk_yan is not None:
        told = course.ledger.muk_yan
        return "6.2", phrase("muk-yan-otherwise", told=Phrase(told.code, told.values))
    if course.ledger.opponent is not None:
        said = course.ledger.opponent
        return "3.2", phrase("level-otherwise", told=Phrase(said.code, said.values))
    seat = course.position.seat.value
    if seat not in course.game.levels or course.over:
        return None
    return "3.2", phrase("level-first", level=_named(course, seat))
