"""The table's name in the text of its configuration; whatever else people wrote there stays as it is."""

import re
from typing import Final

from companion.config.reading import ConfigError, parse_config
from companion.config.settings import TableSettings

_NAME: Final = re.compile(r"^(?:#[ \t]*)?name[ \t]*=[ \t]*(\"[^\"\n]*\"|'[^'\n]*')", re.MULTILINE)
_TABLE: Final = re.compile(r"^\[table\][^\n]*", re.MULTILINE)
_SECTION: Final = re.compile(r"^\[", re.MULTILINE)


def with_name(text: str, name: str) -> str:
    """The same configuration of a table of that name."""
    here = f'name = "{name}"'
    table = _TABLE.search(text)
    if table is None:
        return "\n\n".join(part for part in (text.rstrip(), f"[table]\n{here}\n") if part)
    after = _SECTION.search(text, table.end())
    end = len(text) if after is None else after.start()
    section, count = _NAME.subn(here, text[table.end() : end], count=1)
    return text[: table.end()] + ("" if count else f"\n{here}") + section + text[end:]


def renamed(text: str, name: str) -> str:
    """The same, where that is a name and the configuration is one; raises ValueError, which says why not."""
    if faults := TableSettings(name=name).faults():
        raise ValueError(faults[0])
    told = with_name(text, name)
    try:
        found = parse_config(told).table.name
    except ConfigError as fault:
        raise ValueError(f"the configuration has faults: {fault}") from None
    if found != name:
        raise ValueError("the configuration says its name in a way that is not understood: change it there")
    return told
