"""The referee: sightings over time and people's decisions go in, events come out. No clock, no I/O."""

from collections.abc import Iterable
from dataclasses import replace
from math import dist
from typing import Final

from companion.referee.asking import Asked
from companion.referee.course import Course
from companion.referee.deciding import decide
from companion.referee.decisions import Answer, Decision, Seen
from companion.referee.dice import SeenDice
from companion.referee.doubting import Truth
from companion.referee.events import BoardFound, BoardLost, End, Event
from companion.referee.folding import fold
from companion.referee.following import flag_falls
from companion.referee.game import Game
from companion.referee.opponent import asked
from companion.referee.reading import wrong_squares
from companion.referee.recording import record_of
from companion.referee.showing import shown
from companion.referee.stages import Stage, stage_of
from companion.referee.status import Status
from companion.referee.umpire import Umpire
from companion.rules.board import COLUMNS, name_of
from companion.rules.cubes import Colour
from companion.rules.record import Record
from companion.rules.variant import Mode
from vision.frames import Seconds
from vision.sighting import Corners, SeenCube, Sighting

LOST_AFTER: Final = 0.5
"""Seconds without a board after which it is said to be lost."""

_PUSHED: Final = 0.1
"""Squares by which a board that is seen all the while must be elsewhere for that to be said."""


class Referee:
    """Follows one game. What it says is a function of the game, the sightings and the decisions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._course = Course(game)
        self._umpire = Umpire(self._course)
        self._dice = SeenDice(self._course)
        self._board = self._clear = False
        self._corners: Corners | None = None
        self._lost_since: Seconds | None = None
        self._lost = False

    @classmethod
    def resumed(cls, game: Game, events: Iterable[Event]) -> "Referee":
        """Goes on after the events that it said before; the next sighting is compared with them."""
        referee = cls(game)
        fold(referee._course, events)
        return referee

    # In

    def see(self, sighting: Sighting) -> tuple[Event, ...]:
        t = _in_milliseconds(sighting.t)
        self._umpire.sighted(t)
        flag_falls(self._course, t)
        self._clear = sighting.clear and sighting.board and not sighting.moving
        seen = {cube.square: self._as_matters(cube) for cube in sighting.cubes}
        doubts = {doubt.square: doubt for doubt in sighting.doubts}
        still = sighting.board and not sighting.moving
        told = self._clear or (still and bool(doubts))
        if still and not told and seen:
            self._umpire.glimpse(seen, t)
        elif not told:
            self._umpire.disturbed()
        if sighting.corners is None:
            self._miss_board(t)
        else:
            self._find_board(sighting.corners, t)
        if told:
            self._umpire.see(seen, doubts, t)
            self._umpire.attend(t)
        self._dice.look(sighting.dice, t)
        return self._course.told()

    def decide(self, decision: Decision, t: Seconds) -> tuple[Event, ...]:
        """Raises `DecisionError` (or `RulesError`) and changes nothing where it makes no sense now."""
        t = _in_milliseconds(t)
        flag_falls(self._course, t)
        decide(self._course, decision, t)
        if isinstance(decision, (Seen, Answer)):
            self._umpire.reconsider(t)
        return self._course.told()

    def tick(self, t: Seconds) -> tuple[Event, ...]:
        """Time passes without a new sighting: for clocks and for what is judged after a while."""
        t = _in_milliseconds(t)
        flag_falls(self._course, t)
        if self._lost_since is not None:
            self._miss_board(t)
        elif self._board:
            if self._umpire.counts:
                self._umpire.judge(t)
            self._umpire.attend(t)
        return self._course.told()

    def end(self, t: Seconds) -> tuple[Event, ...]:
        """The source has ended: the `end` event."""
        course = self._course
        self._umpire.last_word(_in_milliseconds(t))
        if self.game.free:
            event = End(t=t, score=(0, 0), moves=0, position=self._umpire.standing)
        elif course.started:
            event = End(t=t, score=course.position.score, moves=course.ledger.moves, position=course.text)
        else:
            event = End(t=t, score=(0, 0), moves=0, position=None)
        course.say(event)
        return course.told()

    # The board

    def _miss_board(self, t: Seconds) -> None:
        self._board = False
        if self._lost_since is None:
            self._lost_since = t
        if not self._lost and t - self._lost_since >= LOST_AFTER - 0.001:
            self._lost = True
            self._course.stop_clock(t)
            self._course.say(BoardLost(t=t))

    def _find_board(self, corners: Corners, t: Seconds) -> None:
        self._board = True
        self._lost_since = None
        if not self._lost and self._corners is not None and _pushed(self._corners, corners):
            # The eye has found it again at once: that it was elsewhere is told all the same.
            self._lost = True
            self._course.stop_clock(t)
            self._course.say(BoardLost(t=t))
        if self._lost:
            self._lost = False
            turned = self._corners is not None and _turned(self._corners, corners)
            self._course.say(BoardFound(t=t, turned=turned))
            self._course.start_clock(t)
        self._corners = corners

    def _as_matters(self, seen: SeenCube) -> SeenCube:
        """RULES 7.1: how a black cube of a challenge is turned does not matter."""
        if self.game.variant.mode is Mode.MINDLOCK and seen.colour is Colour.BLACK:
            return replace(seen, side=None, heading=None)
        return seen

    # Out

    @property
    def stage(self) -> Stage:
        return stage_of(self._course)

    def status(self, t: Seconds) -> Status:
        standing = self._umpire.standing
        status = shown(self._course, t, board=self._board, clear=self._clear, free=standing)
        doubts = tuple((name_of(square), reason.value) for square, reason in self._umpire.doubts)
        awaited = self._dice.awaited
        return replace(status, doubts=doubts, dice=None if awaited is None else awaited.value)

    @property
    def unjudged(self) -> bool:
        """Whether something is going on on the board that is no part of the game yet."""
        course = self._course
        if not course.started or course.game.free or course.violation or course.question:
            return False
        if not self._clear or course.board.look is None:
            return True
        wrong = wrong_squares(course.reading(course.board.look), course.position.board)
        return bool(wrong) and course.board.lag is None

    @property
    def told(self) -> tuple[Truth, ...]:
        """What people said stands on squares, and holds."""
        return self._course.truths.told

    @property
    def silences(self) -> int:
        """How often a table stood still otherwise than the game has it, and nothing had been said for long.

        It is said then; that nothing else said it is a fault of this program.
        """
        return self._umpire.silences

    @property
    def asked(self) -> Asked | None:
        """What a level has to choose now; its answer is the decision `Announce`."""
        return asked(self._course)

    def record(self) -> Record:
        """The game so far, without what was taken back."""
        return record_of(self._course)


def _in_milliseconds(t: Seconds) -> Seconds:
    """As events tell it, so that a game resumed from them is the very same."""
    return Seconds(round(t, 3))


def _pushed(before: Corners, now: Corners) -> bool:
    """Whether a corner of the grid is elsewhere by more than a tenth of a square."""
    square = dist(before[0], before[1]) / COLUMNS
    return any(dist(one, other) > _PUSHED * square for one, other in zip(before, now, strict=True))


def _turned(before: Corners, now: Corners) -> bool:
    """Whether A1 is nearer to where E6 was than to where it was itself."""

    def apart(one: int, other: int) -> float:
        return sum((a - b) ** 2 for a, b in zip(before[one], now[other], strict=True))

    return apart(2, 0) < apart(0, 0)
