"""The position string: printed and read, with every fault of what is read (FORMATS 1)."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.games.himiki.rules.board import Square, name_of, square_named
from companion.games.himiki.rules.cubes import (
    Colour,
    Cube,
    colour_lettered,
    colour_of,
    cube_of,
    element_lettered,
    faces_of,
)
from companion.games.himiki.rules.errors import NotationError, PositionError
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.messages import RuleMessage, message
from companion.games.himiki.rules.position import (
    EMPTY_BOARD,
    FRESH,
    OVER,
    SETUP,
    Ban,
    Influences,
    Phase,
    Position,
    Score,
)
from companion.games.himiki.rules.tiles import (
    NO_TILES,
    Chaos,
    Due,
    HeldTiles,
    ImpulseDue,
    ManaDue,
    SlideDue,
    SwapDue,
    Tile,
    UseDue,
    YokaiDue,
)
from companion.games.himiki.rules.variant import WINNING_SCORE, Mode, Seat, Variant
from companion.games.quoting import quoted

_LONGEST: Final = 2000
"""Thirty cubes and every token are far shorter."""

_CUBE: Final = re.compile(r"([A-E][1-6]|[1-6][A-E])([wb])([HMK?]{3})")
_SCORE: Final = re.compile(r"(0|[1-9][0-9]{0,2})-(0|[1-9][0-9]{0,2})")
_BAN: Final = re.compile(r"([A-E][1-6])!([A-E][1-6])")
_TERRAIN: Final = re.compile(r"([A-E][1-6])\.(gh|im|tr|vx|tp|mi)")
_HANDS: Final = re.compile(
    r"w((?:\.[a-z]{2})*)(?:\.\?([1-9][0-9]?))?/b((?:\.[a-z]{2})*)(?:\.\?([1-9][0-9]?))?"
)
_TOKENS: Final = ("setup", "tilt", "again", "land", "hands", "used", "armed", "confused", "due")
_LAST_WHEN_OVER: Final = ("land", "hands", "used", "armed")
_WITH_SETUP: Final = ("setup", "hands")
_NEVER_WITHOUT_CHAOS: Final = ("land", "hands", "used", "armed", "confused", "due")
_FORBIDDEN: Final = {Mode.MUK_YAN: _NEVER_WITHOUT_CHAOS, Mode.MINDLOCK: ("setup", "tilt", "confused")}


# Printing


def position_text(position: Position) -> str:
    """`B5wHMK,… w 0-0 --- -`."""
    white, black = position.score
    fields = (
        cubes_text(position.board),
        position.seat.value,
        f"{white}-{black}",
        "".join("-" if holder is None else holder.letter for holder in position.influences),
        ";".join(_state_tokens(position)) or "-",
    )
    return " ".join(fields)


def cubes_text(board: bytes) -> str:
    cubes = (
        f"{name_of(Square(at))}{colour_of(Cube(cube)).letter}{faces_of(Cube(cube))}"
        for at, cube in enumerate(board)
        if cube
    )
    return ",".join(cubes) or "-"


def _state_tokens(position: Position) -> Iterator[str]:
    phase, chaos = position.phase, position.chaos
    if phase.setup:
        yield "setup"
    if phase.must_tilt:
        yield "tilt"
    if phase.replay:
        bans = "+".join(f"{name_of(at)}!{name_of(left)}" for at, left in phase.bans)
        yield f"again:{bans}" if bans else "again"
    if chaos is not NO_TILES:
        yield from _chaos_tokens(chaos)


def _chaos_tokens(chaos: Chaos) -> Iterator[str]:
    if chaos.land:
        yield "land:" + "+".join(f"{name_of(square)}.{tile.value}" for square, tile in chaos.land)
    if any(map(len, chaos.hands)):
        yield "hands:" + "/".join(_hand_text(colour, chaos.hands[colour]) for colour in Colour)
    if chaos.used:
        yield "used:" + ".".join(tile.value for tile in chaos.used)
    if chaos.armed is not None:
        yield f"armed:{chaos.armed.letter}"
    if chaos.confused:
        yield f"confused:{chaos.confused}"
    if chaos.due:
        yield "due:" + ",".join(map(_due_text, chaos.due))


def _hand_text(colour: Colour, hand: HeldTiles) -> str:
    unknown = [f"?{hand.unknown}"] if hand.unknown else []
    return ".".join([colour.letter, *(tile.value for tile in hand.known), *unknown])


def _due_text(due: Due) -> str:
    match due:
        case UseDue(colour):
            return f"use.{colour.letter}"
        case ManaDue(colour, element):
            return f"mana.{colour.letter}.{element.letter}"
        case ImpulseDue(square):
            return f"impulse.{name_of(square)}"
        case SlideDue(square):
            return f"slide.{name_of(square)}"
        case SwapDue(square):
            return f"swap.{name_of(square)}"
        case YokaiDue(square, other):
            return f"yokai.{name_of(square)}" + ("" if other is None else f".{name_of(other)}")


# Reading


def parse_position(text: str, variant: Variant) -> Position:
    """Reads a position string; raises `NotationError`, or `PositionError` with every fault."""
    if len(text) > _LONGEST:
        raise NotationError("position", text, "longer than any position")
    fields = text.split(" ")
    if len(fields) != 5:
        raise NotationError("position", text, "expected five fields: cubes turn score influences state")
    reader = _Reader(variant)
    position = reader.position(*fields)
    if reader.faults:
        raise PositionError(tuple(reader.faults))
    return position


def read_cubes(text: str) -> tuple[bytes, tuple[RuleMessage, ...]]:
    """The cubes field alone, any number of cubes: what can be read of it, and what is wrong with it."""
    reader = _Reader(Variant(mode=Mode.MINDLOCK))
    return reader.board(text), tuple(reader.faults)


def parse_cubes(text: str) -> bytes:
    """Reads the cubes field alone; raises `PositionError`."""
    board, faults = read_cubes(text)
    if faults:
        raise PositionError(faults)
    return board


@dataclass(slots=True)
class _Reader:
    """Collects every fault on its way."""

    variant: Variant
    faults: list[RuleMessage] = field(default_factory=list)

    def _fault(self, code: str, **values: object) -> None:
        self.faults.append(message(code, **values))

    def position(self, cubes: str, turn: str, score: str, influences: str, state: str) -> Position:
        board, seat, points = self.board(cubes), self._seat(turn), self._score(score)
        holders = self._influences(influences)
        names, phase, chaos = self._state(state)
        if phase.setup:
            self._check_setup(board, seat, names)
        if max(points) >= WINNING_SCORE:
            phase = OVER if phase == FRESH else phase
            self._check_allowed(names, _LAST_WHEN_OVER, "over-token")
        for at, _ in phase.bans:
            if not board[at]:
                self._fault("ban-without-cube", square=name_of(at))
        self._check_hands(chaos)
        position = Position(self.variant, board, seat, phase, points, holders, chaos)
        if not self.faults:
            self._check_due(position)
        return position

    def board(self, text: str) -> bytes:
        board = bytearray(EMPTY_BOARD)
        for token in [] if text == "-" else text.split(","):
            match = _CUBE.fullmatch(token)
            cube = cube_of(colour_lettered(match[2]), match[3]) if match else None
            square = square_named(match[1]) if match else None
            if cube is None or square is None:
                self._fault("bad-cube", text=quoted(token))
            elif board[square]:
                self._fault("square-twice", square=name_of(square))
            else:
                board[square] = cube
        most = self.variant.cubes_each
        for colour in Colour:
            count = sum(1 for cube in board if cube and colour_of(Cube(cube)) is colour)
            if most is not None and count > most:
                self._fault("too-many-cubes", count=count, colour=colour.name.lower(), most=most)
        return bytes(board)

    def _seat(self, text: str) -> Seat:
        for seat in self.variant.seats:
            if seat.value == text:
                return seat
        self._fault("bad-turn", text=quoted(text))
        return self.variant.first

    def _score(self, text: str) -> Score:
        match = _SCORE.fullmatch(text)
        if match is None:
            self._fault("bad-score", text=quoted(text))
            return 0, 0
        score = int(match[1]), int(match[2])
        if max(score) > WINNING_SCORE:
            self._fault("score-too-high", most=WINNING_SCORE)
        elif min(score) == WINNING_SCORE:
            self._fault("both-won")
        return score

    def _influences(self, text: str) -> Influences:
        if not re.fullmatch("[wb-]{3}", text):
            self._fault("bad-influences", text=quoted(text))
            return None, None, None
        fire, water, wood = (None if holder == "-" else colour_lettered(holder) for holder in text)
        return fire, water, wood

    # State tokens

    def _state(self, text: str) -> tuple[list[str], Phase, Chaos]:
        names: list[str] = []
        phase, chaos = FRESH, NO_TILES
        for token in [] if text == "-" else text.split(";"):
            name, colon, value = token.partition(":")
            if name not in _TOKENS:
                self._fault("bad-token", text=quoted(token))
                continue
            if names and _TOKENS.index(name) <= max(map(_TOKENS.index, names)):
                self._fault("token-order", text=quoted(token))
            names.append(name)
            if name in _NEVER_WITHOUT_CHAOS:
                chaos = self._chaos_token(chaos, name, value, token)
            elif name == "again" and colon:
                phase = phase._replace(replay=True, bans=self._bans(value, token))
            elif colon:
                self._fault("bad-token", text=quoted(token))
            elif name == "setup":
                phase = SETUP
            else:
                phase = phase._replace(replay=True) if name == "again" else phase._replace(must_tilt=True)
        for name in names:
            if name in _FORBIDDEN.get(self.variant.mode, ()):
                self._fault("token-mode", text=name)
        return names, phase, NO_TILES if chaos == NO_TILES else chaos

    def _bans(self, value: str, token: str) -> tuple[Ban, ...]:
        matches = [_BAN.fullmatch(part) for part in value.split("+")]
        bans = tuple((_named(m[1]), _named(m[2])) for m in matches if m)
        self._in_order([at for at, _ in bans], len(matches), token)
        return bans

    def _in_order(self, items: Sequence[int], count: int, token: str) -> None:
        """A list inside a token: all `count` of them readable, in order, none twice."""
        if len(items) < count:
            self._fault("bad-token", text=quoted(token))
        elif list(items) != sorted(set(items)):
            self._fault("token-order", text=quoted(token))

    def _chaos_token(self, chaos: Chaos, name: str, value: str, token: str) -> Chaos:
        match name:
            case "land":
                matches = [_TERRAIN.fullmatch(part) for part in value.split("+")]
                land = tuple((_named(m[1]), Tile(m[2])) for m in matches if m)
                self._in_order([square for square, _ in land], len(matches), token)
                return replace(chaos, land=land)
            case "hands":
                return replace(chaos, hands=self._hands(value, token))
            case "used":
                return replace(chaos, used=self._tiles(value.split("."), token))
            case "armed" if value in ("w", "b"):
                return replace(chaos, armed=colour_lettered(value))
            case "confused" if value in ("1", "2", "3"):
                return replace(chaos, confused=int(value))
            case "due":
                dues = [_due(part) for part in value.split(",")]
                if None in dues:
                    self._fault("bad-token", text=quoted(token))
                return replace(chaos, due=tuple(due for due in dues if due is not None))
            case _:
                self._fault("bad-token", text=quoted(token))
                return chaos

    def _tiles(self, codes: list[str], token: str) -> tuple[Tile, ...]:
        tiles = [Tile(code) for code in codes if code in _TILE_CODES]
        self._in_order([tile.order for tile in tiles], len(codes), token)
        return tuple(tiles)

    def _hands(self, value: str, token: str) -> tuple[HeldTiles, HeldTiles]:
        match = _HANDS.fullmatch(value)
        if match is None:
            self._fault("bad-token", text=quoted(token))
            return HeldTiles(), HeldTiles()
        white = HeldTiles(self._tiles(match[1].split(".")[1:], token), int(match[2] or 0))
        black = HeldTiles(self._tiles(match[3].split(".")[1:], token), int(match[4] or 0))
        return white, black

    # What the fields say together

    def _check_setup(self, board: bytes, seat: Seat, names: list[str]) -> None:
        variant = self.variant
        order = variant.placing_order
        placed = len(board) - board.count(0)
        fits = placed < len(order) and seat is order[placed]
        for each in set(order):
            on_homes = [board[home] for home in variant.homes(each) if board[home]]
            own = [cube for cube in on_homes if colour_of(Cube(cube)) is each.colour]
            fits = fits and len(own) == order[:placed].count(each)
        if not fits:
            self._fault("setup-order")
        self._check_allowed(names, _WITH_SETUP, "setup-token")

    def _check_allowed(self, names: list[str], allowed: tuple[str, ...], code: str) -> None:
        for name in names:
            if name not in allowed:
                self._fault(code, text=name)

    def _check_hands(self, chaos: Chaos) -> None:
        tiles = [tile for hand in chaos.hands for tile in hand.known]
        tiles += [tile for _, tile in chaos.land]
        tiles += [*chaos.used, *([Tile.MAJOR_YOKAI] if chaos.armed is not None else [])]
        for tile in Tile:
            if tiles.count(tile) > 1:
                self._fault("tile-twice", tile=tile.value)
        most = self.variant.tiles_each
        for colour in Colour:
            count = len(chaos.hands[colour])
            if count > most:
                self._fault("hand-too-large", colour=colour.name.lower(), count=count, most=most)

    def _check_due(self, position: Position) -> None:
        for due in position.chaos.due:
            text = _due_text(due)
            match due:
                case UseDue(colour) if not len(position.chaos.hands[colour]):
                    self._fault("due-without-tile", colour=colour.name.lower())
                case UseDue() | ManaDue():
                    pass
                case YokaiDue() if position.chaos.armed is None:
                    self._fault("due-unanswerable", text=text)
                case _ if not position.board[due.square]:
                    self._fault("due-unanswerable", text=text)
        if not self.faults and position.chaos.due and position.fully_known and not legal_moves(position):
            self._fault("due-unanswerable", text=_due_text(position.chaos.due[0]))


_TILE_CODES: Final = frozenset(tile.value for tile in Tile)


def _named(name: str) -> Square:
    square = square_named(name)
    assert square is not None  # the patterns let only squares through
    return square


_AT_SQUARE: Final[dict[str, Callable[[Square], Due]]] = {
    "impulse": ImpulseDue,
    "slide": SlideDue,
    "swap": SwapDue,
    "yokai": YokaiDue,
}


def _due(text: str) -> Due | None:
    if match := re.fullmatch("use\\.([wb])", text):
        return UseDue(colour_lettered(match[1]))
    if match := re.fullmatch("mana\\.([wb])\\.([HMK])", text):
        return ManaDue(colour_lettered(match[1]), element_lettered(match[2]))
    if match := re.fullmatch("(impulse|slide|swap|yokai)\\.([A-E][1-6])", text):
        return _AT_SQUARE[match[1]](_named(match[2]))
    if match := re.fullmatch("yokai\\.([A-E][1-6])\\.([A-E][1-6])", text):
        return YokaiDue(_named(match[1]), _named(match[2]))
    return None
