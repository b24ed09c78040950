"""How a table is seen: with the profile that was named, the one that was learnt here, or with none yet."""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from calibration.drawn import learn_drawn, learn_drawn_apart
from companion.table.cameras import Camera
from vision.eye import Eye
from vision.profile import Profile, ProfileError, load_profile
from vision.untaught import UntaughtEye
from vision.virtual.looks import Look
from vision.virtual.spares import tray_of

_log = logging.getLogger(__name__)

_LOOK = "look.txt"


def _nothing() -> None:
    """Nobody waits for it."""


def drawn_profile(look: Look, kept: Path | None = None, learning: Callable[[], None] = _nothing) -> Profile:
    """What calibration makes of the virtual table's own four pictures, made once and then kept.

    `learning` is called before that begins: it takes minutes on the smallest machines.
    """
    if kept is None:
        learning()
        return _with_tray(learn_drawn(look), look)
    try:
        if (kept / _LOOK).read_text(encoding="utf-8") == repr(look):
            return load_profile(kept)
    except (OSError, ProfileError) as fault:
        _log.info("the virtual table is learnt again: %s", fault)
    learning()
    try:
        learn_drawn_apart(look, kept)
        profile = _with_tray(load_profile(kept), look)
        profile.save(kept)
        (kept / _LOOK).write_text(repr(look), encoding="utf-8")
    except (OSError, ProfileError) as fault:
        _log.warning("what was learnt of the virtual table is not kept: %s", fault)
        profile = _with_tray(learn_drawn(look), look)
    return profile


def _with_tray(profile: Profile, look: Look) -> Profile:
    return replace(profile, tray=tray_of(look))


def profile_for(
    folder: Path | None, camera: Camera, kept: Path | None = None, learning: Callable[[], None] = _nothing
) -> Profile | None:
    """The profile in the folder, or of the virtual table its own; None where nothing was learnt.

    Raises `ProfileError`.
    """
    if folder is not None:
        return load_profile(folder)
    if camera.drawn is not None:
        return drawn_profile(camera.drawn.table.look, kept, learning)
    return None


def eye_for(profile: Profile | None) -> Eye | UntaughtEye:
    """Common sets are seen without having been learnt, less surely."""
    return UntaughtEye() if profile is None else Eye(profile)
