"""How Terres de Yokai is seen. It is whole without a camera; where there is one, piles and rows are read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.games.untaught import NoTeaching
from companion.games.yokai.agreed import NAME
from companion.games.yokai.eye import Sight, eye_for
from companion.games.yokai.referee.sightings import Sighting
from vision.flat.profile import FlatProfile, FlatProfileError, load_flat_profile
from vision.frames import Seconds
from vision.sources import Source, SourceError

__all__ = ["blind", "drawn", "eye_for", "line", "profile_for", "rests", "sight", "teaching"]


def _nothing() -> None:
    """Nobody waits for it."""


def drawn(look: str, clock: Callable[[], Seconds], kept: Path | None = None) -> tuple[Any, Source]:
    raise SourceError("no table of Terres de Yokai is drawn: play it by phone, with --camera none")


def profile_for(
    folder: Path | None,
    drawn: Any,
    kept: Path | None = None,
    learning: Callable[[], None] = _nothing,
) -> FlatProfile | None:
    """Raises `FlatProfileError`."""
    if folder is None:
        return None
    profile = load_flat_profile(folder)
    if profile.game != NAME or profile.empty is None or not profile.places:
        raise FlatProfileError(
            f"{folder} tells of another game's pieces: make one with `himiki learn {NAME}`"
        )
    return profile


def sight(profile: FlatProfile | None, folder: Path | None = None) -> Sight:
    return Sight(profile, folder)


def teaching() -> NoTeaching:
    return NoTeaching()


def rests(sighting: Sighting) -> bool:
    return sighting.clear


def blind(t: Seconds, why: str) -> Sighting:
    return Sighting(t, False, {}, None, board=False, why=why)


def line(name: str, sighting: Sighting) -> dict[str, Any]:
    piles = [
        {"colour": colour, "top": seen.top, "near": list(seen.near), "far": list(seen.far)}
        for colour, seen in sighting.piles.items()
    ]
    return {"image": name, "t": round(sighting.t, 3), "clear": sighting.clear, "piles": piles}
