"""What kind of machine this is, as far as installing has to know."""

import grp
import os
import platform
import pwd
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

GROUPS: Final = ("video", "gpio", "spi", "render")
"""Who may use cameras, pins, a bar of lights and the buffers of a Pi's display pipeline."""


@dataclass(frozen=True, slots=True)
class Machine:
    system: str
    """As the system calls itself."""
    debian: str
    """bookworm, trixie, or another name."""
    architecture: str
    root: bool
    systemd: bool
    """Whether systemd runs here (it does not in a chroot)."""
    hostname: str
    groups: tuple[str, ...]
    user: bool
    """Whether the companion's own user is there."""

    @classmethod
    def here(cls, user: str) -> Self:
        told = _os_release(Path("/etc/os-release"))
        return cls(
            told.get("PRETTY_NAME", "an unknown system"),
            told.get("VERSION_CODENAME", ""),
            platform.machine(),
            os.geteuid() == 0,
            Path("/run/systemd/system").is_dir(),
            platform.node(),
            tuple(name for name in GROUPS if _group_is_there(name)),
            _user_is_there(user),
        )


def _os_release(path: Path) -> Mapping[str, str]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    pairs = (line.split("=", 1) for line in lines if "=" in line)
    return {key: value.strip('"') for key, value in pairs}


def _group_is_there(name: str) -> bool:
    try:
        grp.getgrnam(name)
    except KeyError:
        return False
    return True


def _user_is_there(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
