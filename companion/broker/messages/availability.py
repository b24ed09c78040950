"""Whether a table, or the hall, is there."""

from enum import Enum
from typing import ClassVar, Self

from companion.broker.messages import MessageError


class Availability(Enum):
    part: ClassVar[str]
    retained: ClassVar[bool]

    ONLINE = "online"
    STOPPED = "stopped"
    """It ended on purpose."""
    OFFLINE = "offline"
    """Its last will: it died, or lost the network."""

    def payload(self) -> bytes:
        told: str = self.value
        return told.encode()

    @classmethod
    def read(cls, payload: bytes) -> Self:
        try:
            return cls(payload.decode())
        except ValueError:
            raise MessageError("availability is online, stopped or offline") from None


Availability.part = "availability"
Availability.retained = True
