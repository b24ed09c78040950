"""What the camera sees, for whoever looks after the house."""

from dataclasses import dataclass
from typing import ClassVar, Final, Self

from companion.broker.messages import LONGEST, MessageError

_JPEG: Final = b"\xff\xd8\xff"
"""How every JPEG begins."""


@dataclass(frozen=True, slots=True)
class Picture:
    part: ClassVar[str] = "picture"
    retained: ClassVar[bool] = False
    """A home's picture stays on no broker."""

    jpeg: bytes

    def payload(self) -> bytes:
        return self.jpeg

    @classmethod
    def read(cls, payload: bytes) -> Self:
        if not payload.startswith(_JPEG) or len(payload) > LONGEST:
            raise MessageError(f"a picture is a JPEG of at most {LONGEST} bytes")
        return cls(payload)
