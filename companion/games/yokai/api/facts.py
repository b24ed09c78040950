"""What the pages know of the game without asking: read from where it stands, sent with the shell."""

from typing import Any, Final

from companion.games.yokai.api.learning import FACTS as LESSON
from companion.games.yokai.dealing import HANDS
from companion.games.yokai.players.levels import LEVELS
from companion.games.yokai.rules.cards import CARDS
from companion.games.yokai.rules.position import IN_HAND, MOST_IN_A_TURN

FACTS: Final[dict[str, Any]] = {
    "colours": list(CARDS.colours),
    "yokai": list(CARDS.yokai),
    "copies": {kind: CARDS.copies[kind] for kind in CARDS.kinds},
    "levels": list(LEVELS),
    "hands": list(HANDS),
    "in_hand": IN_HAND,
    "in_a_turn": MOST_IN_A_TURN,
    "lesson": LESSON,
}
