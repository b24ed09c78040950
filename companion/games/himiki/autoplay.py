"""The virtual table that plays by itself: legal moves, done by a hand, and only what a person could do."""

import logging
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from companion.games.himiki.agreed import Game
from companion.games.himiki.answering import Lying, alike, as_recorded, lying_as, true_answer
from companion.games.himiki.referee.decisions import (
    Decision,
    EndTurn,
    Roll,
    SayMove,
    SetPosition,
)
from companion.games.himiki.referee.events import Restore
from companion.games.himiki.referee.status import Status
from companion.games.himiki.rules.cubes import Element
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.moves import (
    DECLINE,
    KEEP_YOKAI,
    PASS,
    STOP,
    Move,
    Rotate,
    Slide,
    Swap,
    Tilt,
)
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.solver import solve
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.rules.written.notation import bare
from companion.games.himiki.rules.written.position_text import parse_position, position_text
from companion.games.play import Autoplay
from companion.store import StoreError
from companion.table.table import Table
from vision.virtual.placing import TableError

_log = logging.getLogger(__name__)

_GREED: Final = 0.7
"""How often the move that brings most points is taken."""

_TURNS: Final = 0.12
"""How often cubes are rotated, there being no points to win."""

_WAIT: Final = 4.0
"""Seconds until something is done again that nothing came of."""

_MOST_TRIES: Final = 5
"""After them the player gives that game up and begins another: a minute is not waited for anything."""

Actions = tuple[str | dict[str, object], ...]


@dataclass(frozen=True, slots=True)
class Physical:
    """Something done to the cubes, as the virtual table's verbs."""

    actions: Actions


@dataclass(frozen=True, slots=True)
class Clear:
    """The game is over: another one on an empty board."""


Deed = Physical | Clear | Decision
"""What the player does next."""


def next_step(
    status: Status, game: Game, cubes: str, dice: Random, stuck: int = 0, played: str = ""
) -> Deed | None:
    """`cubes` is what really lies there, sides and all. None: wait and look again.

    `stuck` counts how often nothing came of waiting, or of what was done; `played` is the last move.
    """
    if status.question is not None and stuck <= _MOST_TRIES:
        return true_answer(status.question, status.position, game, cubes, played)
    if not status.board or (not status.clear and not stuck):
        return None
    if game.shared is not None:
        # Another game is begun by both tables, and for a friend it is waited however long she is away.
        if status.over:
            return None
        stuck = min(stuck, 3) if stuck <= _MOST_TRIES else 1 + stuck % 3
    elif status.over or stuck > _MOST_TRIES:
        return Clear()
    lying = lying_as(cubes)
    wrong = _to_put_right(status)
    if wrong is not None:
        hands = next((hands for each in wrong if (hands := _hands(each, lying))), None)
        if hands is not None:
            return Physical(hands)
        # What the referee waits for lies there already: it has not read it.
        named = [square for each in wrong for square in (each.source, each.target) if square is not None]
        return _insist(status, lying, cubes, named, stuck, played)
    if status.thinks:
        return None
    if status.awaits_roll:
        return Roll(*(dice.choice(tuple(Element)) for _ in range(2)))
    if not game.free and not as_recorded(lying, status.position):
        return _insist(status, lying, cubes, _off(lying, status.position), stuck, played)
    if status.muk_yan is not None:
        move = status.muk_yan.move
        return EndTurn() if move in ("stop", "pass") else Physical((move,))
    if status.opponent is not None:
        return Physical((status.opponent.move,))
    return _move(status, game, cubes, dice)


def _to_put_right(status: Status) -> list[Restore] | None:
    """What the referee waits for to be done to single cubes; None: nothing of the kind."""
    if status.to_restore is not None:
        return [status.to_restore]
    if status.violation is not None and status.violation.restore:
        return list(status.violation.restore)
    if status.setup is not None and not _waits_for_level(status):
        # One cube after the other: whose turn it is to place one matters.
        return list(status.setup.wrong or status.setup.missing[:1])
    if status.to_remove and not status.thinks:
        return [Restore(square, None, "") for square in status.to_remove]
    return None


def _hands(restore: Restore, lying: Lying) -> Actions:
    """A cube that stands elsewhere is taken off and put where it belongs; nothing where it lies there."""
    source, target, cube = restore.source, restore.target, restore.cube
    if target is None:
        return ({"lift": source},) if source in lying else ()
    right = target in lying and alike(lying[target], cube)
    taken = [square for square in dict.fromkeys((source, target)) if square in lying]
    if right:
        taken.remove(target)
    lifts: Actions = tuple({"lift": square} for square in taken)
    return lifts if right else (*lifts, f"{cube}@{target}")


