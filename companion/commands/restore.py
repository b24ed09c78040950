"""`himiki restore`: a whole table out of one file, where nobody plays at it; the page does it meanwhile."""

import argparse
import sys
from pathlib import Path

from companion.appliance.layout import kept_state
from companion.commands.settings_brought import bring_settings
from companion.config.place import config_path
from companion.store import Store, StoreError, StoreTooNew
from companion.table.state.backup import NoBackup, restore
from companion.table.state.folder import FolderError, StateFolder
from companion.table.state.owner import as_owner


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE.zip", help="as `himiki backup` or the page wrote it")
    parser.add_argument("--state", type=Path, metavar="DIR", help="the table's state folder")


def run(options: argparse.Namespace) -> int:
    place = options.state or kept_state()
    try:
        with (
            options.file.open("rb") as file,
            as_owner(place),
            StateFolder(place) as folder,
        ):
            folder.lock()
            with Store(folder.games) as store:
                came = restore(file, folder, store)
    except (NoBackup, StoreError, StoreTooNew) as fault:
        print(f"himiki restore: {options.file}: {fault}", file=sys.stderr)
        return 2
    except FolderError as fault:
        print(f"himiki restore: {fault}; or bring it on the table's page, under Back-up", file=sys.stderr)
        return 2
    except OSError as fault:
        print(f"himiki restore: {fault.filename or options.file}: {fault.strerror or fault}", file=sys.stderr)
        return 2
    print(f"{came.games} games came, {came.here} were here already, {came.unreadable} could not be read")
    for of in came.profiles:
        print(f"the table is known now ({of})")
    if came.settings is not None:
        brought = bring_settings(config_path(), came.settings)
        print("its settings hold from the next start" if brought else "the settings of this table stay")
    return 0
