"""The referee: sightings over time and people's decisions go in, events come out. No clock, no I/O."""

from collections.abc import Iterable, Mapping
from typing import Final

from companion.referee import judging, mukyan
from companion.referee.course import Course
from companion.referee.deciding import decide
from companion.referee.decisions import Decision
from companion.referee.events import BoardFound, BoardLost, End, Event, Standing
from companion.referee.findings import (
    Agreed,
    Broken,
    Finding,
    Open,
    Patience,
    Played,
    TakenBack,
    Waits,
)
from companion.referee.folding import folded
from companion.referee.game import Game
from companion.referee.judging import Case, judge
from companion.referee.phrases import BOARD_RIGHT, RECORD_RIGHT, phrase
from companion.referee.reading import Look, Reading, read, wrong_squares
from companion.referee.recording import record_of
from companion.referee.settling import Settling
from companion.referee.setup import adjusted, follow
from companion.referee.showing import shown
from companion.referee.stages import Stage
from companion.referee.status import Status
from companion.referee.telling import asked_moves
from companion.rules.board import Square
from companion.rules.position import EMPTY_BOARD, FRESH, Position, start_position
from companion.rules.position_text import position_text
from companion.rules.record import Record
from vision.frames import Seconds
from vision.sighting import Corners, Sighting

LOST_AFTER: Final = 0.5
"""Seconds without a board after which it is said to be lost."""
_AT_ONCE: Final = 1.6
"""Seconds after a rotation in which another cube turned still belongs to it."""


