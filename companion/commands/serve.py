"""`himiki serve`: the table with its camera and referee, and the page for every phone."""

import argparse
import gc
import logging
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion import games
from companion.appliance.notifying import Notifier, Watchdog
from companion.commands import asking, broker, friend
from companion.commands.backing_up import BackingUp
from companion.commands.equipment import Equipment, about_camera
from companion.commands.opening import Opening, is_slip
from companion.commands.record_place import RecordUnwritable, expect_place, write_record
from companion.commands.renaming import may_rename, rename_table
from companion.commands.settings_brought import bring_settings
from companion.config import ConfigError
from companion.config.place import config_path, state_folder
from companion.config.text import config_text
from companion.friend.desk import Desk
from companion.games.decisions import DecisionError, Refused
from companion.games.play import Game, OptionError
from companion.panel.parts import panel_for
from companion.store import StoreError, StoreTooNew
from companion.table import (
    FolderError,
    OwnClock,
    StateFolder,
    Table,
)
from companion.table.camera.memory import give_back
from companion.table.decisions_file import AsTheyCome, Decisions, InOrder, read_file
from companion.table.health import health_of
from companion.table.state.backup import write_backup
from companion.table.state.starts import Starts
from vision.cores import one_core
from vision.sources import SOURCES_TEXT, SourceError

if TYPE_CHECKING:
    from companion.broker.publishing import Publishing
    from companion.clips import Clips
    from companion.web.server import Server

_DONE, _REFUSED = 0, 2
_ANYWHERE: Final = ("0.0.0.0", "::")
"""Hosts that stand for every network there is."""

_LOOK_EVERY: Final = 0.05
"""Seconds between two looks whether there was a first one at the board."""

