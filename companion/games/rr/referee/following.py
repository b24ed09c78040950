"""What a look that lasts does to the game: a move, a part of one, a question, a reminder, a violation."""

from collections.abc import Iterator

from companion.games.events import Event, Uncertain
from companion.games.rr.referee.course import Course
from companion.games.rr.referee.events import Corrected, Moved, Placed, Reminder, Restored, Violation
from companion.games.rr.referee.explaining import (
    Explained,
    Way,
    explained,
    has_effect_to_use,
    missing,
    ways,
)
from companion.games.rr.referee.judging import Finding, finding, way_back
from companion.games.rr.referee.look import DOWN, Cells, Standing, leaving_after
from companion.games.rr.referee.opponent import only
from companion.games.rr.referee.phrases import phrase
from companion.games.rr.referee.rows import Beside, leaving_no_trace
from companion.games.rr.rules.board import name_of, square_named
from companion.games.rr.rules.ending import ending
from companion.games.rr.rules.moves import Place
from companion.games.rr.rules.play import after
from companion.games.rr.rules.position import Position
from companion.games.rr.rules.tiles import FACES
from companion.games.rr.rules.written.notation import bare, play_text
from companion.games.rr.rules.written.position_text import position_text
from companion.games.settling import Patience, Settling


def followed(course: Course, look: Cells, settling: Settling, beside: Beside, t: float) -> Iterator[Event]:
    """Each event is to be applied before the next is asked for."""
    if not settling.lasts(Patience.MOVE, t):
        return
    standing = course.standing
    again = _destroyed_itself(course, standing, look)
    if again is not None:
        yield _moved(course, again.text, t)
        return
    if standing.fits(look):
        beside.agrees(t)
        yield from _as_it_was(course, standing, look, settling, t)
        return
    found = only(course, explained(standing.position, look, course.placed))
    if course.undone is not None:
        found = _otherwise(found, course.undone)
    if found.done or found.begun:
        yield from _explained(course, found, look, settling, beside, t)
        return
    if course.placed is not None and course.opponent is None:
        played = play_text(standing.position, course.placed)
        found = explained(played.after, look)
        if found.done or found.begun:
            yield _moved(course, _unseen(course, look, beside, t), t)
            found = only(course, found)
            yield from _explained(course, found, look, settling, beside, t)
            return
    if (itself := _banished_itself(course, standing, look, beside, t)) is not None:
        yield _moved(course, itself.text, t)
        found = only(course, explained(course.position, look))
        yield from _explained(course, found, look, settling, beside, t)
        return
    if course.steps and not course.placed and course.undone is None:
        revised = list(_revised(course, look, t))
        if revised:
            yield revised[0]
            found = explained(course.position, look)
            if found.done or found.begun:
                yield from _explained(course, found, look, settling, beside, t)
            return
    if settling.lasts(Patience.WRONG, t):
        yield from _violated(course, standing, look, t)


def _unseen(course: Course, look: Cells, beside: Beside, t: float) -> str:
    """The next tile lies there: what the one before has done is what the rows show, or nothing."""
    assert course.placed is not None
    position = course.position
    possible = leaving_no_trace(ways(position), course.placed, look)
    fitting = beside.fitting(possible, position, look, t)
    return fitting[0].text if len(fitting) == 1 else course.placed


def _banished_itself(course: Course, standing: Standing, look: Cells, beside: Beside, t: float) -> Way | None:
    """After a tile was placed the board looked as before the turn, and whoever is next has placed one now
    (FORMATS-RR F5). A tile that lies in its row was taken up."""
    if course.gone is None or course.opponent is not None:
        return None
    if beside.awaited(t) or beside.lies(course.gone[:2], t):
        return None
    for way in ways(standing.position):
        if way.text.startswith(course.gone) and way.done.fits(standing.look):
            found = explained(way.done.position, look)
            if found.done or found.begun:
                return way
    return None


def _destroyed_itself(course: Course, standing: Standing, look: Cells) -> Way | None:
    """The tile that was placed lies face down now, where a destroyed one had just been taken away: the board
    looks as before the turn, but it was seen to change."""
    if course.placed is None or not standing.leaving:
        return None
    square = square_named(course.placed[-2:])
    if square not in standing.leaving or look[square] != DOWN:
        return None
    done = only(course, explained(standing.position, look)).done
    return next((way for way in done if way.text.startswith(course.placed)), None)


def _as_it_was(
    course: Course, standing: Standing, look: Cells, settling: Settling, t: float
) -> Iterator[Event]:
    """Nothing is placed; or it is not any more."""
    if course.violation is not None or course.undone is not None or course.placed is not None:
        yield Restored(t=t, position=position_text(standing.position))
    staying = tuple(name_of(at) for at in sorted(standing.leaving) if look[at] == DOWN)
    reminded = isinstance(course.last, Reminder)
    if staying and not reminded and settling.lasts(Patience.LEFT, t):
        yield Reminder(t=t, by=standing.position.turn.letter, squares=staying)


