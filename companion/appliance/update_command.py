"""`himiki update`: another release, from an archive or a checkout."""

import argparse
import os
import sys
from pathlib import Path

from companion.appliance.updating import UpdateError, update


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source", type=Path, metavar="ARCHIVE|FOLDER", help="a release as .tar.gz or .zip, or a git checkout"
    )


def run(options: argparse.Namespace) -> int:
    if not options.source.exists():
        print(f"himiki update: {options.source} is not there: name an archive or a folder", file=sys.stderr)
        return 2
    if os.geteuid() != 0:
        print("himiki update: updating needs the rights of root: start it with sudo", file=sys.stderr)
        return 1
    try:
        update(options.source, print)
    except UpdateError as error:
        print(f"himiki update: {error}", file=sys.stderr)
        return 1
    return 0
