"""Where a refereed game stands, and what leads from one stage to the next.

Two rules for this file: a stage is only ever read off the state (`Referee.stage`), never set; and
whatever changes it is in the table, from which the diagram in docs/referee.md is drawn.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Final


class Stage(Enum):
    FREE = "free play"
    WAITING = "waiting for the board"
    PLACING = "set-up"
    PLAYING = "playing"
    CATCHING_UP = "the board catches up"
    BROKEN = "violation"
    ASKED = "question"
    OVER = "over"


class Sign(Enum):
    """What happens, in the words of the diagram."""

    STARTS = "the start position stands"
    SEEN = "a board is seen"
    PLACED = "cubes are placed"
    HOMES_FULL = "all homes are full"
    MOVED = "a legal move"
    MOVED_IN_PART = "a move whose rest is still to be done"
    AGREES = "the board agrees"
    WRONG = "no rule leads there"
    SEVERAL = "it can be read in several ways"
    ANSWERED = "an answer"
    TAKEN_BACK = "a move is taken back"
    CORRECTED = "people correct the game"
    ENDS = "a side wins or gives up"


TABLE: Final[Mapping[Stage, Mapping[Sign, frozenset[Stage]]]] = {}
