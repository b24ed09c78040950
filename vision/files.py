"""Files that are never half written: the old one or the new one is there after a power cut.

The standard library alone: whoever installs or signs something writes it in the same way.
"""

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

_ANEW: Final = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


def replace_file(path: Path, content: bytes | str, *, mode: int = 0o644, sync: bool = True) -> None:
    """Written anew, on the disk, and only then in the old one's place; an OSError leaves the old one.

    `sync` False: what a power cut may cost is not waited for, and spares the card.
    """
    with replacing_file(path, mode=mode, sync=sync) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def replacing_file(path: Path, *, mode: int = 0o644, sync: bool = True) -> Iterator[IO[bytes]]:
    """The same for what is written piece by piece; whatever is raised leaves the old one.

    No link is followed but those on the way to the folder: root may write where somebody else does.
    """
    fresh = path.name + ".new"
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(fresh, dir_fd=folder)
            with os.fdopen(os.open(fresh, _ANEW, mode, dir_fd=folder), "w+b") as file:
                yield file
                file.flush()
                if os.geteuid() == 0:
                    # What an administrator writes into a service's folder stays the service's own.
                    owner = os.fstat(folder)
                    os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
                if sync:
                    os.fsync(file.fileno())
            os.replace(fresh, path.name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(fresh, dir_fd=folder)
            raise
        if sync:
            with contextlib.suppress(OSError):
                os.fsync(folder)
    finally:
        os.close(folder)
