"""What the companion may use, whoever asks."""

import getpass
import grp
import os
import pwd
from pathlib import Path
from typing import Final

from companion.appliance.layout import SERVICE, STATE, UNITS, USER

HOMES: Final = (Path("/home"), Path("/root"), Path("/run/user"))
"""Empty for the service, which has `ProtectHome=yes`."""

INTO_STATE: Final = (
    f"move it to {STATE} (then sudo chown --recursive {USER}: {STATE}) and say so in the configuration"
)


def installed() -> bool:
    """Whether a table runs here as a service, which may less than whoever looks."""
    return (UNITS / SERVICE).exists()


def in_a_home(path: Path) -> bool:
    """Also where a link leads there, or away from there: the service can follow neither."""
    # Not `Path.resolve`, which up to Python 3.12 raises where links go round in a circle.
    places = (path.absolute(), Path(os.path.realpath(path)))
    return any(each.is_relative_to(home) for each in places for home in HOMES)


def group_of(path: Path) -> str:
    try:
        return grp.getgrgid(path.stat().st_gid).gr_name
    except (KeyError, OSError):
        return "gpio"


def user() -> str:
    """Whom it is about: an installed companion runs as a user of its own, whoever looks."""
    try:
        return pwd.getpwnam(USER).pw_name
    except KeyError:
        return os.environ.get("SUDO_USER") or getpass.getuser()


def may_use(device: Path, name: str) -> bool:
    """Opening it would only tell of the user who looks, who is root more often than not."""
    if os.access(device, os.R_OK | os.W_OK) and os.geteuid() != 0:
        return True
    try:
        who, of = pwd.getpwnam(name), device.stat()
    except (KeyError, OSError):
        return False
    if who.pw_uid in (0, of.st_uid) or of.st_mode & 0o006 == 0o006:
        return True
    return of.st_mode & 0o060 == 0o060 and of.st_gid in os.getgrouplist(name, who.pw_gid)
