"""What a table keeps, opened so that nothing that is damaged there keeps it from starting.

What cannot be used is left out or kept aside, and said on the page and in the log; a safe start leaves out
more.
"""

import errno
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion import games
from companion.commands.record_place import RecordUnwritable
from companion.config import ConfigError, read_config
from companion.config.settings import Config
from companion.games.decisions import DecisionError
from companion.games.play import OptionError
from companion.store import Store, StoreError, StoreTooNew
from companion.table import FolderError, StateFolder, Table
from companion.table.notices import Notices
from companion.table.saying import put_up_damage
from companion.table.state.pin import SHORT, Pin, digits

_TAKEN: Final = (errno.EADDRINUSE, errno.EADDRNOTAVAIL, errno.EACCES)
"""Of an address that somebody named."""


def is_slip(fault: BaseException) -> bool:
    """Whether something was asked for that cannot be: no start without a camera would mend it."""
    if isinstance(fault, (OptionError, DecisionError, RecordUnwritable)):
        return True
    return isinstance(fault, OSError) and fault.errno in _TAKEN


_MEMORY: Final = "/dev/shm"
_SERVICE: Final = "STATE_DIRECTORY"
"""Which systemd sets for the service of an installed companion."""


class Opening:
    def __init__(self, folder: StateFolder, closing: ExitStack, *, safe: bool = False) -> None:
        from companion.web.keeping.notices import in_english

        self.notices = Notices(in_english)
        self._folder, self._closing, self.safe = folder, closing, safe
        self.new_pin = False
        """Nobody has seen it yet."""

    def config(self, path: Path) -> Config:
        """Raises `ConfigError`, but in a safe start."""
        try:
            return read_config(path)
        except ConfigError as fault:
            if not self.safe:
                raise
            self.notices.put_up("settings-unread", why=str(fault))
            return Config()

    def pin(self) -> Pin:
        try:
            kept = self._folder.kept_pin()
            self.new_pin = kept is None
            return Pin(kept or self._folder.new_pin(), self._folder.pin_file)
        except FolderError as fault:
            self.notices.put_up("pin-not-kept", why=str(fault))
            self.new_pin = True
            return Pin(digits(SHORT))

    def games(self, *, for_broker: bool = False) -> Store:
        """Raises `StoreTooNew`, but in a safe start."""
        try:
            store = self._closing.enter_context(Store(self._folder.games, for_broker=for_broker))
        except StoreTooNew as fault:
            if not self.safe:
                raise
            return self._elsewhere(fault)
        except StoreError as fault:
            return self._elsewhere(fault)
        if store.damage is not None:
            put_up_damage(self.notices, store.damage)
        elif self._is_new(store):
            self.notices.put_up("new-table")
        return store

    def _is_new(self, store: Store) -> bool:
        """A card that was just set up: nothing was played here, and nothing learnt."""
        learnt = any(self._folder.shelf(of).profile.exists() for of in games.GAMES)
        return _SERVICE in os.environ and store.newest() == 0 and not learnt

    def table(self, make: Callable[[Store], Table], store: Store) -> Table:
        """The game that was going on, or where that cannot be, a table at which nothing is kept."""
        try:
            return make(store)
        except StoreError as fault:
            return make(self._elsewhere(fault))
        except Exception as fault:
            if not self.safe:
                raise
            return make(self._elsewhere(fault))

    def _elsewhere(self, why: Exception) -> Store:
        """An empty file of games that ends with this run: the kept one is left as it is."""
        self.notices.put_up("games-elsewhere", why=str(why) or type(why).__name__)
        fault: OSError = StoreError("there is no memory for games")
        for memory in (os.environ.get("RUNTIME_DIRECTORY"), _MEMORY, None):
            # The card may be full; the usual place for what is not kept is on it on some systems.
            try:
                place = Path(tempfile.mkdtemp(prefix="himiki-", dir=memory))
                self._closing.callback(shutil.rmtree, place, ignore_errors=True)
                return self._closing.enter_context(Store(place / self._folder.games.name))
            except OSError as full:
                fault = full
        raise fault

    def profile_unread(self, folder: Path | None, fault: ValueError, *, own: Path) -> None:
        """The table's own is kept aside where it is damaged; one that somebody named stays where it is."""
        if folder == own and getattr(fault, "damaged", False):
            stamp = datetime.fromtimestamp(time.time(), UTC).strftime("%Y%m%d-%H%M%S")
            kept = folder.with_name(f"{folder.name}.damaged-{stamp}")
            try:
                folder.rename(kept)
            except OSError as refused:
                self.notices.put_up("profile-unread", why=str(refused))
            else:
                self.notices.put_up("profile-damaged", name=kept.name)
            return
        self.notices.put_up("profile-unread", why=str(fault))
