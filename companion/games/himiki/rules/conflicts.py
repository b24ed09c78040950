"""Conflicts and influences: what a tilt brings once the active cube stands (RULES 3.4 to 3.11)."""

from typing import Final, NamedTuple

from companion.games.himiki.rules.board import NEIGHBOURS, Square
from companion.games.himiki.rules.cubes import MEETINGS, SHOWING, TOPS, Colour, Element, Meeting
from companion.games.himiki.rules.position import Influences, Score
from companion.games.himiki.rules.variant import WINNING_SCORE

_WON: Final = int(Meeting.WON)
_LOST: Final = int(Meeting.LOST)


class Meetings(NamedTuple):
    """What the active cube met: how many conflicts it won and lost, and whether a neighbour is like it."""

    won: int
    lost: int
    alike: bool


def meetings(board: bytes | bytearray, active: Square, also: tuple[Square, ...] = ()) -> Meetings:
    """RULES 3.4 and 3.6; `also` are squares that count as neighbours (RULES 5.5)."""
    won = lost = 0
    alike = False
    row = MEETINGS[board[active]]
    for neighbour in NEIGHBOURS[active] + also if also else NEIGHBOURS[active]:
        meeting = row[board[neighbour]]
        if meeting:
            if meeting == _WON:
                won += 1
            elif meeting == _LOST:
                lost += 1
            else:
                alike = True
    return Meetings(won, lost, alike)


def opposing(
    board: bytes | bytearray, active: Square, outcome: int, also: tuple[Square, ...] = ()
) -> list[Square]:
    """The neighbours with which the active cube has a conflict of that outcome, in board order."""
    row = MEETINGS[board[active]]
    return sorted(n for n in NEIGHBOURS[active] + also if row[board[n]] == outcome)


def completed(board: bytes | bytearray, active: Square, count: int) -> Element | None:
    """The element whose influence the active cube completes: exactly `count` cubes show it (RULES 3.9)."""
    top = TOPS[board[active]]
    return Element(top) if board.translate(SHOWING[top]).count(1) == count else None


class Gains(NamedTuple):
    """Scores and tiles after a tilt."""

    score: Score
    influences: Influences
    taken: Element | None
    over: bool


def tally(
    score: Score,
    influences: Influences,
    mover: Colour,
    won: int,
    lost_to_active: int,
    element: Element | None,
) -> Gains:
    """Counts in the order of RULES 3.11 and 5.11, and stops at five.

    `lost_to_active` are conflicts that an active cube of the other side won (after a Transfer);
    `element` is the influence that the tilt completes.
    """
    points = list(score)
    for colour, gained in ((mover, won), (mover.other, lost_to_active)):
        points[colour] = min(WINNING_SCORE, points[colour] + gained)
        if points[colour] == WINNING_SCORE:
            return Gains((points[0], points[1]), influences, None, True)
    if element is None or influences[element] is mover:
        return Gains((points[0], points[1]), influences, None, False)
    holders = list(influences)
    if holders[element] is not None:
        points[mover.other] = max(0, points[mover.other] - 1)
    holders[element] = mover
    points[mover] += 1
    over = points[mover] == WINNING_SCORE
    return Gains((points[0], points[1]), (holders[0], holders[1], holders[2]), element, over)
