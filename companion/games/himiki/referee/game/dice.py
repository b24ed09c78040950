"""Muk Yan's roll as the two spare cubes show it in the tray (RULES 6.2, 6.7).

A throw counts once, for the roll it was made for: cubes that lay there already, that were thrown for an
earlier roll, or while a roll was entered by hand, are used, whatever they show.
"""

from enum import Enum
from typing import Final

from companion.games.himiki.referee.game.course import Course
from companion.games.himiki.referee.game.following import rolled
from vision.cubes.seen import Dice, Lies
from vision.frames import Seconds

EARLY: Final = 2.0
"""Seconds by which cubes may come to lie before the roll is awaited: the person's move is understood a moment
after it was made, and some throw at once."""


class Awaited(Enum):
    """What is to be said to people while a roll is awaited and a tray is watched."""

    THROW = "throw"
    """No cubes were thrown since the last roll."""
    ROLLING = "rolling"
    """A hand or a rolling cube is in the tray."""
    UNREAD = "unread"
    """It is still, but it does not show two cubes that can be read."""


class SeenDice:
    """Follows the tray through the sightings of one game."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._dice: Dice | None = None
        self._awaited_since: Seconds | None = None
        self._counted = Seconds(float("-inf"))
        """When a roll was counted last, or said by somebody: what lay there until then is used."""

    def look(self, dice: Dice | None, t: Seconds) -> None:
        """Takes the roll that the tray shows, where it is awaited and was thrown for it."""
        self._dice = dice
        course = self._course
        if not course.ledger.awaits_roll:
            if self._awaited_since is not None:
                self._counted, self._awaited_since = t, None
            return
        if self._awaited_since is None:
            self._awaited_since = t
        if dice is None or dice.faces is None or not self._for_this_roll(dice):
            return
        if course.violation is None and course.question is None and not course.resuming:
            self._counted, self._awaited_since = t, None
            rolled(course, dice.faces, t)

    def _for_this_roll(self, dice: Dice) -> bool:
        if dice.thrown is None or self._awaited_since is None:
            return False
        return dice.thrown > self._counted and dice.thrown >= self._awaited_since - EARLY

    @property
    def awaited(self) -> Awaited | None:
        """None where no roll is awaited, or no tray is watched: then the roll is entered."""
        if self._dice is None or not self._course.ledger.awaits_roll:
            return None
        match self._dice.lies:
            case Lies.DISTURBED:
                return Awaited.ROLLING
            case Lies.UNREAD:
                return Awaited.UNREAD
            case _:
                return Awaited.THROW