class Referee:
    """Follows one game. What it says is a function of the game, the sightings and the decisions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._course = Course(game)
        self._settling = Settling()
        self._board = self._clear = False
        self._corners: Corners | None = None
        self._lost_since: Seconds | None = None
        self._lost = False
        self._standing = position_text(Position(game.variant, EMPTY_BOARD, game.variant.first, FRESH))
        self._reading: Reading | None = None
        self._found: tuple[object, Finding] | None = None
        self._moved_at: Seconds | None = None
        self._wrong: Mapping[Square, int] = {}
        """What was wrong, square by square, when a violation was told last."""

    @classmethod
    def resumed(cls, game: Game, events: Iterable[Event]) -> "Referee":
        """Goes on after the events that it said before; the next sighting is compared with them."""
        referee = cls(game)
        folded(referee._course, events)
        return referee

    # In

    def see(self, sighting: Sighting) -> tuple[Event, ...]:
        t = sighting.t
        self._settling.sighted(t)
        self._pass_time(t)
        if sighting.corners is None:
            self._disturbed()
            self._miss_board(t)
        else:
            self._find_board(sighting.corners, t)
            if sighting.clear and not sighting.moving:
                self._look({seen.square: seen for seen in sighting.cubes}, t)
            else:
                self._disturbed()
        return self._course.told()

    def decide(self, decision: Decision, t: Seconds) -> tuple[Event, ...]:
        """Raises `DecisionError` (or `RulesError`) and changes nothing where it makes no sense now."""
        self._pass_time(t)
        decide(self._course, decision, t)
        return self._course.told()

    def tick(self, t: Seconds) -> tuple[Event, ...]:
        """Time passes without a new sighting: for clocks and for what is judged after a while."""
        self._pass_time(t)
        if self._lost_since is not None:
            self._miss_board(t)
        elif self._clear and self._course.look is not None:
            self._judge(self._course.look, t)
        return self._course.told()

    def end(self, t: Seconds) -> tuple[Event, ...]:
        """The source has ended: the `end` event."""
        course = self._course
        if self.game.free:
            event = End(t=t, score=(0, 0), moves=0, position=self._standing)
        elif course.started:
            event = End(t=t, score=course.position.score, moves=course.ledger.moves, position=course.text)
        else:
            event = End(t=t, score=(0, 0), moves=0, position=None)
        course.say(event)
        return course.told()

    # Time and the board

    def _pass_time(self, t: Seconds) -> None:
        self._course.flag_falls(t)

    def _miss_board(self, t: Seconds) -> None:
        self._board = False
        if self._lost_since is None:
            self._lost_since = t
        if not self._lost and t - self._lost_since >= LOST_AFTER - 1e-6:
            self._lost = True
            self._course.stop_clock(t)
            self._course.say(BoardLost(t=t))

    def _find_board(self, corners: Corners, t: Seconds) -> None:
        self._board = True
        self._lost_since = None
        if self._lost:
            self._lost = False
            turned = self._corners is not None and _turned(self._corners, corners)
            self._course.say(BoardFound(t=t, turned=turned))
            self._course.start_clock(t)
        self._corners = corners

    def _disturbed(self) -> None:
        self._clear = False
        self._settling.disturbed()

    # What is seen

    def _look(self, look: Look, t: Seconds) -> None:
        self._clear = True
        self._course.look = look
        self._reading = self._read(look)
        self._settling.looked(self._reading, t)
        self._judge(look, t)

    def _read(self, look: Look) -> Reading:
        course = self._course
        if course.started:
            return course.reading(look)
        start = self.game.start
        return read(look, EMPTY_BOARD if start is None or self.game.free else start.board, {})

    @property
    def stage(self) -> Stage:
        course = self._course
        if self.game.free:
            return Stage.FREE
        if not course.started:
            return Stage.WAITING
        if course.violation is not None:
            return Stage.BROKEN
        if course.question is not None:
            return Stage.ASKED
        if course.over:
            return Stage.OVER
        if course.position.phase.setup:
            return Stage.PLACING
        return Stage.PLAYING if course.lag is None else Stage.CATCHING_UP

    def _judge(self, look: Look, t: Seconds) -> None:
        if self.game.free:
            self._follow_freely(look, t)
        elif not self._course.started:
            self._await_start(look, t)
        elif self._course.position.phase.setup:
            self._follow_set_up(look, t)
        else:
            self._referee(look, t)

    def _follow_freely(self, look: Look, t: Seconds) -> None:
        if not self._settling.lasts(Patience.MOVE, t):
            return
        assert self._reading is not None  # made with every look
        board = bytes(code & 255 for code in self._reading)
        text = position_text(Position(self.game.variant, board, self.game.variant.first, FRESH))
        if text != self._standing:
            self._standing = text
            self._course.say(Standing(t=t, position=text))

    def _await_start(self, look: Look, t: Seconds) -> None:
        if not self._settling.lasts(Patience.MOVE, t):
            return
        start = self.game.start
        assert self._reading is not None  # made with every look
        if start is None:
            self._course.begin(start_position(self.game.variant), t)
            self._follow_set_up(look, t)
        elif not wrong_squares(self._reading, start.board):
            self._course.begin(start, t)
            self._course.agreed()

    def _follow_set_up(self, look: Look, t: Seconds) -> None:
        course = self._course
        reading = course.reading(look)
        if course.lag is not None:
            if reading == course.lag:
                return
            course.lag = None
        followed = follow(course.position, reading)
        if followed.placed:
            sure = all(seen.confidence >= 0.8 for seen in look.values())
            if not self._settling.lasts(Patience.MOVE if sure else Patience.UNUSUAL, t):
                return
            if followed.fault is None and course.violation is not None:
                course.restored(t)
            for each in followed.placed:
                course.place(each.text, each.by.value, each.after, t)
        elif followed.fault is None:
            if course.violation is not None and self._settling.lasts(Patience.MOVE, t):
                course.restored(t)
            course.agreed()
        if followed.fault is not None:
            self._broken(followed.fault, t)

    def _broken(self, fault: Broken, t: Seconds) -> None:
        """Once told, a violation is told again only when more than before is wrong."""
        wrong = self._wrong_now()
        if self._course.violation is not None and wrong.keys() <= self._wrong.keys():
            return
        if self._settling.lasts(Patience.WRONG, t):
            self._wrong = wrong
            self._course.broken(fault, t)

    def _wrong_now(self) -> dict[Square, int]:
        look, board = self._course.look, self._course.position.board
        assert look is not None  # something was seen to be wrong
        reading = self._course.reading(look)
        return {square: reading[square] for square in wrong_squares(reading, board)}

    @property
    def _half_put_back(self) -> bool:
        """One of the cubes of a violation is back and the others lie as they did: a move or half the way."""
        wrong = self._wrong_now()
        return self._course.violation is not None and wrong.items() < self._wrong.items()

    def _referee(self, look: Look, t: Seconds) -> None:
        course = self._course
        reading = course.reading(look)
        finding = self._finding(look, reading, t)
        case = self._case(look, reading, t)
        if isinstance(finding, Agreed) and course.violation is None and not self._asked_about_board:
            course.agreed()
            return
        if isinstance(finding, Waits):
            return
        patience = judging.patience(case, finding)
        if isinstance(finding, Played) and self._half_put_back:
            patience = Patience.HALFWAY
        if not self._settling.lasts(patience, t):
            return
        self._act(finding, reading, t)

    def _act(self, finding: Finding, reading: Reading, t: Seconds) -> None:
        course = self._course
        match finding:
            case Agreed():
                course.restored(t)
                course.agreed()
            case Played(explanation, back):
                if course.violation is not None:
                    course.restored(t)
                if back:
                    course.take_back(back, "takeback", t)
                course.played(explanation, t)
                self._moved_at = t
            case TakenBack(back):
                if course.violation is not None:
                    course.restored(t)
                course.take_back(back, "takeback", t)
                course.after_correction(t)
            case Open(explanations):
                if course.question is None:
                    course.ask(*asked_moves(explanations), t)
            case Broken():
                self._broken_or_asked(finding, reading, t)
            case Waits():
                pass

    def _broken_or_asked(self, fault: Broken, reading: Reading, t: Seconds) -> None:
        course = self._course
        if course.adjustable:
            placed = adjusted(course.position, reading)
            for each in placed:
                course.place(each.text, each.by.value, each.after, t)
            if placed:
                return
        if course.resuming:
            if course.question is None:
                course.ask(phrase("board-or-record"), (BOARD_RIGHT, RECORD_RIGHT), t)
            return
        self._broken(fault, t)

    @property
    def _asked_about_board(self) -> bool:
        question = self._course.question
        return question is not None and question.code != "which-side"

    def _finding(self, look: Look, reading: Reading, t: Seconds) -> Finding:
        key = (self._course.changes, reading, self._course.lag)
        if self._found is None or self._found[0] != key:
            self._found = key, judge(self._case(look, reading, t))
        return self._found[1]

    def _case(self, look: Look, reading: Reading, t: Seconds) -> Case:
        course = self._course
        told = course.muk_yan
        since = self._settling.since
        return Case(
            ledger=course.ledger,
            position=course.position,
            look=look,
            headings=course.headings,
            reading=reading,
            lag=course.lag,
            only=None if told is None else mukyan.to_carry_out(told),
            told=None if told is None else told.text,
            beaten=course.beaten,
            soon=self._moved_at is not None and since is not None and since - self._moved_at <= _AT_ONCE,
            over=course.over,
        )

    # Out

    def status(self, t: Seconds) -> Status:
        reading = None if self._course.look is None else self._read(self._course.look)
        return shown(
            self._course, t, reading=reading, board=self._board, clear=self._clear, free=self._standing
        )

    def record(self) -> Record:
        """The game so far, without what was taken back."""
        return record_of(self._course)


def _turned(before: Corners, now: Corners) -> bool:
    """Whether A1 is nearer to where E6 was than to where it was itself."""

    def apart(one: int, other: int) -> float:
        return sum((a - b) ** 2 for a, b in zip(before[one], now[other], strict=True))

    return apart(2, 0) < apart(0, 0)
