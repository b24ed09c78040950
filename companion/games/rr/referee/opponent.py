"""Levels: what they are asked, what they say, and that nothing else is carried out for them.

The referee does not search. It tells for which position a level has to choose, and is handed its move.
"""

from companion.games.asking import Announce, Asked
from companion.games.decisions import DecisionError
from companion.games.rr.referee.course import Course
from companion.games.rr.referee.events import Moved, Opponent
from companion.games.rr.referee.explaining import Explained
from companion.games.rr.referee.look import Cells
from companion.games.rr.referee.phrases import phrase
from companion.games.rr.rules.moves import Move, Pick
from companion.games.rr.rules.play import play
from companion.games.rr.rules.position import Position
from companion.games.rr.rules.written.notation import annotated, bare, play_text
from companion.games.rr.rules.written.position_text import position_text


def asked(course: Course, look: Cells | None) -> Asked[Position] | None:
    """None while no level is on turn, it has said its move, or the board still has to follow the game."""
    by = course.position.turn
    level = course.game.levels.get(by.letter)
    if level is None or course.start is None or course.opponent is not None or course.ended is not None:
        return None
    busy = course.violation or course.placed or course.undone
    if busy or look is None or not course.standing.fits(look):
        return None
    return Asked(by.letter, level, course.position, len(course.steps), course.game.seed)


def announced(
    course: Course, decision: Announce[Position, Move], look: Cells | None, t: float
) -> Opponent | Moved:
    """Raises `DecisionError` where the game has gone on since the level was asked."""
    if asked(course, look) != decision.asked:
        raise DecisionError(phrase("went-on"))
    played = play(course.position, decision.move)
    text, by = bare(decision.move), decision.asked.by
    if isinstance(decision.move, Pick):
        return Moved(t=t, move=text, by=by, position=position_text(played.after))
    why = phrase("level-plays", level=decision.asked.level.capitalize(), move=annotated(played))
    return Opponent(
        t=t,
        by=by,
        level=decision.asked.level,
        move=text,
        text=str(why),
        code=why.code,
        values=dict(why.values),
    )


def only(course: Course, found: Explained) -> Explained:
    """Of what is seen, what a level has said; of people's turns all."""
    if course.game.levels.get(course.position.turn.letter) is None:
        return found
    if course.opponent is None:
        return Explained((), ())
    wanted = play_text(course.position, course.opponent).after
    done = tuple(way for way in found.done if way.done.position == wanted)
    return Explained(done, tuple(way for way in found.begun if way.text == course.opponent))
