"""Games that are played on a drawn table by somebody with habits, and what really happened in them."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import ClassVar, Final

from companion.bench.films import tops_of
from companion.bench.stillness import Listening, Shown
from companion.games.himiki.agreed import Game
from companion.games.himiki.answering import true_answer
from companion.games.himiki.drawn import cubes_lying
from companion.games.himiki.referee.decisions import Answer, Decision, EndTurn, SayMove, SetPosition
from companion.games.himiki.referee.events import Event, MukYan, Restored, Uncertain, Violation
from companion.games.himiki.referee.status import Status
from companion.games.himiki.rules import muk_yan
from companion.games.himiki.rules.board import Square, name_of
from companion.games.himiki.rules.cubes import Cube, colour_of, element_lettered, faces_of
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.moves import (
    DECLINE,
    KEEP_YOKAI,
    PASS,
    STOP,
    Conjure,
    Move,
    Place,
    PutTerrain,
    Rotate,
    SpendYokai,
    Tilt,
    UseEvent,
)
from companion.games.himiki.rules.options import rotated, tilted
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position, start_position
from companion.games.himiki.rules.solver import solve
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.rules.written.notation import bare
from companion.games.himiki.rules.written.position_text import position_text
from companion.table.decisions_file import TimedDecision
from tests.end_to_end.planting import Planted, planted
from vision.frames import Frame, Seconds
from vision.sources import Source, SourceEnded
from vision.virtual.harder import swayed
from vision.virtual.painting.renderer import Renderer
from vision.virtual.scenes.looks import DrawnLook
from vision.virtual.scenes.optics import Shift
from vision.virtual.scenes.scene import TileOnSquare
from vision.virtual.table import Action, VirtualTable

UNSAID = ("stop", "pass", "C-none", "C-keep")
"""Entries that are the absence of something: they are not counted."""

_PATIENT: Final = 12.0
"""Seconds for which somebody waits for what has to be said before they can go on, questions answered."""


@dataclass(frozen=True)
class Habits:
    """How this table plays, as chances; the defaults are those of the full measurement."""

    moves: int = 24
    set_up: float = 0.3
    """That the game begins with an empty board."""
    quick: float = 0.6
    """That a replay follows while the hand is still near."""
    back: float = 0.06
    """That a move is taken back after it was seen."""
    hands: float = 0.1
    """That a hand comes and goes for nothing."""
    drops: float = 0.06
    """Of a frame."""
    drift: float = 0.10
    """The most that the light changes over the game."""
    bump: float = 0.5
    """That the board is pushed once."""
    every: tuple[float, float] = (0.28, 0.37)
    """Seconds between two frames."""
    rests: tuple[int, int] = (3, 4)
    """Frames of a still table between two moves."""
    violation: str | None = None
    tiles: bool = True
    """Whether terrain is laid on the board as tiles, or only said."""


@dataclass
class Truth:
    """What really happened."""

    moves: list[str] = field(default_factory=list)
    """Bare, without those taken back."""
    played: int = 0
    """Those taken back among them."""
    took_back: int = 0
    planted: Planted | None = None
    planted_at: int = 0
    """Events that had been said by then."""
    restored_at: int = 0
    stuck: str | None = None
    """Where the referee did not do what somebody who plays waits for."""


class DrawnGame(Source):
    """A source of frames in which a whole game is played; it hears what the referee says."""

    live: ClassVar[bool] = False

    def __init__(self, game: Game, look: DrawnLook, seed: int, habits: Habits, renderer: Renderer) -> None:
        self.game = game
        self.truth = Truth()
        self.said: list[Event] = []
        self.now = 0.0
        self._told: deque[TimedDecision] = deque()
        self.habits = habits
        self._dice = Random(seed)
        self._table = VirtualTable(look, seed, care=1.0)
        self._renderer = renderer
        self._frames: Iterator[Frame] = iter(())
        self._count = 0
        self._answered = self._rolls = 0
        self._gain = tuple(1 + self._dice.uniform(-habits.drift, habits.drift) for _ in range(3))
        self._bump_at = self._dice.randrange(2, 14) if self._dice.random() < habits.bump else -1
        self.position = game.start or start_position(game.variant)
        self._history: tuple[Position, str] | None = None
        """Before the last move, and that move."""
        self.renders = 0
        self.listening = Listening()
        self.status: Callable[[Seconds], Status] | None = None
        """How the game stands for the referee that watches; None: nobody asks."""

    # A source

    def open(self) -> None:
        self._frames = self._play()

    def take(self) -> Frame:
        frame = next(self._frames, None)
        if frame is None:
            raise SourceEnded("the game is over")
        return frame

    def close(self) -> None:
        pass

    def hear(self, event: Event) -> None:
        self.said.append(event)

    def before(self, t: Seconds) -> Iterator[TimedDecision]:
        while self._told and self._told[0].t < t:
            yield self._told.popleft()

    def rest(self) -> Iterator[TimedDecision]:
        yield from self.before(Seconds(float("inf")))

    def _say(self, decision: Decision) -> None:
        self._told.append(TimedDecision(decision, Seconds(self.now)))

    # Frames

    def _shot(self) -> Iterator[Frame]:
        self.now += self._dice.uniform(*self.habits.every)
        self._count += 1
        if self._dice.random() < self.habits.drops:
            return
        share = min(1.0, self._count / 150)
        blue, green, red = (1 + (factor - 1) * share for factor in self._gain)
        scene = replace(
            self._table.scene_at(self.now),
            noise=self._count,
            gain=(blue, green, red),
            sway=swayed(self._table.look, self.now),
        )
        still = self._table.busy_until() is None
        image, truth = self._renderer.render(scene)
        self.renders += 1
        frame, heard = Frame(image, Seconds(self.now), f"f{self._count:04}"), len(self.said)
        yield frame
        if self.status is not None:
            shown = Shown(frame, tops_of(truth), still and not truth.hand)
            self.listening.heard(shown, self.said[heard:], self.status(frame.t))

    def _still(self, frames: int) -> Iterator[Frame]:
        for _ in range(frames):
            yield from self._shot()

    def _rest(self) -> Iterator[Frame]:
        yield from self._still(self._dice.randint(*self.habits.rests))
        yield from self._answer()

    def _do(self, *actions: Action) -> Iterator[Frame]:
        for action in actions:
            self._table.do(action, self.now)
        while True:
            self._table.scene_at(self.now)
            if self._table.busy_until() is None:
                return
            yield from self._shot()

    # Questions

    def _open_question(self) -> Uncertain | None:
        for event in reversed(self.said[self._answered :]):
            if isinstance(event, Uncertain):
                return event
            if event.name in ("move", "corrected", "restored"):
                return None
        return None

    def _answer(self) -> Iterator[Frame]:
        for _ in range(3):
            question = self._open_question()
            if question is None:
                return
            self._answered = len(self.said)
            self._say(self._true_answer(question))
            yield from self._still(2)

    def _true_answer(self, question: Uncertain) -> Decision:
        for option in question.options:
            words = option.split()
            if words and self.truth.moves[-len(words) :] == words:
                return Answer(option)
        for option in question.options:
            if option.split()[-1:] == self.truth.moves[-1:]:
                return Answer(option)
        position = position_text(self.position)
        if "square" not in question.values:
            return SetPosition(position)
        lying = cubes_lying(self._table.scene_at(self.now).pieces)
        return true_answer(question, position, self.game, lying)

    # Playing

    def _play(self) -> Iterator[Frame]:
        habits = self.habits
        if self.game.start is not None:
            self._table.lay(position_text(self.position))
            yield from self._still(4)
        else:
            yield from self._still(3)
            while self.position.phase.setup:
                move = self._dice.choice(legal_moves(self.position))
                assert isinstance(move, Place)
                self.position = play(self.position, move).after
                yield from self._do(bare(self.position, move))
                yield from self._rest()
        due = 3 + self._dice.randrange(5)
        while len(self.truth.moves) < habits.moves and not self.position.over and not self.truth.stuck:
            if habits.violation and self.truth.planted is None and len(self.truth.moves) >= due:
                yield from self._violate()
            if self._bump_at == len(self.truth.moves):
                self._bump_at = -1
                shift = Shift(self._dice.uniform(-0.3, 0.3), self._dice.uniform(-0.3, 0.3), 2.0)
                self._table.change(self.now, board_bump=shift)
                yield from self._rest()
            if self._dice.random() < habits.hands:
                yield from self._do({"hand": True})
                yield from self._still(2)
                yield from self._do({"hand": False})
                yield from self._rest()
            yield from self._turn()
        if habits.violation == "after the end" and self.position.over:
            yield from self._violate()
        yield from self._still(5)
        yield from self._answer()

    def _turn(self) -> Iterator[Frame]:
        position = self.position
        if position.seat is position.variant.muk_yan:
            yield from self._muk_yan()
            return
        move = self._chosen(position)
        yield from self._carry_out(move)
        after = self.position
        if after.phase.replay and not after.chaos.due and self._dice.random() < self.habits.quick:
            again = self._chosen(after)
            if again not in (STOP, PASS):
                # The hand has hardly left when it comes back.
                yield from self._still(self._dice.randint(0, 1))
                yield from self._carry_out(again)
        yield from self._rest()
        if isinstance(move, Tilt) and self._dice.random() < self.habits.back:
            yield from self._take_back()

    def _chosen(self, position: Position) -> Move:
        if position.variant.mode is Mode.MINDLOCK:
            solution = solve(position)
            if solution is not None and solution.line:
                return solution.line[0].move
        moves = legal_moves(position)
        weights = []
        for move in moves:
            match move:
                case Tilt():
                    played = play(position, move)
                    gain = sum(played.after.score) - sum(position.score)
                    weights.append(4.0 + 8.0 * max(0, gain))
                case Rotate(squares):
                    weights.append(1.0 if len(squares) == 1 else 0.4)
                case _:
                    weights.append(1.5 if move in (STOP, DECLINE, KEEP_YOKAI) else 0.4)
        return self._dice.choices(moves, weights)[0]

    def _carry_out(self, move: Move) -> Iterator[Frame]:
        position = self.position
        text = bare(position, move)
        played = play(position, move)
        said = isinstance(move, (UseEvent, Conjure, PutTerrain, SpendYokai))
        if move in (STOP, DECLINE, KEEP_YOKAI):
            if self._dice.random() < 0.5 or position.chaos.due[1:]:
                self._say(EndTurn() if move is STOP else SayMove(text))
        elif said:
            self._say(SayMove(text))
        self.position = played.after
        self._history = (position, text)
        if text not in UNSAID:
            self.truth.moves.append(text)
            self.truth.played += 1
        if isinstance(move, PutTerrain):
            self._lay_tiles()
        actions = physical(position, move, played.after)
        if actions:
            yield from self._do(*actions)
        elif said:
            yield from self._still(2)
        self._lay_tiles()

    def _lay_tiles(self) -> None:
        land = self.position.chaos.land if self.habits.tiles else ()
        tiles = tuple(TileOnSquare(square, tile.value) for square, tile in land)
        self._table.change(self.now, tiles=tiles)

    def _take_back(self) -> Iterator[Frame]:
        """The last tilt, after it was seen, where the other side has not played."""
        phase = self.position.phase
        if not self.truth.moves or phase.over or phase.replay or self._history is None:
            return
        before, text = self._history
        if self.truth.moves[-1] != text or self.position.variant.chaos or ">B" not in text:
            return
        source, target = text.removeprefix("R-").split(">B")
        self.truth.moves.pop()
        self.truth.took_back += 1
        self.position = before
        yield from self._do(f"{target}>B{source}")
        yield from self._rest()

    def _muk_yan(self) -> Iterator[Frame]:
        since = self.now
        while not (rolls := [event for event in self.said if isinstance(event, MukYan)][self._rolls :]):
            if self.now - since > _PATIENT:
                self.truth.stuck = f"no roll for Muk Yan after {self.truth.moves[-1:]}"
                return
            yield from self._still(1)
            yield from self._answer()
        self._rolls += len(rolls)
        told = rolls[-1]
        black, white = (element_lettered(letter) for letter in told.roll)
        due = muk_yan.reply(self.position, black, white)
        if bare(self.position, due.move) != told.move:
            self.truth.stuck = f"Muk Yan does {told.move} instead of {bare(self.position, due.move)}"
            return
        position = self.position
        self.position = play(position, due.move).after
        if self.position.phase.replay and due.action != muk_yan.MukYanAction.PLAY_AGAIN:
            self.position = play(self.position, STOP).after
        if told.move in UNSAID:
            return
        self.truth.moves.append(told.move)
        self.truth.played += 1
        yield from self._do(told.move)
        yield from self._rest()

    # Violations

    def _violate(self) -> Iterator[Frame]:
        kind = self.habits.violation
        assert kind is not None
        before = None if self._history is None else self._history[0]
        plan = planted(kind, self.position, before, self._dice)
        if plan is None:
            return
        self.truth.planted = plan
        self.truth.planted_at = len(self.said)
        yield from self._do(*plan.actions)
        yield from self._until(Violation, self.truth.planted_at)
        yield from self._still(1)
        self.truth.restored_at = len(self.said)
        yield from self._put_back()
        yield from self._until(Restored, self.truth.restored_at)

    def _until(self, wanted: type[Event], since: int) -> Iterator[Frame]:
        """Waits for something to be said, and answers meanwhile."""
        began = self.now
        while self.now - began < _PATIENT and not any(isinstance(e, wanted) for e in self.said[since:]):
            yield from self._still(1)
            yield from self._answer()

    def _put_back(self) -> Iterator[Frame]:
        """One square at a time, until the cubes lie as the game has them."""
        lying = {
            piece.square: f"{piece.colour.letter}{piece.faces}"
            for piece in self._table.scene_at(self.now).pieces
            if piece.square is not None
        }
        true = {at: f"{colour_of(cube).letter}{faces_of(cube)}" for at, cube in self.position.cubes}
        for square in sorted(lying):
            there, wanted = lying[square], true.get(square)
            if wanted is not None and (there[0], there[1], there[3], there[2]) == tuple(wanted):
                # Nobody lifts a cube that only has to be turned back.
                yield from self._do(f"{name_of(square)}>P{name_of(square)}")
                lying[square] = wanted
            elif there != wanted:
                yield from self._do({"lift": name_of(square)})
        for square in sorted(true):
            if true[square] != lying.get(square):
                yield from self._do(f"{true[square]}@{name_of(square)}")


def physical(before: Position, move: Move, after: Position) -> list[Action]:
    """What hands do to the cubes, the effects of terrain and of beaten cubes among it."""
    text = bare(before, move)
    board = bytes(before.board)
    actions: list[Action] = []
    match move:
        case Tilt(source, target):
            board = bytes(tilted(board, source, target))
            actions.append(text)
        case Rotate(squares):
            board = rotated(board, squares)
            actions.append(text)
        case Place():
            return [text]
        case _ if "<>" in text or ">T" in text:
            return [text]
    gone = [at for at in range(30) if board[at] and not after.board[at]]
    come = [at for at in range(30) if after.board[at] and not board[at]]
    for at in range(30):
        if board[at] and after.board[at] and board[at] != after.board[at]:
            square = name_of(Square(at))
            cube = Cube(after.board[at])
            if rotated(board, (Square(at),))[at] == after.board[at]:
                actions.append(f"{square}>P{square}")
            else:
                actions += [{"lift": square}, f"{colour_of(cube).letter}{faces_of(cube)}@{square}"]
    for at in gone:
        if come:
            actions.append(f"{name_of(Square(at))}>T{name_of(Square(come.pop()))}")
        else:
            actions.append({"lift": name_of(Square(at))})
    return actions
