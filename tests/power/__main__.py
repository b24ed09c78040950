"""Prints what became of what was announced: `python -m tests.power [--only WHAT] [--kills N] [--cuts N]`."""

import argparse
import sys
import tempfile
import time
from itertools import accumulate, pairwise
from pathlib import Path

from tests.power.lives import ALL

_SHARES = {"playing": 40, "learning": 30, "updating": 20, "starting": 10}
"""Per cent of all lives: a start takes longest, and has fewest moments. No start is cut."""
_UNCUT = "starting"


def lots(kills: int, cuts: int) -> dict[str, tuple[int, int]]:
    """So many kills and cuts each, that they come to as many as were asked for."""
    cut = {name: share for name, share in _SHARES.items() if name != _UNCUT}
    of_kills, of_cuts = _shared(kills, _SHARES), _shared(cuts, cut)
    return {name: (of_kills[name], of_cuts.get(name, 0)) for name in _SHARES}


def _shared(many: int, shares: dict[str, int]) -> dict[str, int]:
    """Each from where the one before it ends, so that nothing is lost in rounding."""
    bounds = [round(many * each / sum(shares.values())) for each in accumulate(shares.values(), initial=0)]
    return {name: end - begin for name, (begin, end) in zip(shares, pairwise(bounds), strict=True)}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.power")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--cuts", type=int, default=50, help="lives in which files stop growing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=sorted(ALL), help="its share of the kills and cuts")
    options = parser.parse_args()
    faults = 0
    for name, (kills, cuts) in lots(options.kills, options.cuts).items():
        if options.only not in (None, name):
            continue
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as place:
            tally = ALL[name](Path(place), kills, cuts, options.seed)
        print(f"{name:9} {tally} ({time.monotonic() - began:.0f} s)", flush=True)
        faults += len(tally.faults)
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
