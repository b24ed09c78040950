"""The game that is played with a friend, as this table has it."""

from typing import Any

from companion import games
from companion.friend.invitation import other
from companion.friend.kept import Keeping
from companion.games.friendly import Agreement, Friendly


def game_name(channel: str, number: int) -> str:
    return f"{channel}.{number}"


def game_of(keeping: Keeping) -> Any:
    """The game as it is played at this table; raises `companion.games.friendly.NotShared`."""
    kept, invitation = keeping.kept, keeping.kept.invitation
    friendly: Friendly = games.part(games.of_settings(invitation.game), "friendly")
    hosts = other(invitation.side)
    names = {kept.side: kept.name}
    if kept.side != hosts:
        names[hosts] = invitation.host
    return friendly.game_of(
        Agreement(invitation.game, kept.side, game_name(invitation.channel, kept.round), names)
    )
