"""The referee of RR: sightings, decisions and time in; events out."""

from collections.abc import Hashable, Iterable, Sequence

from companion.games.asking import Asked
from companion.games.decisions import SayMove
from companion.games.events import BoardFound, BoardLost, Doubtful, Event, Uncertain
from companion.games.play import Unplayable
from companion.games.rr.agreed import Agreed
from companion.games.rr.referee.course import Course, over_event
from companion.games.rr.referee.deciding import decided
from companion.games.rr.referee.events import End, Moved, Ready, Restore, Violation
from companion.games.rr.referee.explaining import explained
from companion.games.rr.referee.following import followed
from companion.games.rr.referee.judging import way_back
from companion.games.rr.referee.look import UNPLAIN, Cells, look_of
from companion.games.rr.referee.opponent import asked
from companion.games.rr.referee.phrases import phrase
from companion.games.rr.referee.rows import Beside
from companion.games.rr.referee.status import RrStatus
from companion.games.rr.rules.board import NAMES
from companion.games.rr.rules.ending import ending
from companion.games.rr.rules.position import Position, State, allies
from companion.games.rr.rules.written.position_text import position_text
from companion.games.rr.rules.written.record import Record
from companion.games.rule_errors import RulesError
from companion.games.settling import Patience, Settling
from vision.flat.seen import FlatSighting
from vision.frames import Seconds


