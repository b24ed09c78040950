"""A release as it arrives: an archive, or a checkout."""

import bz2
import gzip
import lzma
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, cast

from companion.appliance.signing import PublicKey, SignatureError, signature_of, verify

_TOO_MUCH: Final = 500 * 1024 * 1024
"""Bytes that no release has unpacked."""

_MOST: Final = 20_000
"""Files and folders that no release has: this one has a fiftieth of that."""

_LARGEST_ARCHIVE: Final = 200 * 1024 * 1024
"""Bytes of a release, unpacked: no release has as many."""
_PIECE: Final = 1024 * 1024
"""Bytes of a file that are read at once."""
_AT_ONCE: Final = 1024 * 1024
"""Bytes at most of a part that is read whole: headers have a hundredth of that."""

_ZIP_END_MOST: Final = 22 + 65535
"""Bytes at the end of a ZIP, a comment among them, in which its list of names is told."""
_NAME_MOST: Final = 200
"""Bytes of that list for each file."""

_ON_DISK: Final = Path("/var/tmp")
"""The usual place is memory from trixie on, and a small Pi has none to spare while a table is played at."""

_UNREADABLE: Final = (
    OSError,
    EOFError,
    RuntimeError,
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
)
"""What an archive raises that is damaged, cut off, encrypted, or of a kind that is not known here."""


class UpdateError(Exception):
    """An update that did not happen; the companion runs as it did before."""


@contextmanager
def unpacked(source: Path, keys: Iterable[PublicKey] | None = None) -> Iterator[Path]:
    """The folder of a release: a checkout as it is, an archive unpacked once its signature is that of one of
    the keys; None: unlooked at, for whoever made it. Raises `UpdateError`."""
    if source.is_dir():
        yield _checked(source, source)
        return
    here = _ON_DISK if _ON_DISK.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="himiki-update-", dir=here) as place:
        # Nobody else writes here: what was looked at is what is unpacked.
        archive, folder = Path(place, "archive"), Path(place, "release")
        _copy(source, archive)
        if keys is not None:
            try:
                verify(archive, signature_of(source), keys)
            except SignatureError as fault:
                raise UpdateError(f"{source} is not taken: {fault}") from None
        folder.mkdir()
        try:
            if zipfile.is_zipfile(archive):
                _unzip(archive, folder, source)
            else:
                _untar(archive, folder, source)
        except _UNREADABLE as error:
            why = str(error).partition("\n")[0] or type(error).__name__
            raise UpdateError(f"{source} is no release that can be unpacked ({why})") from None
        inside = [each for each in folder.iterdir() if each.is_dir()]
        found = _checked(inside[0] if len(inside) == 1 else folder, source)
        (found / "himiki").chmod(0o755)
        yield found


def _copy(source: Path, target: Path) -> None:
    try:
        with source.open("rb") as one, target.open("wb") as other:
            size = 0
            while piece := one.read(_PIECE):
                size += len(piece)
                if size > _LARGEST_ARCHIVE:
                    raise UpdateError(
                        f"{source} has more than {_LARGEST_ARCHIVE // 1024**2} MB: no release has"
                    )
                other.write(piece)
    except OSError as error:
        raise UpdateError(f"{source} cannot be read, or kept for a moment ({error.strerror})") from None


def _unzip(path: Path, folder: Path, source: Path) -> None:
    _require_few_names(path, source)
    with zipfile.ZipFile(path) as archive:
        found = archive.infolist()
        _require_modest(sum(each.file_size for each in found), len(found), source)
        archive.extractall(folder)


def _require_few_names(path: Path, source: Path) -> None:
    """Before zipfile reads the list of names, which has no bounds of its own."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _ZIP_END_MOST))
        tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + 20:
        raise zipfile.BadZipFile("it has no end")
    listed = int.from_bytes(tail[at + 12 : at + 16], "little")
    if tail[max(0, at - 20) : at].startswith(b"PK\x06\x07") or listed > _MOST * _NAME_MOST:
        raise UpdateError(f"{source} holds more files than any release")


def _untar(path: Path, folder: Path, source: Path) -> None:
    with (
        path.open("rb") as packed,
        _unpressed(packed) as plain,
        tarfile.open(fileobj=cast(IO[bytes], _Piecewise(plain))) as archive,
    ):
        size = count = 0
        for member in archive:
            size, count = size + max(0, member.size), count + 1
            _require_modest(size, count, source)
        _extract(archive, folder)


def _unpressed(packed: IO[bytes]) -> IO[bytes]:
    begin = packed.read(6)
    packed.seek(0)
    if begin.startswith(b"\x1f\x8b"):
        return cast(IO[bytes], gzip.GzipFile(fileobj=packed))
    if begin.startswith(b"BZh"):
        return bz2.BZ2File(packed)
    if begin.startswith(b"\xfd7zXZ"):
        return lzma.LZMAFile(packed)
    return packed


class _Piecewise:
    """What tarfile reads from: never much at once, whatever length a header of the archive names."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.seek, self.tell, self.close = file.seek, file.tell, file.close

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= _AT_ONCE:
            raise tarfile.ReadError("a header in it is larger than any release's")
        return self._file.read(size)


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


def _require_modest(size: int, count: int, source: Path) -> None:
    if size > _TOO_MUCH:
        raise UpdateError(f"{source} would unpack to {size // 1024**2} MB: that is no release")
    if count > _MOST:
        raise UpdateError(f"{source} holds more than {_MOST} files: that is no release")


def _checked(folder: Path, source: Path) -> Path:
    for needed in ("himiki", "pyproject.toml", "companion", "systemd"):
        if not (folder / needed).exists():
            raise UpdateError(f"{source} holds no release of the companion: {needed} is missing")
    return folder
