"""How the game with a friend stands, as pages show it."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Difference:
    """Both tables have so many moves in common, and then stand otherwise."""

    after: int
    mine: str
    hers: str
    """What stands at each, as far as it is known."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a page shows of the friend."""

    name: str
    side: str
    """Of this table."""
    there: bool = False
    ever: bool = False
    """Whether she has been there since this table runs."""
    broker: bool = False
    playing: bool = True
    """Whether the game with her is the one on the table."""
    asked_back: tuple[str, ...] = ()
    """The moves that she wants taken back here."""
    asks_back: bool = False
    """Whether a take-back here waits for hers."""
    difference: Difference | None = None
    waits: bool = False
    """Whether it is her turn."""
    calm: bool = True
    """Nothing has to be put right at her table."""
    another: bool = False
    """She has begun another game."""
    over: bool = False
    refused: dict[str, int] = field(default_factory=dict)
    """How many messages were, by the code of why."""
