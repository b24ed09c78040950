"""What a table keeps of a friend: the invitation, its side, and what tells old messages from new ones."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, Self

from companion.friend.invitation import BadInvitation, Invitation
from vision.files import replace_file

AT_ONCE: Final = 1000
"""Numbers that are kept as used before they are: a message need not wait for the card."""


@dataclass(frozen=True, slots=True)
class Kept:
    code: str
    side: str
    """Of this table."""
    name: str = ""
    """Under which the friend knows who plays here."""
    round: int = 1
    said: int = 0
    """No message of ours had a higher number."""
    heard: int = 0
    """Of the friend's last one; of greetings, now and then."""
    back: tuple[int, int] | None = None
    """A take-back of ours: its number, and how many moves are left."""
    backs: int = 0
    took: int = 0
    agreed: bool = True
    cut: tuple[str, ...] = ()
    """The moves that were taken back here, from the first one that does not stand any more."""

    @property
    def invitation(self) -> Invitation:
        return Invitation.read(self.code)


class Keeping:
    """One file of the state folder; for one thread."""

    def __init__(self, path: Path, kept: Kept) -> None:
        self._path = path
        self.kept = kept

    @classmethod
    def of(cls, path: Path) -> Self | None:
        """None where this table plays with nobody; raises `BadInvitation`."""
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            found = _read(told)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError) as fault:
            raise BadInvitation(f"{path} cannot be read ({fault})") from None
        return cls(path, found)

    @classmethod
    def begun(cls, path: Path, kept: Kept) -> Self:
        keeping = cls(path, kept)
        keeping.write()
        return keeping

    def put(self, **changes: Any) -> None:
        """Durable when it returns."""
        self.kept = replace(self.kept, **changes)
        self.write()

    def write(self) -> None:
        replace_file(self._path, json.dumps(asdict(self.kept), ensure_ascii=False), mode=0o600)

    def forget(self) -> None:
        self._path.unlink(missing_ok=True)


def _read(told: Mapping[str, Any]) -> Kept:
    found = Kept(**told)
    back = found.back
    found = replace(found, back=None if back is None else (int(back[0]), int(back[1])), cut=tuple(found.cut))
    Invitation.read(found.code)
    return found
