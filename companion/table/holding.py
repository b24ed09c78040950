"""Moves that are said before the camera has seen what they follow: held for a moment instead of refused.

Whoever puts a cube down and says at once which tile they use is ahead of the camera by as long as a look
has to last, and by as long as the hand is still over the board.
"""

from typing import Final

from companion.referee.decisions import Decision, EndTurn, SayMove

PATIENCE: Final = 2.0
"""Seconds."""


def may_be_held(decision: Decision) -> bool:
    """Only what plays on: a correction means what stands now."""
    return isinstance(decision, (SayMove, EndTurn))
