"""What two tables agree on: duel and two against two, of both editions, each from its own side."""

from collections.abc import Mapping
from typing import Any, Final

from companion.games.friendly import Agreement, NotShared
from companion.games.himiki.agreed import FRIEND, Game, may_have_levels
from companion.games.himiki.settings import game_from, settings_of
from companion.games.play import SettingsError

_AGREED: Final = ("mode", "edition", "clock")
"""What both tables have in common; who sits where follows from the side."""


def agreed(settings: Mapping[str, Any]) -> dict[str, Any]:
    game = _read({name: told for name, told in settings.items() if name not in ("players", "levels")})
    if not may_have_levels(game.variant, free=game.free) or game.start is not None:
        why = "a friend in another house plays duels and two against two, from set-up, without Chaos tiles"
        raise NotShared("friend-no-mode", why)
    whole = settings_of(game)
    return {name: whole[name] for name in _AGREED}


def game_of(agreement: Agreement) -> Game:
    other = "b" if agreement.side == "w" else "w"
    return _read(
        {
            **agreed(agreement.settings),
            "players": {side: name for side, name in agreement.names.items() if name},
            "levels": {other: FRIEND},
            "shared": agreement.name,
        }
    )


def _read(told: Mapping[str, Any]) -> Game:
    try:
        return game_from(told)
    except SettingsError as fault:
        raise NotShared("friend-no-game", str(fault), why=str(fault)) from None
