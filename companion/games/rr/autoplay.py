"""The drawn table that plays by itself: legal moves, done by a hand, and only what a person could do."""

import logging
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from companion.games.decisions import Answer, EndTurn, SayMove, SetPosition
from companion.games.play import Autoplay
from companion.games.rr.drawn import DrawnTable
from companion.games.rr.hands import hands_of
from companion.games.rr.referee.status import RrStatus
from companion.games.rr.rules.legal import legal_moves
from companion.games.rr.rules.moves import Place
from companion.games.rr.rules.position import State
from companion.games.rr.rules.written.notation import bare, play_text
from companion.games.rr.rules.written.position_text import parse_position
from companion.store import StoreError

_log = logging.getLogger(__name__)

_WAIT: Final = 8.0
"""Seconds until something is done again that nothing came of: a slow machine sees late."""
_MOST_TRIES: Final = 3
"""After them the record is told what lies there."""


@dataclass(frozen=True, slots=True)
class Hands:
    verbs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Again:
    """The game is over: the next one."""


Deed = Hands | Again | SayMove | Answer | EndTurn | SetPosition


class Player:
    """Decides what is done next on one table."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._meant: tuple[str, str] | None = None
        """The position, and the move that is being carried out in it."""
        self._carried: tuple[str, str] | None = None
        """The same, once hands have done it: a tile that is turned twice lies as before."""
        self._stands: object = None
        self._since = 0.0
        self._tries = 0

    def step(self, status: RrStatus, drawn: DrawnTable, t: float) -> Deed | None:
        stands = (status.position, status.question, status.placed, status.violation, status.said, status.over)
        if stands != self._stands:
            self._stands, self._since, self._tries = stands, t, 0
        elif t - self._since < _WAIT * (self._tries + 1):
            return None
        if not status.board:
            return None
        if self._tries:
            _log.info("nothing came of it: %s", status.position)
        stuck, self._tries = self._tries, self._tries + 1
        if status.over:
            return Again()
        position = parse_position(status.position)
        if status.question is not None:
            return Answer(self._answer(status.question.options))
        if status.violation is not None or stuck > _MOST_TRIES:
            return SetPosition(status.position)
        if position.state is State.DRAFT:
            return None
        if status.placed is not None and status.said is None and not status.todo:
            return EndTurn()
        text = status.said or self._move(status.position)
        if text is None:
            return None
        self._meant = status.position, text
        if self._carried == self._meant:
            self._carried = None
            return SetPosition(status.position)
        self._carried = self._meant
        down = {each.place: each.down for each in drawn.lying() if each.on_board}
        verbs = [verb for verb in hands_of(play_text(position, text), down) if not _is_done(verb, drawn)]
        return Hands(tuple(verbs))

    def _move(self, text: str) -> str | None:
        if self._meant is not None and self._meant[0] == text:
            return self._meant[1]
        moves = [move for move in legal_moves(parse_position(text)) if isinstance(move, Place)]
        used = [move for move in moves if move.deed is not None]
        return (
            bare(self._dice.choice(used if used and self._dice.random() < 0.6 else moves)) if moves else None
        )

    def _answer(self, options: tuple[str, ...]) -> str:
        meant = None if self._meant is None else self._meant[1]
        return meant if meant in options else options[0]


def _is_done(verb: str, drawn: DrawnTable) -> bool:
    """The tile lies there already: a step of a turn that was begun."""
    code, at, where = verb.partition("@")
    return bool(at) and any(each.code == code and each.place == where[:2] for each in drawn.lying())


class TilesAutoplay(Autoplay):
    """Hands at the drawn tiles."""

    def __init__(self, table: Any, *, seed: int | None = None, pause: float = 0.4) -> None:
        super().__init__(table, pause, StoreError)
        if table.view.camera.drawn is None:
            raise ValueError("only the drawn table can play by itself")
        self._dice = Random(seed)
        self._player = Player(self._dice)

    def step(self) -> None:
        drawn: DrawnTable = self._table.drawn
        if not drawn.busy:
            self._do(self._player.step(self._table.status(), drawn, self._table.now()), drawn)

    def _do(self, deed: Deed | None, drawn: DrawnTable) -> None:
        match deed:
            case None:
                return
            case Hands(verbs):
                if verbs:
                    drawn.do(";".join(verbs))
            case Again():
                if self.rested(3 * self._pause):
                    game = self._table.game()
                    self._table.new_game(replace(game, seed=self._dice.randrange(1 << 30)))
            case SetPosition(text):
                drawn.lay(text)
            case _:
                self._table.decide(deed)
