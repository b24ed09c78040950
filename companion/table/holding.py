"""Moves that are said before the camera has seen what they follow: held for a moment instead of refused.

Whoever plays and says at once what comes of it is ahead of the camera by as long as a look has to last, and
by as long as the hand is still over the board.
"""

from typing import Final

from companion.games.decisions import plays_on

PATIENCE: Final = 2.0
"""Seconds."""


def may_be_held(decision: object) -> bool:
    """Only what plays on: a correction means what stands now."""
    return plays_on(decision)
