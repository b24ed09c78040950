"""What people decide (FORMATS 7), carried out on the course of a game."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.asking import Announce
from companion.games.himiki.referee.decisions import (
    Accept,
    Answer,
    Claim,
    Decision,
    DecisionError,
    EndTurn,
    Pause,
    Resign,
    Roll,
    SayMove,
    Seen,
    SetPosition,
    TakeBack,
    TimeLeft,
    Unclaim,
    Undo,
    Unsaid,
)
from companion.games.himiki.referee.events import Corrected, Over, Uncertain
from companion.games.himiki.referee.game import opponent
from companion.games.himiki.referee.game.course import Course
from companion.games.himiki.referee.game.following import flag_falls, go_on, rolled, side_told
from companion.games.himiki.referee.game.telling import asked_moves, line_of
from companion.games.himiki.referee.judgement.explain import Explanation, outcomes, silent_choice
from companion.games.himiki.referee.judgement.guidance import changes, cube_text
from companion.games.himiki.referee.ledger import dice, read_position
from companion.games.himiki.referee.look.belief import Ply, any_world, steps_in, worlds
from companion.games.himiki.referee.look.doubting import Testimony, seemed
from companion.games.himiki.referee.look.reading import SquareCodes, as_board, read, topped, wrong_squares
from companion.games.himiki.referee.phrases import (
    BOARD_RIGHT,
    SOMETHING_ELSE,
    WORDS,
    phrase,
    stands_text,
)
from companion.games.himiki.rules.board import SQUARES, Square, name_of, square_named
from companion.games.himiki.rules.cubes import (
    HIDDEN,
    Colour,
    Cube,
    Element,
    colour_of,
    element_lettered,
    faces_of,
    has_hidden,
    top_of,
)
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.moves import DECLINE, PASS, STOP, Conjure, Move, Pass, Place, Stop, Tilt
from companion.games.himiki.rules.options import played_colour
from companion.games.himiki.rules.play import claimed, play, unclaimed
from companion.games.himiki.rules.position import FRESH, Position
from companion.games.himiki.rules.refusal import refusal
from companion.games.himiki.rules.tiles import UseDue
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.rules.written.notation import check_prefix, parse_move
from companion.games.himiki.rules.written.position_text import parse_position, position_text
from companion.games.quoting import quoted
from vision.frames import Seconds


def decide(course: Course, decision: Decision, t: Seconds) -> None:
    """Raises `DecisionError` or `RulesError`, and then has changed nothing."""
    if isinstance(decision, Seen):
        _believe(course, decision, t)
        return
    if course.game.free:
        raise DecisionError(phrase("nothing-refereed"))
    if isinstance(decision, SetPosition):
        if course.game.shared is not None:
            raise DecisionError(phrase("friend-both"))
        _set_position(course, decision.position, t)
        return
    if not course.started:
        if isinstance(decision, Accept):
            _start_as_it_stands(course, t)
            return
        if isinstance(decision, Answer) and course.question is not None:
            _answer(course, decision.option, t)
            return
        raise DecisionError(phrase("not-begun"))
    if course.game.shared is not None:
        _require_both(course, decision)
    match decision:
        case Undo() if course.truths.last_of(len(course.ledger.entries)):
            course.withdraw(t)
        case Undo():
            _take_back(course, course.ledger.undone_by_undo, "undo", t)
        case TakeBack():
            _take_back(course, course.ledger.undone_by_takeback, "takeback", t)
        case Accept():
            _accept(course, t)
        case EndTurn():
            _require_going_on(course)
            _end_turn(course, t)
        case SayMove(move):
            _require_going_on(course)
            _say_move(course, move, t)
        case Claim(side):
            _require_going_on(course)
            course.correct("claim", claimed(course.position, side), t, side=side.letter)
            go_on(course, t)
        case Unclaim(side):
            _unclaim(course, side, t)
        case Roll(black, white):
            if not course.ledger.awaits_roll:
                raise DecisionError(phrase("no-roll-awaited"))
            rolled(course, (black, white), t)
        case Answer(option):
            _answer(course, option, t)
        case Resign(side):
            _require_going_on(course)
            _resign(course, side, t)
        case Pause():
            _require_going_on(course)
            if course.clock is None:
                raise DecisionError(phrase("no-clock"))
            course.pause(t)
        case Announce():
            opponent.announce(course, decision, t)
        case Unsaid():
            opponent.withdraw(course, t)
        case TimeLeft(side, seconds):
            course.told_time(side, seconds, t)
            flag_falls(course, t)


def _require_both(course: Course, decision: Decision) -> None:
    """What the other table would not know of: a move is told there, whatever else changes the game is not."""
    match decision:
        case Accept() | Claim() | Unclaim() | Pause():
            raise DecisionError(phrase("friend-both"))
        case Answer(option) if option == BOARD_RIGHT:
            raise DecisionError(phrase("friend-both"))
        case Undo() | TakeBack() if course.ledger.ended is not None and not course.position.over:
            raise DecisionError(phrase("friend-over"))


def _require_going_on(course: Course) -> None:
    if course.over:
        raise DecisionError(phrase("over-already"))


def _take_back(course: Course, count: int, reason: str, t: Seconds) -> None:
    if not count:
        raise DecisionError(phrase("nothing-to-take-back"))
    course.take_back(count, reason, t)
    go_on(course, t)


def _set_position(course: Course, text: str, t: Seconds) -> None:
    position = parse_position(text, course.game.variant)
    if not course.started:
        course.begin(position, t)
        course.board.wait_for(position.board)
        go_on(course, t)
        return
    course.correct("position", read_position(text, course.game.variant), t)
    go_on(course, t)


# The board is right


def _seen(course: Course) -> SquareCodes:
    if course.board.look is None:
        raise DecisionError(phrase("board-unseen"))
    return course.reading(course.board.look)


def _start_as_it_stands(course: Course, t: Seconds) -> None:
    start = course.game.start
    if start is None:
        raise DecisionError(phrase("set-up-not-begun"))
    reading = _seen(course)
    position = start._replace(board=as_board(reading))
    if not any(position.board):
        raise DecisionError(phrase("no-cube-at-all"))
    _check(course, start, position)
    course.begin(position, t)
    course.agreed()
    go_on(course, t)


def _check(course: Course, before: Position, position: Position) -> None:
    """Refuses what can be no position, with all its faults: a side without any cube would only pass."""
    parse_position(position_text(position), course.game.variant)
    if course.game.variant.mode is Mode.MINDLOCK:
        return
    for colour in Colour:
        if _has_cubes(before, colour) and not _has_cubes(position, colour):
            raise DecisionError(phrase(f"side-gone-{colour.name.lower()}"))


def _has_cubes(position: Position, colour: Colour) -> bool:
    return any(colour_of(Cube(cube)) is colour for cube in position.board if cube)


def _accept(course: Course, t: Seconds) -> None:
    position = course.position
    reading = _seen(course)
    found = changes(position.board, reading)
    if not found:
        raise DecisionError(phrase("already-so"))
    board = as_board(reading)
    after = position._replace(board=board)
    if position.phase.setup:
        order = course.game.variant.placing_order
        if len(board) - board.count(0) != len(order):
            raise DecisionError(phrase("set-up-unfinished"))
        after = after._replace(seat=course.game.variant.first, phase=FRESH)
    elif not course.over:
        after = _turn_after(position, after, found.moved, (*found.turned, *found.reset))
    _check(course, position, after)
    course.correct("accept", after, t)
    go_on(course, t)


def _turn_after(
    before: Position,
    after: Position,
    moved: tuple[tuple[Square, Square], ...],
    changed: tuple[Square, ...],
) -> Position:
    """A change to nothing but the cubes of the player on turn was that player's turn."""
    squares = [source for source, _ in moved] + list(changed)
    own = played_colour(before)
    by_turn = all(colour_of(Cube(before.board[square])) is own for square in squares)
    if squares and by_turn and before.variant.mode is not Mode.MINDLOCK:
        chaos = replace(after.chaos, due=()) if after.chaos.due else after.chaos
        return after._replace(seat=before.seat.next, phase=FRESH, chaos=chaos)
    standing = tuple(ban for ban in after.phase.bans if after.board[ban[0]])
    return after._replace(phase=after.phase._replace(bans=standing))


