"""How long the referee says nothing while the table is not as it thinks.

What truly lies there is known of drawn tables, and of games with the truth of each frame. Silence is the
time in which the table stands still, what lies there differs from the game, and nothing was said since:
hands that come and go do not end it, only a word of the referee's does, or the board that agrees again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.games.himiki.answering import alike, lying_as
from companion.games.himiki.referee.events import Event
from companion.games.himiki.referee.status import Status
from companion.table.following import Following
from vision.cubes.following.eye import Eye
from vision.cubes.untaught.eye import UntaughtEye
from vision.frames import Frame

BAR: Final = 10.0
"""Seconds of silence that nobody at a table should have to sit through."""

Tops = Mapping[str, str]
"""What lies on each square that is not empty, as far as it shows from above: `wH`."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One frame, and what it truly shows."""

    frame: Frame
    cubes: Tops
    still: bool
    """Nothing moves, and no hand is over the board."""


@dataclass(frozen=True, slots=True)
class Silence:
    seconds: float = 0.0
    until: float = 0.0
    squares: tuple[str, ...] = ()
    """Those on which something else lies than the referee thinks."""
    cubes: tuple[str, ...] = ()
    """What truly lies on each of them, `-` for nothing."""

    def __str__(self) -> str:
        if not self.squares:
            return "none"
        where = " ".join(f"{square}:{cube}" for square, cube in zip(self.squares, self.cubes, strict=True))
        return f"{self.seconds:.1f} s until {self.until:.1f} s, there lies {where}"


@dataclass
class Listening:
    """Adds silence up, frame by frame."""

    longest: Silence = field(default_factory=Silence)
    _lasts: float = 0.0
    _before: tuple[Shown, tuple[str, ...]] | None = None
    """The last frame and the squares that were off then, where they count until the next one."""

    def heard(self, shown: Shown, said: Sequence[Event], status: Status) -> None:
        if self._before is not None:
            before, off = self._before
            self._lasts += max(0.0, shown.frame.t - before.frame.t)
            if self._lasts > self.longest.seconds:
                cubes = tuple(before.cubes.get(square, "-") for square in off)
                self.longest = Silence(self._lasts, shown.frame.t, off, cubes)
        off = differing(shown.cubes, status)
        awaited = _waits_for_people(status)
        if said or not off or awaited:
            self._lasts = 0.0
        self._before = (shown, off) if shown.still and off and not awaited else None


def differing(cubes: Tops, status: Status) -> tuple[str, ...]:
    """Squares on which something else lies, as seen from above, than the game has there.

    Where the game has asked for a cube to be put somewhere, or taken off, and that has been done, they are
    those squares.
    """
    game = {square: cube[:2] for square, cube in lying_as(status.position.split(" ")[0]).items()}
    off = [s for s in sorted({*cubes, *game}) if not alike(cubes.get(s), game.get(s))]
    awaited = [] if status.to_restore is None else [status.to_restore.source, status.to_restore.target]
    behind = [square for square in (*awaited, *status.to_remove) if square is not None]
    if not behind:
        return tuple(off)
    # The board has to follow the game: hands are waited for, unless they have been there.
    return () if off else tuple(dict.fromkeys(behind))


def _waits_for_people(status: Status) -> bool:
    """What stands open was said, and it is theirs to answer or to put right."""
    return status.question is not None or status.violation is not None or status.over or not status.board


def listened(
    film: Iterable[Shown], eye: Eye | UntaughtEye, following: Following, listening: Listening
) -> Iterator[tuple[Shown, list[Event]]]:
    """Follows a game by eye: every frame, and what was said of it."""
    for shown in film:
        said = following.hear(eye.look(shown.frame))
        listening.heard(shown, said, following.referee.status(shown.frame.t))
        yield shown, said
