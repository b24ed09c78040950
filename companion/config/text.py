"""Settings as TOML text."""

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import time
from enum import Enum
from typing import Any

from companion.config.settings import Config


def config_text(config: Config) -> str:
    """The whole configuration with its defaults; what is not set is left as a comment."""
    return "\n".join(_lines(config, "")).lstrip("\n") + "\n"


def _lines(section: Any, place: str) -> Iterator[str]:
    inner = []
    for each in fields(section):
        value = getattr(section, each.name)
        if is_dataclass(value):
            inner.append((f"{place}.{each.name}" if place else each.name, value))
        elif value is None:
            yield f"# {each.name} is not set"
        else:
            yield f"{each.name} = {_shown(value)}"
    for name, value in inner:
        yield ""
        yield f"[{name}]"
        yield from _lines(value, name)


def _shown(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case Enum():
            return _shown(value.value)
        case str():
            # A JSON string is a TOML one, but for this one character.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case tuple():
            return "[" + ", ".join(map(_shown, value)) + "]"
        case time():
            return value.isoformat()
        case _:
            return repr(value)
