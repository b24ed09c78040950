"""What a referee says: everything that people see, hear or keep is made from events."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Protocol, runtime_checkable


class EventError(ValueError):
    """Stored text that is no event of this program."""


@runtime_checkable
class SelfTold(Protocol):
    """A value inside of an event that says itself how programs read it."""

    def as_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    name: ClassVar[str]

    t: float
    """Seconds of the source's own time."""

    def as_json(self) -> dict[str, Any]:
        """Names and values as outside programs read them; `t` and `event` first."""
        told: dict[str, Any] = {"t": round(self.t, 3), "event": self.name}
        for each in fields(self):
            if each.name != "t":
                told[each.name] = _plain(getattr(self, each.name))
        return told


def _plain(value: object) -> Any:
    if isinstance(value, SelfTold):
        return value.as_json()
    if isinstance(value, (tuple, list)):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncertain(Event):
    """One short question; `answer` it with one of the options."""

    name = "uncertain"
    question: str
    options: tuple[str, ...]
    squares: tuple[str, ...] = ()
    """Those that it is about, where what stands there, or how, is asked: then `seen` answers it too."""
    code: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubtful(Event):
    """Squares of which it is not plain what stands there; told again when they are others or none."""

    name = "doubt"
    squares: tuple[str, ...]
    reasons: tuple[str, ...]
    """A word for each square: covered, between, tipped, glare, dark, unlike."""
    since: float
    """When the first of them came up, in the source's own time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLost(Event):
    name = "board_lost"
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFound(Event):
    name = "board_found"
    turned: bool = False
    """The board lies the other way round than before."""
