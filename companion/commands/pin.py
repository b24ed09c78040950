"""`himiki pin`: what changing anything on the table's page needs."""

import argparse
import sys
from pathlib import Path

from companion.appliance.layout import kept_state
from companion.table.folder import FolderError, StateFolder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--state", type=Path, metavar="DIR", help="the table's state folder")


def run(options: argparse.Namespace) -> int:
    place = options.state or kept_state()
    if not (place / "pin").exists():
        print(f"himiki pin: no table has run with {place} yet: this is for its first start", file=sys.stderr)
    try:
        with StateFolder(place) as folder:
            print(folder.pin())
    except FolderError as fault:
        print(f"himiki pin: {fault}", file=sys.stderr)
        return 2
    return 0
