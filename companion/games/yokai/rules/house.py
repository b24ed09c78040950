"""What a house plays by: its cards, and how it reads what the rules leave open."""

from dataclasses import dataclass, field, fields
from typing import Final

from companion.games.yokai.rules.cards import CARDS, Cards


@dataclass(frozen=True, slots=True)
class Rulings:
    """Each is asked in one place; the first of its readings is the usual one."""

    scared_to: str = field(default="pile", metadata={"readings": ("pile", "colour")})
    """Where a called Yokai goes that is frightened: below the pile where it lies, or home (Y5.4)."""
    tie_colour: str = field(default="printed", metadata={"readings": ("printed", "pile")})
    """Which colour a called Yokai counts for when points are equal (Y6.4)."""
    moved_to: str = field(default="outermost", metadata={"readings": ("outermost", "innermost")})
    """Where a distracted sketch lies in its new row (Y8.2)."""
    first_count: str = field(default="played", metadata={"readings": ("played", "goal")})
    """Which pile is counted first after a Distract (Y8.4)."""

    def __post_init__(self) -> None:
        for name, readings in READINGS.items():
            if getattr(self, name) not in readings:
                raise ValueError(f"{name} is one of {', '.join(readings)}")


READINGS: Final[dict[str, tuple[str, ...]]] = {
    each.name: each.metadata["readings"] for each in fields(Rulings)
}


@dataclass(frozen=True)
class House:
    cards: Cards = CARDS
    rulings: Rulings = Rulings()


HOUSE: Final = House()
