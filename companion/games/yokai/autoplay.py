"""A table that plays by itself: both hands as a level would, without a camera."""

import logging
from random import Random
from typing import Any, Final

from companion.games.decisions import SayMove
from companion.games.play import Autoplay
from companion.games.yokai.agreed import Agreed
from companion.games.yokai.players.opponents import Greedy
from companion.games.yokai.referee.decisions import FromHand
from companion.games.yokai.referee.umpire import Umpire, resumed
from companion.games.yokai.rules.dealing import chance_reveal
from companion.games.yokai.rules.legal import legal_moves
from companion.games.yokai.rules.moves import Draw
from companion.games.yokai.rules.play import carried_out
from companion.games.yokai.rules.position import Phase, Position, due
from companion.games.yokai.rules.written.notation import bare
from companion.store import StoreError

_log = logging.getLogger(__name__)

_PACE: Final = 0.4
"""Seconds between two cards: as long as a look at each takes."""
_REST: Final = 10.0
"""Seconds in which a game that is over can be looked at."""


class ToldAutoplay(Autoplay):
    """Both players' cards, said."""

    def __init__(self, table: Any) -> None:
        super().__init__(table, _PACE, StoreError)
        self._chance = Random(table.game_id)

    def step(self) -> None:
        table = self._table
        game = table.game()
        if not isinstance(game, Agreed):
            return
        if table.status().over:
            if self.rested(_REST):
                table.new_game(Agreed(game.players, game.levels, game.hands, self._chance.getrandbits(60)))
            return
        umpire = resumed(game, table.kept.game(table.game_id).events)
        decision = self.chosen(umpire)
        if decision is not None:
            table.decide(decision)

    def chosen(self, umpire: Umpire) -> SayMove | FromHand | None:
        """None where a level is on turn."""
        position, dealt = umpire.course.position, umpire.game.is_dealt
        if umpire.game.is_level(position.turn):
            return None
        if due(position) is not None:
            return SayMove(bare(chance_reveal(position, self._chance)))
        known = umpire.course.as_known_to(position.turn) if dealt else _as_if_drawn(position)
        move = Greedy().choose(known, self._chance)
        assert move in legal_moves(known)
        return FromHand(position.turn.letter, bare(move)) if dealt else SayMove(bare(move))


def _as_if_drawn(position: Position) -> Position:
    return carried_out(position, Draw(None)).after if position.phase is Phase.DRAW else position
