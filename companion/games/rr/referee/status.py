"""What stands now."""

from dataclasses import dataclass
from typing import Any

from companion.games.rr.referee.events import Restore, Violation
from companion.games.status import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class RrStatus(Status):
    allies: tuple[int, int] = (0, 0)
    match: tuple[int, int] = (0, 0)
    placed: str | None = None
    """What stands if nothing more is done in this turn."""
    todo: tuple[str, ...] = ()
    said: str | None = None
    """What a level plays, while it is not carried out."""
    violation: Violation | None = None
    restore: tuple[Restore, ...] = ()
    """What is still to be put right."""

    def as_json(self) -> dict[str, Any]:
        return {
            "mode": self.mode,
            "position": self.position,
            "turn": self.turn,
            "players": self.players,
            "allies": list(self.allies),
            "match": list(self.match),
            "placed": self.placed,
            "todo": list(self.todo),
            "said": self.said,
            "violation": None if self.violation is None else self.violation.as_json(),
            "restore": [each.as_json() for each in self.restore],
            "question": None if self.question is None else self.question.as_json(),
            "board": self.board,
            "clear": self.clear,
            "camera": self.camera,
            "moves": self.moves,
            "last_event": None if self.last_event is None else self.last_event.as_json(),
            "over": self.over,
            "winner": self.winner,
            "doubts": [list(each) for each in self.doubts],
        }
