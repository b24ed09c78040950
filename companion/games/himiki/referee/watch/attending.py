"""That nothing stands in the way in silence: what is told after a while, and what is asked."""

from typing import Final

from companion.games.himiki.referee.game.course import Course
from companion.games.himiki.referee.look.doubting import ASKED_AFTER, Doubting
from companion.games.himiki.referee.look.reading import wrong_squares
from companion.games.himiki.referee.look.stands import Stands, as_due, stands_on
from companion.games.himiki.referee.phrases import (
    BOARD_RIGHT,
    RECORD_RIGHT,
    SOMETHING_ELSE,
    phrase,
    stands_text,
)
from companion.games.himiki.referee.watch.inferring import Inferring, Unsettled
from companion.games.himiki.rules.board import Square, name_of
from companion.games.himiki.rules.cubes import Cube
from companion.games.settling import Patience, Settling
from vision.frames import Seconds

SILENT: Final = 9.5
"""Seconds of a still table that is not as the game has it, after which something is said whatever it is."""

_LIKE_THE_START: Final = 2
"""Squares that may differ from a given start for a board to be meant as that start."""
_ONE_MOVE_ON: Final = 4
"""The same where somebody may have played from it already: a move changes two."""


class Attending:
    def __init__(self, course: Course, inferring: Inferring, doubting: Doubting, settling: Settling) -> None:
        self._course = course
        self._inferring = inferring
        self._doubting = doubting
        self._settling = settling
        self._refused_start: frozenset[tuple[Square, Stands]] | None = None
        """A board about which it was asked already whether it is the start."""
        self._changes = 0
        self._looked_at: Seconds | None = None
        self._unsettled = 0.0
        """Seconds of a still table, all together, since something was said, with something open in it."""
        self.silences = 0
        """How often nothing but the watch over silence had anything to say."""

    def attend(self, open_: Unsettled | None, t: Seconds, *, stirred: bool) -> None:
        """`open_` is what nothing settles now; `stirred`: somebody was at the board before the game began."""
        course = self._course
        news = self._doubting.news(t)
        if news is not None:
            course.say(news)
        still = self._doubting.still_for(t)
        waited = max(still, self._unsettled_for(open_, t))
        if course.question is not None or course.over or course.game.free:
            return
        if open_ is not None:
            # To ask twice is better than to say nothing.
            silent = still >= SILENT and t - course.said_at >= SILENT
            if silent or (waited >= ASKED_AFTER and not self._inferring.was_asked(open_.square)):
                self._ask(open_, t)
        elif not course.started:
            self._attend_start(still, t, stirred=stirred)
        elif still >= SILENT and t - course.said_at >= SILENT and self._differs:
            self.silences += 1
            self.ask_which_is_right(t)

    def _unsettled_for(self, open_: Unsettled | None, t: Seconds) -> float:
        """Hands, and leaves, that come and go leave a question as open as it was."""
        still, changes = self._doubting.still, self._course.changes
        if changes != self._changes or (still and open_ is None):
            self._unsettled = 0.0
        elif still and self._looked_at is not None:
            self._unsettled += t - self._looked_at
        self._changes, self._looked_at = changes, t if still else None
        return self._unsettled

    def ask_which_is_right(self, t: Seconds) -> None:
        # A board that two tables have in common is not made right by one of them.
        options = (BOARD_RIGHT, RECORD_RIGHT) if self._course.game.shared is None else (RECORD_RIGHT,)
        self._course.ask(phrase("board-or-record"), options, t)

    def _ask(self, asked: Unsettled, t: Seconds) -> None:
        self._inferring.asks(asked.square)
        texts = [stands_text(*(stands or (None, None))) for stands in asked.options]
        question = phrase("what-stands", square=name_of(asked.square))
        self._course.ask(question, (*texts, SOMETHING_ELSE), t, squares=(asked.square,))

    def _attend_start(self, still: float, t: Seconds, *, stirred: bool) -> None:
        """A given start that is not seen: other cubes lie there, or all but a few, and nobody brings them."""
        course, start = self._course, self._course.game.start
        look = course.board.look
        if start is None or look is None or stands_on(look) == self._refused_start:
            return
        wrong = wrong_squares(course.reading(look), start.board)
        few = 0 < len(wrong) <= _LIKE_THE_START
        missing = sum(map(bool, start.board)) - len(look)
        played_on = stirred and len(wrong) <= _ONE_MOVE_ON and self._settling.lasts(Patience.WRONG, t)
        lasts = still >= ASKED_AFTER or played_on or (few and self._settling.lasts(Patience.GONE, t))
        if wrong and not missing and lasts:
            self._refused_start = stands_on(look)
            self.ask_which_is_right(t)
        elif few and missing == len(wrong) and still >= ASKED_AFTER:
            square = wrong[0]
            if not self._inferring.was_asked(square):
                self._ask(Unsettled(square, as_due(Cube(start.board[square]))), t)

    @property
    def _differs(self) -> bool:
        """Whether the board is seen to lie otherwise than the game has it, and nobody is at it."""
        course = self._course
        look = course.board.look
        if look is None or course.position.phase.setup:
            return False
        if course.violation is not None or course.board.lag is not None:
            return False
        return bool(wrong_squares(course.reading(look), course.position.board))
