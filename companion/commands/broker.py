"""This table on a club's broker, as the configuration and the command say."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import games
from companion.config.settings import BrokerSettings
from companion.games.events import Arbiter
from companion.games.play import OptionError
from companion.table import StateFolder, Table
from companion.table.state.version import program_version

if TYPE_CHECKING:
    from companion.broker.account import Account
    from companion.broker.messages.asking import Command
    from companion.broker.places import Place
    from companion.broker.publishing import Publishing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--broker", metavar="URL", help="tell a club's broker: mqtt://HOST:1883")
    parser.add_argument("--club", metavar="NAME", help="the club's name there")
    parser.add_argument("--table", metavar="NAME", help="this table's name there")


def settings_asked(options: argparse.Namespace, config: BrokerSettings, name: str) -> BrokerSettings:
    """What was configured, with what was said at start; `name` is the table's on the network. Raises
    `OptionError`."""
    asked = replace(
        config,
        url=config.url if options.broker is None else options.broker,
        club=options.club or config.club,
        table=options.table or config.table or name.lower(),
    )
    if not asked.url and (options.club or options.table):
        raise OptionError("--club and --table go with --broker mqtt://HOST:1883")
    if faults := asked.faults():
        raise OptionError("the broker: " + "; ".join(faults))
    return asked


def publishing_of(
    table: Table,
    folder: StateFolder,
    asked: BrokerSettings,
    state: Callable[[], Mapping[str, Any]],
    post: Callable[[str, Mapping[str, Any]], str | None],
) -> "Publishing | None":
    """None where this table is on no broker, or cannot be: it is a table all the same. `post` asks the
    table's own API."""
    if not is_asked(folder, asked):
        return None
    try:
        from companion.broker.commands import Commands
        from companion.broker.home import device
        from companion.broker.publishing import Publishing

        account, place = _account(folder, asked)
    except (OSError, ValueError) as fault:
        table.notices.put_up("broker-unusable", why=str(fault))
        return None
    # Whoever wrote an invitation is the club, whose hall may do what its arbiter is asked for.
    obeys = asked.commands or not asked.url
    commands = Commands(partial(carried_out, table, post) if obeys else None)
    home = device(place, program_version(), begun_by_a_press(table) if obeys else None, picture=asked.picture)
    picture = table.view.picture if asked.picture else None
    return Publishing(table, account, place, state, commands, home, picture)


def carried_out(
    table: Table, post: Callable[[str, Mapping[str, Any]], str | None], command: "Command"
) -> str | None:
    """Why it is not; what an arbiter decides from afar is in the table's own list of what happened."""
    from companion.broker.messages.asking import ARBITER, What

    paths = {What.NEW_GAME: "/api/v1/games", What.DECISION: "/api/v1/decisions"}
    refused = post(paths[command.what], command.body)
    if refused is None and command.by == ARBITER and command.what is What.DECISION:
        decision = str(command.body.get("decision", ""))
        table.note(lambda game, status, now: Arbiter(t=now, decision=decision))
    return refused


def begun_by_a_press(table: Table) -> dict[str, Any]:
    """The usual game of the kind that is played at this table, with luck of its own each time."""
    play = games.play_of(table.game().of)
    return {name: told for name, told in play.settings_of(play.usual()).items() if name != "seed"}


def is_asked(folder: StateFolder, asked: BrokerSettings) -> bool:
    return bool(asked.url) or folder.club.exists()


def _account(folder: StateFolder, asked: BrokerSettings) -> "tuple[Account, Place]":
    """What is configured goes before an invitation; raises ValueError."""
    from companion.broker.account import Account
    from companion.broker.invitation import Invitation
    from companion.broker.places import Place

    invitation = None if asked.url else Invitation.kept_in(folder.club)
    if invitation is not None:
        return invitation.account(), invitation.place()
    account = Account.at(
        asked.url,
        user=asked.user,
        password_file=Path(asked.password_file) if asked.password_file else None,
        ca_file=Path(asked.ca_file) if asked.ca_file else None,
    )
    return account, Place(asked.club, asked.table)
