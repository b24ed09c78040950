"""The drawn table that plays by itself: hands draw, lay and clear, and the camera tells the referee."""

import logging
import threading
from dataclasses import replace
from random import Random
from typing import Any, Final

from companion.games.decisions import Answer, Refused, SayMove
from companion.games.rule_errors import RulesError
from companion.games.yokai.drawn import DrawnError, DrawnTable
from companion.games.yokai.players.opponents import Greedy
from companion.games.yokai.referee.status import YokaiStatus
from companion.games.yokai.referee.steps import Called, Carried, steps_of
from companion.games.yokai.referee.todo import step_text
from companion.games.yokai.rules.house import HOUSE
from companion.games.yokai.rules.moves import Draw, Lay
from companion.games.yokai.rules.play import carried_out
from companion.games.yokai.rules.position import Holding, Phase, Player, Position
from companion.games.yokai.rules.written.notation import bare
from companion.games.yokai.rules.written.position_text import parse_position
from companion.store import StoreError

_log = logging.getLogger(__name__)

_WAIT: Final = 6.0
"""Seconds after which what nothing came of is laid out as the record says."""
_REST: Final = 10.0
"""Seconds in which a game that is over can be looked at."""

Deed = str | SayMove | Answer
"""Verbs of the drawn table, or what people say."""


class Hands:
    """Decide what is done next."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._drawn_for: str | None = None
        """The position of a turn for which a card has been drawn."""

    def next(self, status: YokaiStatus, drawn: DrawnTable) -> Deed | None:
        if status.question is not None:
            return Answer(status.question.options[0])
        if status.todo:
            return ";".join(status.todo)
        if not status.board or not status.clear or status.violation is not None:
            return None
        position = parse_position(status.position)
        side = position.turn.letter
        if position.phase is Phase.DRAW:
            if self._drawn_for != status.position:
                self._drawn_for = status.position
                return f"draw {side}"
            position = carried_out(position, Draw(None)).after
        move = self._chosen(_as_held(position, drawn.hand(side)))
        if not isinstance(move, Lay):
            return SayMove(bare(move))
        played = carried_out(_as_held(position, drawn.hand(side)), move)
        used = [step_text(each) for each in steps_of(played, HOUSE) if isinstance(each, (Called, Carried))]
        return ";".join([f"lay {side} {move.sketch} {move.pile}", *used])

    def _chosen(self, position: Position) -> Any:
        return Greedy().choose(position, self._chance)


def _as_held(position: Position, cards: tuple[Any, ...]) -> Position:
    own = Holding(cards)
    a, b = position.hands
    return position._replace(hands=(own, b) if position.turn is Player.A else (a, own))


class DrawnAutoplay:
    """Plays on a running table until `stop`."""

    def __init__(self, table: Any, *, seed: int | None = None, pause: float = 0.3) -> None:
        self._table = table
        self._chance = Random(seed)
        self._hands = Hands(self._chance)
        self._pause = pause
        self._done: object = None
        self._since = 0.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="autoplay", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def _run(self) -> None:
        while not self._stop.wait(self._pause):
            if self._table.drawn.busy:
                continue
            try:
                self._step()
            except (DrawnError, Refused, RulesError, StoreError) as fault:
                _log.info("the player could not do that: %s", fault)

    def _step(self) -> None:
        table, status, now = self._table, self._table.status(), self._table.now()
        drawn: DrawnTable = table.drawn
        if status.over and not status.todo:
            if not self._stop.wait(_REST):
                table.new_game(replace(table.game(), seed=self._chance.getrandbits(60)))
            return
        stands = (status.position, status.todo, status.question, status.violation)
        if stands == self._done:
            if now - self._since > _WAIT:
                # Nothing came of it, or something that is no move: it lies as the record says again.
                self._done = None
                drawn.lay(status.position)
            return
        deed = self._hands.next(status, drawn)
        if deed is None:
            if status.violation is None:
                return
            self._done, self._since = stands, now
            return
        if not (isinstance(deed, str) and deed.startswith("draw")):
            # After a draw the same position is played on at once.
            self._done, self._since = stands, now
        if isinstance(deed, str):
            drawn.do(deed)
        else:
            table.decide(deed)
