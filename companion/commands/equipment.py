"""The camera above a table and what was learnt of it, as a run of the program finds them."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion import games
from companion.appliance.notifying import Notifier
from companion.commands.opening import Opening
from companion.config.settings import Config
from companion.games.play import OptionError
from companion.table import (
    AUTO,
    Fitted,
    OtherGame,
    OwnClock,
    StateFolder,
    TableCamera,
    instead,
    is_real,
    opened,
    switched_off,
    waited_for,
)
from vision.sources import SourceError

_LEARNING: Final = 300.0
"""Seconds that the first start without a camera may take: a small Pi needs one of these five minutes."""


@dataclass(frozen=True, slots=True)
class Equipment:
    options: argparse.Namespace
    config: Config
    folder: StateFolder
    opening: Opening
    notifier: Notifier
    closing: ExitStack
    """Puts away whatever was opened."""
    say: Callable[[str], object]

    def camera(self, clock: OwnClock, of: str) -> tuple[TableCamera, bool]:
        """And whether a drawn table stands in for one that was looked for."""
        if self.opening.safe:
            return switched_off("it is left out of this start: the page says why"), False
        options, shelf = self.options, self.folder.shelf(of)
        asked = options.camera or self.config.camera.source
        # Whoever names one at start hears at once that it is not there; a table in use waits for its own.
        learnt = shelf.profile.is_dir() or options.profile or self.config.camera.profile
        if options.camera is None and is_real(asked) and (asked != AUTO or bool(learnt)):
            return self._closed_later(waited_for(asked, clock)), asked == AUTO
        return self._closed_later(opened(asked, clock, shelf.drawn, of=of)), asked == AUTO

    def _closed_later(self, camera: TableCamera) -> TableCamera:
        self.closing.callback(camera.source.close)
        return camera

    def _profile_named(self, camera: TableCamera, of: str) -> Path | None:
        usual, kept = of == games.usual(), self.folder.shelf(of).profile
        named = self.options.profile or (Path(p) if (p := self.config.camera.profile) else None)
        if usual and named is not None:
            return Path(named)
        return kept if camera.drawn is None and kept.is_dir() else None

    def profile_folder(self, camera: TableCamera, of: str) -> Path | None:
        """Where the tray is kept, with what was learnt."""
        drawn = self.folder.shelf(of).virtual_profile if camera.drawn is not None else None
        return self._profile_named(camera, of) or drawn

    def profile(self, camera: TableCamera, of: str) -> Any:
        try:
            profile = games.seeing_of(of).profile_for(
                self._profile_named(camera, of),
                camera.drawn,
                self.folder.shelf(of).virtual_profile,
                learning=lambda: self.notifier.takes(_LEARNING, "the drawn table is learnt"),
            )
        except ValueError as fault:
            if self.options.profile:
                raise OptionError(str(fault)) from None
            own = self.folder.shelf(of).profile
            self.opening.profile_unread(self._profile_named(camera, of), fault, own=own)
            profile = None
        if profile is None and not camera.by_phone:
            self.say(
                "this table was never learnt, so it is read less surely: open the page, Camera, and follow it"
            )
        return profile

    def fitted(self, clock: OwnClock, played: Callable[[], str], of: str, before: TableCamera) -> Fitted:
        """The same table for another game."""
        shelf = self.folder.shelf(of)
        try:
            shelf.path.mkdir(parents=True, exist_ok=True, mode=0o750)
            camera = before
            if before.drawn is not None or (before.by_phone and of not in games.BY_PHONE):
                camera = self._closed_later(instead(clock, shelf.drawn, of))
            return Fitted(camera, self.profile(camera, of), self.profile_folder(camera, of))
        except (OptionError, OSError, SourceError) as fault:
            raise OtherGame(played(), of, fault) from None


def about_camera(camera: TableCamera, *, found_none: bool) -> Iterator[str]:
    if camera.by_phone:
        yield "no camera: what is played is told by phone"
    elif camera.missing is not None:
        yield f"waiting for the camera of this table: {camera.missing} (--camera sim draws a table instead)"
    elif camera.drawn is None:
        yield f"camera: {camera.name}"
    elif found_none:
        yield "no camera is connected: this is a drawn table, to be played on its page"
        yield "to use a real one, connect it (docs/mounting.md) and start again"
    else:
        yield (f"camera: {camera.name}, the drawn table that was asked for, to be played on its page")
