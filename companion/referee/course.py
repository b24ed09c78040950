"""The course of one game: what stands, what was said last, and every way in which it goes on."""

from collections.abc import Iterable
from typing import Any

from companion.referee import mukyan
from companion.referee.belief import Step, certain_steps
from companion.referee.clockwork import Clockwork
from companion.referee.events import (
    Corrected,
    Event,
    Move,
    MukYan,
    Over,
    Placed,
    Ready,
    Restored,
    Uncertain,
    Violation,
)
from companion.referee.explain import Explanation, must_pass
from companion.referee.findings import Broken
from companion.referee.game import Game
from companion.referee.ledger import ADDING, Ledger, carried
from companion.referee.phrases import Phrase, phrase
from companion.referee.reading import Look, Reading, narrowed, read, wrong_squares
from companion.referee.telling import move_event, question, turn_event, violation_event
from companion.rules.board import Square, name_of, square_named
from companion.rules.cubes import Cube, element_lettered, top_of
from companion.rules.moves import PASS, STOP, Conjure, Rotate
from companion.rules.moves import Move as RulesMove
from companion.rules.muk_yan import NO_ACTION, PLAY_AGAIN
from companion.rules.position import Position
from companion.rules.position_text import position_text
from companion.rules.variant import Mode
from vision.frames import Seconds

_DRIFT = 0.2
"""How much of a heading's slow change is followed with every look."""


