"""The game as it was played so far: what each event does to it, for playing and for resuming."""

from dataclasses import dataclass, field

from companion.games.events import Event, Uncertain
from companion.games.play import Unplayable
from companion.games.rr.agreed import Agreed
from companion.games.rr.referee.events import (
    Corrected,
    Moved,
    Opponent,
    Over,
    Placed,
    Ready,
    Restored,
    Violation,
)
from companion.games.rr.referee.look import Standing, leaving_after
from companion.games.rr.rules.board import Player, player_lettered
from companion.games.rr.rules.ending import Ending, Reason, ending
from companion.games.rr.rules.position import Position
from companion.games.rr.rules.written.notation import bare, play_text
from companion.games.rr.rules.written.position_text import parse_position, position_text
from companion.games.rr.rules.written.record import Entry, Record, Result, resigned, result_of


@dataclass(frozen=True, slots=True)
class Step:
    """A move that stands, and where it was played."""

    before: Position
    after: Position
    move: str
    t: float


@dataclass(slots=True)
class Course:
    game: Agreed
    start: Position | None = None
    """None until the board was seen as the game begins; a board that was said to be right is one."""
    steps: list[Step] = field(default_factory=list)
    placed: str | None = None
    """A tile lies there, and its turn is not over."""
    gone: str | None = None
    """A tile lay there that does not any more: taken up again, or banished by what it woke."""
    question: Uncertain | None = None
    violation: Violation | None = None
    undone: str | None = None
    """A move that was taken back and may still lie there."""
    opponent: str | None = None
    """What a level has said and people have to carry out."""
    resigned: Player | None = None
    last: Event | None = None

    @property
    def position(self) -> Position:
        if self.steps:
            return self.steps[-1].after
        return self.game.start if self.start is None else self.start

    @property
    def standing(self) -> Standing:
        leaving = leaving_after(self.steps[-1].before, self.position) if self.steps else frozenset()
        return Standing(self.position, leaving)

    @property
    def ended(self) -> Ending | None:
        if self.resigned is not None:
            return resigned(self.position, self.resigned)
        return ending(self.position)

    def apply(self, event: Event) -> None:
        """Raises `Unplayable` where the event is not of this game."""
        self.last = event
        match event:
            case Ready():
                self.start, self.violation = parse_position(event.position), None
            case Placed():
                self.placed, self.question, self.violation, self.gone = event.move, None, None, None
            case Moved():
                self._move(event)
            case Corrected():
                self._correct(event)
            case Uncertain():
                self.question = event
            case Violation():
                self.violation = event
            case Restored():
                self.gone = self.placed
                self.placed = self.question = self.violation = self.undone = None
            case Opponent():
                self.opponent = event.move
            case Over():
                self.placed = self.question = self.violation = self.opponent = None
                if event.reason == Reason.RESIGNED.value:
                    self.resigned = player_lettered(event.winner).other

    def _move(self, event: Moved) -> None:
        if self.start is None:
            raise Unplayable("a move before the game began")
        played = play_text(self.position, event.move)
        self.steps.append(Step(played.before, played.after, bare(played.move), event.t))
        self.placed = self.question = self.violation = self.undone = self.opponent = self.gone = None

    def _correct(self, event: Corrected) -> None:
        self.undone = self.opponent = self.gone = None
        if self.resigned is not None and event.reason == "undo":
            self.resigned = None
        elif event.reason in ("accept", "position"):
            self.start, self.steps = parse_position(event.position), []
        elif self.steps:
            gone = self.steps.pop()
            self.undone = gone.move if event.reason == "undo" else None
        if position_text(self.position) != event.position:
            raise Unplayable("a correction that leads elsewhere")
        self.placed = self.question = self.violation = None

    def record(self) -> Record:
        over = self.ended
        result: Result | None = None if over is None else result_of(over)
        start = self.game.start if self.start is None else self.start
        entries = tuple(Entry(step.move, step.before.turn, round(step.t, 3)) for step in self.steps)
        return Record(start, entries, self.game.names, self.game.variant.game, result)

    def match_score(self, over: Ending | None = None) -> tuple[int, int]:
        """Games won, or points where they are counted, this game among them when it is over."""
        match, over = self.game.match, over or self.ended
        counted = list(match.won if match.games is None else match.points)
        if over is not None:
            if match.games is None:
                counted[over.winner] += 1
            else:
                for player in Player:
                    counted[player] += over.points[player]
        return counted[0], counted[1]


def over_event(course: Course, over: Ending, t: float) -> Over:
    return Over(
        t=t,
        winner=over.winner.letter,
        reason=over.reason.value,
        allies=over.allies,
        points=over.points,
        match=course.match_score(over),
    )
