"""`himiki club`: several tables at one broker."""

import argparse
import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion.broker.home import GONE, found_at
from companion.broker.invitation import BadInvitation, Invitation
from companion.broker.mosquitto import CONFIG, files_for
from companion.broker.places import BadName
from companion.config.place import state_folder
from companion.table.state.folder import FolderError, StateFolder
from companion.table.state.owner import as_owner
from vision.files import replace_file

_DONE, _REFUSED = 0, 2
_TO_REACH: Final = 5.0
"""Seconds for a broker that is to be told good-bye."""

_GUIDE: Final = """\
A club is several tables that one page shows. They meet at a broker: a small program on one machine in the
house, which passes on what the tables say. Mosquitto is the usual one.

  1  On the machine that is always on:   sudo apt install mosquitto
  2  There, names as you like them:      himiki club broker --club NAME --tables t1 t2 t3 --out club
     It writes three files, says where they belong, and prints a code for every table.
  3  At each table, its code:            himiki club join CODE     (then start the table anew)
  4  For the page of all tables:         himiki club join CODE --state hall, with the hall's code,
                                         and himiki hall --state hall
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(work=_guide)
    parts = parser.add_subparsers(metavar="PART")
    added = parts.add_parser("broker", help="write what Mosquitto needs, and a code for every table")
    added.add_argument("--club", required=True, metavar="NAME", help="a to z, 0 to 9 and -")
    added.add_argument("--tables", required=True, nargs="+", metavar="NAME", help="likewise")
    added.add_argument("--host", metavar="H", default=socket.gethostname(), help="how tables reach it")
    added.add_argument("--port", type=int, default=1883, metavar="P", help="(1883)")
    added.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the files are written")
    added.set_defaults(work=_broker)
    added = parts.add_parser("join", help="this table, or this hall, belongs to a club from now on")
    added.add_argument("code", metavar="CODE", help="the one that `himiki club broker` printed for it")
    added.add_argument("--state", type=Path, metavar="DIR", help="the table's state folder")
    added.set_defaults(work=_join)
    added = parts.add_parser("leave", help="this table is on its own again")
    added.add_argument("--state", type=Path, metavar="DIR", help="the table's state folder")
    added.set_defaults(work=_leave)


def run(options: argparse.Namespace) -> int:
    try:
        status: int = options.work(options)
    except (BadName, BadInvitation, FolderError) as fault:
        print(f"himiki club: {fault}", file=sys.stderr)
        return _REFUSED
    return status


def _guide(options: argparse.Namespace) -> int:
    print(_GUIDE, end="")
    return _DONE


def _broker(options: argparse.Namespace) -> int:
    from companion.web.exchange.codes import terminal

    out: Path = options.out.resolve()
    made = files_for(options.club, options.tables, host=options.host, port=options.port, folder=out)
    out.mkdir(parents=True, exist_ok=True)
    for name, text in made.texts.items():
        replace_file(out / name, text)
    print(f"Written to {out}. Mosquitto takes them with\n")
    print(f"  sudo cp {out / CONFIG} /etc/mosquitto/conf.d/ && sudo systemctl restart mosquitto\n")
    print("The codes let their table in: whoever has one can speak for it. They are not kept anywhere.\n")
    for each in made.invitations:
        print(f"{each.table}: himiki club join {each.code()}\n")
        if sys.stdout.isatty():
            print(terminal(each.code()))
    return _DONE


def _join(options: argparse.Namespace) -> int:
    invitation = Invitation.read(options.code)
    place = options.state or state_folder()
    place.mkdir(parents=True, exist_ok=True)
    with as_owner(place), StateFolder(place) as folder:
        replace_file(folder.club, invitation.code(), mode=0o600)
    print(f"{place} belongs to {invitation.club} as {invitation.table}, from the next start on")
    return _DONE


def _farewell_said(invitation: Invitation) -> bool:
    """A house that this table was told to forgets it; False where the broker is not there."""
    if find_spec("paho") is None:
        return True  # Nothing was ever told.
    from companion.broker.link import Link

    place = invitation.place()
    link = Link(invitation.account(), place)
    link.start()
    try:
        if not link.wait_until_up(_TO_REACH):
            return False
        return link.publish(found_at(place), GONE, retained=True) is not None
    finally:
        link.stop()


def _leave(options: argparse.Namespace) -> int:
    place = options.state or state_folder()
    with as_owner(place), StateFolder(place) as folder:
        invitation = Invitation.kept_in(folder.club)
        folder.club.unlink(missing_ok=True)
    if invitation is not None and not _farewell_said(invitation):
        print(f"the broker at {invitation.url} is not there: a house that knew this table still does")
    print(f"{place} belongs to no club, from the next start on")
    return _DONE
