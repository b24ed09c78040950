"""The settings of a back-up, brought to their place where a table has none of its own yet."""

from pathlib import Path

from companion.config import ConfigError, read_config
from companion.config.reading import parse_config
from companion.config.settings import Config
from vision.files import replace_file


def bring_settings(path: Path, text: str) -> bool:
    """Whether they hold from the next start: not where somebody has set anything here."""
    try:
        parse_config(text)
        if read_config(path) != Config():
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, text)
    except (ConfigError, OSError):
        return False
    return True
