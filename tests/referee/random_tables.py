"""Whole random games played on a table: what was really played, and what the referee made of it."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.games.clockwork import Clock
from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.decisions import Answer, SayMove
from companion.games.himiki.referee.events import Corrected, Event, Move
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.board import NAMES, SQUARES
from companion.games.himiki.rules.cubes import Cube, element_lettered, faces_of
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.moves import (
    STOP,
    Conjure,
    Decline,
    KeepYokai,
    Place,
    PutTerrain,
    Rotate,
    SpendYokai,
    Stop,
    Swap,
    Tilt,
    UseEvent,
)
from companion.games.himiki.rules.moves import Move as RulesMove
from companion.games.himiki.rules.muk_yan import MukYanAction
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position, start_position
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.notation import bare, parse_move
from tests.referee.eye import Eye
from vision.frames import Seconds

UNSEEN = (Stop, Decline, KeepYokai)
SAID = (PutTerrain, UseEvent, Conjure, SpendYokai)
TRAILING = ("stop", "pass", "C-none", "C-keep")


def _weight(move: RulesMove) -> float:
    match move:
        case Tilt():
            return 3
        case Rotate() | Conjure():
            return 0.3
        case UseEvent():
            return 12
        case _:
            return 1


def without_trailing(moves: list[str]) -> list[str]:
    """What is chosen without a word at the very end, nobody can see."""
    while moves and moves[-1] in TRAILING:
        moves = moves[:-1]
    return moves


@dataclass
class RandomTable:
    variant: Variant
    seed: int
    eye: Eye
    start_given: bool = False
    clock: Clock | None = None
    at_once: float = 0.0
    """How often a replay is played before the hand goes."""
    answers: bool = False
    """Somebody answers what was played, when it is asked."""
    watch: Callable[["RandomTable"], None] = lambda _: None
    """Called after everything that happens."""
    truth: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.position = self._set_up()
        self.game = Game(
            self.variant,
            start=self.position if self.start_given else None,
            seed=self.seed,
            clock=self.clock,
        )
        self.referee = Referee(self.game)
        self.looks(6)

    def _set_up(self) -> Position:
        position = start_position(self.variant)
        while position.phase.setup:
            position = play(position, self.chance.choice(legal_moves(position))).after
        return position

    def looks(self, count: int | None = None) -> None:
        dense = self.eye.every < 0.2
        for sighting in self.eye.looks(self.position.board, count or (10 if dense else 3)):
            self.events += self.referee.see(sighting)
        if self.answers:
            self._answer_what_was_played()
        self.watch(self)

    def _answer_what_was_played(self) -> None:
        asked = self.referee.status(Seconds(self.eye.t)).question
        if asked is not None and asked.code == "which-moves":
            truly = [each for each in asked.options if " ".join(self.truth).endswith(each)]
            if truly:
                answer = Answer(max(truly, key=len))
                self.events += self.referee.decide(answer, Seconds(self.eye.t))

    def hand(self) -> None:
        for sighting in self.eye.hands():
            self.events += self.referee.see(sighting)

    def play(self, most: int) -> None:
        while not self.position.over and len(self.truth) < most:
            if self.position.seat is self.variant.muk_yan:
                if not self._muk_yan():
                    return
            else:
                self._person()

    def _choose(self, *, visible: bool = False) -> RulesMove | None:
        moves = [
            move
            for move in legal_moves(self.position)
            if not isinstance(move, Place) and not (visible and not isinstance(move, (Tilt, Rotate)))
        ]
        return self.chance.choices(moves, [_weight(move) for move in moves])[0] if moves else None

    def _person(self) -> None:
        before = self.position
        move = self._choose()
        assert move is not None  # a game that is not over has a move
        self._do(move)
        while self.position.phase.replay and not self.position.over and self.chance.random() < self.at_once:
            more = self._choose(visible=True)
            if more is None or self.position.chaos.due:
                break
            self._do(more)
        self._show(before)

    def _do(self, move: RulesMove) -> None:
        written = bare(self.position, move)
        self.truth.append(written)
        # Two cubes that look the same change places unseen: that has to be said.
        alike = isinstance(move, Swap) and play(self.position, move).after.board == self.position.board
        if isinstance(move, SAID) or alike:
            self.events += self.referee.decide(SayMove(written), Seconds(self.eye.t))
        if isinstance(move, Tilt):
            self.eye.lift(move.source)
            self.eye.lift(move.target)
        self.position = play(self.position, move).after

    def _show(self, before: Position) -> None:
        if self.position.board != before.board:
            self.hand()
            self.looks()

    def _muk_yan(self) -> bool:
        """Carries out what was announced; False when there is nothing to do."""
        while (asked := self.referee.status(Seconds(self.eye.t)).question) is not None:
            if asked.code != "which-side":
                return False
            side = self._side(str(asked.values["square"]))
            self.events += self.referee.decide(Answer(side), Seconds(self.eye.t))
        told = self.referee.status(Seconds(self.eye.t)).muk_yan
        if told is None:
            return False
        before, move = self.position, parse_move(told.move).move
        self._do(move)
        stops = told.action not in (0, MukYanAction.PLAY_AGAIN) and self.position.phase.replay
        if stops and not self.position.over:
            self.truth.append("stop")
            self.position = play(self.position, STOP).after
        self._show(before)
        # Rolls without an action are said and done at once.
        while self.position.seat is self.variant.muk_yan and not self.position.over:
            waiting = self.referee.status(Seconds(self.eye.t)).muk_yan
            passed = [event.move for event in self.events if isinstance(event, Move)][len(self.truth) :]
            if waiting is not None or not passed:
                break
            self.truth.append(passed[0])
            self.position = play(self.position, parse_move(passed[0]).move).after
        return True

    def _side(self, name: str) -> str:
        """What somebody sees who looks at the cube from the side."""
        cube = Cube(self.position.board[SQUARES[NAMES.index(name)]])
        return element_lettered(faces_of(cube)[1]).name.lower()

    @property
    def told(self) -> list[str]:
        """The moves as they stand by what was said."""
        moves: list[str] = []
        for event in self.events:
            if isinstance(event, Move):
                moves.append(event.move)
            elif isinstance(event, Corrected) and event.back:
                del moves[-event.back :]
        return moves

    @property
    def doubts(self) -> list[Event]:
        return [event for event in self.events if event.name in ("violation", "uncertain", "restored")]
