"""What a table is asked over the broker, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Final, Self

from companion.broker.messages import MessageError, members, text, written

ARBITER: Final = "arbiter"
_OUR_OWN: Final = ("v", "id", "command", "asked_by")


class What(Enum):
    NEW_GAME = "new_game"
    DECISION = "decision"
    RESEND = "resend"
    """Events after a number, once more."""


@dataclass(frozen=True, slots=True)
class Command:
    part: ClassVar[str] = "commands"
    retained: ClassVar[bool] = False

    id: str
    """Chosen by who asks: the answer carries it."""
    what: What
    body: Mapping[str, Any]
    """As the table's API takes it; of `resend` `{"after": n}`."""
    by: str = ""
    """`arbiter` where the hall's arbiter asks: the table notes that it was nobody there."""

    def payload(self) -> bytes:
        by = {"asked_by": self.by} if self.by else {}
        return written({**self.body, **by, "id": self.id, "command": self.what.value})

    @classmethod
    def read(cls, payload: bytes) -> Self:
        told = members(payload)
        named = text(told, "command", most=20)
        try:
            what = What(named)
        except ValueError:
            known = ", ".join(each.value for each in What)
            raise MessageError(f"command is one of {known}, not '{named}'") from None
        body = {name: value for name, value in told.items() if name not in _OUR_OWN}
        by = text(told, "asked_by", most=20) if "asked_by" in told else ""
        return cls(text(told, "id", most=64), what, body, by)


@dataclass(frozen=True, slots=True)
class Answer:
    part: ClassVar[str] = "answers"
    retained: ClassVar[bool] = False

    id: str
    error: str | None = None
    """Why it was not done; None: it was."""

    def payload(self) -> bytes:
        told: dict[str, Any] = {"id": self.id, "ok": self.error is None}
        return written(told if self.error is None else {**told, "error": self.error})

    @classmethod
    def read(cls, payload: bytes) -> Self:
        told = members(payload)
        done = told.get("ok")
        if not isinstance(done, bool):
            raise MessageError("ok is true or false")
        return cls(text(told, "id", most=64), None if done else text(told, "error", most=1000))
