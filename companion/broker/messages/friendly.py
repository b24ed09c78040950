"""What two tables tell each other that play one game. Both kinds are sent signed (`companion.friend`)."""

from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Final, Self

from companion.broker.messages import MessageError, members, text, whole, written

_LONGEST_MOVE, _LONGEST_POSITION = 60, 400
_MOST_MOVES: Final = 2000
_LONGEST_NAME: Final = 60
_SIDES: Final = ("w", "b")
_MOST_SECONDS: Final = 1e6

Times = tuple[float, float]
"""Seconds left for white and black."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move of the table's own side."""

    part: ClassVar[str] = "friend"
    retained: ClassVar[bool] = False

    n: int
    """Counts all messages of one table and never goes back: what comes with an old one is a copy."""
    by: str
    """The turn code of who played."""
    move: str
    position: str
    """After it."""
    at: int = 0
    """Which move of the game it is, from 1 on; 0 where that is not said: the next one."""
    round: int = 0
    """Which game on this channel, from 1 on; 0 where that is not said: the one that is played."""
    clock: Times | None = None

    def payload(self) -> bytes:
        told: dict[str, Any] = {"n": self.n, "by": self.by, "move": self.move, "position": self.position}
        if self.at:
            told["at"] = self.at
        if self.round:
            told["round"] = self.round
        return written(told if self.clock is None else {**told, "clock": list(self.clock)})

    @classmethod
    def read(cls, payload: bytes) -> Self:
        told = members(payload)
        return cls(
            whole(told, "n", least=1),
            text(told, "by", most=2),
            text(told, "move", most=_LONGEST_MOVE),
            text(told, "position", most=_LONGEST_POSITION),
            whole({"at": 0, **told}, "at"),
            whole({"round": 0, **told}, "round"),
            _times(told),
        )


@dataclass(frozen=True, slots=True)
class Back:
    """A take-back that one table has made, and the other is asked for."""

    id: int
    to: int
    """How many moves are left."""


@dataclass(frozen=True, slots=True)
class Differs:
    """At the table that speaks, the two of them stand otherwise."""

    after: int
    """So many moves they have in common."""
    here: str
    there: str
    """What stands at it, and at the other one as far as that was told; empty where it was not."""


@dataclass(frozen=True, slots=True)
class Hello:
    """What stands at one table: said every few seconds, so that whatever was lost on the way comes again."""

    part: ClassVar[str] = "friend"
    retained: ClassVar[bool] = False

    n: int
    by: str
    """`w` or `b`: the side of the table that speaks."""
    round: int
    moves: tuple[str, ...]
    """All of the game, of both sides."""
    position: str = ""
    """Empty before the board was seen."""
    name: str = ""
    joined: int = 1
    """How often this table has come to the broker."""
    back: Back | None = None
    took: int = 0
    """The last take-back of the other table's that was answered, and whether by taking back as well."""
    agreed: bool = True
    ended: tuple[str | None, str] | None = None
    """Who has won, and how."""
    clock: Times | None = None
    calm: bool = True
    """Nothing has to be put right at this table."""
    differs: Differs | None = None

    def payload(self) -> bytes:
        told: dict[str, Any] = {
            "n": self.n,
            "by": self.by,
            "round": self.round,
            "moves": list(self.moves),
            "position": self.position,
            "name": self.name,
            "joined": self.joined,
            "back": None if self.back is None else {"id": self.back.id, "to": self.back.to},
            "took": self.took,
            "agreed": self.agreed,
            "ended": None if self.ended is None else {"winner": self.ended[0], "reason": self.ended[1]},
            "clock": None if self.clock is None else list(self.clock),
            "calm": self.calm,
            "differs": None if self.differs is None else asdict(self.differs),
        }
        return written(told)

    @classmethod
    def read(cls, payload: bytes) -> Self:
        told = members(payload)
        side = text(told, "by", most=2)
        if side not in _SIDES:
            raise MessageError("by is w or b")
        return cls(
            whole(told, "n", least=1),
            side,
            whole(told, "round", least=1),
            _moves(told),
            _words(told, "position", _LONGEST_POSITION),
            " ".join(_words(told, "name", _LONGEST_NAME).split()),
            whole({"joined": 1, **told}, "joined", least=1),
            _back(told.get("back")),
            whole({"took": 0, **told}, "took"),
            _flag(told, "agreed"),
            _ended(told.get("ended")),
            _times(told),
            _flag(told, "calm"),
            _differs(told.get("differs")),
        )


def read(payload: bytes) -> Played | Hello:
    """Whichever it is; raises `MessageError`."""
    return Hello.read(payload) if "moves" in members(payload) else Played.read(payload)


def _moves(told: dict[str, Any]) -> tuple[str, ...]:
    moves = told.get("moves")
    if not isinstance(moves, list) or len(moves) > _MOST_MOVES:
        raise MessageError(f"moves is a list of at most {_MOST_MOVES}")
    if not all(isinstance(each, str) and 0 < len(each) <= _LONGEST_MOVE for each in moves):
        raise MessageError(f"a move is a text of 1 to {_LONGEST_MOVE} letters")
    return tuple(moves)


def _words(told: dict[str, Any], name: str, most: int) -> str:
    value = told.get(name, "")
    if not isinstance(value, str) or len(value) > most:
        raise MessageError(f"{name} is a text of at most {most} letters")
    return value


def _flag(told: dict[str, Any], name: str) -> bool:
    value = told.get(name, True)
    if not isinstance(value, bool):
        raise MessageError(f"{name} is true or false")
    return value


def _times(told: dict[str, Any]) -> Times | None:
    value = told.get("clock")
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(map(_is_time, value)):
        raise MessageError("clock is null or the seconds that white and black have left")
    return float(value[0]), float(value[1])


def _is_time(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= _MOST_SECONDS


def _back(value: object) -> Back | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise MessageError('back is null or such as {"id": 1, "to": 12}')
    return Back(whole(value, "id", least=1), whole(value, "to"))


def _differs(value: object) -> Differs | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise MessageError('differs is null or such as {"after": 6, "here": "…", "there": "…"}')
    places = (_words(value, each, _LONGEST_POSITION) for each in ("here", "there"))
    return Differs(whole(value, "after"), *places)


def _ended(value: object) -> tuple[str | None, str] | None:
    if value is None:
        return None
    if not isinstance(value, dict) or value.get("winner") not in (None, *_SIDES):
        raise MessageError('ended is null or such as {"winner": "w", "reason": "points"}')
    return value["winner"], text(value, "reason", most=20)
