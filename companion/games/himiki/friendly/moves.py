"""What of a game the other table is told, and what is made here of what it tells."""

from companion.games.asking import Announce, Asked
from companion.games.friendly import Ended, Shared, Step, Told
from companion.games.himiki.referee.decisions import (
    Decision,
    DecisionError,
    Resign,
    SayMove,
    TimeLeft,
    Undo,
    Unsaid,
)
from companion.games.himiki.referee.events import Move, Placed
from companion.games.himiki.referee.ledger import Ledger
from companion.games.himiki.referee.phrases import phrase
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.cubes import colour_lettered
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.refusal import refusal
from companion.games.himiki.rules.written.notation import parse_move
from companion.games.himiki.rules.written.position_text import position_text
from vision.frames import Seconds


def shared_of(referee: Referee, t: float) -> Shared:
    ledger = referee.ledger
    if ledger.start is None:
        return Shared()
    status = referee.status(Seconds(t))
    ended, announced = ledger.ended, ledger.opponent
    return Shared(
        steps=_steps(ledger),
        position=status.position,
        turn=status.turn,
        asked=referee.asked,
        announced=None if announced is None else announced.move,
        ended=None if ended is None else Ended(ended.winner, ended.reason),
        clock=status.clock,
        calm=status.violation is None and status.question is None,
        unsided="" if referee.unsided is None else name_of(referee.unsided),
    )


def _steps(ledger: Ledger) -> tuple[Step, ...]:
    events = (entry.event for entry in ledger.entries)
    return tuple(
        Step(event.by, event.move, event.position) for event in events if isinstance(event, (Placed, Move))
    )


def told(asked: Asked[Position], move: str, name: str = "") -> Told:
    try:
        parsed = parse_move(move).move
        fault = refusal(asked.position, parsed)
        if fault is not None:
            raise fault
        after = play(asked.position, parsed).after
    except (RulesError, ValueError, LookupError) as fault:
        raise DecisionError(phrase("friend-move-off", why=str(fault))) from None
    return Told(Announce(asked, parsed, name), position_text(after))


def alike(one: str, other: str) -> bool:
    """Faces that a camera has not seen yet are `?`."""
    if one == other:
        return True
    ours, theirs = one.split(" "), other.split(" ")
    if ours[1:] != theirs[1:]:
        return False
    cubes = [field[0].split(",") for field in (ours, theirs)]
    return len(cubes[0]) == len(cubes[1]) and all(map(_same_cube, *cubes))


def _same_cube(one: str, other: str) -> bool:
    """`B2bHMK`."""
    return len(one) == len(other) and all(
        this == that or "?" in (this, that) for this, that in zip(one, other, strict=True)
    )


def undone() -> Decision:
    return Undo()


def unsaid() -> Decision:
    return Unsaid()


def said(move: str) -> Decision:
    return SayMove(move)


def over(ended: Ended, side: str) -> Decision | None:
    """Only what she loses by: that she has won, the moves show."""
    if ended.winner == side:
        return None
    match ended.reason:
        case "resigned":
            return Resign(colour_lettered(side))
        case "time":
            return TimeLeft(colour_lettered(side), 0.0)
        case _:
            return None


def time_left(side: str, seconds: float) -> Decision:
    return TimeLeft(colour_lettered(side), max(0.001, seconds))
