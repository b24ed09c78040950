"""`himiki pin`: what changing anything on the table's page needs."""

import argparse
import sys
from pathlib import Path

from companion.appliance.layout import kept_state
from companion.table.state.folder import FolderError, StateFolder
from companion.table.state.owner import as_owner


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--state", type=Path, metavar="DIR", help="the table's state folder")
    parser.add_argument(
        "--new", action="store_true", help="another one: every phone that was let in needs it again"
    )


def run(options: argparse.Namespace) -> int:
    place = options.state or kept_state()
    if not (place / "pin").exists():
        print(f"himiki pin: no table has run with {place} yet: this is for its first start", file=sys.stderr)
    try:
        with as_owner(place), StateFolder(place) as folder:
            pin = folder.new_pin() if options.new else folder.pin()
            print(f"himiki pin: of the table that is kept in {place}", file=sys.stderr, flush=True)
            print(pin)
    except FolderError as fault:
        print(f"himiki pin: {fault}", file=sys.stderr)
        return 2
    return 0
