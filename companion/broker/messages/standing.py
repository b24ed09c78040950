"""What stands at a table now."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from companion.broker.messages import members, whole, written


@dataclass(frozen=True, slots=True)
class State:
    part: ClassVar[str] = "state"
    retained: ClassVar[bool] = True

    n: int
    """The last event in it."""
    game: int
    told: Mapping[str, Any]
    """As `GET /api/v1/state` answers it."""

    def payload(self) -> bytes:
        return written({**self.told, "n": self.n, "game": self.game})

    @classmethod
    def read(cls, payload: bytes) -> Self:
        told = members(payload)
        n, game = whole(told, "n"), whole(told, "game")
        return cls(n, game, {name: value for name, value in told.items() if name not in ("v", "n", "game")})
