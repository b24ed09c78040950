"""What follows by itself once something was played: passes, Muk Yan's dice, the end, whose turn it is."""

from companion.games.himiki.referee.events import Over
from companion.games.himiki.referee.game import mukyan
from companion.games.himiki.referee.game.course import Course
from companion.games.himiki.referee.game.telling import turn_event
from companion.games.himiki.referee.judgement.explain import must_pass
from companion.games.himiki.referee.look.belief import certain_steps
from companion.games.himiki.referee.phrases import phrase
from companion.games.himiki.rules.board import Square, name_of
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.moves import PASS, STOP, Move
from companion.games.himiki.rules.muk_yan import MukYanAction
from companion.games.himiki.rules.variant import Mode
from vision.frames import Seconds


def go_on(course: Course, t: Seconds) -> None:
    # With every cube gone through a gate all would pass for ever: twice round is enough to tell.
    for _ in range(2 * len(course.game.variant.seats)):
        if course.over or _out_of_moves(course) or course.position.phase.setup:
            break
        if course.position.seat is course.game.variant.muk_yan:
            if _muk_yan_waits(course, t):
                return
        elif must_pass(course.position):
            _by_itself(course, PASS, t)
        else:
            break
    course.start_clock(t)
    if course.position.over or _out_of_moves(course):
        course.end(_over(course, t), t)
    elif not course.position.phase.setup:
        course.say(turn_event(t, course.position))


def _by_itself(course: Course, move: Move, t: Seconds) -> None:
    course.step(certain_steps(course.position, move)[0], t)


# Muk Yan


def _muk_yan_waits(course: Course, t: Seconds) -> bool:
    """RULES 6.2, 6.7: he stops after any action but 8, else he rolls; False when that was all."""
    if course.position.phase.replay and course.ledger.muk_yan_stops:
        _by_itself(course, STOP, t)
        return False
    course.say(turn_event(t, course.position))
    if course.game.own_dice:
        return _takes(course, mukyan.rolled(course.game.seed, course.ledger.rolls), t)
    course.start_clock(t)
    return True


def _takes(course: Course, roll: mukyan.RolledFaces, t: Seconds) -> bool:
    """Whether something is left to do on the board, or to say."""
    chosen = mukyan.answer(course.position, roll)
    if isinstance(chosen, mukyan.Depends):
        asked = phrase("which-side", square=name_of(chosen.square), roll=mukyan.roll_text(roll))
        options = mukyan.side_options(course.position, chosen.square)
        course.ask(asked, options, t, squares=(chosen.square,))
        return True
    course.say(mukyan.announced(t, course.position, roll, chosen))
    if chosen.action == MukYanAction.NO_ACTION:
        _by_itself(course, chosen.move, t)
        return False
    course.start_clock(t)
    return True


def rolled(course: Course, roll: mukyan.RolledFaces, t: Seconds) -> None:
    """Dice that were entered."""
    if not _takes(course, roll, t):
        go_on(course, t)


def side_told(course: Course, square: Square, told: str, roll: mukyan.RolledFaces, t: Seconds) -> None:
    """An answer about a hidden side is an entry, so that it lasts; then Muk Yan goes on."""
    course.correct("side", mukyan.with_side(course.position, square, told), t)
    rolled(course, roll, t)


# The end


def _out_of_moves(course: Course) -> bool:
    """RULES 7.1: more moves than PAR."""
    game, par = course.game, course.game.par
    challenge = game.variant.mode is Mode.MINDLOCK and par is not None
    return challenge and not course.position.over and par is not None and course.ledger.spent > par


def _over(course: Course, t: Seconds) -> Over:
    position = course.position
    if position.variant.mode is Mode.MINDLOCK:
        winner, reason = ("w", "solved") if position.over else (None, "failed")
        return Over(t=t, winner=winner, score=position.score, reason=reason)
    winner = None if position.winner is None else position.winner.letter
    return Over(t=t, winner=winner, score=position.score)


def flag_falls(course: Course, t: Seconds) -> None:
    """Time passes; a side that has none left has lost."""
    if course.clock is None:
        return
    course.clock.advance(t)
    fallen = course.clock.fallen
    if fallen is not None and not course.over:
        score = course.position.score
        course.end(Over(t=t, winner=Colour(fallen).other.letter, score=score, reason="time"), t)