# Moves that are said


def _end_turn(course: Course, t: Seconds) -> None:
    position = course.position
    due = position.chaos.due
    if due and isinstance(due[0], UseDue):
        _carry_out(course, DECLINE, t)
    elif position.phase.replay or due:
        _carry_out(course, STOP, t)
    else:
        _carry_out(course, PASS if _may_pass(position) else STOP, t)


def _may_pass(position: Position) -> bool:
    return refusal(any_world(position), PASS) is None


def _carry_out(course: Course, move: Move, t: Seconds) -> None:
    position = course.position
    if opponent.says_beforehand(course) and opponent.announced_move(course) != move:
        if position.seat is course.game.variant.muk_yan:
            raise DecisionError(phrase("muk-yans-turn"))
        raise DecisionError(phrase("levels-turn"))
    _require_sides(position, move)
    steps = _steps(position, move)
    _require_put_back(course, steps)
    course.played(Explanation(steps), t, said=True)
    go_on(course, t)


def _require_put_back(course: Course, steps: tuple[Ply, ...]) -> None:
    """While a violation stands, only a move that was meant by it: whatever it does not touch must agree."""
    look = course.board.look
    if course.violation is None or look is None:
        return
    before, after = steps[0].before.board, steps[-1].after.board
    touched = {square for square in SQUARES if before[square] != after[square]}
    reading = read(look, after, course.board.headings_along(steps))
    if not touched.issuperset(wrong_squares(reading, after)):
        raise DecisionError(phrase("put-back-first"))


