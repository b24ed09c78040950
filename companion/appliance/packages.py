"""Packages of the system: those of a list that its archive has."""

import shutil
import subprocess
from dataclasses import dataclass
from typing import Final

from companion.appliance.steps import Run

NEEDED: Final = ("python3", "python3-venv", "avahi-daemon")
OF_A_PI: Final = ("python3-picamera2", "python3-opencv", "python3-numpy", "python3-lgpio")
"""picamera2 is built for the system's numpy, so that and OpenCV come from the system with it."""


@dataclass(frozen=True, slots=True)
class InstallPackages:
    def shown(self) -> str:
        return (
            f"apt-get update && apt-get install --no-install-recommends {' '.join(NEEDED)} "
            f"and, on Raspberry Pi OS, {' '.join(OF_A_PI)}"
        )

    def do(self) -> bool:
        if all(map(_is_installed, NEEDED)) and (_is_installed(OF_A_PI[0]) or not _is_offered(OF_A_PI[0])):
            return False
        Run(("apt-get", "update", "-q")).do()
        wanted = [*NEEDED]
        if _is_offered(OF_A_PI[0]):
            wanted += [name for name in OF_A_PI if _is_offered(name)]
        return Run(("apt-get", "install", "-qy", "--no-install-recommends", *wanted)).do()


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
