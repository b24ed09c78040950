"""Games of any kind, as they are kept and asked for: each by the reader of the game that it is of."""

from collections.abc import Mapping
from typing import Any

from companion import games
from companion.games.events import Event
from companion.games.play import SettingsError


def game_from(told: object) -> Any:
    """Reads settings; raises `SettingsError`."""
    try:
        name = games.named_in(told)
    except games.NoSuchRules as fault:
        raise SettingsError((str(fault),)) from None
    return games.play_of(name).game_from(told)


def settings_of(game: Any) -> dict[str, Any]:
    return games.play_of(game.of).settings_of(game)


def event_from(of: str, told: Mapping[str, Any]) -> Event:
    """Of that game; raises `EventError`."""
    return games.play_of(of).event_from(told)
