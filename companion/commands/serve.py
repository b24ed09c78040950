"""`himiki serve`: the table with its camera and referee, and the page for every phone."""

import argparse
import logging
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.appliance.notifying import Notifier, Watchdog
from companion.config import Config, ConfigError, read_config
from companion.config.place import config_path, state_folder
from companion.panel_parts import panel_for
from companion.record_file import RecordUnwritable, expect_place_for_record, write_record
from companion.referee.decisions import DecisionError
from companion.referee.game import Game
from companion.rules.errors import RulesError
from companion.rules.position_text import position_text
from companion.rules.variant import Edition
from companion.store import Store, StoreError, StoreTooNew
from companion.table import (
    AUTO,
    Camera,
    FolderError,
    OwnClock,
    StateFolder,
    Table,
    is_real,
    opened,
    waited_for,
)
from companion.table.autoplay import Autoplay
from companion.table.eyes import profile_for
from companion.table.memory import give_back
from companion.table.options import OptionError, add_game_arguments, game_asked
from companion.table.told import AsTheyCome, Decisions, InOrder, read_file
from vision.cores import one_core
from vision.profile import Profile, ProfileError
from vision.sources import SOURCES_TEXT, SourceError

if TYPE_CHECKING:
    from companion.web.server import Server

_DONE, _REFUSED = 0, 2
_ANYWHERE: Final = ("0.0.0.0", "::")
_LOOK_EVERY: Final = 0.05
_LEARNING: Final = 300.0
"""Seconds that the first start without a camera may take: a small Pi needs one of these five minutes."""
_FIRST_SIGHT: Final = 3.0
"""Seconds that the page waits for the first look at the board, so that nothing is done unseen."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", metavar="H", help="where it answers (0.0.0.0: for every phone at home)")
    parser.add_argument("--port", type=_port, metavar="P", help="(8080; 0 takes a free one)")
    parser.add_argument("--camera", metavar="NAME", help=f"auto takes the best there is; or {SOURCES_TEXT}")
    parser.add_argument("--state", type=Path, metavar="DIR", help="where games and settings are kept")
    parser.add_argument("--autoplay", action="store_true", help="the virtual table plays by itself")
    parser.add_argument("--tls", action="store_true", help="https, with a certificate of this table's own")
    add_game_arguments(parser)
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
        ProfileError,
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
            expect_place_for_record(options.record)
        self.options = options
        self.notifier = Notifier()
        self.config = read_config(config_path())
        self.folder = closing.enter_context(StateFolder(options.state or state_folder()))
        self.folder.lock()
        self.pin = self.folder.pin()
        store = closing.enter_context(Store(self.folder.games))
        if store.damage is not None:
            _say(str(store.damage))
        clock = OwnClock(store.latest_time())
        asked = options.camera or self.config.camera.source
        # Whoever names one at start hears at once that it is not there; a table in use waits for its own.
        learnt = self.folder.profile.is_dir() or options.profile or self.config.camera.profile
        waits = options.camera is None and is_real(asked) and (asked != AUTO or bool(learnt))
        camera = waited_for(asked, clock) if waits else opened(asked, clock, self.folder.drawn)
        closing.callback(camera.source.close)
        game = self._game_asked()
        if camera.drawn is not None and camera.drawn.fresh and game is not None and game.start is not None:
            camera.drawn.lay(position_text(game.start))
        self.table = Table(
            camera,
            self._profile(camera),
            store,
            clock=clock,
            state_folder=self.folder.path,
            game=game,
        )
        self.table.profile_folder = self._profile_folder(camera)
        self.decisions = self._decisions()
        self.watchdog = Watchdog(self.notifier, lambda: self.table.heartbeat)
        if options.autoplay and camera.drawn is None:
            raise OptionError("--autoplay is for the virtual table: add --camera sim")
        self.autoplay = Autoplay(self.table) if options.autoplay else None
        self.panel = panel_for(self.table, self.config, closing)
        self._over = threading.Event()
        _say_camera(camera, found_none=asked == AUTO)

    def _game_asked(self) -> Game | None:
        asked = game_asked(self.options)
        if asked is None and self.config.table.edition != Config().table.edition:
            asked = game_asked(argparse.Namespace(**vars(self.options) | {"mode": "duel"}))
        if asked is not None and self.options.edition is None and self.options.challenge is None:
            edition = Edition(self.config.table.edition)
            if asked.start is None and asked.variant.edition is not edition:
                asked = replace(asked, variant=replace(asked.variant, edition=edition))
        return asked

    def _profile_named(self, camera: Camera) -> Path | None:
        named = self.options.profile or (Path(p) if (p := self.config.camera.profile) else None)
        if named is None and camera.drawn is None and self.folder.profile.is_dir():
            return self.folder.profile
        return named

    def _profile_folder(self, camera: Camera) -> Path | None:
        """Where the tray is kept, with what was learnt."""
        drawn = self.folder.virtual_profile if camera.drawn is not None else None
        return self._profile_named(camera) or drawn

    def _profile(self, camera: Camera) -> Profile | None:
        profile = profile_for(
            self._profile_named(camera),
            camera,
            self.folder.virtual_profile,
            learning=lambda: self.notifier.takes(_LEARNING, "the drawn table is learnt"),
        )
        if profile is None:
            _say(
                "this table was never learnt, so it is read less surely: open the page, Camera, and follow it"
            )
        return profile

    def _decisions(self) -> Decisions:
        name = self.options.decisions
        if name is None:
            return InOrder()
        if name == "-":
            return AsTheyCome(sys.stdin, self.table.now, _say)
        return InOrder(read_file(Path(name)))

    def run(self) -> None:
        from companion.web.app import Extras
        from companion.web.server import server_for

        server = server_for(
            self.table,
            host=self.options.host or self.config.web.host,
            port=self.config.web.port if self.options.port is None else self.options.port,
            pin=self.pin,
            tls=self.options.tls or self.config.web.tls,
            extras=Extras(name=self.config.table.name, test_panel=self._trial()),
        )
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: server.stop())
        deciding = threading.Thread(target=self._decide, name="decisions", daemon=True)
        self.table.start()
        try:
            self.table.wait_for_sight(_FIRST_SIGHT if self.table.camera.missing is None else 0.0)
            deciding.start()
            self.watchdog.start()
            if self.panel is not None:
                self.panel.start()
            if self.autoplay is not None:
                self.autoplay.start()
            server.run(lambda: self._ready(server))
        finally:
            self.notifier.stopping()
            self._over.set()
            self.watchdog.stop()
            if self.panel is not None:
                self.panel.stop()
            if self.autoplay is not None:
                self.autoplay.stop()
            self.table.stop()
            if self.options.record is not None:
                self._write_record(self.options.record)

    def _trial(self) -> Callable[[], None] | None:
        panel, wiring = self.panel, self.config.panel
        return None if panel is None or wiring.empty else lambda: panel.try_all(wiring)

    def _ready(self, server: "Server") -> None:
        from companion.web.codes import terminal
        from companion.web.server import own_addresses

        host = self.options.host or self.config.web.host
        shown = own_addresses()[0] if host in _ANYWHERE else host
        if ":" in shown:
            shown = f"[{shown}]"
        address = f"{server.scheme}://{shown}:{server.port}"
        if sys.stderr.isatty():
            print(terminal(f"{address}/#pin={self.pin}"), file=sys.stderr)
        _say(f"PIN for changing anything: {self.pin}")
        print(f"ready {address}", flush=True)
        self.notifier.ready(address)

    def _decide(self) -> None:
        while not self._over.wait(_LOOK_EVERY):
            for told in self.decisions.before(self.table.now()):
                try:
                    self.table.decide(told.decision)
                except (DecisionError, RulesError) as fault:
                    _say(f"at {told.t:g} s: {fault}")

    def _write_record(self, path: Path) -> None:
        try:
            write_record(self.table.record(), path)
        except (RecordUnwritable, RulesError) as fault:
            _say(fault)


def _say_camera(camera: Camera, *, found_none: bool) -> None:
    if camera.missing is not None:
        _say(f"waiting for the camera of this table: {camera.missing} (--camera sim draws a table instead)")
    elif camera.drawn is None:
        _say(f"camera: {camera.name}")
    elif found_none:
        _say("no camera is connected: this is a drawn table, to be played on the page's /table")
        _say("to use a real one, connect it (docs/mounting.md) and start again")
    else:
        _say(f"camera: {camera.name}, the drawn table that was asked for, to be played on the page's /table")


def _say(text: object) -> None:
    print("himiki serve: " + " ".join(str(text).split()), file=sys.stderr, flush=True)


def _refused(text: object) -> int:
    _say(text)
    return _REFUSED
