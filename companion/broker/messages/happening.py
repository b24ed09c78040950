"""What happened at a table: one event, under the table's own number."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

from companion.broker.messages import MessageError, members, text, whole, written

_OUR_OWN: Final = ("v", "n", "game", "revises")


@dataclass(frozen=True, slots=True)
class TableEvent:
    part: ClassVar[str] = "events"
    retained: ClassVar[bool] = False

    n: int
    """Grows by one without a hole; the same may come twice, with the same text."""
    game: int
    told: Mapping[str, Any]
    """As the table's own pages are told it; `event` is its name."""
    revises: int | None = None
    """The event that it corrects: with whatever came after it, that stands no more."""

    def payload(self) -> bytes:
        return written(
            {
                "n": self.n,
                "game": self.game,
                **({} if self.revises is None else {"revises": self.revises}),
                **self.told,
            }
        )

    @classmethod
    def read(cls, payload: bytes) -> Self:
        told = members(payload)
        n, game = whole(told, "n", least=1), whole(told, "game")
        text(told, "event", most=40)
        revises = told.get("revises")
        if revises is not None and not 0 < whole(told, "revises") < n:
            raise MessageError("revises names an event before this one")
        return cls(n, game, {name: value for name, value in told.items() if name not in _OUR_OWN}, revises)
