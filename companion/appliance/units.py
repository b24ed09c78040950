"""The units of a release, as the systemd of this machine understands them."""

import re
import subprocess
from typing import Final

_BACK_OFF: Final = ("RestartSteps=", "RestartMaxDelaySec=")
_BACK_OFF_SINCE: Final = 254


def understood(text: str, systemd: int) -> str:
    """An older systemd complains of each line that it does not know, at every look at the unit."""
    if systemd >= _BACK_OFF_SINCE:
        return text
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(_BACK_OFF))


def systemd_version() -> int:
    """0, as if it were an old one, where nobody tells."""
    try:
        told = subprocess.run(["systemctl", "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return 0
    number = re.search(r"\d+", told)
    return int(number[0]) if number else 0
