"""What cookies are signed with: made once for each state folder, never shown."""

import os
import secrets
from pathlib import Path
from typing import Final

_BYTES: Final = 32


def kept_secret(folder: Path) -> bytes:
    path = folder / "cookie-secret"
    try:
        kept = path.read_bytes()
        if len(kept) == _BYTES:
            return kept
    except FileNotFoundError:
        pass
    made = secrets.token_bytes(_BYTES)
    fresh = path.with_name(path.name + ".new")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(made)
    fresh.replace(path)
    return made
