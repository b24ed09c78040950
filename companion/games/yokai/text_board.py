"""A position drawn as text, for terminals."""

from companion.games.yokai.rules.cards import CARDS
from companion.games.yokai.rules.ending import score
from companion.games.yokai.rules.position import Phase, Pile, Player, Position, deck_size
from companion.games.yokai.rules.written.position_text import holding_text, won_text

_WIDTH = 6
_BETWEEN = "  "


def text_board(position: Position) -> str:
    """Four piles in a row, b's rows above and a's below; what lies outermost is farthest from the pile."""
    above = max(len(pile.rows[Player.B]) for pile in position.piles)
    below = max(len(pile.rows[Player.A]) for pile in position.piles)
    lines = [[_at(pile, Player.B, above - 1 - row) for pile in position.piles] for row in range(above)]
    lines.append([_top(*each) for each in zip(CARDS.colours, position.piles, strict=True)])
    lines += [[_at(pile, Player.A, row) for pile in position.piles] for row in range(below)]
    return "\n".join(_BETWEEN.join(cell.center(_WIDTH) for cell in line).rstrip() for line in lines)


def _at(pile: Pile, player: Player, at: int) -> str:
    row = pile.rows[player]
    return row[at] if at < len(row) else ""


def _top(colour: str, pile: Pile) -> str:
    """`F [5]`, with how many lie below."""
    if not pile.yokai:
        return f"[{colour} -]"
    more = len(pile.yokai) - 1
    return f"[{pile.yokai[0] or colour + '?'}]" + (f"+{more}" if more else "")


def status_line(position: Position) -> str:
    """Whose turn it is, or who has won, the points, and what lies beside the piles."""
    now = score(position)
    if position.phase is Phase.OVER:
        turn = f"{now.winner.letter} has won" if now.winner is not None else "a draw"
    else:
        turn = f"{position.turn.letter}: {position.phase.value}"
    hands = "/".join(map(holding_text, position.hands))
    won = "/".join(".".join(map(won_text, each)) or "-" for each in position.won)
    return (
        f"{turn}, {now.points[0]}-{now.points[1]}, won {won}, hands {hands}, "
        f"deck {deck_size(position.deck)}, discard {position.discard.size}"
    )
