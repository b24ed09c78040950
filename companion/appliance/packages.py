"""Packages of the system: those of a list that its archive has."""

import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.appliance.steps import Run, StepError

NEEDED: Final = ("python3", "python3-venv", "avahi-daemon")
OF_A_PI: Final = ("python3-picamera2", "python3-opencv", "python3-numpy", "python3-lgpio")
"""picamera2 is built for the system's numpy, so that and OpenCV come from the system with it."""
LISTS: Final = Path("/var/lib/apt/lists")
# A system that was just written updates itself for a while, and others have to wait for that. apt waits by
# itself for dpkg only, not for the lists of packages.
_PATIENCE: Final = 600
_PAUSE: Final = 5.0
_LOCKED: Final = "Could not get lock"
_INSTALL: Final = (
    *("apt-get", "install", "-qy", "--no-install-recommends"),
    *("-o", f"DPkg::Lock::Timeout={_PATIENCE}"),
)


@dataclass(frozen=True, slots=True)
class InstallPackages:
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def shown(self) -> str:
        return (
            f"apt-get update && {' '.join(_INSTALL)} {' '.join(NEEDED)} "
            f"and, on Raspberry Pi OS, {' '.join(OF_A_PI)}"
        )

    def do(self) -> bool:
        if _lists_are_there() and not _missing():
            return False
        self._update()
        missing = _missing()
        return bool(missing) and Run((*_INSTALL, *missing)).do()

    def _update(self) -> None:
        until = self.clock() + _PATIENCE
        while True:
            try:
                Run(("apt-get", "update", "-q")).do()
            except StepError as error:
                if _LOCKED not in str(error) or self.clock() >= until:
                    raise
                self.sleep(_PAUSE)
            else:
                return


def _lists_are_there() -> bool:
    """A card that was just written knows no archive yet."""
    return any(LISTS.glob("*_Packages*"))


def _missing() -> list[str]:
    # Some images bring picamera2 and not what it has to share with the companion.
    on_a_pi = [name for name in OF_A_PI if _is_offered(name)] if _is_offered(OF_A_PI[0]) else []
    return [name for name in (*NEEDED, *on_a_pi) if not _is_installed(name)]


def _is_installed(package: str) -> bool:
    answer = subprocess.run(
        ["dpkg-query", "-W", "-f=${db:Status-Status}", package], capture_output=True, text=True, check=False
    )
    return answer.stdout == "installed"


def _is_offered(package: str) -> bool:
    if shutil.which("apt-cache") is None:
        return False
    answer = subprocess.run(
        ["apt-cache", "show", "--no-all-versions", package], capture_output=True, check=False
    )
    return answer.returncode == 0 and bool(answer.stdout.strip())
