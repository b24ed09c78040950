"""What a hall's arbiter has to look after."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.broker.messages.availability import Availability

VIOLATION_SECONDS: Final = 60.0
"""That players may take to put right what is not legal, before somebody comes."""
QUESTION_SECONDS: Final = 30.0
"""That a short question may stay open."""
BOARD_SECONDS: Final = 20.0
"""That a board may be out of the picture: a bump is mended sooner."""


@dataclass(frozen=True, slots=True)
class Alarm:
    kind: str
    """offline, violation, question or board."""
    since: float
    """Seconds since 1970, by the hall's clock."""

    def as_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "since": round(self.since, 1)}


_AFTER: Final[Mapping[str, float]] = {
    "offline": 0.0,
    "violation": VIOLATION_SECONDS,
    "question": QUESTION_SECONDS,
    "board": BOARD_SECONDS,
}
"""The gravest first."""


@dataclass(slots=True)
class Watch:
    """How long what is wrong at one table has been so."""

    _since: dict[str, float]

    @classmethod
    def begun(cls) -> "Watch":
        return cls({})

    def look(self, availability: Availability | None, state: Mapping[str, Any] | None, now: float) -> None:
        wrong = set(_wrong(availability, state or {}))
        self._since = {kind: self._since.get(kind, now) for kind in wrong}

    def alarm(self, now: float) -> Alarm | None:
        for kind, seconds in _AFTER.items():
            since = self._since.get(kind)
            if since is not None and now - since >= seconds:
                return Alarm(kind, since)
        return None


def _wrong(availability: Availability | None, state: Mapping[str, Any]) -> list[str]:
    if availability is Availability.OFFLINE:
        return ["offline"]
    if availability is not Availability.ONLINE or state.get("over"):
        return []
    found = [kind for kind in ("violation", "question") if state.get(kind) is not None]
    return [*found, *(["board"] if state.get("board") is False else [])]
