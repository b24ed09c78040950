"""What a friend has said of the game: her moves, and what stands at her table after them."""

from dataclasses import dataclass, field
from typing import Final

from companion.broker.messages.friendly import Back, Hello, Played, Times

_AWAY_AFTER: Final = 12.0
"""Seconds without a greeting after which a friend is away: four greetings are missing then."""


@dataclass(slots=True)
class Hers:
    """Of one game; what she last said of herself outlives it."""

    hello: Hello | None = None
    hello_at: float = 0.0
    moves: list[str] = field(default_factory=list)
    known: bool = False
    """She has greeted in this game."""
    positions: dict[int, str] = field(default_factory=dict)
    """What stands at her table after so many moves, as far as she has said."""
    times: dict[int, Times] = field(default_factory=dict)
    """What the clocks showed there."""

    def greeted(self, hello: Hello, now: float) -> None:
        self.hello, self.hello_at = hello, now

    def told_all(self, hello: Hello) -> None:
        """A greeting of the game that is played."""
        self.moves, self.known = list(hello.moves), True
        self.positions = {at: told for at, told in self.positions.items() if at <= len(self.moves)}
        if hello.position:
            self.positions[len(self.moves)] = hello.position
        if hello.clock is not None:
            self.times[len(self.moves)] = hello.clock

    def told_move(self, played: Played, mine: tuple[str, ...]) -> None:
        at = played.at or len(mine) + 1
        if at == len(mine) + 1 and len(self.moves) < len(mine):
            # She has heard of what was played here, and goes on from it.
            self.moves = list(mine)
        if at > len(self.moves) + 1:
            return  # There is a hole before it: her next greeting has all.
        self.moves[at - 1 :] = [played.move]
        self.positions[at] = played.position
        if played.clock is not None:
            self.times[at] = played.clock

    def began(self) -> None:
        """Another game with her."""
        self.moves, self.known, self.positions, self.times = [], False, {}, {}

    @property
    def heard(self) -> bool:
        """Whether anything was said of this game."""
        return self.known or bool(self.moves)

    @property
    def position(self) -> str:
        return self.positions.get(len(self.moves), "")

    def hello_of(self, number: int) -> Hello | None:
        """Her last greeting, if it was of that game."""
        return self.hello if self.hello is not None and self.hello.round == number else None

    def back_of(self, number: int, took: int) -> Back | None:
        """A take-back of hers in that game that was not answered yet."""
        hello = self.hello_of(number)
        return None if hello is None or hello.back is None or hello.back.id <= took else hello.back

    def is_away(self, now: float) -> bool:
        return self.hello is None or now - self.hello_at >= _AWAY_AFTER
