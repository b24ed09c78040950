"""What people do at a real table for those without hands, done on a drawn one: Muk Yan's move, a level's, and
beaten cubes leave the board."""

from collections.abc import Mapping

from companion.games.himiki.answering import as_recorded, lying_as
from companion.games.himiki.referee.status import Status

Action = str | Mapping[str, object]
Actions = tuple[Action, ...]


def carried_out(status: Status, cubes: str) -> Actions:
    """`cubes` is what really lies there. Nothing while anything else has to be done first."""
    if status.violation or status.question or not status.board:
        return ()
    if status.to_remove:
        lying = lying_as(cubes)
        return tuple({"lift": square} for square in status.to_remove if square in lying)
    if status.over or status.to_restore or not as_recorded(lying_as(cubes), status.position):
        return ()
    if status.muk_yan is not None:
        return (status.muk_yan.move,) if status.muk_yan.action else ()
    return () if status.opponent is None else (status.opponent.move,)
