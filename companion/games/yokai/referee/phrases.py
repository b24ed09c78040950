"""What the referee says of decisions: a code and values, looked up last to be translated."""

from collections.abc import Mapping
from typing import ClassVar, Final

from companion.games.messages import Message

ENGLISH: Final[Mapping[str, str]] = {
    "senseless": "That makes no sense now.",
    "hand-is-secret": "Only the phone that holds this hand plays from it.",
    "draws-go-unsaid": "Draws need no telling: say what is played.",
    "other-turn": "It is not this side's turn.",
    "hand-lacks": "{sketch} is not in this hand.",
    "nothing-to-undo": "There is nothing to undo.",
    "dealt-stays": "What the companion dealt cannot be changed: undo instead.",
    "what-played": "What was played?",
}
"""English sentence for every code."""


class Phrase(Message):
    english: ClassVar = ENGLISH


phrase: Final = Phrase.of
