"""Whoever looks after a table as root does it with the rights of the one who keeps it.

The service's user may put links into its folder: with its rights they lead nowhere it could not go itself.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

_ROOT = 0


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """For a while root has the rights of the folder's owner; anybody else keeps their own."""
    try:
        found = folder.stat()
    except OSError:
        found = None
    if found is None or os.geteuid() != _ROOT or found.st_uid == _ROOT:
        yield
        return
    group, groups = os.getegid(), os.getgroups()
    os.setgroups([])
    os.setegid(found.st_gid)
    os.seteuid(found.st_uid)
    try:
        yield
    finally:
        os.seteuid(_ROOT)
        os.setegid(group)
        os.setgroups(groups)


def read_plainly(path: Path) -> IO[bytes]:
    """Open for reading, where it is a plain file and neither a link nor anything to be waited for."""
    number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(f"{path} is no plain file")
    return os.fdopen(number, "rb")
