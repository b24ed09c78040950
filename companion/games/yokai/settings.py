"""What is agreed on before a game, as JSON: how it is kept, and how it is asked for."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games import WHICH
from companion.games.play import SettingsError
from companion.games.yokai.agreed import NAME, Agreed
from companion.games.yokai.dealing import DEALT, HANDS, OWN
from companion.games.yokai.players.levels import LEVELS
from companion.games.yokai.rules.position import Player

_LONGEST_NAME: Final = 60
_MOST_SEED: Final = 1 << 62
_KEYS: Final = frozenset((WHICH, "players", "levels", "hands", "seed"))


def settings_of(game: Agreed) -> dict[str, Any]:
    return {
        WHICH: game.of,
        "players": dict(game.players),
        "levels": dict(game.levels),
        "hands": game.hands,
        "seed": game.seed,
    }


def game_from(told: object) -> Agreed:
    """Raises `SettingsError` with every fault."""
    if not isinstance(told, Mapping):
        raise SettingsError(("a game is an object",))
    faults = [f"'{str(key)[:40]}' is no setting of {NAME}" for key in told if key not in _KEYS]

    def names(key: str, fits: Callable[[str], bool]) -> dict[str, str]:
        named = told.get(key, {})
        sides = [player.letter for player in Player]
        if isinstance(named, Mapping) and all(
            side in sides and isinstance(name, str) and fits(name) for side, name in named.items()
        ):
            return dict(named)
        faults.append(f"{key} are names by a and b")
        return {}

    players = names("players", lambda name: 0 < len(name) <= _LONGEST_NAME)
    levels = names("levels", lambda name: name in LEVELS)
    hands, seed = told.get("hands", DEALT if levels else OWN), told.get("seed", 0)
    if hands not in HANDS:
        faults.append(f"hands are {' or '.join(HANDS)}")
    elif levels and hands != DEALT:
        faults.append("a level plays only where hands are dealt")
    if len(levels) == len(Player):
        faults.append("one player at least is a person")
    if type(seed) is not int or not 0 <= seed <= _MOST_SEED:
        faults.append(f"seed is a whole number from 0 to {_MOST_SEED}")
    if faults:
        raise SettingsError(tuple(faults))
    return Agreed(players, levels, str(hands), int(seed))
