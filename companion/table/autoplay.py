"""The virtual table that plays by itself: legal moves, done by a hand, and only what a person could do."""

import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from companion.referee.decisions import Answer, Decision, DecisionError, EndTurn, Roll, SayMove
from companion.referee.events import Restore
from companion.referee.game import Game
from companion.referee.status import Status
from companion.rules.cubes import Element
from companion.rules.errors import RulesError
from companion.rules.legal import legal_moves
from companion.rules.moves import DECLINE, KEEP_YOKAI, PASS, STOP, Move, Rotate, Slide, Swap, Tilt
from companion.rules.notation import bare
from companion.rules.play import play
from companion.rules.position import Position
from companion.rules.position_text import parse_position, position_text
from companion.rules.solver import solve
from companion.rules.variant import Mode
from companion.store import StoreError
from companion.table.running import Table
from vision.virtual.placing import TableError

_log = logging.getLogger(__name__)

_GREED: Final = 0.7
"""How often the move that brings most points is taken."""

_TURNS: Final = 0.12
"""How often cubes are rotated, there being no points to win."""

_WAIT: Final = 4.0
"""Seconds until something is done again that nothing came of."""


@dataclass(frozen=True, slots=True)
class Physical:
    """Something done to the cubes, as the virtual table's verbs."""

    actions: tuple[str | dict[str, object], ...]


@dataclass(frozen=True, slots=True)
class Clear:
    """The game is over: another one on an empty board."""


Step = Physical | Clear | Decision
"""What the player does next."""


def next_step(status: Status, game: Game, cubes: str, dice: Random) -> Step | None:
    """`cubes` is what really lies there, sides and all. None: wait and look again."""
    if not status.board or not status.clear:
        return None
    if status.over:
        return Clear()
    if status.question is not None:
        return Answer(dice.choice(status.question.options))
    if status.to_restore is not None:
        return _put_right(status.to_restore)
    if status.violation is not None and status.violation.restore:
        return _put_right(status.violation.restore[0])
    if status.setup is not None and not _waits_for_level(status):
        return _set_up(status)
    if status.thinks:
        return None
    if status.to_remove:
        return Physical(tuple({"lift": square} for square in status.to_remove))
    if status.awaits_roll:
        return Roll(*(dice.choice(tuple(Element)) for _ in range(2)))
    if status.muk_yan is not None:
        move = status.muk_yan.move
        return EndTurn() if move in ("stop", "pass") else Physical((move,))
    if status.opponent is not None:
        return Physical((status.opponent.move,))
    return _move(status, game, cubes, dice)


def _put_right(restore: Restore) -> Step:
    """A cube that stands elsewhere is taken off and put where it belongs."""
    actions: list[str | dict[str, object]] = []
    if restore.source is not None:
        actions.append({"lift": restore.source})
    if restore.target is not None:
        actions.append(f"{restore.cube}@{restore.target}")
    return Physical(tuple(actions))


def _waits_for_level(status: Status) -> bool:
    """It says first what it places; where something lies wrong, it is not even asked."""
    setup = status.setup
    return status.thinks and setup is not None and bool(setup.missing) and not setup.wrong


def _set_up(status: Status) -> Step | None:
    assert status.setup is not None
    for wrong in status.setup.wrong:
        return _put_right(wrong)
    for missing in status.setup.missing:
        return _put_right(missing)
    return None


def _move(status: Status, game: Game, cubes: str, dice: Random) -> Step | None:
    fields = status.position.split(" ")
    if game.free:
        fields = ["-", "w", "0-0", "---", "-"]
    try:
        position = parse_position(" ".join([cubes, *fields[1:]]), game.variant)
    except RulesError as fault:
        _log.info("nothing to play on: %s", fault)
        return None
    if game.variant.mode is Mode.MINDLOCK and not game.free:
        solution = solve(position)
        moves = [solution.line[0].move] if solution is not None and solution.line else []
    else:
        moves = [move for move in legal_moves(position) if _can_be_done(move, position)]
    if not moves:
        return None
    move = _chosen(position, moves, dice)
    if move in (STOP, PASS):
        return EndTurn()
    if move in (DECLINE, KEEP_YOKAI):
        return SayMove(bare(position, move))
    return Physical((bare(position, move),))


def _can_be_done(move: Move, position: Position) -> bool:
    """Tiles are left alone: on a real table nobody but their owner knows them."""
    return isinstance(move, (Tilt, Rotate, Slide, Swap)) or move in (STOP, PASS, DECLINE, KEEP_YOKAI)


def _chosen(position: Position, moves: list[Move], dice: Random) -> Move:
    tilts = [move for move in moves if not isinstance(move, Rotate)]
    if tilts and dice.random() < _GREED:
        colour = position.seat.colour

        def gain(move: Move) -> int:
            played = play(position, move)
            return played.after.score[colour] - position.score[colour]

        best = max(map(gain, tilts))
        if best > 0:
            return dice.choice([move for move in tilts if gain(move) == best])
    if not tilts or (len(tilts) < len(moves) and dice.random() < _TURNS):
        return dice.choice([move for move in moves if isinstance(move, Rotate)] or moves)
    return dice.choice(tilts)


class Autoplay:
    """Plays on a running table until `stop`."""

    def __init__(self, table: Table, *, seed: int | None = None, pause: float = 0.8) -> None:
        """`pause` in seconds, between what was understood and the next hand."""
        if table.camera.drawn is None:
            raise ValueError("only the virtual table can play by itself")
        self._table = table
        self._drawn = table.camera.drawn
        self._dice = Random(seed)
        self._pause = pause
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="autoplay", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(timeout=10)

    def _run(self) -> None:
        while not self._stop.wait(self._pause):
            status = self._table.status()
            step = next_step(status, self._table.game(), self._drawn.cubes(), self._dice)
            if step is None:
                continue
            before = self._table.newest_number()
            try:
                self._do(step)
            except (TableError, DecisionError, RulesError, StoreError) as fault:
                _log.info("the player could not do that: %s", fault)
            self._wait_for_news(before)

    def _do(self, step: Step) -> None:
        match step:
            case Physical(actions):
                for action in actions:
                    self._table.sim(action)
            case Clear():
                if self._stop.wait(5 * self._pause):
                    return
                game = replace(self._table.game(), seed=self._dice.randrange(1 << 30))
                self._table.lay("-" if game.start is None else position_text(game.start))
                self._table.new_game(game)
            case _:
                self._table.decide(step)

    def _wait_for_news(self, before: int) -> None:
        for _ in self._moments():
            if self._drawn.busy:
                continue
            if self._table.newest_number() != before:
                return

    def _moments(self) -> Iterator[None]:
        left = _WAIT
        while left > 0 and not self._stop.wait(0.1):
            if not self._drawn.busy:
                left -= 0.1
            yield
