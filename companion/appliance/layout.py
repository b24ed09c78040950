"""Where an installed companion has its parts."""

import os
from pathlib import Path
from typing import Final

from companion.config.place import SYSTEM, state_folder

USER: Final = "himiki"
HOME: Final = Path("/opt/himiki")
RELEASES: Final = HOME / "releases"
CURRENT: Final = HOME / "current"
PREVIOUS: Final = HOME / "previous"
"""There while an update is under way only: the release to go back to."""
KEPT_GAMES: Final = HOME / "games.before"
"""With `PREVIOUS`: the games as that release left them."""
COMMAND: Final = Path("/usr/local/bin/himiki")
CONFIGURATION: Final = SYSTEM.parent
STATE: Final = Path("/var/lib/himiki")
RUNTIME: Final = Path("/run/himiki")
UNITS: Final = Path("/etc/systemd/system")
SERVICE: Final = "himiki.service"
STARTED: Final = (SERVICE, "himiki-power-off.path")
ENABLED: Final = (*STARTED, "himiki-go-back.service")
HALL: Final = "himiki-hall.service"
"""There for who wants it: `himiki club` says how it is started."""
UNIT_NAMES: Final = (*ENABLED, "himiki-power-off.service", HALL)
ANNOUNCEMENT: Final = Path("/etc/avahi/services/himiki.service")
OLD_NAME: Final = CONFIGURATION / "hostname.before"


def kept_state() -> Path:
    """For who only looks: what an installed table keeps, where they may see it; else as for any start."""
    named = "HIMIKI_STATE" in os.environ
    return STATE if not named and os.access(STATE, os.R_OK | os.X_OK) else state_folder()
