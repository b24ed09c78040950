"""How a kept game is listed and looked through, where its own game says nothing else."""

from typing import Any, Final

from companion import games
from companion.games.events import Over
from companion.games.kept import settings_of
from companion.store import GameInStore, Summary

_TELLING: Final = ("move", "corrected", Over.name)
"""After these it is known whether the game is over."""


def row(each: Summary) -> dict[str, Any]:
    """With `game`, whose it is, where that is not the first one."""
    settings, last = each.settings, each.last or {}
    over = last.get("event") == Over.name
    return {
        "id": each.id,
        **_whose(games.of_settings(settings)),
        "mode": settings.get("mode", games.of_settings(settings)),
        "players": settings.get("players", {}),
        "levels": settings.get("levels", {}),
        "started": each.started,
        "score": last.get("score", last.get("points", [0, 0])),
        "moves": each.moves,
        "over": over,
        "winner": last.get("winner") if over else None,
        "position": each.position,
    }


def story(kept: GameInStore) -> dict[str, Any]:
    """Event by event; what was taken back stands there too, as it was told."""
    settings = settings_of(kept.game)
    last = next(
        (each for each in reversed(kept.events) if each.name in ("move", "corrected", Over.name)), None
    )
    return {
        **_whose(kept.game.of),
        "mode": kept.game.mode,
        "players": settings.get("players", {}),
        "levels": settings.get("levels", {}),
        "started": kept.started,
        "ended": kept.ended,
        "winner": last.winner if isinstance(last, Over) else None,
        "over": isinstance(last, Over),
        "steps": [each.as_json() for each in kept.events],
    }


def _whose(of: str) -> dict[str, str]:
    return {} if of == games.usual() else {games.WHICH: of}
