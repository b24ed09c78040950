"""What stands now."""

from dataclasses import dataclass, field
from typing import Any

from companion.games.events import Violation
from companion.games.status import Status
from companion.games.yokai.referee.events import Restore


@dataclass(frozen=True, slots=True, kw_only=True)
class YokaiStatus(Status):
    points: tuple[int, int] = (0, 0)
    colours: tuple[int, int] = (0, 0)
    """Different ones among the Yokai won."""
    hands: str = "own"
    levels: dict[str, str] = field(default_factory=dict)
    said: str | None = None
    """What a level plays, while it is not carried out."""
    todo: tuple[str, ...] = ()
    """What hands have still to do for the last card."""
    violation: str | None = None
    rule: str | None = None
    broken: Violation | None = None
    """As it was said: whoever opens a page later reads it in words of their own."""
    restore: tuple[Restore, ...] = ()
    seen: bool = False
    """Whether a camera has shown this game's table at any time."""

    def as_json(self) -> dict[str, Any]:
        return {
            "mode": self.mode,
            "position": self.position,
            "turn": self.turn,
            "players": self.players,
            "points": list(self.points),
            "colours": list(self.colours),
            "hands": self.hands,
            "levels": self.levels,
            "said": self.said,
            "todo": list(self.todo),
            "violation": self.violation,
            "rule": self.rule,
            "restore": [each.as_json() for each in self.restore],
            "seen": self.seen,
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
