"""The drawn table that plays by itself: hands draw, lay and clear, and the camera tells the referee."""

import logging
import re
from dataclasses import replace
from random import Random
from typing import Any, Final

from companion.games.decisions import Answer, SayMove
from companion.games.play import Autoplay
from companion.games.yokai.drawn import DrawnTable
from companion.games.yokai.players.opponents import Greedy
from companion.games.yokai.referee.status import YokaiStatus
from companion.games.yokai.referee.steps import Called, Carried, steps_of
from companion.games.yokai.referee.todo import step_text
from companion.games.yokai.rules.house import HOUSE
from companion.games.yokai.rules.legal import abilities
from companion.games.yokai.rules.moves import Draw, End, Lay, Move
from companion.games.yokai.rules.play import carried_out
from companion.games.yokai.rules.position import Holding, Phase, Player, Position
from companion.games.yokai.rules.written.notation import bare
from companion.games.yokai.rules.written.position_text import parse_position
from companion.store import StoreError

_log = logging.getLogger(__name__)

_WAIT: Final = 12.0
"""Seconds after which what nothing came of is laid out as the record says."""
_REST: Final = 10.0
"""Seconds in which a game that is over can be looked at."""

Deed = str | SayMove | Answer
"""Verbs of the drawn table, or what people say."""


class Hands:
    """Decide what is done next."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._ended: str | None = None
        """The position in which whoever is on turn lays no more: nobody sees that, and nobody says it."""
        self._drew: str | None = None
        """Who has drawn a card for their turn."""
        self._laid = ""
        """The last card, as moves are written."""

    def forget(self) -> None:
        """Cards lie, and are held, as the record says."""
        self._ended = self._drew = None

    def next(self, status: YokaiStatus, drawn: DrawnTable) -> Deed | None:
        if status.question is not None:
            return self._answer(status.question.options)
        if status.todo:
            return ";".join(status.todo)
        if not status.board or not status.clear or status.violation is not None:
            return None
        position = parse_position(status.position)
        if position_tops(position) != drawn.tops():
            # Cards were laid out anew, and nobody has seen it yet.
            return None
        if self._ended == status.position:
            return self._after_end(position, drawn)
        return self._in_turn(status.position, position, drawn)

    def _answer(self, options: tuple[str, ...]) -> Answer | None:
        """What was done, where that is among the options; these go on with what came of it. Otherwise nothing
        is said, and cards are laid out anew."""
        done = (each for each in options if re.split(r"[(+~#]", each)[0] == self._laid)
        return next((Answer(each) for each in done), None)

    def _in_turn(self, text: str, position: Position, drawn: DrawnTable) -> Deed | None:
        side = position.turn.letter
        if position.phase is Phase.DRAW:
            if self._drew != side:
                self._drew = side
                return f"draw {side}"
            position = carried_out(position, Draw(None)).after
        move = self._chosen(_as_held(position, drawn.hand(side)))
        if isinstance(move, Lay):
            self._laid = bare(move).replace(">", "►")
            return _verbs(_as_held(position, drawn.hand(side)), move)
        if isinstance(move, End):
            self._ended, self._drew = text, None
            return None
        return SayMove(bare(move))

    def _after_end(self, position: Position, drawn: DrawnTable) -> Deed | None:
        after = carried_out(position, End()).after
        found = self._in_turn("", after, drawn)
        # Whoever passes shows nothing at all: both are said.
        return SayMove(bare(End())) if isinstance(found, SayMove) else found

    def _chosen(self, position: Position) -> Move:
        move = Greedy().choose(position, self._chance)
        if isinstance(move, Lay) and move.ability is None:
            # What is left undone shows only later: these hands leave nothing.
            able = [*abilities(position, move.sketch, move.pile, HOUSE.cards)]
            return Lay(move.sketch, move.pile, self._chance.choice(able)) if able else move
        return move


def _verbs(position: Position, move: Lay) -> str:
    """The card, and what its ability does; the rest is told as what is to be done."""
    side = position.turn.letter
    steps = steps_of(carried_out(position, move), HOUSE)
    used = [step_text(each) for each in steps if isinstance(each, (Called, Carried))]
    return ";".join([f"lay {side} {move.sketch} {move.pile}", *used])


def position_tops(position: Position) -> list[str | None]:
    return [pile.yokai[0] if pile.yokai else None for pile in position.piles]


def _as_held(position: Position, cards: tuple[Any, ...]) -> Position:
    own = Holding(cards)
    a, b = position.hands
    return position._replace(hands=(own, b) if position.turn is Player.A else (a, own))


class CardsAutoplay(Autoplay):
    """Hands at the drawn cards."""

    def __init__(self, table: Any, *, seed: int | None = None, pause: float = 0.3) -> None:
        super().__init__(table, pause, StoreError)
        self._chance = Random(seed)
        self._hands = Hands(self._chance)
        self._stands: object = None
        self._since = 0.0
        self._acted = False
        """Whether something was done that the table has still to see."""

    def step(self) -> None:
        table, status, now = self._table, self._table.status(), self._table.now()
        drawn: DrawnTable = table.drawn
        if drawn.busy:
            return
        if status.over and not status.todo:
            if self.rested(_REST):
                table.new_game(replace(table.game(), seed=self._chance.getrandbits(60)))
            return
        stands = (status.position, status.todo, status.question, status.violation)
        if stands != self._stands:
            self._stands, self._since, self._acted = stands, now, False
        if now - self._since > _WAIT:
            # Nothing came of it, or something that is no move: it lies as the record says again.
            self._since, self._acted = now, False
            self._hands.forget()
            drawn.lay(status.position)
        elif not self._acted and (deed := self._hands.next(status, drawn)) is not None:
            # After a draw the same position is played on.
            self._acted = not str(deed).startswith("draw")
            if isinstance(deed, str):
                drawn.do(deed)
            else:
                table.decide(deed)
