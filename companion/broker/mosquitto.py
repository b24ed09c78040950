"""The files of a Mosquitto for one club: a user for each table, who may write that table's topics alone."""

import base64
import hashlib
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.broker import home
from companion.broker.invitation import Invitation
from companion.broker.messages.announcing import Announcement
from companion.broker.messages.asking import Answer, Command
from companion.broker.messages.availability import Availability
from companion.broker.messages.happening import TableEvent
from companion.broker.messages.standing import State
from companion.broker.places import HALL, ROOT, Place, checked, hall_of

CONFIG, PASSWORDS, ACCESS = "himiki.conf", "himiki.passwords", "himiki.access"

_ROUNDS: Final = 101
"""Of PBKDF2: what Mosquitto's own `mosquitto_passwd` takes; the passwords are random, not words."""
_SALT, _HASH = 12, 64
"""Bytes, as Mosquitto's format `$7$` has them."""
_LARGEST: Final = 1_000_000
"""Bytes of a message that the broker takes: as long as one that is read."""

_SAID_BY_A_TABLE: Final = (Availability.part, State.part, TableEvent.part, Answer.part)


@dataclass(frozen=True, slots=True)
class Files:
    texts: Mapping[str, str]
    """By name; the one with passwords holds their hashes alone."""
    invitations: tuple[Invitation, ...]
    """The hall's first."""


def files_for(club: str, tables: Iterable[str], *, host: str, port: int, folder: Path) -> Files:
    """`folder` is where they will lie, `host` how tables reach the broker. Raises `BadName`."""
    checked("a club's name", club)
    places = [hall_of(club), *(Place(club, table) for table in tables)]
    invitations = tuple(
        Invitation(f"mqtt://{host}:{port}", club, each.table, _user(each), secrets.token_urlsafe(15))
        for each in places
    )
    texts = {
        CONFIG: _config(folder, port),
        PASSWORDS: "".join(f"{each.user}:{hashed(each.password)}\n" for each in invitations),
        ACCESS: "\n".join(map(_access, places)),
    }
    return Files(texts, invitations)


def _user(place: Place) -> str:
    return f"{place.club}-{place.table}"


def _config(folder: Path, port: int) -> str:
    return f"""\
# A club of HI MI KI tables. Mosquitto reads this when it lies in /etc/mosquitto/conf.d/.
listener {port}
allow_anonymous false
password_file {folder / PASSWORDS}
acl_file {folder / ACCESS}
max_packet_size {_LARGEST}
max_queued_messages 10000
persistence true
persistence_location /var/lib/mosquitto/
autosave_interval 60
"""


def _access(place: Place) -> str:
    if place.table == HALL:
        return (
            f"user {_user(place)}\n"
            f"topic read {ROOT}/{place.club}/#\n"
            f"topic write {ROOT}/{place.club}/+/{Command.part}\n"
            f"topic write {place.topic('#')}\n"
        )
    may_write = "".join(f"topic write {place.topic(part)}\n" for part in _SAID_BY_A_TABLE)
    return (
        f"user {_user(place)}\n{may_write}"
        f"topic read {place.topic(Command.part)}\n"
        f"topic read {hall_of(place.club).topic(Availability.part)}\n"
        f"topic read {hall_of(place.club).topic(Announcement.part)}\n"
        f"topic write {home.found_at(place)}\n"
        f"topic read {home.STATUS}\n"
    )


def hashed(password: str) -> str:
    """As Mosquitto keeps it."""
    salt = secrets.token_bytes(_SALT)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ROUNDS, _HASH)
    return f"$7${_ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"
