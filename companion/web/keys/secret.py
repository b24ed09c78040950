"""What cookies are signed with: made once for each state folder, never shown."""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final

from vision.files import replace_file

_BYTES: Final = 32


def kept_secret(folder: Path, forgotten: Callable[[], object] = lambda: None) -> bytes:
    """Calls `forgotten` where phones that were known are known no more, or will not be after this run."""
    path = folder / "cookie-secret"
    try:
        kept = path.read_bytes()
        if len(kept) == _BYTES:
            return kept
        forgotten()
    except FileNotFoundError:
        pass
    except OSError:
        forgotten()
    made = secrets.token_bytes(_BYTES)
    try:
        replace_file(path, made, mode=0o600)
    except OSError:
        forgotten()
    return made
