"""What brings a friend's table to a game: a code that is sent, read out or scanned."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, Self

from companion.broker.account import Account, BadAccount
from companion.broker.coded import coded, decoded, is_coded
from companion.broker.places import Place

PREFIX: Final = "himiki1:"
CLUB: Final = "friends"
"""In the place of a club's name: `himiki/friends/<channel>-w/friend`."""
_CHANNEL: Final = re.compile(r"[a-z0-9]{8,28}")
_SECRET_BYTES: Final = 24
"""Of chance: nobody guesses 192 bits."""
_LEAST_SECRET: Final = 20
"""Letters; a shorter one could be guessed."""
_SIDES: Final = ("w", "b")


class BadInvitation(ValueError):
    """A text that is no invitation, or not a whole one; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Invitation:
    url: str
    channel: str
    secret: str
    side: str
    """Of the guest: `w` or `b`."""
    game: Mapping[str, Any] = field(default_factory=dict)
    """What is played, as settings."""
    host: str = ""
    """The name of who invites."""
    user: str = ""
    password: str = ""

    @classmethod
    def made(cls, url: str, side: str, game: Mapping[str, Any], *, host: str = "", **account: str) -> Self:
        """With a channel and a secret that nobody else has."""
        return cls(
            url, secrets.token_hex(6), secrets.token_urlsafe(_SECRET_BYTES), side, game, host, **account
        )

    def code(self) -> str:
        told = {name: value for name, value in asdict(self).items() if value not in ("", {})}
        return coded(PREFIX, told)

    @classmethod
    def read(cls, code: str) -> Self:
        """Raises `BadInvitation`."""
        if not is_coded(PREFIX, code):
            raise BadInvitation(f"a friend's invitation begins with {PREFIX} and is copied whole")
        try:
            told = decoded(PREFIX, code)
            game = told.pop("game", {})
            known = {name: told[name] for name in cls.__slots__ if name in told}
            if not isinstance(game, dict) or not all(isinstance(each, str) for each in known.values()):
                raise TypeError
            found = cls(**known, game=game)
            found.account()
        except BadAccount as fault:
            raise BadInvitation(f"this invitation cannot be used: {fault}") from None
        except (ValueError, TypeError):
            raise BadInvitation("this invitation is damaged: copy it once more") from None
        right = _CHANNEL.fullmatch(found.channel) and found.side in _SIDES
        if not right or len(found.secret) < _LEAST_SECRET:
            raise BadInvitation("this invitation is damaged: copy it once more")
        return found

    def account(self) -> Account:
        """Raises `BadAccount`."""
        account = Account.at(self.url)
        return replace(account, user=self.user, password=self.password) if self.user else account

    def place_of(self, side: str) -> Place:
        return Place(CLUB, f"{self.channel}-{side}")


def other(side: str) -> str:
    return "b" if side == "w" else "w"
