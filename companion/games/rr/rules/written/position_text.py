"""The position string: printed and read, with every fault of what is read (FORMATS-RR F1)."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from companion.games.quoting import quoted
from companion.games.rr.rules.board import Player, name_of, player_lettered, square_named
from companion.games.rr.rules.messages import RuleMessage, message
from companion.games.rr.rules.position import (
    EMPTY_BOARD,
    Lying,
    Position,
    State,
    Zone,
    named_in,
    unseen,
)
from companion.games.rr.rules.tiles import CITIZEN, DRAWN, FACES, SHIELDED, TOWER, Tile, tile_coded
from companion.games.rule_errors import NotationError, PositionError

_LONGEST: Final = 500
"""Characters: all 31 tiles and every square take less than half of that."""

_FIELDS: Final = 6
_LYING: Final = re.compile(r"([abc][123])([a-z]{2})(x?)([rb])(?:/([a-z]{2}))?")
_ENDS_UNKNOWN: Final = re.compile(r"(?:([a-z.]+)\.)?\?([1-9][0-9]?)")
_NONE: Final = "-"
_FIRST_PICKS: Final = (5, 3)
"""Tiles that are left when the first player picks (R10.3)."""
_SECOND_PICKS: Final = 4


# Printing


def position_text(position: Position) -> str:
    """`a2smb,b2cir r ca.ge/bi.cd br.ni - -`."""
    fields = (
        ",".join(f"{name_of(at)}{_lying_text(lying)}" for at, lying in position.lying) or _NONE,
        position.turn.letter,
        zones_text(position.zones),
        _tiles_text(position.neutral),
        _tiles_text(position.discards),
        position.state.value,
    )
    return " ".join(fields)


def _lying_text(lying: Lying) -> str:
    down, covered = "x" if lying.down else "", f"/{lying.covered}" if lying.covered else ""
    return f"{lying.tile}{down}{lying.player.letter}{covered}"


def zones_text(zones: tuple[Zone, Zone]) -> str:
    return "/".join(map(zone_text, zones))


def zone_text(zone: Zone) -> str:
    return _tiles_text(zone.tiles, zone.unknown)


def _tiles_text(tiles: tuple[Tile, ...], unknown: int = 0) -> str:
    return ".".join([*tiles, *([f"?{unknown}"] if unknown else [])]) or _NONE


# Reading


def parse_position(text: str, *, lenient: bool = False) -> Position:
    """Raises `NotationError` for text of another shape, `PositionError` with every fault of the rest.
    `lenient`: what lies on a table, though no game may have led to it."""
    fields = text.split(" ")
    if len(text) > _LONGEST or len(fields) != _FIELDS:
        raise NotationError("position", text, "six fields: board turn zones neutral discards state")
    reading = _Reading()
    position = reading.position(fields)
    faults = (*reading.faults, *(() if lenient else faults_of(position)))
    if faults:
        raise PositionError(faults)
    return position


def parse_zone(text: str) -> Zone | None:
    """`ca.ge.?2`; None where it is none."""
    reading = _Reading()
    zone = reading.zone(text)
    return None if reading.faults else zone


@dataclass
class _Reading:
    """What can be read of each field; what cannot becomes a fault."""

    faults: list[RuleMessage] = field(default_factory=list)

    def fault(self, code: str, **values: object) -> None:
        self.faults.append(message(code, **values))

    def position(self, fields: list[str]) -> Position:
        board, turn, zones, neutral, discards, state = fields
        if turn not in ("r", "b"):
            self.fault("bad-turn", text=quoted(turn))
            turn = "r"
        states = {each.value: each for each in State}
        if state not in states:
            self.fault("bad-state", text=quoted(state))
        return Position(
            self.board(board),
            player_lettered(turn),
            self.zones(zones),
            self.tiles(neutral),
            self.tiles(discards),
            states.get(state, State.PLAYING),
        )

    def board(self, text: str) -> tuple[Lying | None, ...]:
        board = list(EMPTY_BOARD)
        for part in [] if text == _NONE else text.split(","):
            match = _LYING.fullmatch(part)
            tile = tile_coded(match[2]) if match else None
            covered = tile_coded(match[5]) if match and match[5] else None
            square = square_named(match[1]) if match else None
            if match is None or tile is None or square is None or (match[5] and covered is None):
                self.fault("bad-tile", text=quoted(part))
            elif board[square] is not None:
                self.fault("square-twice", square=match[1])
            else:
                board[square] = Lying(tile, player_lettered(match[4]), bool(match[3]), covered)
        return tuple(board)

    def zones(self, text: str) -> tuple[Zone, Zone]:
        parts = text.split("/")
        if len(parts) != len(Player):
            self.fault("bad-zones", text=quoted(text))
            return Zone(), Zone()
        return self.zone(parts[0]), self.zone(parts[1])

    def zone(self, text: str) -> Zone:
        match = _ENDS_UNKNOWN.fullmatch(text)
        if match is None:
            return Zone(self.tiles(text))
        return Zone(self.tiles(match[1]) if match[1] else (), int(match[2]))

    def tiles(self, text: str) -> tuple[Tile, ...]:
        tiles = [tile_coded(code) for code in text.split(".")] if text != _NONE else []
        if None in tiles:
            self.fault("bad-list", text=quoted(text))
        return tuple(sorted(tile for tile in tiles if tile is not None))


# What cannot be


def faults_of(position: Position) -> Iterator[RuleMessage]:
    for tile, places in sorted(Counter(named_in(position)).items()):
        if places > 1:
            yield message("tile-twice", tile=FACES[tile].name)
    for find in (_of_board, _of_neutral, _of_unknown):
        yield from find(position)
    if position.state is not State.PLAYING:
        yield from _of_beginning(position)


def _of_board(position: Position) -> Iterator[RuleMessage]:
    down = False
    for at, lying in position.lying:
        square, name = name_of(at), FACES[lying.tile].name
        if lying.tile == TOWER and lying.covered is None:
            yield message("tower-bare", square=square)
        if lying.tile != TOWER and lying.covered is not None:
            yield message("covers", tile=name, square=square)
        if lying.covered in SHIELDED:
            yield message("covered-shield", tile=FACES[lying.covered].name, square=square)
        if lying.down and lying.player is position.turn:
            yield message("own-destroyed", square=square)
        down = down or lying.down
    if down and None not in position.board:
        yield message("down-and-full")


def _of_neutral(position: Position) -> Iterator[RuleMessage]:
    for tile in position.neutral:
        if tile not in DRAWN:
            yield message("not-neutral", tile=FACES[tile].name)


def _of_unknown(position: Position) -> Iterator[RuleMessage]:
    count, most = sum(zone.unknown for zone in position.zones), len(unseen(position))
    if count > most:
        yield message("too-many-unknown", count=count, most=most)


def _of_beginning(position: Position) -> Iterator[RuleMessage]:
    state, left = position.state, len(position.neutral)
    if any(position.board) or position.discards:
        yield message("not-begun", text=state.value)
    first = position.turn
    if state is State.DRAFT:
        if left not in (*_FIRST_PICKS, _SECOND_PICKS):
            yield message("draft-size", count=left)
        if left == _SECOND_PICKS:
            first = first.other
    if CITIZEN not in position.zones[first].tiles:
        yield message("no-citizen", text=state.value)
