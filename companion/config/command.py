"""`himiki config`: is the configuration right, what does it say, where is it."""

import argparse
import sys
from pathlib import Path

from companion.config.place import config_path, there
from companion.config.reading import ConfigError, read_config
from companion.config.text import config_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        choices=["check", "show", "path"],
        help="check: name every fault; show: all settings with their defaults; path: which file is read",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="another file than the usual one")


def run(options: argparse.Namespace) -> int:
    path = options.config or config_path()
    if options.config is not None and not there(path) and options.what != "path":
        print(f"himiki config: {path} is not there: name a file that is", file=sys.stderr)
        return 2
    if options.what == "path":
        print(path)
        return 0
    try:
        config = read_config(path)
    except ConfigError as error:
        for fault in error.faults:
            print(f"himiki config: {error.place}: {fault}", file=sys.stderr)
        return 1
    if options.what == "show":
        print(config_text(config), end="")
    else:
        print(f"{path} {'is right' if there(path) else 'is not there: the defaults hold'}")
    return 0
