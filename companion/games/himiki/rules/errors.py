"""What can be wrong by these rules: as in every game, and faces that nobody knows."""

from companion.games import rule_errors
from companion.games.himiki.rules.messages import message
from companion.games.rule_errors import IllegalMove, MarkError, PositionError, RulesError

__all__ = ["HiddenFaces", "IllegalMove", "MarkError", "NotationError", "PositionError", "RulesError"]


class NotationError(rule_errors.NotationError):
    """Text that is no move, position, record or challenge."""

    none = "not a"


class HiddenFaces(RulesError):
    """The position has faces that the rules would need and nobody knows."""

    def __init__(self, squares: tuple[str, ...]) -> None:
        self.squares = squares
        super().__init__(str(message("hidden-faces", squares=", ".join(squares))))
