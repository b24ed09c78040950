"""What the hall says to its tables."""

from dataclasses import dataclass
from typing import ClassVar, Self

from companion.broker.messages import MessageError, members, text, written


@dataclass(frozen=True, slots=True)
class Announcement:
    part: ClassVar[str] = "announcements"
    retained: ClassVar[bool] = False

    text: str
    tables: tuple[str, ...] = ()
    """Whom it is for; none: everybody."""

    def payload(self) -> bytes:
        return written({"text": self.text, "tables": list(self.tables)})

    @classmethod
    def read(cls, payload: bytes) -> Self:
        told = members(payload)
        tables = told.get("tables", [])
        if not isinstance(tables, list) or not all(isinstance(each, str) for each in tables):
            raise MessageError("tables is a list of names")
        return cls(text(told, "text", most=500), tuple(tables))
