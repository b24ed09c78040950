"""What was looked at and what to do about it."""

from dataclasses import dataclass
from enum import Enum


class Health(Enum):
    WELL = "ok"
    NOTE = "note"
    """Not as good as it could be, or not there; the game goes on."""
    ILL = "BAD"


@dataclass(frozen=True, slots=True)
class Finding:
    part: str
    health: Health
    seen: str
    cure: str = ""
    """What to do; nothing where all is well."""

    def __str__(self) -> str:
        cure = f" -> {self.cure}" if self.cure else ""
        return f"{self.health.value:<4}  {self.part:<11} {self.seen}{cure}"


def well(part: str, seen: str) -> Finding:
    return Finding(part, Health.WELL, seen)


def note(part: str, seen: str, cure: str) -> Finding:
    return Finding(part, Health.NOTE, seen, cure)


def ill(part: str, seen: str, cure: str) -> Finding:
    return Finding(part, Health.ILL, seen, cure)
