"""`himiki hall`: every table of a club on one page."""

import argparse
import logging
import signal
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion import installing
from companion.config.place import state_folder
from companion.table.state.folder import FolderError, StateFolder

_DONE, _REFUSED = 0, 2
HALL_FOLDER: Final = "hall"
"""Beside what the machine's table keeps."""
_HOME: Final = Path(__file__).resolve().parents[2]
_LIBRARIES: Final = ("caissify_pairings", "psycopg")
"""Which come when a hall first starts."""
_LONGEST_DELAY: Final = 3600
"""Seconds: what nobody sees for an hour is no broadcast."""
_ANYWHERE: Final = ("0.0.0.0", "::")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--broker", metavar="URL", help="mqtt://HOST:1883; or join with its code")
    parser.add_argument("--club", metavar="NAME", help="the club's name at the broker")
    parser.add_argument("--user", default="", metavar="NAME", help="where the broker asks who is there")
    parser.add_argument("--password-file", type=Path, metavar="FILE", help="likewise")
    parser.add_argument("--ca-file", type=Path, metavar="FILE", help="who vouches for an mqtts:// broker")
    parser.add_argument("--host", default="0.0.0.0", metavar="H", help="where the page answers (0.0.0.0)")
    parser.add_argument("--port", type=int, default=8090, metavar="P", help="(8090; 0 takes a free one)")
    parser.add_argument("--store", metavar="PLACE", help="FILE.db or postgresql://… (in the state folder)")
    parser.add_argument(
        "--delay", type=_seconds, default=0.0, metavar="S", help="how much later spectators see (0)"
    )
    parser.add_argument("--records", type=Path, metavar="DIR", help="a folder with the games as text, live")
    parser.add_argument("--state", type=Path, metavar="DIR", help="where the hall keeps what it needs")


def _seconds(text: str) -> float:
    if not text.isdecimal() or int(text) > _LONGEST_DELAY:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of seconds from 0 to {_LONGEST_DELAY}")
    return float(text)


def run(options: argparse.Namespace) -> int:
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    try:
        fetch_libraries()
        with ExitStack() as closing:
            _serve(options, closing)
    except (installing.InstallError, ValueError, FolderError, OSError) as fault:
        print(f"himiki hall: {fault}", file=sys.stderr)
        return _REFUSED
    return _DONE


def fetch_libraries() -> None:
    """The first time; raises `InstallError`."""
    if any(find_spec(library) is None for library in _LIBRARIES):
        installing.add_extra(_HOME, installing.LOCKED_EXTRA)


def _serve(options: argparse.Namespace, closing: ExitStack) -> None:
    from companion.broker.account import Account
    from companion.broker.invitation import Invitation
    from companion.broker.places import checked
    from companion.hall.hall import Hall
    from companion.hall.ledger import Ledger
    from companion.hall.opening import opened
    from companion.hall.records import Records
    from companion.hall.site.app import server_for
    from companion.hall.tournaments.office import Office
    from companion.table.state.pin import Pin
    from companion.web.entrance.access import access_to
    from companion.web.server import own_addresses

    folder = closing.enter_context(StateFolder(options.state or state_folder() / HALL_FOLDER))
    folder.lock()
    invitation = None if options.broker else Invitation.kept_in(folder.club)
    if invitation is not None:
        account, club = invitation.account(), invitation.club
    elif options.broker and options.club:
        account = Account.at(
            options.broker, user=options.user, password_file=options.password_file, ca_file=options.ca_file
        )
        club = checked("a club's name", options.club)
    else:
        raise ValueError("name the club: --broker mqtt://HOST:1883 --club NAME, or `himiki club` says how")
    database = opened(options.store or str(folder.path / "hall.db"))
    closing.callback(database.close)
    new = folder.kept_pin() is None
    pin = Pin(folder.pin(), folder.pin_file)
    hall = Hall(account, club, Ledger(database), delay=options.delay)
    records = None if options.records is None else Records(hall, options.records)
    office = Office(hall, database)
    server = server_for(hall, office, access_to(folder.path, pin), host=options.host, port=options.port)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: server.stop())
    hall.start()
    office.start()
    if records is not None:
        records.start()
    try:
        shown = own_addresses()[0] if options.host in _ANYWHERE else options.host
        if new or sys.stderr.isatty():
            print(f"himiki hall: PIN of the arbiter: {pin.text}", file=sys.stderr, flush=True)
        server.run(lambda: print(f"ready http://{shown}:{server.port}", flush=True))
    finally:
        office.stop()
        hall.stop()
        if records is not None:
            records.stop()
