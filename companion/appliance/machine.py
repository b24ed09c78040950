"""What kind of machine this is, as far as installing has to know."""

import grp
import os
import platform
import pwd
import stat
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from companion.appliance.units import systemd_version

GROUPS: Final = ("video", "gpio", "spi", "render", "audio")
"""Who may use cameras, pins, a bar of lights and the buffers of a Pi's display pipeline."""

_FIRST_PERSON: Final = 1000
"""Debian's numbers below it are those of services."""


@dataclass(frozen=True, slots=True)
class Machine:
    system: str
    """As the system calls itself."""
    debian: str
    """bookworm, trixie, or another name."""
    wide: bool
    """Whether its programs have 64 bits; a Pi's kernel may while they have not."""
    root: bool
    systemd: bool
    """Whether systemd runs here (it does not in a chroot)."""
    systemd_version: int
    """0 where nobody tells."""
    hostname: str
    groups: tuple[str, ...]
    user: bool
    """Whether the companion's own user is there."""
    person: bool
    """Whether a person's login has the name of that user."""

    @classmethod
    def here(cls, user: str, home: Path) -> Self:
        """`home` is that of the companion's own user."""
        told = _os_release(Path("/etc/os-release"))
        login = _login(user)
        own = login is not None and login.pw_uid < _FIRST_PERSON and Path(login.pw_dir) == home
        return cls(
            told.get("PRETTY_NAME", "an unknown system"),
            told.get("VERSION_CODENAME", ""),
            sys.maxsize > 2**32,
            os.geteuid() == 0,
            Path("/run/systemd/system").is_dir(),
            systemd_version(),
            _hostname(Path("/etc/hostname")),
            tuple(name for name in GROUPS if _group_is_there(name)),
            own,
            login is not None and not own,
        )


def _os_release(path: Path) -> Mapping[str, str]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    pairs = (line.split("=", 1) for line in lines if "=" in line)
    return {key: value.strip('"') for key, value in pairs}


def _hostname(path: Path) -> str:
    """Of this system: in a chroot the kernel's is another machine's."""
    try:
        return path.read_text(encoding="utf-8").strip() or platform.node()
    except OSError:
        return platform.node()


def _group_is_there(name: str) -> bool:
    try:
        grp.getgrnam(name)
    except KeyError:
        return False
    return True


def _login(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def is_in(groups: Iterable[str], user: str) -> bool:
    return all(user in grp.getgrnam(name).gr_mem for name in groups)


def is_owned(folder: Path, user: str) -> bool:
    """Whether all of it is that user's, and only theirs to look into."""
    if not folder.is_dir() or stat.S_IMODE(folder.stat().st_mode) != stat.S_IRWXU:
        return False
    owner = pwd.getpwnam(user).pw_uid
    return all(each.lstat().st_uid == owner for each in (folder, *folder.rglob("*")))
