"""What stands now: all that a page, a light or a voice needs to show the game, in one value."""

from dataclasses import dataclass, field
from typing import Any

from companion.games import status
from companion.games.himiki.referee.events import Event, MukYan, Opponent, Restore, Violation


@dataclass(frozen=True, slots=True)
class SetUp:
    """What set-up still waits for."""

    missing: tuple[Restore, ...] = ()
    """Cubes to bring, where and (in a challenge) with which faces; `w???` where any will do."""
    wrong: tuple[Restore, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Status(status.Status):
    """`GET /api/v1/state`, and what only our own pages and lights use."""

    edition: str
    score: tuple[int, int]
    influences: tuple[str | None, str | None, str | None]
    """Who holds fire, water, wood: `w`, `b` or None."""
    must_tilt: bool
    replay: bool
    violation: Violation | None
    lost: bool = False
    """Whether the board is said to be out of sight; while the camera is yet to look for the first time it is
    not seen, and not lost either."""
    setup: SetUp | None = None
    """None once set-up is done."""
    to_restore: Restore | None = None
    """The one cube to put right first: whoever is told of several begins with none."""
    muk_yan: MukYan | None = None
    """His move while it waits to be carried out."""
    levels: dict[str, str] = field(default_factory=dict)
    """Which seats a level plays."""
    opponent: Opponent | None = None
    """What a level plays while it waits to be carried out."""
    thinks: bool = False
    """A level is on turn, and has not said its move yet."""
    awaits_roll: bool = False
    dice: str | None = None
    """What is awaited in the tray (see `referee.dice`): throw, rolling, unread. None: there is no tray, or no
    roll is awaited."""
    to_remove: tuple[str, ...] = ()
    """In a challenge, squares whose beaten cubes still have to leave the board."""
    challenge: str | None = None
    par: int | None = None
    spent: int = 0
    """Moves a challenge has cost so far."""
    clock: tuple[float, float] | None = None
    """Seconds left for white and black."""
    clock_runs: str | None = None
    """Whose clock runs now: `w`, `b` or None."""
    paused: bool = False
    """Whether people have stopped it."""

    def as_json(self) -> dict[str, Any]:
        """The stable part first, our own after it."""

        def told(event: Event | None) -> dict[str, Any] | None:
            return None if event is None else event.as_json()

        setup = None
        if self.setup is not None:
            setup = {
                "missing": [each.as_json() for each in self.setup.missing],
                "wrong": [each.as_json() for each in self.setup.wrong],
            }
        return {
            "mode": self.mode,
            "edition": self.edition,
            "position": self.position,
            "score": list(self.score),
            "turn": self.turn,
            "influences": "".join(side or "-" for side in self.influences),
            "players": self.players,
            "must_tilt": self.must_tilt,
            "replay": self.replay,
            "violation": told(self.violation),
            "question": told(self.question),
            "board": self.board,
            "clear": self.clear,
            "moves": self.moves,
            "last_event": told(self.last_event),
            "camera": self.camera,
            "lost": self.lost,
            "setup": setup,
            "to_restore": None if self.to_restore is None else self.to_restore.as_json(),
            "muk_yan": told(self.muk_yan),
            "levels": self.levels,
            "opponent": told(self.opponent),
            "thinks": self.thinks,
            "awaits_roll": self.awaits_roll,
            "dice": self.dice,
            "to_remove": list(self.to_remove),
            "challenge": self.challenge,
            "par": self.par,
            "spent": self.spent,
            "clock": None if self.clock is None else list(self.clock),
            "clock_runs": self.clock_runs,
            "paused": self.paused,
            "over": self.over,
            "winner": self.winner,
            "doubts": [{"square": square, "reason": reason} for square, reason in self.doubts],
        }
