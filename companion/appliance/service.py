"""What systemd says of the units."""

import subprocess
from pathlib import Path

from companion.appliance.layout import COMMAND, CURRENT, SERVICE, STARTED


def process() -> str:
    """The service's state and main process: another word for each start of it."""
    return _asked("show", SERVICE, "--property", "ActiveState,MainPID", "--value")


def runs_as_installed() -> bool:
    """Whether everything was started, and from the release that is the current one."""
    if _asked("is-active", *STARTED).split() != ["active"] * len(STARTED):
        return False
    number = _asked("show", SERVICE, "--property", "MainPID", "--value").strip()
    try:
        program = Path("/proc", number, "cmdline").read_bytes().split(b"\0")[0].decode()
    except OSError:
        return False
    return Path(program).is_relative_to(CURRENT.resolve())


def last_words() -> str:
    """The last line that the companion itself wrote in the journal: of one that does not start, why."""
    # Nothing that systemd says of it, or runs after it.
    of_its_own = ("--unit", SERVICE, "--identifier", COMMAND.name, "_TRANSPORT=stdout")
    return _said("journalctl", "--quiet", "--no-pager", "--lines=1", "--output=cat", *of_its_own).strip()


def _asked(*words: str) -> str:
    return _said("systemctl", *words)


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False).stdout
