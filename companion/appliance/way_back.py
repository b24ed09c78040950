"""The way back to the release that ran before, there for as long as an update is under way.

It outlives a power cut: a link names the release to go back to, and a unit that is started with the machine,
before the companion, follows it. So whatever the new release is like, the machine comes up with one that ran.
"""

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from companion.appliance.layout import CURRENT, KEPT_GAMES, PREVIOUS, STATE, UNITS
from companion.appliance.steps import Link, Remove, Run, Write
from companion.appliance.units import systemd_version, understood


def lay(before: Path) -> None:
    """With the service stopped. The games are kept as they are, for a newer release may change their file in
    a way that the older one cannot read."""
    Remove(KEPT_GAMES).do()
    KEPT_GAMES.mkdir(mode=0o700)
    for each in _games(STATE):
        _keep(each)
    # The link says that all this is there, so it must not reach the disk first.
    os.sync()
    Link(PREVIOUS, before).do()
    os.sync()


def clear() -> None:
    """The new release works: it is the one to stay with."""
    os.sync()
    Remove(PREVIOUS).do()
    os.sync()
    Remove(KEPT_GAMES).do()


def follow() -> Path | None:
    """With the service stopped: release, units and games as before. The release, or nothing where no update
    was under way. Cut off in the middle, it can be done again."""
    if not PREVIOUS.is_symlink():
        return None
    before, failed = PREVIOUS.resolve(), CURRENT.resolve()
    if KEPT_GAMES.is_dir():
        for each in STATE.glob("games.sqlite*"):
            Remove(each).do()
        for each in _games(KEPT_GAMES):
            _put_back(each)
    switch(before, failed)
    clear()
    if failed != before:
        shutil.rmtree(failed, ignore_errors=True)
    return before


def _keep(game: Path) -> None:
    """By descriptor: what was a file when it was listed may be a link now."""
    number = os.open(game, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(number, "rb") as source, (KEPT_GAMES / game.name).open("xb") as target:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(f"{game} is no file any more")
        shutil.copyfileobj(source, target)
        os.fchmod(target.fileno(), stat.S_IMODE(found.st_mode) & ~stat.S_ISUID & ~stat.S_ISGID)
        os.utime(target.fileno(), ns=(found.st_atime_ns, found.st_mtime_ns))


def _put_back(kept: Path) -> None:
    """The new release could write there: through a link that it left, root must write nothing."""
    owner = STATE.stat()
    with kept.open("rb") as source, (STATE / kept.name).open("xb") as target:
        shutil.copyfileobj(source, target)
        os.fchmod(target.fileno(), stat.S_IMODE(kept.stat().st_mode))
        os.fchown(target.fileno(), owner.st_uid, owner.st_gid)


def switch(release: Path, other: Path) -> None:
    """From the release `other`: the units are those that each of them ships."""
    Link(CURRENT, release).do()
    shipped = {unit.name: unit for unit in (release / "systemd").iterdir()}
    for name in sorted({unit.name for unit in (other / "systemd").iterdir()} - shipped.keys()):
        Run(("systemctl", "disable", "--now", name), may_fail=True).do()
        Remove(UNITS / name).do()
    texts = {name: unit.read_text(encoding="utf-8") for name, unit in sorted(shipped.items())}
    systemd = systemd_version()
    for name, text in texts.items():
        Write(UNITS / name, understood(text, systemd)).do()
    Run(("systemctl", "daemon-reload")).do()
    Run(("systemctl", "enable", *(name for name, text in texts.items() if "[Install]" in text))).do()


def _games(folder: Path) -> Iterator[Path]:
    """No links: whoever may write there must not have root read or write another file for them."""
    every = folder.glob("games.sqlite*")
    yield from sorted(each for each in every if each.is_file() and not each.is_symlink())
