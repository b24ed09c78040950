"""`himiki club`: several tables at one broker."""

import argparse
import socket
import sys
from pathlib import Path
from typing import Final

from companion.appliance.layout import COMMAND, STATE, kept_state
from companion.appliance.layout import HALL as HALL_SERVICE
from companion.broker.account import BadAccount
from companion.broker.home import GONE, found_at
from companion.broker.invitation import BadInvitation, Invitation
from companion.broker.mosquitto import (
    CERTIFICATE,
    INSTALLER,
    KEY,
    PASSWORDS,
    PLACE,
    Secured,
    files_for,
    fitting,
)
from companion.broker.places import HALL, BadName
from companion.commands.hall import HALL_FOLDER, fetch_libraries
from companion.installing import InstallError
from companion.table.state.folder import FolderError, StateFolder
from companion.table.state.owner import as_owner
from vision.files import replace_file

_DONE, _REFUSED = 0, 2
_PORT, _PLAIN_PORT = 8883, 1883
"""Of brokers, with and without encryption: those that are registered for it."""
_DAYS: Final = 3650
"""That the broker's certificate is good for: tables hold on to that very one."""
_DAYS_BEFORE: Final = 3650
"""That it was good for already: a Raspberry Pi without a network starts with the time of its last end."""
_TO_REACH: Final = 5.0
"""Seconds for a broker that is to be told good-bye."""

