"""What a referee says: everything that people see, hear or keep is made from events."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import (
    Any,
    ClassVar,
    Final,
    Protocol,
    Self,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    runtime_checkable,
)

from companion.games.quoting import quoted


class EventError(ValueError):
    """Stored text that is no event of this program."""


@runtime_checkable
class SelfTold(Protocol):
    """A value inside of an event that says itself how programs read it."""

    def as_json(self) -> dict[str, Any]: ...

    @classmethod
    def from_json(cls, told: Any, /) -> Self:
        """Reads what `as_json` wrote; raises `KeyError` or `TypeError`."""


class Played(Protocol):
    """An event that tells what somebody played, or placed."""

    @property
    def by(self) -> str: ...

    @property
    def move(self) -> str: ...


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation(Event):
    """What lies there does not follow from the game by any rule; the game stands still until it does."""

    name = "violation"
    rule: str
    text: str
    """In English; `code` and `values` are for other languages."""
    restore: tuple[SelfTold, ...]
    """What has to be put back, each in the game's own way."""
    code: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored(Event):
    """What lies there agrees with the game again."""

    name = "restored"
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Event):
    """People changed what stands, or what came later did. What is right now each game says in fields of its
    own."""

    name = "corrected"


@dataclass(frozen=True, slots=True, kw_only=True)
class _OfALevel(Event):
    by: str
    """Who is on turn."""
    level: str
    move: str
    text: str
    """In English; `code` and `values` are for other languages."""
    code: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent(_OfALevel):
    """What a level plays: people carry it out. What is only declined needs no hands."""

    name = "opponent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint(_OfALevel):
    """Somebody asked what a level would play: everybody may know, and the game goes on as it was."""

    name = "hint"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arbiter(Event):
    """What was decided just now was decided by the arbiter of a hall, and by nobody at the table."""

    name = "arbiter"
    decision: str
    """By its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Over(Event):
    """The game has ended. How it stands then each game says in fields of its own."""

    name = "over"
    winner: str | None
    """By turn code; None where nobody has won."""


OF_ALL: Final[tuple[type[Event], ...]] = (Uncertain, Doubtful, BoardLost, BoardFound, Arbiter)
"""What is said at every table, whatever is played there."""


def by_name(*kinds: type[Event]) -> Mapping[str, type[Event]]:
    return {kind.name: kind for kind in kinds}


def read(told: Mapping[str, Any], kinds: Mapping[str, type[Event]]) -> Event:
    """What `Event.as_json` wrote, as one of these kinds; raises `EventError`."""
    kind = kinds.get(str(told.get("event")))
    if kind is None:
        raise EventError(f"no event is called '{quoted(str(told.get('event')))}'")
    inside = _inside(cast("type", kind))
    try:
        values = {key: _frozen(value, inside.get(key)) for key, value in told.items() if key != "event"}
        return kind(**{"t": 0.0, **values})
    except (TypeError, KeyError) as fault:
        raise EventError(f"a {kind.name} event cannot be read: {fault}") from None


def _frozen(value: Any, inner: Callable[[Any], Any] | None) -> Any:
    if inner is not None:
        return tuple(map(inner, value))
    return tuple(value) if isinstance(value, list) else value


@cache
def _inside(kind: type) -> Mapping[str, Callable[[Any], Any]]:
    """How the values are read of which a field has several that say themselves how they are told."""
    found: dict[str, Callable[[Any], Any]] = {}
    for name, hint in get_type_hints(kind).items():
        inner = get_args(hint)[0] if get_origin(hint) is tuple else None
        if isinstance(inner, type) and hasattr(inner, "from_json"):
            found[name] = inner.from_json
    return found
