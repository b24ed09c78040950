"""Chaos tiles, the hands that hold them, and the decisions they leave waiting (RULES 5)."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.cubes import Colour, Element


class Tile(Enum):
    """Named by the codes of RULES 5.1, in its order."""

    FIRE_MANA = "mh"
    WATER_MANA = "mm"
    WOOD_MANA = "mk"
    CONJURATION = "cj"
    MAJOR_YOKAI = "my"
    CONFUSION = "cf"
    GATE_OF_HELL = "gh"
    IMPULSE = "im"
    TRANSFER = "tr"
    VORTEX = "vx"
    TELEPORTATION = "tp"
    MIRROR = "mi"

    order: int

    def __lt__(self, other: "Tile") -> bool:
        return self.order < other.order


for _order, _tile in enumerate(Tile):
    _tile.order = _order

MANA: Final = {
    Tile.FIRE_MANA: Element.FIRE,
    Tile.WATER_MANA: Element.WATER,
    Tile.WOOD_MANA: Element.WOOD,
}
TERRAIN: Final = frozenset(
    (Tile.GATE_OF_HELL, Tile.IMPULSE, Tile.TRANSFER, Tile.VORTEX, Tile.TELEPORTATION, Tile.MIRROR)
)
EVENTS: Final = frozenset(Tile) - TERRAIN


@dataclass(frozen=True, slots=True)
class HeldTiles:
    """A side's tiles: those that the referee knows, and how many lie face down (RULES 5.12)."""

    known: tuple[Tile, ...] = ()
    """In the order of RULES 5.1."""
    unknown: int = 0

    def __len__(self) -> int:
        return len(self.known) + self.unknown

    def without(self, tile: Tile) -> "HeldTiles":
        """The hand after using that tile, which is a face-down one where it is not known."""
        if tile in self.known:
            return replace(self, known=tuple(kept for kept in self.known if kept is not tile))
        return replace(self, unknown=self.unknown - 1)


EMPTY_HAND: Final = HeldTiles()


@dataclass(frozen=True, slots=True)
class UseDue:
    """A side may use one tile (RULES 5.2)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class ManaDue:
    """A side must tilt a cube of its own that shows this element (RULES 5.3)."""

    colour: Colour
    element: Element


@dataclass(frozen=True, slots=True)
class ImpulseDue:
    """The cube on this square must tilt once more (RULES 5.9)."""

    square: Square


@dataclass(frozen=True, slots=True)
class SlideDue:
    """The cube on this square must slide two squares (RULES 5.9)."""

    square: Square


@dataclass(frozen=True, slots=True)
class SwapDue:
    """The cube on this square must change places with another (RULES 5.11)."""

    square: Square


@dataclass(frozen=True, slots=True)
class YokaiDue:
    """The armed Major Yokai may be spent on this tilt, or kept (RULES 5.5)."""

    square: Square
    other: Square | None = None
    """The second active cube, after a Transfer."""


Due = UseDue | ManaDue | ImpulseDue | SlideDue | SwapDue | YokaiDue

JUST_USED: Final = 3
"""`Chaos.confused` in the very turn in which Confusion is used: no effect yet (RULES 5.6)."""


@dataclass(frozen=True, slots=True)
class Chaos:
    """All that tiles have done to a position."""

    hands: tuple[HeldTiles, HeldTiles] = (EMPTY_HAND, EMPTY_HAND)
    land: tuple[tuple[Square, Tile], ...] = ()
    """Terrain on the board, in board order."""
    used: tuple[Tile, ...] = ()
    """Discarded, in the order of RULES 5.1."""
    armed: Colour | None = None
    """Whose Major Yokai waits (RULES 5.5)."""
    confused: int = 0
    """Confused turns left, the running one included; `JUST_USED` before they begin."""
    due: tuple[Due, ...] = ()
    """Decisions waiting, the first one first."""

    @property
    def confusing(self) -> bool:
        """Whether the turn now being played is a confused one."""
        return 0 < self.confused < JUST_USED

    @property
    def seen(self) -> frozenset[Tile]:
        """Tiles that cannot be lying face down in a hand (RULES 5.12, FORMATS 1)."""
        tiles = {tile for hand in self.hands for tile in hand.known}
        tiles.update(tile for _, tile in self.land)
        tiles.update(self.used)
        if self.armed is not None:
            tiles.add(Tile.MAJOR_YOKAI)
        return frozenset(tiles)

    def usable_codes(self, colour: Colour) -> tuple[Tile, ...]:
        """Tiles that side may turn up from its hand, in the order of RULES 5.1."""
        hand = self.hands[colour]
        if not hand.unknown:
            return hand.known
        seen = self.seen
        return tuple(tile for tile in Tile if tile in hand.known or tile not in seen)


NO_TILES: Final = Chaos()
"""What a game without Chaos has: compare with `is` where speed matters, positions keep this very object."""
