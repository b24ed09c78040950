"""TOML text into settings: every fault at once, each with its place and, for a slip, what was meant."""

import tomllib
from collections.abc import Mapping
from dataclasses import Field, fields, is_dataclass
from datetime import time
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from companion.config.settings import Config

_KINDS: Final[Mapping[type, str]] = {
    str: 'a text in "quotes"',
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    time: "a time such as 22:00:00 (without quotes)",
}


class ConfigError(ValueError):
    """A configuration with faults, all of them named."""

    def __init__(self, place: str, faults: list[str]) -> None:
        self.place = place
        self.faults = tuple(faults)
        super().__init__(f"{place}: " + "; ".join(faults))


def read_config(path: Path) -> Config:
    """Reads a file; one that is not there gives the defaults."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Config()
    except (OSError, UnicodeDecodeError) as fault:
        raise ConfigError(str(path), [f"cannot be read ({fault})"]) from None
    return parse_config(text, str(path))


def parse_config(text: str, place: str = "configuration") -> Config:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise ConfigError(place, [f"is no TOML: {fault}"]) from None
    reader = _Reader()
    config = reader.section(Config, table, "")
    faults = reader.faults or config.faults()
    if faults:
        raise ConfigError(place, faults)
    assert isinstance(config, Config)
    return config


class _Reader:
    def __init__(self) -> None:
        self.faults: list[str] = []

    def section(self, kind: Any, table: Mapping[str, Any], place: str) -> Any:
        known: dict[str, Field[Any]] = {each.name: each for each in fields(kind)}
        hints = get_type_hints(kind)
        values = {}
        for name, value in table.items():
            where = f"{place}.{name}" if place else name
            if name not in known:
                self.faults.append(_unknown(where, name, known))
                continue
            before = len(self.faults)
            read = self.value(hints[name], value, where)
            if len(self.faults) == before:
                values[name] = read
        return kind(**values)

    def value(self, hint: Any, value: object, where: str) -> Any:
        options = [each for each in get_args(hint) if each is not NoneType] if _is_union(hint) else [hint]
        kind = options[0]
        if is_dataclass(kind):
            if isinstance(value, Mapping):
                return self.section(kind, value, where)
            return self.fault(where, f"is a section, [{where}]", value)
        if get_origin(kind) is tuple:
            return self.list_of(get_args(kind)[0], value, where)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return self.choice(kind, value, where)
        right = type(value) is kind or (kind is float and type(value) is int)
        if not right:
            return self.fault(where, f"is {_KINDS[kind]}", value)
        return float(str(value)) if kind is float else value

    def list_of(self, kind: type, value: object, where: str) -> Any:
        if not isinstance(value, list):
            return self.fault(where, "is a list in [brackets]", value)
        return tuple(self.value(kind, each, f"{where}[{index}]") for index, each in enumerate(value))

    def choice(self, kind: type[Enum], value: object, where: str) -> Any:
        choices = {each.value: each for each in kind}
        if isinstance(value, str) and value in choices:
            return choices[value]
        return self.fault(where, f"is one of {', '.join(choices)}", value)

    def fault(self, where: str, what: str, value: object) -> None:
        shown = repr(value)
        self.faults.append(f"{where} {what}, not {shown if len(shown) <= 60 else shown[:60] + '…'}")


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, UnionType)


def _unknown(where: str, name: str, known: Mapping[str, object]) -> str:
    near = get_close_matches(name, known, n=1)
    if near:
        return f"{where} is unknown: did you mean {near[0]}?"
    return f"{where} is unknown: one of {', '.join(known)}"
