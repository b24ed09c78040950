"""What the pages know of the game without asking: read from where it stands, sent with the shell."""

from itertools import permutations
from typing import Any, Final

from companion.games.himiki.agreed import LEVELS
from companion.games.himiki.api.advice import HINTED
from companion.games.himiki.api.in_words import as_json
from companion.games.himiki.referee.phrases import NOTHING, SOMETHING_ELSE
from companion.games.himiki.rules.cubes import BEATS, LETTERS, Element
from companion.games.himiki.rules.tiles import TERRAIN, Tile
from companion.games.himiki.rules.variant import WINNING_SCORE, Mode, Variant
from companion.games.himiki.sentences import INSIDE, OPTIONS
from companion.games.himiki.telling import MOST_NAMED, PUT_RIGHT
from vision.cubes.lesson import cubes_of
from vision.sighting import Reason

FACTS: Final[dict[str, Any]] = {
    "wins_at": WINNING_SCORE,
    "elements": list(LETTERS),
    "beats": {element.letter: BEATS[element].letter for element in Element},
    "letters": {element.name.lower(): element.letter for element in Element},
    "ways": ["".join(letters) for letters in permutations(LETTERS)],
    "lesson": {element.name.lower(): cubes_of(element) for element in Element},
    "hinted": [mode.value for mode in HINTED],
    "tiles": [tile.value for tile in Tile],
    "terrain": [tile.value for tile in Tile if tile in TERRAIN],
    "orders": {mode.value: [seat.value for seat in Variant(mode).seats] for mode in (Mode.DUEL, Mode.TEAMS)},
    "levels": list(LEVELS),
    "doubts": [reason.value for reason in Reason],
    "aloud": [reason.value for reason in Reason if reason.value in PUT_RIGHT],
    "most_named": MOST_NAMED,
    "inside": INSIDE,
    "answers": {option: [as_json(sentence)] for option, sentence in OPTIONS.items()},
    "nothing": NOTHING,
    "something_else": SOMETHING_ELSE,
}
