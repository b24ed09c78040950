"""TOML text into settings: every fault at once, each with its place and, for a slip, what was meant."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from datetime import time
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from companion.config.settings import Config, SoundSettings
from hardware.wiring import Bar, Wiring

_KINDS: Final[Mapping[type, str]] = {
    str: 'a text in "quotes"',
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    time: "a time such as 22:00:00",
}

_MISREAD: Final = object()
_TOGETHER: Final[Mapping[type, tuple[str, ...]]] = {SoundSettings: ("quiet_from", "quiet_until")}
"""Where one of them could not be read, nothing is said of the other one that stands alone."""

_EVERYTHING: Final = Config(panel=Wiring(bar=Bar()))
_AT_LINE: Final = re.compile(r"\(at line (\d+), column \d+\)")
_SHORT_TIME: Final = re.compile(r"=\s*\d?\d:\d\d\s*(#|$)")
_TIME: Final = re.compile(r"=\s*\d+:\d+")
_CAPITAL: Final = re.compile(r"=\s*(True|False)\s*(#|$)")
_NAME: Final = re.compile(r"\s*([A-Za-z_][\w-]*)\s*=")
_BARE_WORD: Final = re.compile(r"=\s*[A-Za-z_][\w-]*\s*(#|$)")
_MOST_LINES: Final = 50
"""Lines that are no TOML and are left out one by one: the text is read again after each."""
_LONGEST: Final = 60
"""Characters of what somebody wrote that are shown again."""


class ConfigError(ValueError):
    """A configuration with faults, all of them named."""

    def __init__(self, place: str, faults: list[str]) -> None:
        self.place = place
        self.faults = tuple(faults)
        super().__init__(f"{place}: " + "; ".join(faults))


def read_config(path: Path) -> Config:
    """Reads a file; one that is not there gives the defaults."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Config()
    except IsADirectoryError:
        raise ConfigError(str(path), ["is a folder: the file in it is meant"]) from None
    except OSError as fault:
        raise ConfigError(str(path), [f"cannot be read ({fault.strerror})"]) from None
    try:
        # Some editors put a mark before the first letter.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        told = f"line {line} is not written in UTF-8: save it again in that encoding"
        raise ConfigError(str(path), [told]) from None
    return parse_config(text, str(path))


def parse_config(text: str, place: str = "configuration") -> Config:
    reader = _Reader()
    config = reader.section(Config, reader.table(text), "")
    faults = reader.faults + config.faults()
    if faults:
        raise ConfigError(place, faults)
    assert isinstance(config, Config)
    return config


def _meant(line: str, why: str) -> str:
    shown = _shown(line.strip())
    if not shown:
        return why
    if _CAPITAL.search(line):
        return f"{shown}: true and false are written small"
    if _SHORT_TIME.search(line):
        return f"{shown}: a time has seconds, as in 22:00:00"
    if _TIME.search(line):
        return f"{shown}: a time goes from 00:00:00 to 23:59:59"
    if any(mark in line for mark in "“”„«»"):
        return f'{shown}: quotation marks are straight, "so"'
    if _BARE_WORD.search(line):
        return f'{shown}: a text stands in "quotes"'
    if line.count('"') % 2:
        return f"{shown}: the other quotation mark is missing"
    if "overwrite" in why or "twice" in why:
        return f"{shown}: it is there twice"
    return f"{shown} ({why})"