class Referee:
    def __init__(self, game: Agreed) -> None:
        self.game = game
        self._course = Course(game)
        self._settling = Settling()
        self._beside = Beside()
        self._sighting: FlatSighting | None = None
        self._look: Cells | None = None
        self._lost = False
        self._doubted: tuple[str, ...] = ()
        self._said: list[Event] = []

    # What comes in

    def see(self, sighting: FlatSighting) -> tuple[Event, ...]:
        self._sighting, t = sighting, sighting.t
        self._settling.sighted(t)
        self._beside.sighted(sighting, t)
        self._presence(sighting)
        if not sighting.board or sighting.moving or not sighting.clear:
            self._settling.disturbed()
            self._look = None
        else:
            self._look = look_of(sighting)
            self._settling.looked(self._look, t)
            self._judge(t)
        return self._told()

    def tick(self, t: Seconds) -> tuple[Event, ...]:
        if self._look is not None:
            self._judge(t)
        return self._told()

    def decide(self, decision: object, t: Seconds) -> tuple[Event, ...]:
        for event in decided(self._course, decision, self._look, t):
            self._say(event)
        return self._told()

    def end(self, t: Seconds) -> tuple[Event, ...]:
        self._say(End(t=t, position=position_text(self._course.position)))
        return self._told()

    def apply(self, event: Event) -> None:
        """What an event does to the game, said now or kept."""
        self._course.apply(event)
        if isinstance(event, (BoardLost, BoardFound)):
            self._lost = isinstance(event, BoardLost)
        if isinstance(event, Doubtful):
            self._doubted = event.squares

    # What stands

    @property
    def unjudged(self) -> bool:
        return self._course.placed is not None

    @property
    def silences(self) -> int:
        return 0

    @property
    def told(self) -> Sequence[Hashable]:
        return ()

    @property
    def asked(self) -> Asked[Position] | None:
        return asked(self._course, self._look)

    def record(self) -> Record:
        return self._course.record()

    def status(self, t: Seconds) -> RrStatus:
        course, seen = self._course, self._sighting
        over = course.ended
        restore: tuple[Restore, ...] = ()
        if self._look is not None and (course.violation is not None or course.undone is not None):
            restore = way_back(course.standing.look, self._look)
        last = course.last
        return RrStatus(
            mode=self.game.mode,
            position=position_text(course.position),
            turn=course.position.turn.letter,
            players=self.game.names,
            allies=allies(course.position.board),
            match=course.match_score(),
            placed=course.placed,
            todo=getattr(last, "todo", ()) if course.placed is not None else (),
            said=course.opponent,
            violation=course.violation,
            restore=restore,
            question=course.question,
            board=seen is not None and seen.board,
            clear=seen is not None and seen.board and seen.clear and not seen.moving,
            moves=len(course.steps),
            last_event=last,
            over=over is not None,
            winner=None if over is None else over.winner.letter,
            doubts=tuple((square, "unlike") for square in self._doubted),
        )

    # What is made of a look

    def _presence(self, sighting: FlatSighting) -> None:
        if sighting.board == self._lost:
            lost = BoardLost(t=sighting.t, reason=sighting.why)
            self._say(BoardFound(t=sighting.t) if sighting.board else lost)

    def _judge(self, t: Seconds) -> None:
        look = self._look
        if look is None or self._is_doubtful(look, t):
            return
        course = self._course
        if course.start is None:
            self._begin(look, t)
        elif course.resigned is not None:
            return
        elif course.position.state is State.DRAFT:
            self._follow_pick(t)
        else:
            self._say_all(followed(course, look, self._settling, self._beside, t))

    def _is_doubtful(self, look: Cells, t: Seconds) -> bool:
        squares = tuple(NAMES[at] for at, cell in enumerate(look) if cell == UNPLAIN)
        if squares == self._doubted:
            return bool(squares)
        if not squares or self._settling.lasts(Patience.HALFWAY, t):
            since = self._settling.since
            reasons = ("unlike",) * len(squares)
            self._say(Doubtful(t=t, squares=squares, reasons=reasons, since=t if since is None else since))
        return bool(squares)

    def _begin(self, look: Cells, t: Seconds) -> None:
        taken = [NAMES[at] for at, cell in enumerate(look) if cell]
        if not taken or explained(self.game.start, look).done:
            # Whoever begins may be quicker than the first look at the empty board.
            if self._settling.lasts(Patience.MOVE, t):
                self._say(Ready(t=t, position=position_text(self.game.start)))
                if taken:
                    self._judge(t)
                elif not self._beside.in_view:
                    self._ask_pick(t)
        elif self._course.violation is None and self._settling.lasts(Patience.WRONG, t):
            why = phrase("not-empty", squares=", ".join(taken))
            restore = way_back(self._course.standing.look, look)
            self._say(
                Violation(
                    t=t, rule="R2.1", text=str(why), restore=restore, code=why.code, values=dict(why.values)
                )
            )

    def _follow_pick(self, t: Seconds) -> None:
        position = self._course.position
        picked = None if self.game.is_level(position.turn) else self._beside.picked(position, t)
        if picked is not None:
            for event in decided(self._course, SayMove(f"+{picked}"), None, t):
                self._say(event)
        elif not self._beside.in_view:
            self._ask_pick(t)

    def _ask_pick(self, t: Seconds) -> None:
        """Picks lie in no place where a camera is sure to look: they are asked for (FORMATS-RR F5)."""
        position = self._course.position
        picks = position.state is State.DRAFT and not self.game.is_level(position.turn)
        if picks and self._course.question is None:
            why = phrase("which-pick")
            self._say(Uncertain(t=t, question=str(why), options=position.neutral, code=why.code))

    def _say_all(self, events: Iterable[Event]) -> None:
        for event in events:
            self._say(event)

    def _say(self, event: Event) -> None:
        self.apply(event)
        self._said.append(event)
        if not isinstance(event, Moved):
            return
        over = ending(self._course.position)
        if over is not None:
            self._say(over_event(self._course, over, event.t))
        elif not self._beside.in_view:
            self._ask_pick(Seconds(event.t))

    def _told(self) -> tuple[Event, ...]:
        said, self._said = tuple(self._said), []
        return said


def resumed(game: Agreed, events: Iterable[Event]) -> Referee:
    """Goes on after the events that it said before; raises `Unplayable`."""
    referee = Referee(game)
    try:
        for event in events:
            referee.apply(event)
    except RulesError as fault:
        raise Unplayable(str(fault)) from fault
    return referee
