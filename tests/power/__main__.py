"""Prints what became of what was announced: `python -m tests.power [--kills N] [--cuts N] [--seed N]`."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.power.lives import ALL

_SHARES = {"playing": 0.4, "learning": 0.3, "updating": 0.2, "starting": 0.1}
"""Of all lives: a start takes longest, and has fewest moments."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.power")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--cuts", type=int, default=50, help="lives in which files stop growing")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    faults = 0
    for name, live in ALL.items():
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as place:
            kills, cuts = (round(_SHARES[name] * each) for each in (options.kills, options.cuts))
            tally = live(Path(place), kills, cuts, options.seed)
        print(f"{name:9} {tally} ({time.monotonic() - began:.0f} s)", flush=True)
        faults += len(tally.faults)
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
