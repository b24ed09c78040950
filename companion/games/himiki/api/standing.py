"""The position of the game at hand."""

from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.written.position_text import parse_position
from companion.web.exchange.running import table


def standing() -> Position | None:
    """None where it is none that the rules know."""
    game = table().game()
    if game.free:
        return None
    try:
        return parse_position(table().status().position, game.variant)
    except RulesError:
        return None
