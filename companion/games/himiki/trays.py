"""The tray of a running table: marked in a picture, kept with what was learnt, told with what it shows."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vision.cubes.following.eye import Eye
from vision.cubes.profile import mark_tray
from vision.cubes.seen import Dice
from vision.cubes.tray import Tray, TrayError

if TYPE_CHECKING:
    from vision.cubes.untaught.eye import UntaughtEye

__all__ = ["NotLearnt", "TrayError", "mark", "shown"]


class NotLearnt(RuntimeError):
    def __init__(self) -> None:
        super().__init__("this table was never learnt: set up the camera first, then mark the tray")


def mark(eye: "Eye | UntaughtEye", corners: Sequence[Sequence[float]] | None, kept: Path | None) -> None:
    """With corners in the pictures of the profile's size; None forgets it.

    Raises `NotLearnt`, `TrayError`, or where it cannot be kept `ProfileError` or an OSError.
    """
    if not isinstance(eye, Eye):
        raise NotLearnt
    tray = None if corners is None else Tray.seen_at(corners, eye.profile.camera())
    if kept is not None:
        mark_tray(kept, tray)
    eye.mark_tray(tray)


def shown(eye: "Eye | UntaughtEye", dice: Dice | None) -> dict[str, Any]:
    """Where it is in the picture now, and what lies in it."""
    if not isinstance(eye, Eye):
        return {"size": None, "tray": None, "dice": None}
    profile, tray = eye.profile, eye.tray
    corners = [] if tray is None else tray.pixels(profile.camera()).round(1).tolist()
    told = None if tray is None or dice is None else _dice_told(dice)
    return {"size": list(profile.size), "tray": corners or None, "dice": told}


def _dice_told(dice: Dice) -> dict[str, str | None]:
    black, white = (None, None) if dice.faces is None else (face.name.lower() for face in dice.faces)
    return {"lies": dice.lies.value, "black": black, "white": white}
