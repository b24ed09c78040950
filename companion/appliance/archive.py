"""A release as it arrives: an archive, or a checkout."""

import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_TOO_MUCH: Final = 500 * 1024 * 1024
"""Bytes that no release has unpacked."""

_ON_DISK: Final = Path("/var/tmp")
"""The usual place is memory from trixie on, and a small Pi has none to spare while a table is played at."""

_UNREADABLE: Final = (
    OSError,
    EOFError,
    RuntimeError,
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What an archive raises that is damaged, cut off, encrypted, or of a kind that is not known here."""


class UpdateError(Exception):
    """An update that did not happen; the companion runs as it did before."""


@contextmanager
def unpacked(source: Path) -> Iterator[Path]:
    """The folder of a release: a checkout as it is, an archive unpacked."""
    if source.is_dir():
        yield _checked(source, source)
        return
    here = _ON_DISK if _ON_DISK.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="himiki-update-", dir=here) as place:
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
        except _UNREADABLE as error:
            why = str(error).partition("\n")[0] or type(error).__name__
            raise UpdateError(f"{source} is no release that can be unpacked ({why})") from None
        inside = [each for each in folder.iterdir() if each.is_dir()]
        found = _checked(inside[0] if len(inside) == 1 else folder, source)
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


def _checked(folder: Path, source: Path) -> Path:
    for needed in ("himiki", "pyproject.toml", "companion", "systemd"):
        if not (folder / needed).exists():
            raise UpdateError(f"{source} holds no release of the companion: {needed} is missing")
    return folder