def _shown(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


class _Reader:
    def __init__(self) -> None:
        self.faults: list[str] = []
        self._lost: set[str] = set()
        """Names in lines that are no TOML."""

    def table(self, text: str) -> dict[str, Any]:
        """Without the lines that are no TOML, each told: a parser alone stops at the first."""
        lines = text.replace("\r\n", "\n").split("\n")
        for _ in range(_MOST_LINES):
            try:
                return tomllib.loads("\n".join(lines))
            except tomllib.TOMLDecodeError as fault:
                why = str(fault)
                at = _AT_LINE.search(why)
                # At the end, or where a bracket is still open, it is not this line that is wrong.
                if at is None or "Unclosed" in why or not lines[int(at[1]) - 1].strip():
                    self.faults.append(f"is no TOML: {why}; it may begin some lines above")
                    break
                number = int(at[1])
                line, lines[number - 1] = lines[number - 1], ""
                self.faults.append(f"line {number} is no TOML: {_meant(line, why[: at.start()].strip())}")
                self._lost |= set(_NAME.findall(line))
                if line.lstrip().startswith("["):
                    self._leave_out(lines, number)
            except (RecursionError, ValueError):
                # The parser's own bounds.
                self.faults.append("is no TOML: too many brackets within one another, or too many digits")
                break
        return {}

    def _leave_out(self, lines: list[str], begin: int) -> None:
        """What stands below a heading that cannot be read: nobody knows where it belongs."""
        for number in range(begin, len(lines)):
            if lines[number].lstrip().startswith("["):
                break
            self._lost |= set(_NAME.findall(lines[number]))
            lines[number] = ""

    def section(self, kind: Any, table: Mapping[str, Any], place: str) -> Any:
        """What could not be read stands at its default in it."""
        known: dict[str, Field[Any]] = {each.name: each for each in fields(kind)}
        hints = get_type_hints(kind)
        values = {}
        misread = set(self._lost)
        for name, value in table.items():
            where = f"{place}.{name}" if place else name
            if name in known:
                read = self.value(hints[name], value, where)
                if read is not _MISREAD:
                    values[name] = read
                    continue
            else:
                self.faults.append(_unknown(where, name, known))
            meant = _near(name, known) or name
            misread.add(meant)
            if meant != name and meant in known and isinstance(value, Mapping):
                self.value(hints[meant], value, where)
        if misread & set(_TOGETHER.get(kind, ())):
            for name in _TOGETHER[kind]:
                values.pop(name, None)
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
        if kind is time and isinstance(value, str):
            value = _time_in(value)
        right = type(value) is kind or (kind is float and type(value) is int)
        if not right:
            return self.fault(where, f"is {_KINDS[kind]}", value)
        return float(str(value)) if kind is float else value

    def list_of(self, kind: type, value: object, where: str) -> Any:
        if not isinstance(value, list):
            return self.fault(where, "is a list in [brackets]", value)
        read = tuple(self.value(kind, each, f"{where}[{index}]") for index, each in enumerate(value))
        return _MISREAD if _MISREAD in read else read

    def choice(self, kind: type[Enum], value: object, where: str) -> Any:
        choices = {each.value: each for each in kind}
        if isinstance(value, str) and value in choices:
            return choices[value]
        return self.fault(where, f"is one of {', '.join(choices)}", value)

    def fault(self, where: str, what: str, value: object) -> object:
        self.faults.append(f"{where} {what}, not {_shown(repr(value))}")
        return _MISREAD


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, UnionType)


def _time_in(text: str) -> time | str:
    """Many write it in quotes, and without seconds."""
    try:
        read = time.fromisoformat(text)
    except ValueError:
        return text
    return read if read.tzinfo is None else text


def _near(name: str, known: Iterable[str]) -> str | None:
    plain = name.lower().replace("-", "_")
    return next(iter(get_close_matches(plain, known, n=1)), None)


def _unknown(where: str, name: str, known: Mapping[str, object]) -> str:
    if near := _near(name, known):
        return f"{where} is unknown: did you mean {near}?"
    if home := _HOMES.get(name.lower()):
        return f"{where} is unknown: {name.lower()} belongs under [{home}]"
    return f"{where} is unknown: one of {', '.join(known)}"


def _homes(section: Any, place: str) -> Iterator[tuple[str, str]]:
    for each in fields(section):
        value = getattr(section, each.name)
        if is_dataclass(value):
            yield from _homes(value, f"{place}.{each.name}" if place else each.name)
        else:
            yield each.name, place


_HOMES: Final[Mapping[str, str]] = dict(_homes(_EVERYTHING, ""))
"""Under which heading a setting stands."""
