"""The course of one game: what stands, what was said last, and what is still open."""

from collections.abc import Iterable

from companion.games.clockwork import Clockwork
from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.events import (
    Corrected,
    Doubtful,
    Event,
    Over,
    Placed,
    Ready,
    Restored,
    Uncertain,
    Violation,
)
from companion.games.himiki.referee.game.telling import (
    move_event,
    question,
    told_moves,
    turn_event,
    violation_event,
)
from companion.games.himiki.referee.judgement.explain import Explanation
from companion.games.himiki.referee.judgement.findings import Broken
from companion.games.himiki.referee.judgement.judging import Branch
from companion.games.himiki.referee.judgement.unseen import with_doubts
from companion.games.himiki.referee.ledger import ADDING, UNSAID, Ledger, apply
from companion.games.himiki.referee.look.alignment import Alignment
from companion.games.himiki.referee.look.belief import Ply
from companion.games.himiki.referee.look.doubting import Testimonies
from companion.games.himiki.referee.look.reading import SeenCubes, SquareCodes, read
from companion.games.himiki.referee.look.stands import DoubtsBySquare
from companion.games.himiki.referee.phrases import Phrase
from companion.games.himiki.rules.board import Square, square_named
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.position import EMPTY_BOARD, Position
from companion.games.himiki.rules.variant import Seat
from companion.games.himiki.rules.written.position_text import position_text
from vision.frames import Seconds


