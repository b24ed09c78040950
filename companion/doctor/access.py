"""Whether the companion may use a device, whoever asks."""

import getpass
import grp
import os
import pwd
from pathlib import Path

from companion.appliance.layout import USER


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
