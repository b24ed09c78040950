"""Learning the tiles on the page: from the bare board, and from two pictures of them in rows."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from companion.games.rr.lesson import A_ROW, SETS
from companion.games.rr.rules.board import SIDE
from companion.games.rr.rules.written.options import NAME
from companion.games.rr.sentences import say
from companion.web.learning.operations import learning_of
from companion.web.learning.routes import Learning, blueprint_of

if TYPE_CHECKING:
    from calibration.flat.wizard import TilesLesson

_BOARD: Final = (SIDE, SIDE)
_PICTURES: Final = tuple(f"set-{number}" for number in range(1, len(SETS) + 1))

FACTS: Final = {
    "of": NAME,
    "first": "empty",
    "board": list(_BOARD),
    "sets": {name: list(codes) for name, codes in zip(_PICTURES, SETS, strict=True)},
    "a_row": A_ROW,
}
"""As the pages know it."""

PART: Final = learning_of(NAME, "Rr", "empty", _PICTURES)


def _lesson() -> "TilesLesson":
    from calibration.flat.wizard import TilesLesson

    return TilesLesson(NAME, _BOARD, SETS)


def _scenes() -> Mapping[str, Sequence[Any]]:
    from companion.games.rr.drawn import scenes

    return scenes()


blueprint = blueprint_of(Learning(NAME, _lesson, _scenes, say("camera-silent"), "RrLearningStep"))