class Course:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.ledger = Ledger()
        self._position: Position | None = None
        self.headings: dict[Square, float] = {}
        self.look: Look | None = None
        """The last clear one."""
        self.lag: Reading | None = None
        """How the board looked when the game went on without it."""
        self.violation: Violation | None = None
        self.question: Uncertain | None = None
        self.muk_yan: MukYan | None = None
        self.awaits_roll = False
        self._stops = False
        """Muk Yan has carried out an action after which he does not play again (RULES 6.7)."""
        self.ended: Over | None = None
        self.clock = None if game.clock is None else Clockwork(game.clock)
        self.began: Seconds | None = None
        self.resuming = False
        """The board has not been compared with the record yet."""
        self.last_event: Event | None = None
        self._said: list[Event] = []
        self.changes = 0
        """Counts what changes the game, so that a finding is not kept beyond it."""

    # What stands

    @property
    def started(self) -> bool:
        return self._position is not None

    @property
    def position(self) -> Position:
        """With every side that was seen since the last entry."""
        assert self._position is not None  # `started` is asked first
        return self._position

    @property
    def over(self) -> bool:
        return self.ended is not None or (self._position is not None and self._position.over)

    @property
    def text(self) -> str:
        return position_text(self.position)

    def reading(self, look: Look) -> Reading:
        board = self.game.start.board if self._position is None and self.game.start else None
        return read(look, self.position.board if board is None else board, self.headings)

    @property
    def beaten(self) -> tuple[Square, ...]:
        """Squares whose cubes have to leave the board after the last move."""
        if not self.ledger.entries:
            return ()
        names: Iterable[str] = getattr(self.ledger.entries[-1].event, "remove", ())
        return tuple(square for name in names if (square := square_named(name)) is not None)

    # Saying

    def say(self, event: Event) -> None:
        self._said.append(event)
        self.last_event = event
        self.changes += 1

    def told(self) -> tuple[Event, ...]:
        said, self._said = tuple(self._said), []
        return said

    # Beginning

    def begin(self, position: Position, t: Seconds) -> None:
        self.ledger = Ledger(position)
        self._position = position
        self.began = t
        variant = self.game.variant
        self.say(
            Ready(t=t, mode=self.game.mode, edition=variant.edition.value, position=position_text(position))
        )
        if not position.phase.setup:
            self.advance(t)

    def place(self, text: str, by: str, after: Position, t: Seconds) -> None:
        event = Placed(t=t, move=text, by=by, position=position_text(after))
        self._add(event, after)
        if self._look_fits(after):
            self._note_headings()
        if not after.phase.setup and self.ledger.entries[-1].before.phase.setup:
            self.advance(t)

    def _add(self, event: Any, after: Position) -> None:
        self.ledger.add(event, after)
        self._position = after
        self.say(event)

    # Going on after a power cut

    def recall_start(self, ledger: Ledger, t: Seconds) -> None:
        self.ledger = ledger
        self._position = ledger.position
        self.began = t

    def recall_entry(self, event: Placed | Move, after: Position) -> None:
        self.ledger.add(event, after)
        self._position = after
        self.violation = self.question = None
        if isinstance(event, Move):
            told, self.muk_yan = self.muk_yan, None
            if told is not None:
                self._stops = told.action != PLAY_AGAIN
            self._recall_clock(event.clock)

    def recall_correction(self, event: Corrected, after: Position) -> None:
        self.ledger.drop(event.back)
        if event.reason in ADDING:
            self.ledger.add(event, after)
        self._position = after
        self.violation = self.question = self.muk_yan = self.ended = None
        self._stops = False
        self._recall_clock(event.clock)

    def _recall_clock(self, left: tuple[float, float] | None) -> None:
        if self.clock is not None and left is not None:
            self.clock.put(left)

    def recalled(self, last: Event | None) -> None:
        """What was waited for is waited for again."""
        self.last_event = last
        self.resuming = self.started
        if self.started and not self.over and not self.position.phase.setup:
            his = self.position.seat is self.game.variant.muk_yan
            self.awaits_roll = his and self.muk_yan is None and self.question is None

    # Going on

    def played(self, explanation: Explanation, t: Seconds, *, said: bool = False) -> None:
        """The moves stand; where the board does not show all of them yet, it is awaited."""
        self._clear_doubts()
        for step in explanation.steps:
            self._step(step, t, said=said)
        self.wait_for_board()
        self.advance(t)

    def _step(self, step: Step, t: Seconds, *, said: bool = False) -> None:
        roll, told = None, self.muk_yan
        if told is not None:
            roll, self.muk_yan = told.roll, None
            self._stops = told.action != PLAY_AGAIN
        if self.clock is not None:
            self.clock.advance(t)
            if step.after.seat is not step.before.seat or step.after.over:
                self.clock.turn_ended(step.before.seat.colour)
        event = move_event(t, step, said=said, roll=roll, clock=self._time_left())
        self._carry_headings(step.before.board, step.after.board, step.move)
        self._add(event, step.after)

    def _carry_headings(self, before: bytes, after: bytes, move: object) -> None:
        """A heading stays with a cube that stayed, and turns with one that was turned."""
        self.headings = carried(self.headings, before, after, _turned_in_place(move, before))

    def _time_left(self) -> tuple[float, float] | None:
        return None if self.clock is None else self.clock.left()

    def wait_for_board(self) -> None:
        """Compares the last look with what ought to stand there now."""
        self.lag = None
        if self.look is None:
            return
        reading = self.reading(self.look)
        if wrong_squares(reading, self.position.board):
            self.lag = reading
        self._note_headings()

    def _look_fits(self, position: Position) -> bool:
        return self.look is not None and not wrong_squares(
            read(self.look, position.board, self.headings), position.board
        )

    def advance(self, t: Seconds) -> None:
        """Whatever follows by itself: passes, Muk Yan's dice, the end; then whose turn it is."""
        for _ in range(2 * len(self.game.variant.seats)):
            if self.over or self._failed or self.position.phase.setup:
                break
            if self.position.seat is self.game.variant.muk_yan:
                if self._muk_yan_waits(t):
                    return
            elif must_pass(self.position):
                self._by_itself(PASS, t)
            else:
                break
        self.start_clock(t)
        if self.position.over or self._failed:
            self._end(t)
        elif not self.position.phase.setup:
            self.say(turn_event(t, self.position))

    def _by_itself(self, move: RulesMove, t: Seconds) -> None:
        self._step(certain_steps(self.position, move)[0], t)

    def _muk_yan_waits(self, t: Seconds) -> bool:
        """RULES 6.2, 6.7: he stops after any action but 8, else he rolls; False when that was all."""
        if self.position.phase.replay and self._stops:
            self._by_itself(STOP, t)
            return False
        self.say(turn_event(t, self.position))
        if self.game.own_dice:
            return self.roll(mukyan.rolled(self.game.seed, self.ledger.rolls), t)
        self.awaits_roll = True
        self.start_clock(t)
        return True

    def roll(self, roll: mukyan.Roll, t: Seconds) -> bool:
        """Whether something is left to do on the board, or to say."""
        self.awaits_roll = False
        chosen = mukyan.answer(self.position, roll)
        if isinstance(chosen, mukyan.Depends):
            told = mukyan.roll_text(roll)
            asked = phrase("which-side", square=name_of(chosen.square), roll=told)
            self.ask(asked, mukyan.side_options(self.position, chosen.square), t)
            return True
        self.muk_yan = mukyan.announced(t, self.position, roll, chosen)
        self.say(self.muk_yan)
        if chosen.action == NO_ACTION:
            self._by_itself(chosen.move, t)
            return False
        self.start_clock(t)
        return True

    # The end

    @property
    def _failed(self) -> bool:
        """RULES 7.1: more moves than PAR."""
        par = self.game.par
        return (
            self.game.variant.mode is Mode.MINDLOCK
            and par is not None
            and self.ledger.spent > par
            and not self.position.over
        )

    def _end(self, t: Seconds) -> None:
        position = self.position
        if position.variant.mode is Mode.MINDLOCK:
            winner, reason = ("w", "solved") if position.over else (None, "failed")
            self.end(Over(t=t, winner=winner, score=position.score, reason=reason), t)
        else:
            winner = None if position.winner is None else position.winner.letter
            self.end(Over(t=t, winner=winner, score=position.score), t)

    def end(self, event: Over, t: Seconds) -> None:
        self.ended = event
        self.muk_yan = None
        self.awaits_roll = False
        if self.clock is not None:
            self.clock.run(None, t)
        self.say(event)

    # Doubts

    def broken(self, fault: Broken, t: Seconds) -> None:
        self.question = None
        self.violation = violation_event(t, fault)
        self.stop_clock(t)
        self.say(self.violation)

    def ask(self, asked: Phrase, options: tuple[str, ...], t: Seconds) -> None:
        self.question = question(t, asked, options)
        self.stop_clock(t)
        self.say(self.question)

    def restored(self, t: Seconds) -> None:
        """The board agrees with the game again."""
        self.violation = self.question = None
        self.start_clock(t)
        self.say(Restored(t=t, position=self.text))

    def _clear_doubts(self) -> None:
        self.violation = self.question = None
        self.resuming = False

    def agreed(self) -> None:
        """Nothing has changed: slow drift is followed, sides that are seen are learnt."""
        self.lag = None
        self.resuming = False
        assert self.look is not None  # a look has just agreed
        board = self.position.board
        if not board.isascii():
            known = narrowed(board, self.look, self.headings)
            if known != board:
                self._position = self.position._replace(board=known)
                self.changes += 1
        self._note_headings()

    def _note_headings(self) -> None:
        if self.look is None:
            return
        reading = self.reading(self.look)
        wrong = set(wrong_squares(reading, self.position.board))
        for square, seen in self.look.items():
            if square in wrong or seen.heading is None:
                continue
            before = self.headings.get(square)
            if before is None:
                self.headings[square] = seen.heading % 180
            else:
                apart = (seen.heading - before + 90) % 180 - 90
                self.headings[square] = (before + _DRIFT * apart) % 180

    # Corrections

    def take_back(self, count: int, reason: str, t: Seconds) -> None:
        for entry in reversed(self.ledger.entries[len(self.ledger.entries) - count :]):
            self.headings = entry.headings_before(self.headings)
        self.ledger.drop(count)
        self._position = self.ledger.position
        self._corrected(reason, t, back=count)

    def correct(self, reason: str, after: Position, t: Seconds, *, side: str | None = None) -> None:
        """A correction that is an entry of its own."""
        assert reason in ADDING
        before = self.position.board
        self._carry_headings(before, after.board, None)
        self._corrected(reason, t, after=after, side=side)

    def _corrected(
        self,
        reason: str,
        t: Seconds,
        *,
        back: int = 0,
        after: Position | None = None,
        side: str | None = None,
    ) -> None:
        self._clear_doubts()
        self.muk_yan = None
        self.awaits_roll = self._stops = False
        self.ended = None
        now = self.position if after is None else after
        if self.clock is not None and back:
            self.clock.put(self._clock_of_ledger())
        event = Corrected(
            t=t,
            reason=reason,
            score=now.score,
            position=position_text(now),
            back=back,
            side=side,
            clock=self._time_left(),
        )
        if after is None:
            self.say(event)
        else:
            self._add(event, after)
        self.wait_for_board()

    def _clock_of_ledger(self) -> tuple[float, float]:
        for entry in reversed(self.ledger.entries):
            clock: tuple[float, float] | None = getattr(entry.event, "clock", None)
            if clock is not None:
                return clock
        assert self.game.clock is not None  # asked only where a clock runs
        return (self.game.clock.minutes * 60,) * 2

    def after_correction(self, t: Seconds) -> None:
        self.advance(t)

    def learn_side(self, square: Square, told: str, roll: mukyan.Roll, t: Seconds) -> None:
        """An answer about a hidden side is an entry, so that it lasts; then Muk Yan goes on."""
        self.correct("side", mukyan.with_side(self.position, square, told), t)
        self._rolled(roll, t)

    def rolled(self, roll: mukyan.Roll, t: Seconds) -> None:
        """Dice that were entered."""
        self._rolled(roll, t)

    def _rolled(self, roll: mukyan.Roll, t: Seconds) -> None:
        if not self.roll(roll, t):
            self.advance(t)

    def record_is_right(self, t: Seconds) -> None:
        """The board is put back to the game: nothing is judged until it changes."""
        self._clear_doubts()
        self.say(Restored(t=t, position=self.text))
        self.wait_for_board()
        self.start_clock(t)

    @property
    def adjustable(self) -> bool:
        """Set-up was followed, and nothing has been played since (RULES 3.1)."""
        start = self.ledger.start
        return start is not None and start.phase.setup and not self.ledger.begun

    # The clock

    def flag_falls(self, t: Seconds) -> None:
        """Time passes; a side that has none left has lost."""
        if self.clock is None:
            return
        self.clock.advance(t)
        side = self.clock.fallen
        if side is not None and not self.over:
            self.end(Over(t=t, winner=side.other.letter, score=self.position.score, reason="time"), t)

    def start_clock(self, t: Seconds) -> None:
        if self.clock is None:
            return
        stands = self.over or self.violation or self.question or self.resuming
        if stands or not self.started or self.position.phase.setup:
            self.clock.run(None, t)
        else:
            self.clock.run(self.position.seat.colour, t)

    def stop_clock(self, t: Seconds) -> None:
        if self.clock is not None:
            self.clock.run(None, t)


def _turned_in_place(move: object, before: bytes) -> tuple[Square, ...]:
    match move:
        case Rotate(squares):
            return squares
        case Conjure(square, orientation):
            # Any other orientation than it has (RULES 5.4): with the same top that is a quarter turn.
            same = top_of(Cube(before[square])) is element_lettered(orientation.value[0])
            return (square,) if same else ()
        case _:
            return ()