def _steps(position: Position, move: Move) -> tuple[Ply, ...]:
    """The move, after the choices that are made by saying it: to use a tile is to keep the Yokai."""
    about = [move.square] if isinstance(move, Conjure) else []
    first: RulesError | None = None
    for world in worlds(position, about):
        moves: tuple[Move, ...] = ()
        reached: Position | None = world.position
        while reached is not None:
            fault = refusal(reached, move)
            steps = None if fault is not None else steps_in(world, (*moves, move), position)
            if steps is not None:
                return steps
            first = first or fault
            choice = None if isinstance(move, (Stop, Pass)) else silent_choice(reached)
            moves = moves if choice is None else (*moves, choice)
            reached = None if choice is None else play(reached, choice).after
    raise first or DecisionError(phrase("sides-decide"))


def _require_sides(position: Position, move: Move) -> None:
    """A cube with hidden sides has to be seen tilting: what it then shows is what matters."""
    if isinstance(move, Tilt) and has_hidden(position.board[move.source]):
        square = name_of(move.source)
        raise DecisionError(phrase("sides-unknown", square=square))


def _say_move(course: Course, text: str, t: Seconds) -> None:
    written = parse_move(text)
    position = course.position
    move = written.move
    if isinstance(move, Place):
        world = any_world(position)
        if (fault := refusal(world, move)) is not None:
            raise fault
        after = play(world, move).after
        board = bytearray(position.board)
        board[move.square] = move.cube
        by = position.seat.value
        text = f"{cube_text(move.cube)}@{name_of(move.square)}"
        if course.place(text, by, after._replace(board=bytes(board)), t):
            go_on(course, t)
        return
    check_prefix(written, position)
    _carry_out(course, move, t)


# What people see


def _believe(course: Course, said: Seen, t: Seconds) -> None:
    """It is judged with the next look, or at once where nothing moves (`Referee.decide`)."""
    board, asked = said.board, course.question
    if asked is not None and asked.code == "which-side":
        for square in said.squares:
            side = faces_of(Cube(board[square]))[1] if board[square] else HIDDEN
            if name_of(square) in asked.squares and side != HIDDEN:
                _answer(course, WORDS[element_lettered(side)], t)
                return
    _tell(course, {square: board[square] for square in said.squares})


