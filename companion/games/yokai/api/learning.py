"""Learning the cards on the page: from the bare piles, and from two pictures of all cards in rows."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from companion.games.yokai.agreed import NAME
from companion.games.yokai.lesson import A_ROW, SETS
from companion.games.yokai.rules.cards import CARDS
from companion.games.yokai.sentences import say
from companion.web.learning.operations import learning_of
from companion.web.learning.routes import Learning, blueprint_of

if TYPE_CHECKING:
    from calibration.flat.wizard import CardsLesson

_PICTURES: Final = tuple(f"set-{number}" for number in range(1, len(SETS) + 1))

FACTS: Final = {
    "of": NAME,
    "first": "start",
    "sets": {name: list(codes) for name, codes in zip(_PICTURES, SETS, strict=True)},
    "a_row": A_ROW,
}
"""As the pages know it."""

PART: Final = learning_of(NAME, "Yokai", "start", _PICTURES)


def _lesson() -> "CardsLesson":
    from calibration.flat.wizard import CardsLesson

    return CardsLesson(NAME, CARDS.yokai, SETS)


def _scenes() -> Mapping[str, Sequence[Any]]:
    from companion.games.yokai.drawn import scenes

    return scenes()


blueprint = blueprint_of(Learning(NAME, _lesson, _scenes, say("camera-silent"), "YokaiLearningStep"))
