"""How HI MI KI is seen: what was learnt becomes an eye; a drawn table stands in for a real one."""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.games.drawn import learnt_once, look_named, nobody_waits
from companion.games.himiki.drawn import DrawnTable
from companion.games.himiki.sight import Sight, eye_for
from companion.games.himiki.teaching import Teaching
from vision.cubes.lines import as_json
from vision.cubes.profile import Profile, ProfileError, load_profile
from vision.cubes.seen import CubeSighting, Lies
from vision.frames import Seconds
from vision.virtual.gallery import LOOKS
from vision.virtual.scenes.looks import DrawnLook
from vision.virtual.source import VirtualSource
from vision.virtual.spares import tray_of
from vision.virtual.table import VirtualTable

__all__ = [
    "blind",
    "drawn",
    "drawn_profile",
    "eye_for",
    "line",
    "profile_for",
    "rests",
    "sight",
    "teaching",
]

_log = logging.getLogger(__name__)

USUAL_LOOK: Final = next(iter(LOOKS))


def drawn(
    look: str, clock: Callable[[], Seconds], kept: Path | None = None
) -> tuple[DrawnTable, VirtualSource]:
    table = DrawnTable(VirtualTable(look_named(look, LOOKS)), clock, kept)
    source = VirtualSource(table.table, clock=clock)
    source.open()
    return table, source


def sight(profile: Profile | None, folder: Path | None = None) -> Sight:
    return Sight(profile, folder)


def teaching() -> Teaching:
    return Teaching()


def rests(sighting: CubeSighting) -> bool:
    """Neither on the board nor in the tray."""
    if sighting.moving or not sighting.clear:
        return False
    return sighting.dice is None or sighting.dice.lies in (Lies.EMPTY, Lies.READ)


def blind(t: Seconds, why: str) -> CubeSighting:
    return CubeSighting(t, None, False, (), why=why)


def line(name: str, sighting: CubeSighting) -> dict[str, Any]:
    return {"t": round(sighting.t, 3), **as_json(name, sighting), "moving": sighting.moving}


def drawn_profile(
    look: DrawnLook, kept: Path | None = None, learning: Callable[[], None] = nobody_waits
) -> Profile:
    return learnt_once(look, kept, lambda: _learnt(look, kept), load_profile, learning)


def _learnt(look: DrawnLook, kept: Path | None) -> Profile:
    """Of the drawn table's own four pictures; in a process of its own where its files have a place."""
    # What teaches is no part of a start: most of them find what was kept.
    from calibration.cubes.drawn import learn_drawn, learn_drawn_apart

    if kept is not None:
        try:
            learn_drawn_apart(look, kept)
            return _with_tray(load_profile(kept), look)
        except (OSError, ProfileError) as fault:
            _log.warning("the drawn table could not be learnt apart: %s", fault)
    return _with_tray(learn_drawn(look), look)


def _with_tray(profile: Profile, look: DrawnLook) -> Profile:
    return replace(profile, tray=tray_of(look))


def profile_for(
    folder: Path | None,
    drawn: DrawnTable | None,
    kept: Path | None = None,
    learning: Callable[[], None] = nobody_waits,
) -> Profile | None:
    """The profile in the folder, or of the virtual table its own; None where nothing was learnt.

    Raises `ProfileError`.
    """
    if folder is not None:
        return load_profile(folder)
    if drawn is not None:
        return drawn_profile(drawn.table.look, kept, learning)
    return None
