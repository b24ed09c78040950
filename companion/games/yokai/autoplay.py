"""A table that plays by itself: both hands as a level would, without a camera."""

import logging
import threading
from random import Random
from typing import Any, Final

from companion.games.decisions import Refused, SayMove
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

_log = logging.getLogger(__name__)

_PACE: Final = 0.4
"""Seconds between two cards: as long as a look at each takes."""
_REST: Final = 10.0
"""Seconds in which a game that is over can be looked at."""


class Autoplay:
    def __init__(self, table: Any) -> None:
        self._table = table
        self._stop = threading.Event()
        self._chance = Random(table.game_id)
        self._thread = threading.Thread(target=self._run, name="autoplay", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def _run(self) -> None:
        while not self._stop.wait(_PACE):
            try:
                self._step()
            except Refused as fault:
                # Somebody else has played or taken back meanwhile.
                _log.info("not played: %s", fault)

    def _step(self) -> None:
        table = self._table
        game = table.game()
        if not isinstance(game, Agreed):
            return
        if table.status().over:
            if not self._stop.wait(_REST):
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
