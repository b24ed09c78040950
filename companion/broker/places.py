"""Where a table's messages are found on a broker (docs/broker.md)."""

import re
from dataclasses import dataclass
from typing import Final, Self

ROOT: Final = "himiki"
HALL: Final = "hall"
"""In the place of a table's name: what the hall says to all."""

_CLUBS_NAME: Final = "a club's name"
_NAME: Final = re.compile(r"[a-z0-9-]{1,32}")
"""Of a club and of a table."""


class BadName(ValueError):
    """A name that cannot be part of a topic; the text says which and what it may be."""

    def __init__(self, what: str, name: str) -> None:
        super().__init__(f"{what} is 1 to 32 of a-z, 0-9 and -, not '{name[:60]}'")


def fault_in(what: str, name: str) -> str | None:
    """What is wrong with it, where it cannot be part of a topic."""
    return None if _NAME.fullmatch(name) else str(BadName(what, name))


def checked(what: str, name: str) -> str:
    """Raises `BadName`."""
    if not _NAME.fullmatch(name):
        raise BadName(what, name)
    return name


@dataclass(frozen=True, slots=True)
class Place:
    """A table of a club, or the club's hall."""

    club: str
    table: str

    def __post_init__(self) -> None:
        checked(_CLUBS_NAME, self.club)
        checked("a table's name", self.table)

    def topic(self, part: str) -> str:
        return f"{ROOT}/{self.club}/{self.table}/{part}"

    @classmethod
    def of_topic(cls, topic: str) -> tuple[Self, str] | None:
        """Whose message it is, and which of its parts; None of anything else."""
        match topic.split("/"):
            case [root, club, table, part] if root == ROOT:
                try:
                    return cls(club, table), part
                except BadName:
                    return None
        return None


def hall_of(club: str) -> Place:
    return Place(club, HALL)


def of_all_tables(club: str, part: str) -> str:
    """What to subscribe to for that part of every table."""
    return f"{ROOT}/{checked(_CLUBS_NAME, club)}/+/{part}"
