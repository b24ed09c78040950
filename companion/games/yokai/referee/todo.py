"""What is still to be done for a card, in a few words."""

from companion.games.yokai.referee.steps import Called, Carried, Cleared, Step, Taken
from companion.games.yokai.rules.position import Player


def step_text(step: Step) -> str:
    """A word for the deed, then cards and piles: programs read it, pages say it in sentences."""
    match step:
        case Called(yokai, source, goal):
            return f"call {yokai} {source}>{goal}"
        case Carried(sketch, _, source, goal):
            return f"move {sketch} {source}>{goal}"
        case Taken(yokai, pile, None):
            return f"below {yokai} {pile}"
        case Taken(yokai, pile, winner):
            return f"take {yokai} {pile} {Player(winner or 0).letter}"
        case Cleared(pile, player, row):
            return f"clear {pile} {player.letter} {'.'.join(row)}"
