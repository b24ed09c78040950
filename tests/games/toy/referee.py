"""Follows one heap: what lies there is counted, and what is missing was taken."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.games.decisions import Answer, DecisionError, SayMove, Undo
from companion.games.events import BoardFound, BoardLost, Event, Uncertain
from companion.games.status import Status
from tests.games.toy.events import Begun, End, PutBack, Taken, Won
from tests.games.toy.rules import Heap, Toy
from vision.frames import Seconds


@dataclass(frozen=True, slots=True)
class Sighting:
    t: Seconds
    count: int | None
    """None: no table is seen."""
    moving: bool = False

    @property
    def board(self) -> bool:
        return self.count is not None


@dataclass(frozen=True, slots=True)
class Asked:
    """The machine is on turn."""

    heap: Heap
    number: int


@dataclass(frozen=True, slots=True)
class Announce:
    asked: Asked
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(Status):
    def as_json(self) -> dict[str, Any]:
        return {
            "mode": self.mode,
            "position": self.position,
            "turn": self.turn,
            "players": self.players,
            "question": None if self.question is None else self.question.as_json(),
            "board": self.board,
            "clear": self.clear,
            "moves": self.moves,
            "last_event": None if self.last_event is None else self.last_event.as_json(),
            "over": self.over,
            "winner": self.winner,
        }


class Referee:
    def __init__(self, game: Toy) -> None:
        self.game = game
        self._heaps: list[Heap] = []
        self._seen: Sighting | None = None
        self._lost = False
        self._question: Uncertain | None = None
        self._last: Event | None = None
        self._said: list[Event] = []

    def apply(self, event: Event) -> None:
        """What an event does to the game, said now or kept."""
        self._last = event
        match event:
            case Begun():
                self._heaps = [Heap(int(event.position))]
            case Taken():
                self._heaps.append(self._heaps[-1].less(int(event.move)))
                self._question = None
            case PutBack():
                self._heaps.pop()
                self._question = None
            case Uncertain():
                self._question = event

    def _say(self, event: Event) -> None:
        self.apply(event)
        self._said.append(event)

    def _told(self) -> tuple[Event, ...]:
        said, self._said = tuple(self._said), []
        return said

    def see(self, sighting: Sighting) -> tuple[Event, ...]:
        self._seen, t = sighting, sighting.t
        if sighting.count is None:
            if not self._lost:
                self._say(BoardLost(t=t, reason="nothing is seen"))
            self._lost = True
        else:
            if self._lost:
                self._say(BoardFound(t=t))
            self._lost = False
            self._count(sighting.count, t)
        return self._told()

    def _count(self, count: int, t: Seconds) -> None:
        if not self._heaps:
            if count == self.game.heap:
                self._say(Begun(t=t, position=str(count)))
            return
        gone = self._heaps[-1].left - count
        if gone in (1, 2):
            self._take(gone, t)
        elif gone and self._question is None:
            self._say(Uncertain(t=t, question="What was taken?", options=("one", "two"), code="taken"))

    def _take(self, count: int, t: Seconds) -> None:
        before = self._heaps[-1]
        after = before.less(count)
        self._say(Taken(t=t, by=before.turn, move=str(count), position=str(after.left)))
        if not after.left:
            self._say(Won(t=t, winner=before.turn))

    def decide(self, decision: object, t: Seconds) -> tuple[Event, ...]:
        if not self._heaps:
            raise DecisionError("the game has not begun")
        match decision:
            case SayMove(move) if move in ("1", "2"):
                self._take(int(move), t)
            case Answer(option) if self._question is not None:
                self._take(1 + self._question.options.index(option), t)
            case Announce(asked, count) if asked == self.asked:
                self._take(count, t)
            case Undo() if len(self._heaps) > 1:
                self._say(PutBack(t=t, position=str(self._heaps[-2].left)))
            case _:
                raise DecisionError("that makes no sense now")
        return self._told()

    def tick(self, t: Seconds) -> tuple[Event, ...]:
        return ()

    def end(self, t: Seconds) -> tuple[Event, ...]:
        self._say(End(t=t, position=str(self._left)))
        return self._told()

    def status(self, t: Seconds) -> Standing:
        seen = self._seen
        over = bool(self._heaps) and not self._heaps[-1].left
        return Standing(
            mode=self.game.mode,
            position=str(self._left),
            turn=self._heaps[-1].turn if self._heaps else "w",
            players=self.game.names,
            question=self._question,
            board=seen is not None and seen.board,
            clear=seen is not None and seen.board and not seen.moving,
            moves=max(0, len(self._heaps) - 1),
            last_event=self._last,
            over=over,
            winner=self._heaps[-2].turn if over else None,
        )

    def record(self) -> tuple[int, ...]:
        """The heap, and what was taken of it."""
        heaps = [each.left for each in self._heaps]
        return (self.game.heap, *(one - other for one, other in pairwise(heaps)))

    @property
    def _left(self) -> int:
        return self._heaps[-1].left if self._heaps else self.game.heap

    @property
    def unjudged(self) -> bool:
        return False

    @property
    def silences(self) -> int:
        return 0

    @property
    def told(self) -> tuple[object, ...]:
        return ()

    @property
    def asked(self) -> Asked | None:
        if not self._heaps or not self._heaps[-1].left or self._heaps[-1].turn != self.game.machine:
            return None
        return Asked(self._heaps[-1], len(self._heaps))


def resumed(game: Toy, events: Iterable[Event]) -> Referee:
    referee = Referee(game)
    for event in events:
        referee.apply(event)
    return referee