_FIRST_SIGHT: Final = 3.0
"""Seconds that the page waits for the first look at the board, so that nothing is done unseen."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", metavar="H", help="where it answers (0.0.0.0: for every phone at home)")
    parser.add_argument("--port", type=_port, metavar="P", help="(8080; 0 takes a free one)")
    parser.add_argument("--camera", metavar="NAME", help=f"auto takes the best there is; or {SOURCES_TEXT}")
    parser.add_argument("--state", type=Path, metavar="DIR", help="where games and settings are kept")
    parser.add_argument("--autoplay", action="store_true", help="the virtual table plays by itself")
    parser.add_argument("--tls", action="store_true", help="https, with a certificate of this table's own")
    broker.add_arguments(parser)
    parser.add_argument("--friend", metavar="CODE", help="play with a table in another house: its invitation")
    asking.add_arguments(parser)
    parser.add_argument(
        "--decisions", metavar="FILE|-", help="what people decide, a line of JSON each; - for standard input"
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="the game's record, written at the end")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is no port from 0 to 65535")
    return int(text)


def run(options: argparse.Namespace) -> int:
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    one_core()
    give_back()
    try:
        with ExitStack() as closing:
            serving = _Serving(options, closing)
            serving.run()
    except (
        ConfigError,
        DecisionError,
        FolderError,
        OptionError,
        RecordUnwritable,
        SourceError,
        StoreError,
        StoreTooNew,
    ) as fault:
        return _refused(fault)
    except OSError as fault:
        return _refused(f"it cannot answer there ({fault.strerror or fault}): try another --host or --port")
    return _DONE


class _Serving:
    """One run of the program: everything opened in order, and put away in the opposite one."""

    def __init__(self, options: argparse.Namespace, closing: ExitStack) -> None:
        if options.record is not None:
            expect_place(options.record)
        self.options = options
        self.notifier = Notifier()
        self.folder = closing.enter_context(StateFolder(options.state or state_folder()))
        self.folder.lock()
        self.starts = closing.enter_context(Starts(self.folder.path / "starts.json", slip=self._is_slip))
        self.opening = Opening(self.folder, closing, safe=self.starts.safe)
        self.notices = self.opening.notices
        if self.starts.safe:
            self.notices.put_up("safe-mode", why=self.starts.why)
        self.config = self.opening.config(config_path())
        self.pin = self.opening.pin()
        self.broker = broker.settings_asked(options, self.config.broker, self.config.table.name)
        self.friend = (
            None
            if self.starts.safe
            else friend.kept_for(self.folder, options.friend, self.config.table.name, self.notices)
        )
        store = self.opening.games(for_broker=broker.is_asked(self.folder, self.broker))
        clock = OwnClock(store.latest_time())
        house = {"edition": self.config.table.edition}
        game: Game | None = friend.game_of(self.friend, asking.game_asked(options, house))
        of = game.of if game is not None else store.going_on_of() or games.usual()
        play = games.play_of(of)
        equipment = Equipment(options, self.config, self.folder, self.opening, self.notifier, closing, _say)
        camera, found_none = equipment.camera(clock, of)
        standing = None if game is None else play.laid_out(game)
        if camera.drawn is not None and camera.drawn.fresh and standing is not None:
            camera.drawn.lay(standing)
        profile = None if self.starts.safe else equipment.profile(camera, of)
        self.table = self.opening.table(
            lambda store: Table(
                camera,
                profile,
                store,
                clock=clock,
                state_folder=self.folder.path,
                game=game,
                kept=equipment.profile_folder(camera, of),
                # A table that plays by itself plays one game.
                fitting=None
                if options.autoplay
                else partial(equipment.fitted, clock, lambda: self.table.game().of),
                notices=self.notices,
            ),
            store,
        )
        self.decisions = self._decisions()
        self.watchdog = Watchdog(self.notifier, lambda: self.table.view.heartbeat)
        alone = camera.drawn is not None or (camera.by_phone and of in games.BY_PHONE)
        if options.autoplay and not alone and not self.starts.safe:
            raise OptionError("--autoplay is for the virtual table: add --camera sim")
        self.autoplay = play.autoplay(self.table) if options.autoplay and alone else None
        self.panel = None if self.starts.safe else panel_for(self.table, self.config, closing)
        self.backing_up = self._backing_up()
        self.clips = self._clips()
        self._over = threading.Event()
        for line in about_camera(camera, found_none=found_none):
            _say(line)

    def _is_slip(self, fault: BaseException) -> bool:
        """Whoever names a camera at start hears at once that it is not there."""
        return is_slip(fault) or (isinstance(fault, SourceError) and self.options.camera is not None)

    def _played(self) -> str:
        return str(self.table.game().of)

    def _decisions(self) -> Decisions:
        name = self.options.decisions
        if name is None:
            return InOrder()
        if name == "-":
            return AsTheyCome(sys.stdin, self.table.now, _say, self._decision_from)
        return InOrder(read_file(Path(name), self._decision_from))

    def _decision_from(self, told: object) -> Any:
        return games.play_of(self.table.game().of).decision_from(told)

    def run(self) -> None:
        from companion.web.exchange.running import Extras
        from companion.web.server import server_for

        desk = self._desk()
        server = server_for(
            self.table,
            host=self.options.host or self.config.web.host,
            port=self.config.web.port if self.options.port is None else self.options.port,
            pin=self.pin,
            tls=self.options.tls or self.config.web.tls,
            extras=Extras(
                name=self.config.table.name,
                rename=self._rename(),
                test_panel=self._trial(),
                health=lambda: health_of(self.folder.path),
                settings=lambda: config_text(self.config),
                bring_settings=partial(bring_settings, config_path()),
                start_again=self._start_again if self.starts.safe else None,
                friends=desk,
                clips=self.clips,
            ),
        )
        self._server = server
        publishing = self._publishing(server)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: server.stop())
        deciding = threading.Thread(target=self._decide, name="decisions", daemon=True)
        self.table.start()
        try:
            self.table.wait_for_sight(_FIRST_SIGHT if self.table.view.camera.missing is None else 0.0)
            deciding.start()
            self.watchdog.start()
            if self.panel is not None:
                self.panel.start()
            if self.autoplay is not None:
                self.autoplay.start()
            if self.backing_up is not None:
                self.backing_up.start()
            if publishing is not None:
                publishing.start()
            if desk is not None:
                desk.start()
            server.run(lambda: self._ready(server))
        finally:
            self.notifier.stopping()
            self._over.set()
            self.watchdog.stop()
            if self.panel is not None:
                self.panel.stop()
            if self.autoplay is not None:
                self.autoplay.stop()
            if self.backing_up is not None:
                self.backing_up.stop()
            if desk is not None:
                desk.stop()
            if self.clips is not None:
                self.clips.stop()
            self.table.stop()
            if publishing is not None:
                publishing.stop()
            if self.options.record is not None:
                self._write_record(self.options.record)

    def _desk(self) -> Desk | None:
        """A table without its camera plays with nobody."""
        if self.starts.safe:
            return None
        name = self.config.table.name
        return friend.desk_of(self.table, self.folder, self.friend, self.config.broker, name)

    def _publishing(self, server: "Server") -> "Publishing | None":
        """A table without its camera has nothing to tell."""
        if self.starts.safe:
            return None
        return broker.publishing_of(self.table, self.folder, self.broker, server.state, server.post)

    def _start_again(self) -> None:
        self.starts.as_usual()
        self._server.stop()

    def _backing_up(self) -> BackingUp | None:
        place, name = self.config.backup.folder, self.config.table.name
        if not place or self.starts.safe:
            return None
        settings = config_text(self.config)
        return BackingUp(
            Path(place),
            lambda path: write_backup(path, self.folder, settings, name),
            name,
            self.notices,
        )

    def _clips(self) -> "Clips | None":
        """A table without its camera sees nothing."""
        if self.starts.safe:
            return None
        from companion.clips import Clips, Wanted

        asked = self.config.clips
        wanted = Wanted(asked.record, asked.seconds, asked.megabytes * 1024**2, asked.watchers)
        return Clips(self.table, self.folder.clips, wanted)

    def _trial(self) -> Callable[[], None] | None:
        panel, wiring = self.panel, self.config.panel
        return None if panel is None or wiring.empty else lambda: panel.try_all(wiring)

    def _rename(self) -> Callable[[str], None] | None:
        place = config_path()
        return partial(rename_table, place) if may_rename(place) else None

    def _ready(self, server: "Server") -> None:
        from companion.web.exchange.codes import terminal
        from companion.web.server import own_addresses

        host = self.options.host or self.config.web.host
        shown = own_addresses()[0] if host in _ANYWHERE else host
        if ":" in shown:
            shown = f"[{shown}]"
        address = f"{server.scheme}://{shown}:{server.port}"
        if sys.stderr.isatty():
            print(terminal(f"{address}/#pin={self.pin.text}"), file=sys.stderr)
        # A log is read by others too, and kept for long: there it stands once.
        if self.opening.new_pin or sys.stderr.isatty():
            _say(f"PIN for changing anything: {self.pin.text}")
        # What is here now stays: whoever looks for what can be given back need not go through it.
        gc.freeze()
        self.starts.up()
        if self.clips is not None:
            self.clips.start()
        print(f"ready {address}", flush=True)
        self.notifier.ready(address)

    def _decide(self) -> None:
        while not self._over.wait(_LOOK_EVERY):
            for told in self.decisions.before(self.table.now()):
                try:
                    self.table.decide(told.decision)
                except Refused as fault:
                    _say(f"at {told.t:g} s: {fault}")

    def _write_record(self, path: Path) -> None:
        try:
            write_record(games.play_of(self.table.game().of), self.table.record(), path)
        except (RecordUnwritable, Refused) as fault:
            _say(fault)


def _say(text: object) -> None:
    print("himiki serve: " + " ".join(str(text).split()), file=sys.stderr, flush=True)


def _refused(text: object) -> int:
    _say(text)
    return _REFUSED