def _off(lying: Lying, position: str) -> list[str]:
    recorded = lying_as(position.split(" ", maxsplit=1)[0])
    return sorted(
        square for square in {*lying, *recorded} if not alike(lying.get(square), recorded.get(square))
    )


def _insist(
    status: Status, lying: Lying, cubes: str, squares: list[str], stuck: int, played: str
) -> Deed | None:
    """Something was done and not understood: what people do then, one after the other."""
    match stuck:
        case 0:
            return None
        case 1 | 2:
            again = tuple(
                action for square in squares if square in lying for action in _again(square, lying[square])
            )
            return Physical(again or ({"hand": True}, {"hand": False}))
        case 3 if played:
            return SayMove(played)
        case _:
            return SetPosition(" ".join([cubes, *status.position.split(" ")[1:]]))


def _again(square: str, cube: str) -> Actions:
    """Taken up and put down again, a little otherwise."""
    return {"lift": square}, f"{cube}@{square}"


def _waits_for_level(status: Status) -> bool:
    """It says first what it places; where something lies wrong, it is not even asked."""
    setup = status.setup
    return status.thinks and setup is not None and bool(setup.missing) and not setup.wrong


def _move(status: Status, game: Game, cubes: str, dice: Random) -> Deed | None:
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
        # Tiles that are due, and nothing else: that is said.
        said = legal_moves(position)
        return SayMove(bare(position, dice.choice(said))) if said else None
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


class Player:
    """Who plays on one table, as time goes by there; not for several threads."""

    def __init__(self, dice: Random, *, wait: float = _WAIT) -> None:
        """`wait` in seconds, until something else is tried."""
        self._dice = dice
        self._wait = wait
        self._t: float | None = None
        self._stands: object = None
        self._quiet = 0.0
        """Seconds in which nothing moved and the game stood as it does."""
        self._tried = -1
        self._played = ""

    def step(self, status: Status, game: Game, cubes: str, t: float, *, busy: bool = False) -> Deed | None:
        """What is done now; `busy` while a hand still does what was decided before."""
        passed = 0.0 if self._t is None else max(0.0, t - self._t)
        self._t = t
        if busy:
            return None
        stands = _standing(status)
        if stands != self._stands:
            self._stands, self._quiet, self._tried = stands, 0.0, -1
        else:
            self._quiet += passed
        stuck = int(self._quiet / self._wait)
        if stuck <= self._tried:
            return None
        step = next_step(status, game, cubes, self._dice, stuck, self._played)
        if step is not None:
            self._tried = stuck
            if isinstance(step, Physical) and len(step.actions) == 1 and isinstance(step.actions[0], str):
                self._played = step.actions[0]
        return step

    def forget(self) -> None:
        """Another game begins."""
        self._stands, self._played = None, ""


def _standing(status: Status) -> object:
    """What has to change for something to have come of what was done."""
    return replace(
        status, board=True, clear=True, camera=True, last_event=None, clock=None, clock_runs=None, dice=None
    )


class CubesAutoplay(Autoplay):
    """Hands at the drawn cubes."""

    def __init__(self, table: Table, *, seed: int | None = None, pause: float = 0.8) -> None:
        super().__init__(table, pause, TableError, StoreError)
        if table.view.camera.drawn is None:
            raise ValueError("only the virtual table can play by itself")
        self._drawn = table.view.camera.drawn
        self._dice = Random(seed)
        self._player = Player(self._dice)

    def step(self) -> None:
        table, drawn = self._table, self._drawn
        deed = self._player.step(table.status(), table.game(), drawn.standing(), table.now(), busy=drawn.busy)
        if deed is not None:
            self._do(deed)

    def _do(self, deed: Deed) -> None:
        match deed:
            case Physical(actions):
                for action in actions:
                    self._table.drawn.do(action)
            case Clear():
                if not self.rested(5 * self._pause):
                    return
                self._player.forget()
                game = replace(self._table.game(), seed=self._dice.randrange(1 << 30))
                self._table.drawn.lay("-" if game.start is None else position_text(game.start))
                self._table.new_game(game)
            case _:
                self._table.decide(deed)
