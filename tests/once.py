"""What is dear to make, made once in a run of the tests, however many processes share it."""

import fcntl
import hashlib
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

_folder: Path | None = None


def keep_in(folder: Path) -> None:
    """From now on; until this is said, every process learns for itself."""
    global _folder  # noqa: PLW0603
    folder.mkdir(exist_ok=True)
    _folder = folder


def once(what: object, make: Callable[[], T]) -> T:
    """What `make` gives, which is the same for the same `repr(what)`; others wait while it is made."""
    if _folder is None:
        return make()
    path = _folder / hashlib.sha256(repr(what).encode()).hexdigest()
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if path.exists():
            made: T = pickle.loads(path.read_bytes())
            return made
        new = make()
        path.write_bytes(pickle.dumps(new))
        return new
