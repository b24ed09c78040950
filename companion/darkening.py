"""The panel made dark after a companion that ended without a chance to do so; systemd starts this.

Nothing of the table is loaded for it: a small Pi, which may just have run out of memory, does it in a second.
"""

import sys

from companion.config.place import config_path
from companion.config.reading import ConfigError, read_config


def main() -> int:
    try:
        wiring = read_config(config_path()).panel
    except ConfigError as error:
        complaints = [str(error)]
    else:
        complaints = []
        if not wiring.empty:
            from hardware.wired import darken

            complaints = darken(wiring)
    for each in complaints:
        print(f"himiki: the panel may still be lit ({each}): see `himiki doctor`", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
