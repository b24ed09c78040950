"""`himiki invite`: a friend in another house plays with this table."""

import argparse
import sys
from pathlib import Path
from typing import Any

from companion.appliance.layout import kept_state
from companion.commands.friend import invitation_of, own_name
from companion.config import ConfigError, read_config
from companion.config.place import config_path
from companion.friend.invitation import other
from companion.friend.kept import Keeping, Kept
from companion.games.friendly import NotShared
from companion.games.play import OptionError
from companion.table.state.folder import FolderError, StateFolder
from companion.table.state.owner import as_owner

_DONE, _REFUSED = 0, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--broker", metavar="URL", help="one that both houses reach: mqtt://HOST:1883 (the configured one)"
    )
    parser.add_argument(
        "--user", default="", metavar="NAME", help="where that broker asks; the friend gets it"
    )
    parser.add_argument("--password-file", type=Path, metavar="FILE", help="likewise")
    parser.add_argument("--mode", metavar="MODE", help="one of the game's for two sides")
    parser.add_argument("--edition", choices=("second", "first"), help="whose rules (second)")
    parser.add_argument("--minutes", type=float, metavar="N", help="on the clock for each side (none)")
    parser.add_argument("--colour", choices=("w", "b"), default="w", help="of this table; white begins (w)")
    parser.add_argument("--name", default="", metavar="NAME", help="who plays here, as the friend is told")
    parser.add_argument("--state", type=Path, metavar="DIR", help="the table's state folder")


def run(options: argparse.Namespace) -> int:
    try:
        return _invite(options)
    except (ConfigError, FolderError, NotShared, OptionError, OSError, ValueError) as fault:
        print(f"himiki invite: {fault}", file=sys.stderr)
        return _REFUSED


def _invite(options: argparse.Namespace) -> int:
    from companion.web.exchange.codes import terminal

    config = read_config(config_path())
    url = options.broker or config.broker.url
    if not url:
        raise ValueError(
            "name a broker that both houses reach: --broker mqtt://HOST:1883 (docs/friend.md has how)"
        )
    if not options.broker and config.broker.user and not options.user:
        raise ValueError(
            "the configured broker asks who is there, and this table's password is not for a friend: give the"
            " friend's own with --user NAME --password-file FILE"
        )
    name = options.name or config.table.name
    asked = {"mode": options.mode, "edition": options.edition}
    settings: dict[str, Any] = {key: value for key, value in asked.items() if value is not None}
    if options.minutes is not None:
        settings["clock"] = {"minutes": options.minutes, "increment": 0}
    invitation = invitation_of(
        settings,
        other(options.colour),
        name,
        url,
        user=options.user,
        password_file=options.password_file,
    )
    place = options.state or kept_state()
    place.mkdir(parents=True, exist_ok=True)
    with as_owner(place), StateFolder(place) as folder:
        Keeping.begun(folder.friend, Kept(invitation.code(), options.colour, own_name(name)))
    print(invitation.code())
    if sys.stdout.isatty():
        print(terminal(invitation.code()))
    print(
        "himiki invite: send this code to your friend, whose table takes it with himiki serve --friend CODE"
        " or on its page; whoever has it can play in her place. This table plays with her from its next"
        " start on: himiki serve",
        file=sys.stderr,
    )
    return _DONE