class Course:
    """What events made of the game is its ledger; the rest was seen since, and goes with the power."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.ledger = Ledger()
        self._with_sides: Position | None = None
        """The ledger's position with every side that was seen since."""
        self._let_go: Uncertain | None = None
        """A question that was closed without a word to the game."""
        self.board = Alignment()
        self.clock = None if game.clock is None else Clockwork(game.clock)
        self.paused = False
        """People have stopped the clock, until it goes on or somebody has played."""
        self.branches: tuple[Branch, ...] = ()
        """What may have been played, while that is the question."""
        self.resuming = False
        """The board has not been compared with the record yet."""
        self.board_behind = False
        """The board was still to follow the game when the power went: how it lies is not judged yet."""
        self.off: frozenset[Square] = frozenset()
        """Homes whose cubes were taken off again after set-up, before the first move."""
        self.truths = Testimonies()
        """What people said stands on squares."""
        self.sight: tuple[SeenCubes, DoubtsBySquare] | None = None
        """What the eye made of the table when nothing moved there last."""
        self.said_at = Seconds(0.0)
        self._said: list[Event] = []
        self.changes = 0
        """Counts what changes the game, so that a finding is not kept beyond it."""

    # What stands

    @property
    def started(self) -> bool:
        return self.ledger.start is not None

    @property
    def position(self) -> Position:
        return self._with_sides or self.ledger.position

    @property
    def over(self) -> bool:
        return self.ledger.over

    @property
    def violation(self) -> Violation | None:
        return self.ledger.violation

    @property
    def question(self) -> Uncertain | None:
        asked = self.ledger.question
        return None if asked is self._let_go else asked

    @property
    def text(self) -> str:
        return position_text(self.position)

    def reading(self, look: SeenCubes) -> SquareCodes:
        """Against what ought to stand there; before the game begins, against its start."""
        if self.started and look is self.board.look and (known := self.board.reading(self.position.board)):
            return known
        if self.started:
            return read(look, self.position.board, self.board.headings)
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
        if self.game.shared is not None:
            return False  # The other table has been told how they lie.
        return start is not None and start.phase.setup and not self.ledger.begun

    # Saying

    def say(self, event: Event) -> None:
        self._apply(event)
        self._said.append(event)
        self.said_at = Seconds(event.t)
        if not isinstance(event, Doubtful):
            self.changes += 1

    def _apply(self, event: Event) -> None:
        """The one way by which the game changes."""
        before, self.ledger = self.ledger, apply(self.ledger, event, self.game.variant)
        if self.ledger.entries is not before.entries or self.ledger.start is not before.start:
            self._with_sides = None
        if self.question is None:
            self.branches = ()

    def told(self) -> tuple[Event, ...]:
        said, self._said = tuple(self._said), []
        return said

    def resume(self, events: Iterable[Event]) -> None:
        """The course as it was after the last of them, with the board still to be compared."""
        for event in events:
            self._apply(event)
        if self.clock is not None and self.ledger.time_left is not None:
            self.clock.put(self.ledger.time_left)
        asked = self.question
        if asked is not None and asked.code == "which-moves":
            self.branch_into(told_moves(self.position, asked))
        self.board_behind = self.ledger.ahead
        self.resuming = self.started

    # Going on

    def begin(self, position: Position, t: Seconds) -> None:
        self.off = frozenset()
        edition = self.game.variant.edition.value
        self.say(Ready(t=t, mode=self.game.mode, edition=edition, position=position_text(position)))

    def place(self, text: str, by: str, after: Position, t: Seconds) -> bool:
        """Whether set-up is finished with it."""
        before = self.position
        self.say(Placed(t=t, move=text, by=by, position=position_text(after)))
        self.board.carry(before.board, after.board)
        self.board.wait_for(after.board)
        return before.phase.setup and not after.phase.setup

    def played(self, explanation: Explanation, t: Seconds, *, said: bool = False) -> None:
        """The moves stand; where the board does not show all of them yet, it is awaited."""
        self._settle()
        if self.board.look is not None and not said:
            explanation = with_doubts(explanation, self.board.look)
        for step in explanation.steps:
            self.step(step, t, said=said)
        self.board.wait_for(self.position.board)

    def step(self, step: Ply, t: Seconds, *, said: bool = False) -> None:
        told, opponent = self.ledger.muk_yan, self.ledger.opponent
        self.paused = False
        if self.clock is not None:
            self.clock.advance(t)
            if step.after.seat is not step.before.seat or step.after.over:
                self._turn_ended(step.before.seat)
        self.board.step(step)
        roll = None if told is None else told.roll
        level = None if opponent is None else opponent.level
        self.say(move_event(t, step, said=said, roll=roll, level=level, clock=self._time_left()))

    def agreed(self) -> None:
        """The board is as it ought to be: sides that are seen are learnt."""
        self.resuming = self.board_behind = False
        known = self.board.agreed(self.position.board)
        if known != self.position.board:
            self._with_sides = self.position._replace(board=known)
            self.changes += 1

    def take_off(self, squares: frozenset[Square], t: Seconds) -> None:
        """Set-up is open again; what comes back there may lie in any way."""
        if squares != self.off:
            self.resuming = self.board_behind = False
            self.board.lag = None
            self.off = squares
            self.stop_clock(t)
            self.changes += 1

    def lies_behind(self, reading: SquareCodes) -> None:
        """The first look after a power cut, at a board that was still to follow the game."""
        self.board_behind = self.resuming = False
        self.board.lies_behind(reading, self.position.board)
        self.changes += 1

    # Doubts

    def broken(self, fault: Broken, t: Seconds) -> None:
        self.stop_clock(t)
        self.say(violation_event(t, fault))

    def ask(
        self, asked: Phrase, options: tuple[str, ...], t: Seconds, *, squares: tuple[Square, ...] = ()
    ) -> None:
        self.stop_clock(t)
        self.say(question(t, asked, options, squares))

    def let_go(self) -> None:
        """The open question needs no answer any more; after a power cut it is asked again."""
        self._let_go = self.ledger.question

    def branch_into(self, ways: tuple[Explanation, ...]) -> None:
        """The game goes on in all of them until one is left, or somebody answers."""
        self.branches = tuple(Branch(each, self.board.headings_along(each.steps)) for each in ways)
        self.changes += 1

    def restored(self, t: Seconds) -> None:
        """The board agrees with the game again."""
        self.say(Restored(t=t, position=self.text))
        self.start_clock(t)

    def record_is_right(self, t: Seconds) -> None:
        """The board is to be put back to the game: nothing is judged until it changes."""
        self.resuming = False
        if not self.started:
            self.let_go()
            return
        self.restored(t)
        self.board.wait_for(self.position.board)

    def _settle(self) -> None:
        """What was open on the board is not any more."""
        self.resuming = self.board_behind = False
        self.off = frozenset()

    # Corrections

    def withdraw(self, t: Seconds) -> None:
        """What was said of squares last is not believed any more; no entry came of it."""
        self.truths.withdraw(len(self.ledger.entries))
        self.say(self._corrected("undo", self.position, t))
        self.start_clock(t)

    def unsay(self, t: Seconds) -> None:
        """What was announced is not to be carried out any more; no entry came of it."""
        self.say(self._corrected(UNSAID, self.position, t))
        self.start_clock(t)

    def take_back(self, count: int, reason: str, t: Seconds) -> None:
        entries = self.ledger.entries[len(self.ledger.entries) - count :]
        for entry in reversed(entries):
            self.board.take_back(entry)
        self.truths.withdraw(len(self.ledger.entries) - count)
        self._settle()
        if self.clock is not None:
            self.clock.put(self.ledger.clock_before(count) or self.clock.full)
        self.say(self._corrected(reason, entries[0].before, t, back=count))
        self.board.wait_for(self.position.board)

    def correct(self, reason: str, after: Position, t: Seconds, *, side: str | None = None) -> None:
        """A correction that is an entry of its own."""
        assert reason in ADDING
        self.board.carry(self.position.board, after.board)
        self._settle()
        self.say(self._corrected(reason, after, t, side=side))
        self.board.wait_for(after.board)

    def _corrected(
        self, reason: str, after: Position, t: Seconds, *, back: int = 0, side: str | None = None
    ) -> Corrected:
        return Corrected(
            t=t,
            reason=reason,
            score=after.score,
            position=position_text(after),
            back=back,
            side=side,
            clock=self._time_left(),
        )

    def end(self, event: Over, t: Seconds) -> None:
        self.stop_clock(t)
        self.say(event)

    # The clock

    def start_clock(self, t: Seconds) -> None:
        if self.clock is None:
            return
        stands = self.paused or self.over or self.violation or self.question or self.resuming or self.off
        if stands or not self.started or self.position.phase.setup:
            self.clock.run(None, t)
        else:
            seat = self.position.seat
            # A level thinks for as long as the machine needs, and its hands are other people's.
            self.clock.run(None if seat in self.game.by_levels else seat.colour, t)

    def pause(self, t: Seconds) -> None:
        """Or no longer."""
        self.paused = not self.paused
        self.start_clock(t)
        self.say(turn_event(t, self.position))

    def stop_clock(self, t: Seconds) -> None:
        if self.clock is not None:
            self.clock.run(None, t)

    def told_time(self, side: Colour, seconds: float, t: Seconds) -> None:
        """A side whose time is counted elsewhere has that much left: with none it has lost here too."""
        if self.clock is None:
            return
        self.clock.advance(t)
        left = list(self.clock.left())
        left[side] = seconds
        self.clock.put((left[0], left[1]))
        if seconds <= 0:
            self.clock.run(side, t)

    def _turn_ended(self, seat: Seat) -> None:
        if self.clock is not None and seat not in self.game.by_levels:
            self.clock.turn_ended(seat.colour)

    def _time_left(self) -> tuple[float, float] | None:
        return None if self.clock is None else self.clock.left()
