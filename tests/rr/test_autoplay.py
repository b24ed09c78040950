"""The player of the drawn table: what it does when nothing comes of what it did."""

from random import Random

from companion.games.decisions import SetPosition
from companion.games.rr.autoplay import Hands, Player
from companion.games.rr.drawn import LOOKS, USUAL_LOOK, DrawnTable
from companion.games.rr.referee.status import RrStatus
from vision.frames import Seconds
from vision.virtual.flat.table import FlatTable

QUEEN = "a1cib,b1hib,c1cab r qu/te sm - -"
"""Whatever is done with it, something turns or nothing does."""


def status(position: str) -> RrStatus:
    return RrStatus(
        mode="rr", position=position, turn="r", players={}, board=True, clear=True, moves=3, last_event=None
    )


def test_what_hands_have_done_is_not_done_twice() -> None:
    """A tile that is turned once more lies as before: it is laid out as the record says first."""
    drawn = DrawnTable(FlatTable(LOOKS[USUAL_LOOK], 1, pace=0.0), lambda: Seconds(0.0))
    drawn.lay(QUEEN)
    player = Player(Random(2))
    first = player.step(status(QUEEN), drawn, 0.0)
    assert isinstance(first, Hands)
    drawn.do(";".join(first.verbs))
    assert player.step(status(QUEEN), drawn, 1.0) is None
    assert player.step(status(QUEEN), drawn, 60.0) == SetPosition(QUEEN)
    drawn.lay(QUEEN)
    assert player.step(status(QUEEN), drawn, 120.0) == first
