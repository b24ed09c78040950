"""What lets a table, or a hall, into a club: a code that is read off a screen or a printed sheet."""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final, Self

from companion.broker.account import Account, BadAccount
from companion.broker.coded import coded, decoded, is_coded
from companion.broker.places import BadName, Place

PREFIX: Final = "himiki-club1:"


class BadInvitation(ValueError):
    """A text that is no invitation, or not a whole one."""


@dataclass(frozen=True, slots=True)
class Invitation:
    url: str
    club: str
    table: str
    user: str
    password: str
    certificate: str = ""
    """The broker's own as base64, where nobody else vouches for it."""

    def code(self) -> str:
        told = asdict(self)
        if not self.certificate:
            del told["certificate"]
        return coded(PREFIX, told)

    @classmethod
    def read(cls, code: str) -> Self:
        """Raises `BadInvitation`."""
        if not is_coded(PREFIX, code):
            raise BadInvitation(f"an invitation begins with {PREFIX} and is copied whole")
        try:
            found = cls(**{name: str(value) for name, value in decoded(PREFIX, code).items()})
            account, _ = found.account(), found.place()
            if account.tls:
                account.secured()
        except (ValueError, TypeError) as fault:
            why = f": {fault}" if isinstance(fault, (BadAccount, BadName)) else ""
            raise BadInvitation(f"this invitation is damaged: copy it once more{why}") from None
        return found

    @classmethod
    def kept_in(cls, path: Path) -> Self | None:
        """None where there is none; raises `BadInvitation`."""
        try:
            return cls.read(path.read_text(encoding="ascii"))
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as fault:
            raise BadInvitation(f"{path} cannot be read ({fault})") from None

    def account(self) -> Account:
        """Raises `BadAccount`."""
        known = Account.at(self.url)
        return replace(known, user=self.user, password=self.password, certificate=self.certificate)

    def place(self) -> Place:
        """Raises `BadName`."""
        return Place(self.club, self.table)
