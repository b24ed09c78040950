"""A position drawn as text, for terminals."""

from companion.games.rr.rules.board import SIDE, Player
from companion.games.rr.rules.ending import ending
from companion.games.rr.rules.position import Lying, Position, State, allies
from companion.games.rr.rules.written.position_text import zones_text

_WIDTH = 7
_NAMES = {Player.REGALITY: "Regality", Player.RELIGION: "Religion"}


def text_board(position: Position) -> str:
    """Row 3 on top; `kir` is Regality's ally, `#` a tile that lies face down, `·` a free square."""
    rows = [
        f"{row + 1} "
        + "".join(
            _cell(position.board[SIDE * column + row]).center(_WIDTH) for column in range(SIDE)
        ).rstrip()
        for row in reversed(range(SIDE))
    ]
    return "\n".join([*rows, "  " + "".join(letter.center(_WIDTH) for letter in "abc").rstrip()])


def _cell(lying: Lying | None) -> str:
    if lying is None:
        return "·"
    if lying.down:
        return "#"
    return f"{lying.tile}{lying.player.letter}" + (f"/{lying.covered}" if lying.covered else "")


def status_line(position: Position) -> str:
    """Whose turn it is, or who has won, the allies, and what lies beside the board."""
    over = ending(position)
    red, blue = allies(position.board)
    if over is not None:
        turn = f"{_NAMES[over.winner]} has won ({over.reason.value})"
    elif position.state is State.DRAFT:
        turn = f"{_NAMES[position.turn]} to pick"
    else:
        turn = f"{_NAMES[position.turn]} to play"
    neutral, discards = (".".join(tiles) or "-" for tiles in (position.neutral, position.discards))
    return f"{turn}, {red}-{blue}, zones {zones_text(position.zones)}, neutral {neutral}, discards {discards}"
