"""What Muk Yan may do next: his answer to each of the nine rolls (RULES 6.2)."""

from dataclasses import dataclass
from fractions import Fraction

from companion.games.himiki.rules import muk_yan
from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.conflicts import opposing
from companion.games.himiki.rules.cubes import Element, Meeting
from companion.games.himiki.rules.moves import Move, Tilt
from companion.games.himiki.rules.play import Played, play
from companion.games.himiki.rules.position import Position

ROLLS = tuple((black, white) for black in Element for white in Element)
"""Of the black cube and the white one; each is as likely as the others."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """One move, and the rolls that lead to it."""

    move: Move
    action: int
    """0 where he finds none."""
    rolls: tuple[tuple[Element, Element], ...]
    strikes: tuple[Square, ...]
    """The cubes that it beats."""
    points: int
    influence: Element | None
    plays_again: bool

    @property
    def chance(self) -> Fraction:
        return Fraction(len(self.rolls), len(ROLLS))


def forecast(position: Position) -> tuple[Prospect, ...]:
    """On Muk Yan's turn, the most likely move first; a replay is one after his action 8."""
    if position.over or position.phase.setup or position.seat is not position.variant.muk_yan:
        raise ValueError("what Muk Yan may do is asked on his turn")
    by_move: dict[tuple[int, Move], list[tuple[Element, Element]]] = {}
    for black, white in ROLLS:
        action, move = muk_yan.reply(position, black, white)
        by_move.setdefault((action, move), []).append((black, white))
    found = [
        _prospect(play(position, move), action, tuple(rolls)) for (action, move), rolls in by_move.items()
    ]
    return tuple(sorted(found, key=lambda prospect: -len(prospect.rolls)))


def _prospect(played: Played, action: int, rolls: tuple[tuple[Element, Element], ...]) -> Prospect:
    before, after, seat = played.before, played.after, played.before.seat
    strikes: tuple[Square, ...] = ()
    if isinstance(played.move, Tilt):
        strikes = tuple(opposing(after.board, played.move.target, Meeting.WON))
    return Prospect(
        played.move,
        action,
        rolls,
        strikes,
        after.score[seat.colour] - before.score[seat.colour],
        played.influence,
        action == muk_yan.MukYanAction.PLAY_AGAIN,
    )


def struck(prospects: tuple[Prospect, ...]) -> dict[Square, int]:
    """Of each cube that can be hit: how many of the nine rolls hit it ("4 of 9 rolls strike B4")."""
    counts: dict[Square, int] = {}
    for prospect in prospects:
        for square in prospect.strikes:
            counts[square] = counts.get(square, 0) + len(prospect.rolls)
    return dict(sorted(counts.items()))
