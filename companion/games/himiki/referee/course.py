"""The course of one game: what stands, what was said last, and what is still open."""

from collections.abc import Iterable

from companion.referee.alignment import Alignment
from companion.referee.belief import Step
from companion.referee.clockwork import Clockwork
from companion.referee.doubting import Truths
from companion.referee.events import (
    Corrected,
    Doubtful,
    Event,
    Move,
    MukYan,
    Opponent,
    Over,
    Placed,
    Ready,
    Restored,
    Uncertain,
    Violation,
)
from companion.referee.explain import Explanation
from companion.referee.findings import Broken
from companion.referee.game import Game
from companion.referee.judging import Branch
from companion.referee.ledger import ADDING, Ledger
from companion.referee.phrases import Phrase
from companion.referee.reading import Look, Reading, read
from companion.referee.telling import move_event, question, violation_event
from companion.referee.unseen import with_doubts
from companion.referee.weighing import Doubts
from companion.rules.board import Square, square_named
from companion.rules.muk_yan import PLAY_AGAIN
from companion.rules.position import EMPTY_BOARD, Position
from companion.rules.position_text import position_text
from companion.rules.variant import Seat
from vision.frames import Seconds


class Course:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.ledger = Ledger()
        self.now: Position | None = None
        """The ledger's position with every side that was seen since; None before the game begins."""
        self.board = Alignment()
        self.began: Seconds | None = None
        self.ended: Over | None = None
        self.clock = None if game.clock is None else Clockwork(game.clock)
        self.violation: Violation | None = None
        self.question: Uncertain | None = None
        self.branches: tuple[Branch, ...] = ()
        """What may have been played, while that is the question."""
        self.muk_yan: MukYan | None = None
        """What has to be carried out for him."""
        self.opponent: Opponent | None = None
        """What has to be carried out for a level."""
        self.muk_yan_stops = False
        """He has carried out an action after which he does not play again (RULES 6.7)."""
        self.awaits_roll = False
        self.resuming = False
        """The board has not been compared with the record yet."""
        self.board_behind = False
        """The board was still to follow the game when the power went: how it lies is not judged yet."""
        self.off: frozenset[Square] = frozenset()
        """Homes whose cubes were taken off again after set-up, before the first move."""
        self.truths = Truths()
        """What people said stands on squares."""
        self.sight: tuple[Look, Doubts] | None = None
        """What the eye made of the table when nothing moved there last."""
        self.last_event: Event | None = None
        """Doubts apart, which come and go beside the game."""
        self.said_at = Seconds(0.0)
        self._said: list[Event] = []
        self.changes = 0
        """Counts what changes the game, so that a finding is not kept beyond it."""

    # What stands

    @property
    def started(self) -> bool:
        return self.now is not None

    @property
    def position(self) -> Position:
        assert self.now is not None  # `started` is asked first
        return self.now

    @property
    def over(self) -> bool:
        return self.ended is not None or (self.now is not None and self.now.over)

    @property
    def text(self) -> str:
        return position_text(self.position)

    def reading(self, look: Look) -> Reading:
        """Against what ought to stand there; before the game begins, against its start."""
        if self.now is not None:
            return read(look, self.now.board, self.board.headings)
        start = self.game.start
        return read(look, EMPTY_BOARD if start is None or self.game.free else start.board, {})

    @property
    def beaten(self) -> tuple[Square, ...]:
        """Squares whose cubes have to leave the board after the last move."""
        if not self.ledger.entries:
            return ()
        names: Iterable[str] = getattr(self.ledger.entries[-1].event, "remove", ())
        return tuple(square for name in names if (square := square_named(name)) is not None)

    @property
    def adjustable(self) -> bool:
        """Set-up was followed, and nothing has been played since (RULES 3.1)."""
        start = self.ledger.start
        return start is not None and start.phase.setup and not self.ledger.begun

    # Saying

    def say(self, event: Event) -> None:
        self._said.append(event)
        self.said_at = Seconds(event.t)
        if not isinstance(event, Doubtful):
            self.last_event = event
            self.changes += 1

    def told(self) -> tuple[Event, ...]:
        said, self._said = tuple(self._said), []
        return said

    # Going on

    def begin(self, position: Position, t: Seconds) -> None:
        self.ledger = Ledger(position)
        self.now = position
        self.began = t
        self.question = None
        self.off = frozenset()
        edition = self.game.variant.edition.value
        self.say(Ready(t=t, mode=self.game.mode, edition=edition, position=position_text(position)))

    def place(self, text: str, by: str, after: Position, t: Seconds) -> bool:
        """Whether set-up is finished with it."""
        before = self.position
        self.opponent = None
        self._enter(Placed(t=t, move=text, by=by, position=position_text(after)), after)
        self.board.carry(before.board, after.board)
        self.board.wait_for(after.board)
        return before.phase.setup and not after.phase.setup

    def _enter(self, event: Move | Placed | Corrected, after: Position) -> None:
        self.ledger.add(event, after)
        self.now = after
        self.say(event)

    def played(self, explanation: Explanation, t: Seconds, *, said: bool = False) -> None:
        """The moves stand; where the board does not show all of them yet, it is awaited."""
        self._settle()
        if self.board.look is not None and not said:
            explanation = with_doubts(explanation, self.board.look)
        for step in explanation.steps:
            self.step(step, t, said=said)
        self.board.wait_for(self.position.board)

    def step(self, step: Step, t: Seconds, *, said: bool = False) -> None:
        roll, told = None, self.muk_yan
        if told is not None:
            roll, self.muk_yan = told.roll, None
            self.muk_yan_stops = told.action != PLAY_AGAIN
        level = None if self.opponent is None else self.opponent.level
        self.opponent = None
        if self.clock is not None:
            self.clock.advance(t)
            if step.after.seat is not step.before.seat or step.after.over:
                self._turn_ended(step.before.seat)
        self.board.step(step)
        event = move_event(t, step, said=said, roll=roll, level=level, clock=self._time_left())
        self._enter(event, step.after)

    def agreed(self) -> None:
        """The board is as it ought to be: sides that are seen are learnt."""
        self.resuming = self.board_behind = False
        known = self.board.agreed(self.position.board)
        if known != self.position.board:
            self.now = self.position._replace(board=known)
            self.changes += 1

    def take_off(self, squares: frozenset[Square], t: Seconds) -> None:
        """Set-up is open again; what comes back there may lie in any way."""
        if squares != self.off:
            self.resuming = self.board_behind = False
            self.board.lag = None
            self.off = squares
            self.stop_clock(t)
            self.changes += 1

    def lies_behind(self, reading: Reading) -> None:
        """The first look after a power cut, at a board that was still to follow the game."""
        self.board_behind = self.resuming = False
        self.board.lies_behind(reading, self.position.board)
        self.changes += 1

    # Doubts

    def broken(self, fault: Broken, t: Seconds) -> None:
        self._clear_doubts()
        self.violation = violation_event(t, fault)
        self.stop_clock(t)
        self.say(self.violation)

    def ask(
        self, asked: Phrase, options: tuple[str, ...], t: Seconds, *, squares: tuple[Square, ...] = ()
    ) -> None:
        self.question = question(t, asked, options, squares)
        self.stop_clock(t)
        self.say(self.question)

    def branch_into(self, ways: tuple[Explanation, ...]) -> None:
        """The game goes on in all of them until one is left, or somebody answers."""
        self.branches = tuple(Branch(each, self.board.headings_along(each.steps)) for each in ways)
        self.changes += 1

    def restored(self, t: Seconds) -> None:
        """The board agrees with the game again."""
        self._clear_doubts()
        self.start_clock(t)
        self.say(Restored(t=t, position=self.text))

    def record_is_right(self, t: Seconds) -> None:
        """The board is to be put back to the game: nothing is judged until it changes."""
        self.resuming = False
        if not self.started:
            self._clear_doubts()
            return
        self.restored(t)
        self.board.wait_for(self.position.board)

    def _clear_doubts(self) -> None:
        self.violation = self.question = None
        self.branches = ()

    def _settle(self) -> None:
        self._clear_doubts()
        self.resuming = self.board_behind = False
        self.off = frozenset()

    # Corrections

    def withdraw(self, t: Seconds) -> None:
        """What was said of squares last is not believed any more; no entry came of it."""
        self.truths.withdraw(len(self.ledger.entries))
        self._clear_doubts()
        self.say(self._corrected("undo", t))
        self.start_clock(t)

    def take_back(self, count: int, reason: str, t: Seconds) -> None:
        for entry in reversed(self.ledger.entries[len(self.ledger.entries) - count :]):
            self.board.take_back(entry)
        self.ledger.drop(count)
        self.truths.withdraw(len(self.ledger.entries))
        self.now = self.ledger.position
        self._undecide()
        if self.clock is not None:
            self.clock.put(self._clock_then())
        self.say(self._corrected(reason, t, back=count))
        self.board.wait_for(self.position.board)

    def correct(self, reason: str, after: Position, t: Seconds, *, side: str | None = None) -> None:
        """A correction that is an entry of its own."""
        assert reason in ADDING
        self.board.carry(self.position.board, after.board)
        self.now = after
        self._undecide()
        self._enter(self._corrected(reason, t, side=side), after)
        self.board.wait_for(after.board)

    def _undecide(self) -> None:
        """What had followed from the position before does not any more."""
        self._settle()
        self.muk_yan = self.opponent = self.ended = None
        self.awaits_roll = self.muk_yan_stops = False

    def _corrected(self, reason: str, t: Seconds, *, back: int = 0, side: str | None = None) -> Corrected:
        return Corrected(
            t=t,
            reason=reason,
            score=self.position.score,
            position=self.text,
            back=back,
            side=side,
            clock=self._time_left(),
        )

    def end(self, event: Over, t: Seconds) -> None:
        self.ended = event
        self.muk_yan = self.opponent = None
        self.awaits_roll = False
        self.stop_clock(t)
        self.say(event)

    # The clock

    def start_clock(self, t: Seconds) -> None:
        if self.clock is None:
            return
        stands = self.over or self.violation or self.question or self.resuming or self.off
        if stands or not self.started or self.position.phase.setup:
            self.clock.run(None, t)
        else:
            seat = self.position.seat
            # A level thinks for as long as the machine needs, and its hands are other people's.
            self.clock.run(None if seat in self.game.by_levels else seat.colour, t)

    def stop_clock(self, t: Seconds) -> None:
        if self.clock is not None:
            self.clock.run(None, t)

    def _turn_ended(self, seat: Seat) -> None:
        if self.clock is not None and seat not in self.game.by_levels:
            self.clock.turn_ended(seat.colour)

    def _time_left(self) -> tuple[float, float] | None:
        return None if self.clock is None else self.clock.left()

    def _clock_then(self) -> tuple[float, float]:
        """What the clocks showed when the last entry that still stands was made."""
        for entry in reversed(self.ledger.entries):
            clock: tuple[float, float] | None = getattr(entry.event, "clock", None)
            if clock is not None:
                return clock
        assert self.game.clock is not None  # asked only where a clock runs
        return (self.game.clock.minutes * 60.0,) * 2
