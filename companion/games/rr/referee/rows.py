"""Tiles that lie open beside the board, as far as a camera sees them: what effects do there leaves a trace.

The board alone never shows whether an Assassin was used; a row that was seen whole, and lacks a tile, does.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.rr.referee.explaining import Way
from companion.games.rr.referee.look import Cells
from companion.games.rr.rules.board import SIDE, Player
from companion.games.rr.rules.position import Position
from companion.games.rr.rules.tiles import tile_coded
from companion.games.settling import Patience, Settling
from vision.flat.seen import FlatSighting
from vision.sighting import Point

NEUTRAL: Final = "neutral"
ROWS: Final = (*(player.letter for player in Player), NEUTRAL)


def row_at(place: Point) -> str:
    """Whose row a tile at that place lies in, by squares across and along from the first corner."""
    _, along = place
    return "r" if along < 0 else "b" if along > SIDE else NEUTRAL


@dataclass(frozen=True, slots=True)
class Rows:
    open: frozenset[tuple[str, str]]
    """Row and tile, of each that is plain."""
    unplain: frozenset[str]
    """Rows in which something lies that is not."""

    def has(self, row: str, tile: str) -> bool:
        return (row, tile) in self.open


def rows_of(sighting: FlatSighting) -> Rows | None:
    """None where no row is in view."""
    there = [piece for piece in sighting.beside if not piece.down]
    known = [each for each in there if each.claimed and each.code and tile_coded(each.code)]
    if not known:
        return None
    unplain = {row_at(each.place) for each in there if not each.claimed}
    return Rows(frozenset((row_at(each.place), str(each.code)) for each in known), frozenset(unplain))


class Beside:
    """What was seen of the rows, over time; nothing of it is kept over a power cut: they are seen again."""

    def __init__(self) -> None:
        self._settling = Settling()
        self._rows: Rows | None = None
        self.before: Rows | None = None
        """When the board last stood as the game has it."""

    def sighted(self, sighting: FlatSighting, t: float) -> None:
        self._settling.sighted(t)
        self._rows = rows_of(sighting) if sighting.clear and not sighting.moving else None
        if self._rows is None:
            self._settling.disturbed()
        else:
            self._settling.looked(self._rows, t)

    @property
    def in_view(self) -> bool:
        return self._rows is not None

    def settled(self, t: float) -> Rows | None:
        return self._rows if self._settling.lasts(Patience.WRONG, t) else None

    def lies(self, tile: str, t: float) -> bool:
        """Whether it is seen in any row."""
        rows = self.settled(t)
        return rows is not None and any(rows.has(row, tile) for row in ROWS)

    def agrees(self, t: float) -> None:
        """The board stands as the game has it."""
        rows = self.settled(t)
        if rows is not None:
            self.before = rows

    def awaited(self, t: float) -> bool:
        """They were in view, and are not settled yet: what they show is worth waiting for."""
        return self.before is not None and self.settled(t) is None

    def fitting(self, ways: Sequence[Way], position: Position, look: Cells, t: float) -> tuple[Way, ...]:
        """Of ways that look alike on the board those that fit the rows; all, where these do not tell."""
        rows = self.settled(t)
        if rows is None or self.before is None or len(ways) < 2:
            return tuple(ways)
        here = {cell[:2] for cell in look if len(cell) > 2}
        lies = [_beside(way.done.position) for way in ways]
        differ = {each for each in set().union(*lies) if not all(each in one for one in lies)}
        differ = {each for each in differ if each[1] not in here}
        mine = _beside(position)
        for row, tile in differ:
            # What was never seen there may well lie there unseen; and what is not plain may be it.
            if row in rows.unplain or ((row, tile) in mine and not self.before.has(row, tile)):
                return tuple(ways)
        fitting = tuple(
            way
            for way, one in zip(ways, lies, strict=True)
            if all((each in one) == rows.has(*each) for each in differ)
        )
        return fitting or tuple(ways)

    def picked(self, position: Position, t: float) -> str | None:
        """Which neutral tile lies in the row of whoever picks (R10.3); None where that is not plain."""
        rows = self.settled(t)
        if rows is None:
            return None
        row = position.turn.letter
        taken = [tile for tile in position.neutral if rows.has(row, tile) and not rows.has(NEUTRAL, tile)]
        return taken[0] if len(taken) == 1 else None


def _beside(position: Position) -> frozenset[tuple[str, str]]:
    """What lies open in the zones of both."""
    return frozenset((player.letter, tile) for player in Player for tile in position.zones[player].tiles)


def leaving_no_trace(ways: Iterable[Way], placed: str, look: Cells) -> tuple[Way, ...]:
    """What the tile that was placed may have done beside the board; no tile that lies on it was taken."""
    here = {cell[:2] for cell in look if len(cell) > 2}
    found = [way for way in ways if way.text.startswith(placed)]
    bare = next((way for way in found if way.text == placed), None)
    if bare is None:
        return ()
    return tuple(
        way for way in found if way.done.look == bare.done.look and way.text[-2:] not in here - {placed[:2]}
    )
