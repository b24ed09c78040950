"""Which game is being played: mode, edition, seats, and the set-up that belongs to them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.himiki.rules.board import Square, Zone, squares_named
from companion.games.himiki.rules.cubes import Colour, Element

WINNING_SCORE: Final = 5


class Mode(Enum):
    DUEL = "duel"
    TEAMS = "teams"
    MUK_YAN = "mukyan"
    MINDLOCK = "mindlock"


class Edition(Enum):
    SECOND = "second"
    FIRST = "first"


class Seat(Enum):
    """Who is on turn: a side, or in teams the player of that side in one zone (FORMATS 1)."""

    WHITE = "w"
    BLACK = "b"
    WHITE_LIGHT = "wl"
    BLACK_LIGHT = "bl"
    WHITE_DARK = "wd"
    BLACK_DARK = "bd"

    colour: Colour
    zone: Zone | None
    next: "Seat"


_ORDERS: Final = (
    (Seat.WHITE, Seat.BLACK),
    (Seat.WHITE_LIGHT, Seat.BLACK_LIGHT, Seat.WHITE_DARK, Seat.BLACK_DARK),
)
for _order in _ORDERS:
    for _seat, _following in zip(_order, (*_order[1:], _order[0]), strict=True):
        _seat.colour = Colour.WHITE if _seat.value[0] == "w" else Colour.BLACK
        _seat.zone = Zone(_seat.value[1]) if len(_seat.value) == 2 else None
        _seat.next = _following

SEAT_OF: Final[Mapping[Colour, Seat]] = {Colour.WHITE: Seat.WHITE, Colour.BLACK: Seat.BLACK}

_NEAR_HOMES: Final = {
    Colour.WHITE: squares_named("B5", "C5", "D5"),
    Colour.BLACK: squares_named("B2", "C2", "D2"),
}
_MUK_YAN_HOMES: Final = {
    Edition.SECOND: squares_named("B2", "C2", "D2"),
    Edition.FIRST: squares_named("B3", "C3", "D3"),
}
_TEAM_HOMES: Final = {
    Seat.WHITE_LIGHT: squares_named("D6", "E5"),
    Seat.BLACK_LIGHT: squares_named("A5", "B6"),
    Seat.WHITE_DARK: squares_named("A2", "B1"),
    Seat.BLACK_DARK: squares_named("D1", "E2"),
}
_W, _B = Seat.WHITE, Seat.BLACK
_DUEL_ORDERS: Final = {
    Edition.SECOND: (_W, _B, _B, _W, _W, _B),
    Edition.FIRST: (_W, _B, _W, _B, _W, _B),
}


@dataclass(frozen=True, slots=True)
class Variant:
    """Everything about a game that no move changes."""

    mode: Mode = Mode.DUEL
    edition: Edition = Edition.SECOND
    chaos: bool = False
    """Each side starts with a hand of Chaos tiles (RULES 5.1)."""
    human: Colour = Colour.WHITE
    """The person's colour against Muk Yan (RULES 6.1)."""
    in_play: frozenset[Element] = frozenset(Element)
    """Elements whose influence can be taken; a challenge names its own (RULES 7.1)."""

    @property
    def teams(self) -> bool:
        return self.mode is Mode.TEAMS

    @property
    def influence_count(self) -> int:
        """RULES 3.9 and 4.3."""
        return 6 if self.mode is Mode.TEAMS else 4

    @property
    def cubes_each(self) -> int | None:
        """How many cubes of a colour there can be; None for any number."""
        match self.mode:
            case Mode.MINDLOCK:
                return None
            case Mode.TEAMS:
                return 4
            case _:
                return 3

    @property
    def tiles_each(self) -> int:
        """The largest hand of a side (RULES 5.1); a challenge may deal any events (RULES 7.4)."""
        match self.mode:
            case Mode.TEAMS:
                return 6
            case Mode.MINDLOCK:
                return 12
            case _:
                return 3

    @property
    def muk_yan(self) -> Seat | None:
        return SEAT_OF[self.human.other] if self.mode is Mode.MUK_YAN else None

    @property
    def seats(self) -> tuple[Seat, ...]:
        match self.mode:
            case Mode.TEAMS:
                return _ORDERS[1]
            case Mode.MINDLOCK:
                return (Seat.WHITE,)
            case _:
                return _ORDERS[0]

    @property
    def first(self) -> Seat:
        """Who takes the first turn."""
        match self.mode:
            case Mode.TEAMS:
                return Seat.WHITE_LIGHT
            case Mode.MUK_YAN:
                return SEAT_OF[self.human]
            case _:
                return Seat.WHITE

    @property
    def placing_order(self) -> tuple[Seat, ...]:
        """Who places each cube in turn (RULES 3.1, 4.1, 6.1)."""
        match self.mode:
            case Mode.DUEL:
                return _DUEL_ORDERS[self.edition]
            case Mode.TEAMS:
                return _ORDERS[1] * 2
            case Mode.MUK_YAN:
                return (SEAT_OF[self.human],) * 3 + (SEAT_OF[self.human.other],) * 3
            case Mode.MINDLOCK:
                return ()

    def homes(self, seat: Seat) -> tuple[Square, ...]:
        """Where that seat's cubes are placed, in board order."""
        match self.mode:
            case Mode.TEAMS:
                return _TEAM_HOMES[seat]
            case Mode.MUK_YAN if seat is self.muk_yan:
                return _MUK_YAN_HOMES[self.edition]
            case Mode.MUK_YAN:
                return _NEAR_HOMES[Colour.WHITE]
            case _:
                return _NEAR_HOMES[seat.colour]

    @property
    def home_rule(self) -> str:
        match self.mode:
            case Mode.TEAMS:
                return "4.1"
            case Mode.MUK_YAN:
                return "6.1"
            case _:
                return "3.1"
