"""`himiki backup`: the whole table as one file, also while it is played at."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from companion.appliance.layout import kept_state
from companion.config import ConfigError, read_config
from companion.config.place import config_path
from companion.config.settings import Config
from companion.config.text import config_text
from companion.table.state.backup import pack
from companion.table.state.folder import FolderError, StateFolder
from companion.table.state.owner import as_owner
from vision.files import replacing_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, nargs="?", metavar="FILE.zip|DIR", help="(NAME-DAY.himiki.zip in this folder)"
    )
    parser.add_argument("--state", type=Path, metavar="DIR", help="the table's state folder")


def run(options: argparse.Namespace) -> int:
    place = options.state or kept_state()
    try:
        config = read_config(config_path())
    except ConfigError as fault:
        print(f"himiki backup: without the settings, which cannot be read: {fault}", file=sys.stderr)
        config = Config()
    name = f"{config.table.name}-{datetime.now(UTC):%Y-%m-%d}.himiki.zip"
    out = options.file or Path(name)
    out = out / name if out.is_dir() else out
    if not (place / "games.sqlite").exists():
        print(f"himiki backup: no table keeps its games in {place}: name its --state", file=sys.stderr)
        return 2
    try:
        # What goes in is read with the rights of the one who keeps it, see `companion.table.state.owner`.
        with replacing_file(out, mode=0o600) as file, as_owner(place):
            count = pack(file, StateFolder(place), config_text(config), config.table.name)
    except FolderError as fault:
        print(f"himiki backup: {fault}", file=sys.stderr)
        return 2
    except OSError as fault:
        why = fault.strerror or fault
        print(f"himiki backup: {out} cannot be written ({why}): name another file", file=sys.stderr)
        return 2
    print(f"{out}: {count} games, what was learnt of the table, and its settings")
    return 0
