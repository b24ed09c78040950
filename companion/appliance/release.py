"""What a release is called."""

import hashlib
import tomllib
from pathlib import Path

from companion.appliance.steps import release_files


def release_name(folder: Path) -> str:
    """Its version and a mark of its content: another content is another release."""
    version = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    mark = hashlib.sha256()
    for name in sorted(release_files(folder)):
        mark.update(f"{name}\0".encode())
        mark.update((folder / name).read_bytes())
    return f"{version}-{mark.hexdigest()[:8]}"
