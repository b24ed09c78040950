"""The files of a Mosquitto for one club: a user for each table, who may write that table's topics alone."""

import base64
import hashlib
import secrets
import ssl
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.broker import home
from companion.broker.account import BadAccount
from companion.broker.invitation import Invitation
from companion.broker.messages.announcing import Announcement
from companion.broker.messages.asking import Answer, Command
from companion.broker.messages.availability import Availability
from companion.broker.messages.happening import TableEvent
from companion.broker.messages.picture import Picture
from companion.broker.messages.standing import State
from companion.broker.places import HALL, ROOT, Place, checked, hall_of

CONFIG, PASSWORDS, ACCESS = "himiki.conf", "himiki.passwords", "himiki.access"
CERTIFICATE, KEY = "himiki.crt", "himiki.key"
"""Of the broker, where the connections to it are encrypted."""
INSTALLER: Final = "install.sh"
PLACE: Final = Path("/etc/mosquitto/himiki")
"""Where Mosquitto's own user reads them: a folder at home is closed to it on most systems."""
CONFIGURATION: Final = Path("/etc/mosquitto/conf.d")
"""Which Debian's `mosquitto.conf` reads, after having said by itself where it keeps what."""
_USER: Final = "mosquitto"

_ROUNDS: Final = 101
"""Of PBKDF2: what Mosquitto's own `mosquitto_passwd` takes; the passwords are random, not words."""
_SALT, _HASH = 12, 64
"""Bytes, as Mosquitto's format `$7$` has them."""
_LARGEST: Final = 1_000_000
"""Bytes of a message that the broker takes: as long as one that is read."""

_SAID_BY_A_TABLE: Final = (Availability.part, State.part, TableEvent.part, Answer.part, Picture.part)


@dataclass(frozen=True, slots=True)
class Secured:
    """What encrypts the connections to a broker; PEM."""

    certificate: bytes
    key: bytes
    known: bool = False
    """Whether every system knows who has signed it."""

    def for_codes(self) -> str:
        if self.known:
            return ""
        return base64.b64encode(ssl.PEM_cert_to_DER_cert(self.certificate.decode())).decode()


def fitting(secured: Secured) -> Secured:
    """Raises `BadAccount` where the one does not belong to the other."""
    with tempfile.TemporaryDirectory() as place:
        certificate, key = Path(place, CERTIFICATE), Path(place, KEY)
        certificate.write_bytes(secured.certificate)
        key.write_bytes(secured.key)
        try:
            ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(certificate, key)
        except (ssl.SSLError, OSError) as fault:
            raise BadAccount(f"certificate and key do not fit each other, or are no PEM ({fault})") from None
    return secured


@dataclass(frozen=True, slots=True)
class Files:
    texts: Mapping[str, bytes]
    """By name; the one with passwords holds their hashes alone."""
    invitations: tuple[Invitation, ...]
    """The hall's first; of those who have none yet."""
    home: tuple[str, str] | None
    """User and password of a Home Assistant that has none yet."""
    url: str


def files_for(
    club: str,
    tables: Iterable[str],
    *,
    host: str,
    port: int,
    folder: Path,
    secured: Secured | None = None,
    kept: str = "",
    with_home: bool = False,
) -> Files:
    """`folder` is where they will lie, `host` how tables reach the broker; `kept` is the file of passwords
    that there was: who stands in it has a code. `with_home`: Home Assistant comes to this broker. Raises
    `BadName`."""
    checked("a club's name", club)
    places = [hall_of(club), *(Place(club, table) for table in tables)]
    scheme, certificate = ("mqtt", "") if secured is None else ("mqtts", secured.for_codes())
    url = f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"
    lines = {line.partition(":")[0]: line for line in kept.splitlines() if ":" in line}
    invitations = tuple(
        Invitation(url, club, each.table, _user(each), secrets.token_urlsafe(15), certificate)
        for each in places
        if _user(each) not in lines
    )
    homes = [_home_of(club)] if with_home or _home_of(club) in lines else []
    made = {each.user: each.password for each in invitations}
    made |= {user: secrets.token_urlsafe(15) for user in homes if user not in lines}
    lines |= {user: f"{user}:{hashed(password)}" for user, password in made.items()}
    texts = {
        CONFIG: _config(folder, port, secured=secured is not None).encode(),
        PASSWORDS: "".join(f"{lines[user]}\n" for user in (*map(_user, places), *homes)).encode(),
        ACCESS: "\n".join((*map(_access, places), *(_access_of_home(club) for _ in homes))).encode(),
    }
    if secured is not None:
        texts |= {CERTIFICATE: secured.certificate, KEY: secured.key}
    texts[INSTALLER] = _installer(folder, texts).encode()
    return Files(texts, invitations, next(((user, made[user]) for user in homes if user in made), None), url)


def _user(place: Place) -> str:
    return f"{place.club}-{place.table}"


def _home_of(club: str) -> str:
    """Home Assistant's user: no table can have that name."""
    return f"{club}.home"


def _config(folder: Path, port: int, *, secured: bool) -> str:
    encrypted = f"certfile {folder / CERTIFICATE}\nkeyfile {folder / KEY}\n" if secured else ""
    return f"""\
# A club of HI MI KI tables. Mosquitto reads this when it lies in /etc/mosquitto/conf.d/.
listener {port}
{encrypted}allow_anonymous false
password_file {folder / PASSWORDS}
acl_file {folder / ACCESS}
max_packet_size {_LARGEST}
max_queued_messages 10000
autosave_interval 60
"""


def _installer(folder: Path, names: Iterable[str]) -> str:
    private = " ".join(each for each in names if each != CONFIG)
    return f"""\
#!/bin/sh
# Brings these files to where Mosquitto reads them, and nobody else passwords and key: sudo sh {INSTALLER}
set -e
cd "$(dirname "$0")"
install -d -o {_USER} -g {_USER} -m 0700 "{folder}"
install -o {_USER} -g {_USER} -m 0600 {private} "{folder}"
install -m 0644 {CONFIG} "${{1:-{CONFIGURATION}}}"
[ -n "$1" ] || systemctl restart mosquitto
echo "The broker is ready."
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


def _access_of_home(club: str) -> str:
    """Home Assistant: it looks at everything, is told of devices, and presses the tables' buttons."""
    return (
        f"user {_home_of(club)}\n"
        f"topic read {ROOT}/{club}/#\n"
        f"topic write {ROOT}/{club}/+/{Command.part}\n"
        f"topic read {home.PREFIX}/#\n"
        f"topic write {home.STATUS}\n"
    )


def hashed(password: str) -> str:
    """As Mosquitto keeps it."""
    salt = secrets.token_bytes(_SALT)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ROUNDS, _HASH)
    return f"$7${_ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"
