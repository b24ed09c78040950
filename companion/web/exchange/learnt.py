"""What a table has just learnt of its pieces: kept, and used at once."""

from typing import Any, Final

from companion.table import StateFolder
from companion.web.exchange.answers import Refusal
from companion.web.exchange.running import table

PATIENCE: Final = 30.0
"""Seconds in which even a slow camera gives a new picture, having looked for its focus."""


def keep_and_use(profile: Any, of: str) -> None:
    """`of` is the game's word; raises `Refusal`."""
    shelf = StateFolder(table().state_folder).shelf(of)
    # What is learnt of drawings says nothing of a real table, and promises no camera to the next start.
    folder = shelf.virtual_profile if table().view.camera.is_drawn else shelf.profile
    try:
        profile.save(folder)
    except OSError as fault:
        raise Refusal(409, f"{folder} cannot be written ({fault.strerror}): is the disk full?") from None
    table().notices.take_down("profile-damaged", "profile-unread", "new-table")
    table().sight.folder = folder
    table().sight.use(profile)
