"""Points, and who has won (RULES Y6)."""

from typing import NamedTuple

from companion.games.yokai.rules.cards import colour_of, value_of
from companion.games.yokai.rules.house import HOUSE, House
from companion.games.yokai.rules.position import Phase, Player, Position


class Score(NamedTuple):
    points: tuple[int, int]
    """By player; hands and laid sketches count nothing (Y6.3)."""
    colours: tuple[int, int]
    """Different ones among the Yokai won (Y6.4)."""
    over: bool

    @property
    def winner(self) -> Player | None:
        """None for a draw (Y6.5), and while the game goes on."""
        a, b = zip(self.points, self.colours, strict=True)
        if not self.over or a == b:
            return None
        return Player.A if a > b else Player.B


def score(position: Position, house: House = HOUSE) -> Score:
    points, colours = [], []
    for own in position.won:
        points.append(sum(value_of(won.yokai) for won in own))
        printed = house.rulings.tie_colour == "printed"
        colours.append(len({colour_of(won.yokai) if printed else won.pile for won in own}))
    return Score(
        (points[0], points[1]),
        (colours[0], colours[1]),
        position.phase is Phase.OVER,
    )
