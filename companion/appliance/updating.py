"""A new release beside the old one; back to the old one when the new one does not start."""

import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.appliance.layout import CURRENT, RELEASES, SERVICE, STATE, UNIT_NAMES, UNITS
from companion.appliance.release import release_name
from companion.appliance.steps import CopyRelease, Link, Run, StepError, Write

_TOO_MUCH: Final = 500 * 1024 * 1024
"""Bytes that no release has unpacked."""


class UpdateError(Exception):
    """An update that did not happen; the companion runs as it did before."""


@contextmanager
def unpacked(source: Path) -> Iterator[Path]:
    """The folder of a release: a checkout as it is, an archive unpacked."""
    if source.is_dir():
        yield _checked(source)
        return
    with tempfile.TemporaryDirectory(prefix="himiki-update-") as place:
        folder = Path(place)
        try:
            if zipfile.is_zipfile(source):
                with zipfile.ZipFile(source) as archive:
                    _require_modest(sum(each.file_size for each in archive.infolist()), source)
                    archive.extractall(folder)
            else:
                with tarfile.open(source) as archive:
                    _require_modest(sum(each.size for each in archive.getmembers()), source)
                    _extract(archive, folder)
        except (OSError, tarfile.TarError, zipfile.BadZipFile) as error:
            raise UpdateError(f"{source} is no release that can be unpacked ({error})") from None
        inside = [each for each in folder.iterdir() if each.is_dir()]
        found = _checked(inside[0] if len(inside) == 1 else folder)
        (found / "himiki").chmod(0o755)
        yield found


def _extract(archive: tarfile.TarFile, folder: Path) -> None:
    if hasattr(tarfile, "data_filter"):
        archive.extractall(folder, filter="data")
        return
    # The first Python of bookworm has no filter yet.
    for member in archive.getmembers():
        inside = (folder / member.name).resolve().is_relative_to(folder.resolve())
        if not inside or not (member.isfile() or member.isdir()):
            raise UpdateError(f"the archive holds {member.name}, which no release does")
    archive.extractall(folder)


def _require_modest(size: int, source: Path) -> None:
    if size > _TOO_MUCH:
        raise UpdateError(f"{source} would unpack to {size // 1024**2} MB: that is no release")


def _checked(folder: Path) -> Path:
    for needed in ("himiki", "pyproject.toml", "companion", "systemd"):
        if not (folder / needed).exists():
            raise UpdateError(f"{folder} holds no release of the companion: {needed} is missing")
    return folder


def update(source: Path, say: Callable[[str], None]) -> None:
    """Raises `UpdateError`; the release that ran before runs again then."""
    if not CURRENT.exists():
        raise UpdateError("the companion is not installed here: `himiki install` does that first")
    before = CURRENT.resolve()
    with unpacked(source) as folder:
        name = release_name(folder)
        target = RELEASES / name
        if target == before:
            say(f"{name} is what runs already")
            return
        say(f"preparing {name}")
        try:
            CopyRelease(folder, target).do()
            Run((str(target / "himiki"), "config", "check")).do()
        except (OSError, StepError) as error:
            shutil.rmtree(target, ignore_errors=True)
            raise UpdateError(f"the new release cannot run here: {error}") from None
    with _games_kept(STATE):
        try:
            _switch(target)
            _restart()
        except (OSError, StepError) as error:
            say("it does not start: going back")
            _go_back(before, target)
            raise UpdateError(f"{name} did not start ({error}); {before.name} runs again") from None
    say(f"{name} runs")
    for old in _older(before):
        shutil.rmtree(old, ignore_errors=True)


def _switch(release: Path) -> None:
    Link(CURRENT, release).do()
    for unit in UNIT_NAMES:
        Write(UNITS / unit, (release / "systemd" / unit).read_text(encoding="utf-8")).do()


def _restart() -> None:
    """The service says itself when it is up, so this waits until it is, or fails."""
    Run(("systemctl", "daemon-reload")).do()
    Run(("systemctl", "restart", SERVICE)).do()


@contextmanager
def _games_kept(state: Path) -> Iterator[None]:
    """A newer release may have changed the games' file in a way that the older one cannot read."""
    kept = Path(tempfile.mkdtemp(prefix="before-update-", dir=state))
    try:
        subprocess.run(["systemctl", "stop", SERVICE], check=False)
        files = [each for each in state.glob("games.sqlite*") if each.is_file()]
        for each in files:
            shutil.copy2(each, kept / each.name)
        try:
            yield
        except UpdateError:
            subprocess.run(["systemctl", "stop", SERVICE], check=False)
            for each in state.glob("games.sqlite*"):
                each.unlink()
            for each in kept.iterdir():
                owner = state.stat()
                shutil.copy2(each, state / each.name)
                shutil.chown(state / each.name, owner.st_uid, owner.st_gid)
            subprocess.run(["systemctl", "start", SERVICE], check=False)
            raise
    finally:
        shutil.rmtree(kept, ignore_errors=True)


def _go_back(before: Path, failed: Path) -> None:
    _switch(before)
    Run(("systemctl", "daemon-reload"), may_fail=True).do()
    shutil.rmtree(failed, ignore_errors=True)


def _older(before: Path) -> list[Path]:
    """All but the running release and the one before it."""
    stay = {CURRENT.resolve(), before}
    return [each for each in RELEASES.iterdir() if each not in stay]
