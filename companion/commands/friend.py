"""A friend's table, as command, page and state folder name it: with whom this table plays one game."""

from pathlib import Path
from typing import Any, Final

from companion.config.settings import BrokerSettings, TableSettings
from companion.friend.desk import Desk, agreed_on
from companion.friend.game import game_of as friends_game
from companion.friend.invitation import BadInvitation, Invitation
from companion.friend.kept import Keeping, Kept
from companion.games.friendly import NotShared
from companion.games.play import Game, OptionError
from companion.table import StateFolder, Table
from companion.table.notices import Notices

USUAL_NAME: Final = TableSettings().name
_NAME: Final = 40
"""Letters of a player's name."""


def kept_for(folder: StateFolder, code: str | None, name: str, notices: Notices) -> Keeping | None:
    """Who plays with this table: whoever is named at start, or was before. Raises `OptionError` for a code
    that is none; what was kept and cannot be read keeps no table from starting."""
    asked = None
    if code is not None:
        try:
            asked = Invitation.read(code)
        except BadInvitation as fault:
            raise OptionError(f"--friend: {fault}") from None
    try:
        keeping = Keeping.of(folder.friend)
    except BadInvitation as fault:
        if asked is None:
            notices.put_up("friend-unusable", why=str(fault))
        keeping = None
    if asked is None or (keeping is not None and keeping.kept.invitation.channel == asked.channel):
        return keeping
    return Keeping.begun(folder.friend, Kept(asked.code(), asked.side, own_name(name)))


def own_name(name: str) -> str:
    """As the friend is told it: a table that nobody has named says none."""
    return "" if name == USUAL_NAME else name[:_NAME]


def game_of(keeping: Keeping | None, asked: Game | None) -> Game | None:
    """The game with the friend goes before whatever else would be played; raises `OptionError`."""
    if keeping is None:
        return asked
    try:
        game: Game = friends_game(keeping)
    except (NotShared, BadInvitation) as fault:
        raise OptionError(f"the friend's game: {fault}") from None
    return game


def desk_of(
    table: Table, folder: StateFolder, keeping: Keeping | None, broker: BrokerSettings, name: str
) -> Desk:
    return Desk(
        table,
        folder.friend,
        keeping,
        url="" if broker.user else broker.url,
        name=own_name(name),
    )


def invitation_of(
    settings: dict[str, Any],
    side: str,
    name: str,
    url: str,
    *,
    user: str = "",
    password_file: Path | None = None,
) -> Invitation:
    """`side` is the guest's. Raises `NotShared`, and `ValueError` for an address that cannot be."""
    from companion.broker.account import Account

    account = Account.at(url, user=user, password_file=password_file)
    return Invitation.made(
        url,
        side,
        agreed_on(settings),
        host=own_name(name),
        user=account.user or "",
        password=account.password or "",
    )