_GUIDE: Final = """\
A club is several tables that one page shows. They meet at a broker: a small program on one machine in the
house, which passes on what the tables say. Mosquitto is the usual one. That machine may be one of the tables.

  1  On the machine that is always on:   sudo apt install mosquitto
  2  There, names as you like them:      himiki club broker --club NAME --tables t1 t2 t3 --out club
                                         sudo sh club/install.sh
     The first prints a code for every table and for the hall, the second hands the broker its files.
  3  At each table, with its own code:   himiki club join CODE     (sudo before it, where it was installed)
     and start the table anew.
  4  For the page of all tables, on any of these machines, with the hall's code:
                                         himiki club join CODE
                                         himiki hall
     It prints its address, for phones and televisions, and the PIN of the arbiter. Where it was installed,
     `join` says how it starts with the machine.

One more table later: the same line as in 2 with its name added; who has a code keeps it.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(work=_guide)
    parts = parser.add_subparsers(metavar="PART")
    added = parts.add_parser("broker", help="write what Mosquitto needs, and a code for every table")
    added.add_argument("--club", required=True, metavar="NAME", help="a to z, 0 to 9 and -")
    added.add_argument("--tables", required=True, nargs="+", metavar="NAME", help="likewise")
    added.add_argument("--host", metavar="H", help="how tables reach it (this machine's address)")
    added.add_argument("--port", type=int, metavar="P", help="(8883; without encryption 1883)")
    added.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the files are written")
    added.add_argument("--plain", action="store_true", help="without encryption")
    added.add_argument(
        "--certificate", type=Path, metavar="FILE", help="one that every system believes, with --key"
    )
    added.add_argument("--key", type=Path, metavar="FILE", help="of that certificate; PEM, as it is")
    added.add_argument("--home-assistant", action="store_true", help="a user for it as well")
    added.add_argument("--anew", action="store_true", help="other codes for all, also for who has one")
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
    except (BadName, BadAccount, BadInvitation, FolderError, InstallError, OSError) as fault:
        print(f"himiki club: {fault}", file=sys.stderr)
        return _REFUSED
    return status


def _guide(options: argparse.Namespace) -> int:
    # Where it was not installed, it is called in its own folder.
    print(_GUIDE if COMMAND.exists() else _GUIDE.replace(" himiki ", " ./himiki "), end="")
    return _DONE


def _broker(options: argparse.Namespace) -> int:
    from companion.web.exchange.codes import terminal
    from companion.web.server import own_addresses

    out: Path = options.out.resolve()
    host = options.host or own_addresses()[0]
    port = options.port or (_PLAIN_PORT if options.plain else _PORT)
    kept = "" if options.anew else _text_in(out / PASSWORDS)
    made = files_for(
        options.club,
        options.tables,
        host=host,
        port=port,
        folder=PLACE,
        secured=None if options.plain else _secured(options, out, host),
        kept=kept,
        with_home=options.home_assistant,
    )
    out.mkdir(parents=True, exist_ok=True)
    for name, content in made.texts.items():
        replace_file(out / name, content, mode=0o600 if name in (PASSWORDS, KEY) else 0o644)
    print(f"Written to {out}. The broker takes it all with\n")
    print(f"  sudo sh {out / INSTALLER}\n")
    print(f"Tables reach it at {made.url}: let the router keep that address for this machine.\n")
    if kept:
        print("Who has a code keeps it; --anew would make others for all.\n")
    if made.invitations:
        print("A code lets its table in: whoever has it can speak for it. They are not kept anywhere.\n")
    for each in made.invitations:
        print(f"{each.table}:\n  himiki club join {each.code()}\n")
        if sys.stdout.isatty():
            print(terminal(each.code()))
    if made.home is not None:
        print("Home Assistant, under Settings, Devices & services, MQTT:\n")
        print(f"  broker {host}, port {port}, user {made.home[0]}, password {made.home[1]}")
        if CERTIFICATE in made.texts:
            print(f"  certificate validation: custom, with {out / CERTIFICATE}")
        print()
    return _DONE


def _text_in(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""


def _secured(options: argparse.Namespace, out: Path, host: str) -> Secured:
    """What encrypts: given, kept from the last time, or made."""
    if (options.certificate is None) != (options.key is None):
        raise BadAccount("--certificate and --key go together")
    if options.certificate is not None:
        return fitting(Secured(options.certificate.read_bytes(), options.key.read_bytes(), known=True))
    from companion.web.keys.certificate import names_in, self_signed

    if not options.anew and (out / CERTIFICATE).exists():
        found = fitting(Secured((out / CERTIFICATE).read_bytes(), (out / KEY).read_bytes()))
        names = names_in(found.certificate)
        if host in names:
            return found
        raise BadAccount(
            f"the certificate in {out} is for {', '.join(sorted(names))}, and tables believe no other: say"
            " --host with one of these, or --anew, and give every table its new code"
        )
    name = socket.gethostname()
    known = dict.fromkeys((host, name, f"{name}.local"))
    return Secured(*self_signed(known, _DAYS, before=_DAYS_BEFORE))


def _join(options: argparse.Namespace) -> int:
    invitation = Invitation.read(options.code)
    place = _place_of(options, invitation)
    with as_owner(next(each for each in (place, *place.resolve().parents) if each.exists())):
        place.mkdir(parents=True, exist_ok=True)
    with as_owner(place), StateFolder(place) as folder:
        replace_file(folder.club, invitation.code(), mode=0o600)
    if invitation.table == HALL:
        # Later it may have no network, or may not write where libraries are.
        fetch_libraries()
    print(f"{place} belongs to {invitation.club} as {invitation.table} from the next start on:\n")
    print(f"  {_started_by(place, invitation)}")
    return _DONE


def _place_of(options: argparse.Namespace, invitation: Invitation) -> Path:
    """A hall is beside its machine's table, where `himiki hall` looks for it."""
    if options.state is not None:
        return Path(options.state)
    return kept_state() / HALL_FOLDER if invitation.table == HALL else kept_state()


def _started_by(place: Path, invitation: Invitation) -> str:
    """What somebody types next."""
    if invitation.table != HALL:
        return "sudo systemctl restart himiki" if place == STATE else "./himiki serve"
    if place == STATE / HALL_FOLDER:
        return f"sudo systemctl enable --now {HALL_SERVICE.removesuffix('.service')}"
    return "./himiki hall" if place == kept_state() / HALL_FOLDER else f"./himiki hall --state {place}"


def _farewell_said(invitation: Invitation) -> bool:
    """A house that this table was told to forgets it; False where the broker is not there."""
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
    place = options.state or kept_state()
    with as_owner(place), StateFolder(place) as folder:
        invitation = Invitation.kept_in(folder.club)
        folder.club.unlink(missing_ok=True)
    if invitation is not None and not _farewell_said(invitation):
        print(f"the broker at {invitation.url} is not there: a house that knew this table still does")
    print(f"{place} belongs to no club, from the next start on")
    return _DONE