def _tell(course: Course, cubes: Mapping[Square, int]) -> None:
    if course.sight is None:
        raise DecisionError(phrase("squares-unseen"))
    look, doubts = course.sight
    entries = len(course.ledger.entries)
    truths = [
        Testimony(square, _shown(course, square, cube), seemed(square, look, doubts), entries)
        for square, cube in cubes.items()
    ]
    course.truths.tell(truths)
    asked = course.question
    if asked is not None and asked.code == "what-stands" and set(asked.squares) <= set(map(name_of, cubes)):
        course.let_go()


def _shown(course: Course, square: Square, cube: int) -> int:
    """The cube with a top: where nobody said which, the one of the game or what the eye takes it for."""
    if not cube or top_of(Cube(cube)) is not None:
        return cube
    colour = colour_of(Cube(cube))
    if course.started and (due := course.position.board[square]) and colour_of(Cube(due)) is colour:
        return due
    seen = None if course.sight is None else course.sight[0].get(square)
    if seen is not None and seen.colour is colour:
        return topped(colour, seen.top)
    raise DecisionError(phrase("top-unsaid", square=name_of(square)))


# Claims, answers, giving up


def _unclaim(course: Course, side: Colour, t: Seconds) -> None:
    entries = course.ledger.entries
    last = entries[-1] if entries else None
    event = None if last is None else last.event
    if (
        last is not None
        and isinstance(event, Corrected)
        and event.reason == "claim"
        and event.side == side.letter
    ):
        after = last.before
    else:
        claims = [each.event for each in entries if isinstance(each.event, Corrected)]
        balance = sum(
            (each.reason == "claim") - (each.reason == "unclaim")
            for each in claims
            if each.side == side.letter
        )
        if balance < 1:
            raise DecisionError(phrase("nothing-claimed", colour=side.name.lower()))
        after = unclaimed(course.position, side)
    course.correct("unclaim", after, t, side=side.letter)
    go_on(course, t)


def _answer(course: Course, option: str, t: Seconds) -> None:
    question = course.question
    if question is None:
        raise DecisionError(phrase("no-question"))
    if option not in question.options:
        options = ", ".join(question.options)
        raise DecisionError(phrase("no-such-answer", option=quoted(option), options=options))
    match question.code:
        case "which-side":
            square = square_named(str(question.values["square"]))
            assert square is not None  # the question was made of one
            side_told(course, square, option, dice(str(question.values["roll"])), t)
        case "what-stands":
            _answer_stands(course, question, option)
        case "board-or-record" if option == BOARD_RIGHT:
            (_accept if course.started else _start_as_it_stands)(course, t)
        case "board-or-record":
            course.record_is_right(t)
        case _:
            _choose(course, option, t)


def _answer_stands(course: Course, asked: Uncertain, option: str) -> None:
    square = square_named(asked.squares[0])
    assert square is not None  # the question was made of one
    if option == SOMETHING_ELSE:
        course.let_go()
        return
    cubes = {stands_text(colour, top): topped(colour, top) for colour in Colour for top in Element}
    _tell(course, {square: cubes.get(option, 0)})


def _choose(course: Course, option: str, t: Seconds) -> None:
    """The game may have gone on since the question: what was played after it may be open in its turn."""
    ways = [each.explanation for each in course.branches]
    fitting = [way for way in ways if (line_of(way) + " ").startswith(option + " ")]
    different = tuple(outcomes(fitting))
    if len(different) == 1:
        course.played(different[0], t)
        go_on(course, t)
    else:
        course.ask(*asked_moves(different), t)
        course.branch_into(different)


def _resign(course: Course, side: Colour, t: Seconds) -> None:
    position = course.position
    alone = course.game.variant.mode is Mode.MINDLOCK
    course.correct("resign", position, t, side=side.letter)
    winner = None if alone else side.other.letter
    course.end(Over(t=t, winner=winner, score=position.score, reason="resigned"), t)
