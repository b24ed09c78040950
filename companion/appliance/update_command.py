"""`himiki update`: another release, from an archive or a checkout."""

import argparse
import os
import signal
import sys
from pathlib import Path

from companion.appliance.archive import UpdateError
from companion.appliance.signing import SignatureError, trusted_keys
from companion.appliance.steps import StepError
from companion.appliance.updating import update
from companion.appliance.way_back import follow


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "source",
        type=Path,
        nargs="?",
        metavar="ARCHIVE|FOLDER",
        help="a release as .tar.gz or .zip, with its signature (.minisig) beside it, or a git checkout",
    )
    parser.add_argument(
        "--unsigned",
        action="store_true",
        help="take an archive that nobody has signed: its program runs as root here, so only one of your own",
    )
    parser.add_argument(
        "--older",
        action="store_true",
        help="take a release that is older than the one that runs: what was mended since is open again",
    )
    what.add_argument(
        "--go-back",
        action="store_true",
        help="undo an update that a power cut broke off (done by itself when the machine starts)",
    )


def run(options: argparse.Namespace) -> int:
    if options.source is not None and not options.source.exists():
        print(f"himiki update: {options.source} is not there: name an archive or a folder", file=sys.stderr)
        return 2
    if os.geteuid() != 0:
        print("himiki update: updating needs the rights of root: start it with sudo", file=sys.stderr)
        return 1
    # Whatever the one who updates keeps from others, the service's user reads the program.
    os.umask(0o022)
    # A connection that breaks ends an update as Ctrl-C does: with the release that ran before.
    for number in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        if options.go_back:
            before = follow()
            print("no update was broken off" if before is None else f"back to {before.name}")
        else:
            keys = None if options.unsigned else trusted_keys()
            update(options.source, _say, keys, older=options.older)
    except (UpdateError, SignatureError, StepError, OSError) as error:
        print(f"himiki update: {error}", file=sys.stderr)
        return 1
    return 0


def _say(text: str) -> None:
    try:
        print(text, flush=True)
    except OSError:
        return  # nobody listens any more, and what is under way has to go on
