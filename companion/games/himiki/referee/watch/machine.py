"""The referee: sightings over time and people's decisions go in, events come out. No clock, no I/O."""

from collections.abc import Iterable
from dataclasses import replace

from companion.games.asking import Asked
from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.decisions import Answer, Decision, Seen
from companion.games.himiki.referee.events import BoardFound, BoardLost, End, Event
from companion.games.himiki.referee.game.course import Course
from companion.games.himiki.referee.game.deciding import decide
from companion.games.himiki.referee.game.dice import SeenDice
from companion.games.himiki.referee.game.following import flag_falls
from companion.games.himiki.referee.game.opponent import asked
from companion.games.himiki.referee.game.recording import record_of
from companion.games.himiki.referee.game.stages import Stage, stage_of
from companion.games.himiki.referee.ledger import Ledger
from companion.games.himiki.referee.look.doubting import Testimony
from companion.games.himiki.referee.look.reading import wrong_squares
from companion.games.himiki.referee.status import Status
from companion.games.himiki.referee.watch.presence import Presence
from companion.games.himiki.referee.watch.showing import shown
from companion.games.himiki.referee.watch.umpire import Umpire
from companion.games.himiki.rules.board import Square, name_of
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.rules.written.record import Record
from vision.cubes.seen import CubeSighting, SeenCube
from vision.frames import Seconds


class Referee:
    """Follows one game. What it says is a function of the game, the sightings and the decisions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._course = Course(game)
        self._umpire = Umpire(self._course)
        self._dice = SeenDice(self._course)
        self._presence = Presence()
        self._clear = False

    @classmethod
    def resumed(cls, game: Game, events: Iterable[Event]) -> "Referee":
        """Goes on after the events that it said before; the next sighting is compared with them."""
        referee = cls(game)
        referee._course.resume(events)
        return referee

    # In

    def see(self, sighting: CubeSighting) -> tuple[Event, ...]:
        """Until then time has passed, too: no `tick` is needed beside it."""
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
        self._say_where(self._presence.seen(sighting, t), t)
        if told:
            self._umpire.see(seen, doubts, t)
        if self._presence.board:
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
        self._say_where(self._presence.passed(t), t)
        if self._presence.board:
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

    def _say_where(self, events: tuple[BoardLost | BoardFound, ...], t: Seconds) -> None:
        for event in events:
            if isinstance(event, BoardLost):
                self._course.stop_clock(t)
            self._course.say(event)
            if isinstance(event, BoardFound):
                self._course.start_clock(t)

    def _as_matters(self, seen: SeenCube) -> SeenCube:
        """RULES 7.1: how a black cube of a challenge is turned does not matter."""
        if self.game.variant.mode is Mode.MINDLOCK and seen.colour is Colour.BLACK:
            return replace(seen, side=None, heading=None)
        return seen

    # Out

    @property
    def ledger(self) -> Ledger:
        """What its events made of the game."""
        return self._course.ledger

    @property
    def unsided(self) -> Square | None:
        """In set-up with a friend: where it has to be seen first how a cube lies, before she can be told."""
        return self._umpire.unsided

    @property
    def stage(self) -> Stage:
        return stage_of(self._course)

    def status(self, t: Seconds) -> Status:
        standing = self._umpire.standing
        status = shown(self._course, t, board=self._presence.board, clear=self._clear, free=standing)
        doubts = tuple((name_of(square), reason.value) for square, reason in self._umpire.doubts)
        awaited = self._dice.awaited
        dice = None if awaited is None else awaited.value
        return replace(status, lost=self._presence.lost, doubts=doubts, dice=dice)

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
    def told(self) -> tuple[Testimony, ...]:
        """What people said stands on squares, and holds."""
        return self._course.truths.told

    @property
    def silences(self) -> int:
        """How often a table stood still otherwise than the game has it, and nothing had been said for long.

        It is said then; that nothing else said it is a fault of this program.
        """
        return self._umpire.silences

    @property
    def asked(self) -> Asked[Position] | None:
        """What a level has to choose now; its answer is the decision `Announce`."""
        return asked(self._course)

    def record(self) -> Record:
        """The game so far, without what was taken back."""
        return record_of(self._course)


def _in_milliseconds(t: Seconds) -> Seconds:
    """As events tell it, so that a game resumed from them is the very same."""
    return Seconds(round(t, 3))
