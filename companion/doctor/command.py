"""`himiki doctor`: one line per thing looked at, and what to do about those that are not well."""

import argparse
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Final

from companion.appliance.layout import STATE, kept_state
from companion.config.place import config_path, there
from companion.config.reading import ConfigError, read_config
from companion.config.settings import Config
from companion.doctor import camera, games, machine, network
from companion.doctor.access import installed
from companion.doctor.bundle import BundleError, kept_frames, write_bundle
from companion.doctor.findings import Finding, Health, ill, note, well
from companion.table.camera.cameras import AUTO
from companion.table.state.folder import FolderError, StateFolder
from companion.table.state.owner import as_owner
from vision.source_kinds import SIM
from vision.sources import SourceError

CAMERA: Final = "camera"
"""What can be looked at alone."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("part", nargs="?", choices=[CAMERA], help="look at this alone")
    parser.add_argument("--state", type=Path, metavar="DIR", help="where games and profile are kept")
    parser.add_argument("--camera", metavar="NAME", help="another than the configured one")
    parser.add_argument(
        "--bundle", type=Path, metavar="FILE.zip", help="also pack what a bug report needs, without secrets"
    )


def run(options: argparse.Namespace) -> int:
    config, about_config = _configuration()
    try:
        place = options.state or kept_state()
        with as_owner(place):
            folder = StateFolder(place)
    except FolderError as error:
        print(f"himiki doctor: {error}", file=sys.stderr)
        return 2
    found: list[Finding] = []
    for finding in _findings(options, config, about_config, folder):
        found.append(finding)
        print(finding, flush=True)
    if options.bundle is not None:
        try:
            write_bundle(options.bundle, folder, config, found)
        except BundleError as error:
            print(f"himiki doctor: {error}", file=sys.stderr)
            return 2
        print(f"packed for a bug report: {options.bundle}")
    return 1 if any(each.health is Health.ILL for each in found) else 0


def _configuration() -> tuple[Config, Finding]:
    path = config_path()
    try:
        config = read_config(path)
    except ConfigError as error:
        return Config(), ill("config", "; ".join(error.faults), f"edit {path}; `himiki config check` helps")
    return config, well("config", str(path) if path.exists() else "the defaults hold")


def _findings(
    options: argparse.Namespace, config: Config, about_config: Finding, folder: StateFolder
) -> Iterator[Finding]:
    source = options.camera or config.camera.source
    service = installed() and options.state in (None, STATE)
    hidden = service and STATE.is_dir() and folder.path != STATE
    if options.part != CAMERA:
        yield from _everything(config, about_config, folder, source, hidden=hidden, service=service)
    elif hidden:
        yield _hidden(CAMERA)
    else:
        yield from _camera(config, folder, source)


def _hidden(part: str) -> Finding:
    return note(part, f"{STATE} belongs to the installed companion", "look with sudo himiki doctor")


def _camera(config: Config, folder: StateFolder, source: str) -> Generator[Finding, None, bool]:
    """Whether it is the virtual table's."""
    yield from camera.access()
    virtual = source.partition(":")[0] == SIM
    learnt = bool(config.camera.profile) or folder.profile.is_dir()
    if folder.in_use():
        if virtual or (source == AUTO and camera.has_one_open(folder.holder()) is False):
            yield camera.drawn(source, learnt=learnt)
            return True
        frames = kept_frames(folder)
        with as_owner(frames):
            seen = tuple(camera.while_in_use(frames))
        yield from seen
        return False
    try:
        look = camera.look_through(source)
    except SourceError as error:
        yield ill("camera", str(error), "docs/mounting.md helps")
        return virtual
    yield from camera.findings(look, learnt=learnt)
    return look.drawn


def _everything(
    config: Config, about_config: Finding, folder: StateFolder, source: str, *, hidden: bool, service: bool
) -> Iterator[Finding]:
    """`service`: it is about the installed companion. `hidden`: what that has for itself (camera, games,
    profile and port) is left out, for whoever looks may not see what it keeps."""
    yield about_config
    if hidden:
        yield _hidden("games")
    virtual = not hidden and (yield from _camera(config, folder, source))
    yield from machine.pins(config.panel)
    yield machine.power()
    yield machine.heat()
    yield machine.disk(folder.path)
    if not hidden:
        with as_owner(folder.path):
            kept = games.database(folder), _profile(config, folder, virtual=virtual, service=service)
        yield from kept
    speaks = machine.voice(config.sound, config.table.language, installed=service)
    if speaks is not None:
        yield speaks
    running = folder.in_use()
    web = network.as_started(config.web, folder.holder()) if running else config.web
    if hidden:
        yield network.reached(config.table.name, web)
    else:
        yield from network.findings(config.table.name, web, running=running, installed=service)
    yield machine.versions()


def _profile(config: Config, folder: StateFolder, *, virtual: bool, service: bool) -> Finding:
    named = config.camera.profile
    if virtual and not named and not there(folder.profile):
        return well("profile", "the virtual table is learnt by itself")
    return games.profile(Path(named) if named else folder.profile, installed=service and bool(named))
