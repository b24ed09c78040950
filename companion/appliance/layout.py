"""Where an installed companion has its parts."""

from pathlib import Path
from typing import Final

USER: Final = "himiki"
HOME: Final = Path("/opt/himiki")
RELEASES: Final = HOME / "releases"
CURRENT: Final = HOME / "current"
PREVIOUS: Final = HOME / "previous"
"""There while an update is under way only: the release to go back to."""
KEPT_GAMES: Final = HOME / "games.before"
"""With `PREVIOUS`: the games as that release left them."""
COMMAND: Final = Path("/usr/local/bin/himiki")
CONFIGURATION: Final = Path("/etc/himiki")
STATE: Final = Path("/var/lib/himiki")
RUNTIME: Final = Path("/run/himiki")
UNITS: Final = Path("/etc/systemd/system")
SERVICE: Final = "himiki.service"
UNIT_NAMES: Final = (SERVICE, "himiki-power-off.path", "himiki-power-off.service", "himiki-go-back.service")
ENABLED: Final = (SERVICE, "himiki-power-off.path", "himiki-go-back.service")
ANNOUNCEMENT: Final = Path("/etc/avahi/services/himiki.service")
OLD_NAME: Final = CONFIGURATION / "hostname.before"
POWER_OFF: Final = RUNTIME / "power-off"
"""Asks systemd, by being there, to switch the machine off."""
