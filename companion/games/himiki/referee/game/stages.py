"""Where a refereed game stands, and what leads from one stage to the next.

Two rules for this file: a stage is read off what stands (`stage_of`), never set; and whatever changes
it is in the table, from which the diagram in docs/referee.md is drawn. The tests watch every stage that
games go through and hold it against the table.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Final

from companion.games.himiki.referee.game.course import Course


class Stage(Enum):
    FREE = "free play"
    WAITING = "waiting for the board"
    PLACING = "set-up"
    MISPLACED = "set-up broken"
    PLAYING = "playing"
    CATCHING_UP = "board behind"
    BROKEN = "violation"
    ASKED = "question"
    OVER = "over"


def stage_of(course: Course) -> Stage:
    if course.game.free:
        return Stage.FREE
    if not course.started:
        return Stage.WAITING
    if course.position.phase.setup:
        return Stage.PLACING if course.violation is None else Stage.MISPLACED
    if course.violation is not None:
        return Stage.BROKEN
    if course.question is not None:
        return Stage.ASKED
    if course.over:
        return Stage.OVER
    return Stage.PLAYING if course.board.lag is None else Stage.CATCHING_UP


TABLE: Final[Mapping[Stage, Mapping[Stage, str]]] = {
    Stage.FREE: {},
    Stage.WAITING: {
        Stage.PLACING: "a board is seen",
        Stage.PLAYING: "the start position stands",
        Stage.ASKED: "Muk Yan's first move depends on a hidden side",
        Stage.CATCHING_UP: "a position is given",
    },
    Stage.PLACING: {
        Stage.MISPLACED: "a cube stands where, or when, it may not",
        Stage.PLAYING: "all homes are full",
    },
    Stage.MISPLACED: {
        Stage.PLACING: "it is put right",
        Stage.PLAYING: "all homes are full, or the board is right",
    },
    Stage.PLAYING: {
        Stage.CATCHING_UP: "a move is said or has more to it, or people correct the game",
        Stage.BROKEN: "no rule leads to what is seen",
        Stage.ASKED: "it can be read in several ways, or depends on a hidden side",
        Stage.OVER: "a side wins, gives up or runs out of time",
        Stage.PLACING: "set-up is undone",
    },
    Stage.CATCHING_UP: {
        Stage.PLAYING: "the board agrees",
        Stage.BROKEN: "no rule leads to what is seen",
        Stage.ASKED: "it can be read in several ways, or depends on a hidden side",
        Stage.OVER: "a side wins, gives up or runs out of time",
        Stage.PLACING: "set-up is undone",
    },
    Stage.BROKEN: {
        Stage.PLAYING: "the board is put back, or a legal move, or the board is right",
        Stage.CATCHING_UP: "people correct the game",
        Stage.ASKED: "it can be read in several ways, or depends on a hidden side",
        Stage.OVER: "put back after the end, or a side wins or gives up",
        Stage.PLACING: "set-up is undone",
    },
    Stage.ASKED: {
        Stage.PLAYING: "an answer, or what follows tells",
        Stage.CATCHING_UP: "the record is right, or people correct the game",
        Stage.BROKEN: "no rule leads to what is seen",
        Stage.OVER: "a side wins or gives up",
        Stage.PLACING: "set-up is undone",
    },
    Stage.OVER: {
        Stage.PLAYING: "a move is taken back on the board",
        Stage.CATCHING_UP: "people correct the game",
        Stage.BROKEN: "somebody plays on",
        Stage.PLACING: "set-up is undone",
    },
}
"""From stage to stage, and why; a stage can always stay."""


def diagram() -> str:
    """The table as a Mermaid diagram."""
    names = {stage: stage.name.lower() for stage in Stage}
    lines = ["stateDiagram-v2"]
    lines += [f'    state "{stage.value}" as {names[stage]}' for stage in Stage]
    lines += ["    [*] --> waiting", "    [*] --> free"]
    lines += [
        f"    {names[source]} --> {names[target]}: {why}"
        for source, targets in TABLE.items()
        for target, why in targets.items()
    ]
    return "\n".join(lines)