def _otherwise(found: Explained, undone: str) -> Explained:
    """What was taken back does not count again while it still lies there."""
    done = tuple(way for way in found.done if way.move.deed is not None and way.text != undone)
    return Explained(done, ())


def _explained(
    course: Course, found: Explained, look: Cells, settling: Settling, beside: Beside, t: float
) -> Iterator[Event]:
    position = course.position
    found = Explained(beside.fitting(found.done, position, look, t), found.begun)
    if not found.done and not found.begun:
        return
    if not found.done:
        way = min(found.begun, key=lambda each: len(missing(each, look)))
        yield from _placed(course, way, tuple(map(name_of, missing(way, look))), t)
    elif len(found.done) > 1:
        if not beside.awaited(t) or settling.lasts(Patience.HALFWAY, t):
            yield from _asked(course, found, t)
        elif found.bare is not None:
            yield from _placed(course, found.bare, (), t)
    else:
        (way,) = found.done
        said = course.opponent is not None
        if said or way.move.deed is not None or not has_effect_to_use(position, way.move):
            yield _moved(course, way.text, t)
            return
        yield from _placed(course, way, (), t)
        # Nobody places a tile after the last one: then time decides that nothing more is done.
        if ending(way.done.position) is not None and settling.lasts(Patience.HALFWAY, t):
            yield _moved(course, way.text, t)


def _placed(course: Course, way: Way, todo: tuple[str, ...], t: float) -> Iterator[Event]:
    text = bare(Place(way.move.tile, way.move.square))
    last = course.last
    if course.placed != text or (isinstance(last, Placed) and last.todo != todo):
        yield Placed(t=t, by=course.position.turn.letter, move=text, todo=todo)


def _asked(course: Course, found: Explained, t: float) -> Iterator[Event]:
    """What leaves no trace on the board (FORMATS-RR F5)."""
    first = found.bare or found.done[0]
    options = tuple(way.text for way in sorted(found.done, key=lambda way: (way is not first, way.text)))
    if course.question is not None and course.question.options == options:
        return
    if found.bare is not None:
        yield from _placed(course, found.bare, (), t)
    name, square = FACES[first.move.tile].name, name_of(first.move.square)
    why = phrase("was-it-used" if found.bare else "where-did-it-go", tile=name, square=square)
    yield Uncertain(t=t, question=str(why), options=options, code=why.code, values=dict(why.values))


def _revised(course: Course, look: Cells, t: float) -> Iterator[Event]:
    """The last move was carried out otherwise in the end, or was taken back."""
    last = course.steps[-1]
    found = explained(last.before, look)
    earlier = course.steps[-2].before if len(course.steps) > 1 else None
    if any(way.text != last.move for way in found.done):
        yield Corrected(t=t, reason="otherwise", position=position_text(last.before))
    elif _standing(earlier, last.before).fits(look):
        yield Corrected(t=t, reason="takeback", position=position_text(last.before))


def _standing(before: Position | None, position: Position) -> Standing:
    return Standing(position, frozenset() if before is None else leaving_after(before, position))


def _violated(course: Course, standing: Standing, look: Cells, t: float) -> Iterator[Event]:
    if course.undone is not None:
        # What was taken back has to be put back; the page shows where.
        return
    wrong = _by_a_level(course, standing) or finding(standing, look)
    if course.violation is not None and course.violation.text == str(wrong.why):
        return
    if course.violation is not None and _fewer(course.violation, wrong.wanted, look):
        return
    yield Violation(
        t=t,
        rule=wrong.rule,
        text=str(wrong.why),
        restore=way_back(wrong.wanted, look),
        code=wrong.why.code,
        values=dict(wrong.why.values),
    )


def _by_a_level(course: Course, standing: Standing) -> Finding | None:
    """Whoever is on turn does nothing that was not said (R3.1)."""
    level = course.game.levels.get(standing.position.turn.letter)
    if level is None or course.ended is not None:
        return None
    if course.opponent is None:
        return Finding("R3.1", phrase("level-first", level=level.capitalize()), standing.look)
    why = phrase("level-otherwise", level=level.capitalize(), move=course.opponent)
    return Finding("R3.1", why, standing.look)


def _fewer(said: Violation, wanted: Cells, look: Cells) -> bool:
    """It is being put right, one square at a time: nothing new has to be said."""
    return len(way_back(wanted, look)) < len(said.restore)


def _moved(course: Course, text: str, t: float) -> Moved:
    position = course.position
    played = play_text(position, text)
    return Moved(
        t=t, move=text, by=position.turn.letter, position=position_text(after(position, played.move))
    )
