"""Where the configuration and the state of this table are."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

SYSTEM: Final = Path("/etc/himiki/himiki.toml")


def config_path(environment: Mapping[str, str] = os.environ) -> Path:
    """`HIMIKI_CONFIG`, else the machine's, else the user's own (which need not be there)."""
    if named := environment.get("HIMIKI_CONFIG"):
        return Path(named)
    if there(SYSTEM):
        return SYSTEM
    home = environment.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "himiki" / SYSTEM.name


def there(path: Path) -> bool:
    """Also where its folder may not be looked into: reading it then says so."""
    try:
        return path.exists()
    except OSError:
        return True


def state_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """`HIMIKI_STATE`, else what systemd gives the service, else the user's own."""
    if named := environment.get("HIMIKI_STATE") or environment.get("STATE_DIRECTORY"):
        return Path(named)
    home = environment.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "himiki"
