"""All that RR says, by code: what its rooms bring, and what is told at the table. English stands here."""

from collections.abc import Iterator, Mapping
from typing import Final

from companion.games.rr.players.advice import REASONS
from companion.games.rr.players.levels import LEVELS
from companion.games.rr.referee.phrases import ENGLISH as OF_THE_REFEREE
from companion.games.rr.rules.board import Player
from companion.games.rr.rules.messages import ENGLISH as OF_THE_RULES
from companion.games.rr.rules.tiles import FACES
from companion.words.sentences import Sentence

PLAYERS: Final = {Player.REGALITY.letter: "Regality", Player.RELIGION.letter: "Religion"}

_TOLD: Final[Mapping[str, str]] = {
    "told-ready": "The board is ready. {player} begins.",
    "told-pick": "{player} picks: {tile}.",
    "told-place": "{player}, {square}: {tile}.",
    "told-destroy": "Destroyed: {what}.",
    "told-turn": "Turned: {what}.",
    "told-banish": "Banished: {what}.",
    "told-wake": "Reactivated: {what}.",
    "told-move": "Moved: {what}.",
    "told-take": "Taken back: {what}.",
    "told-todo": "Still to be done on {squares}.",
    "told-reminder": "{player}: take away what was destroyed ({squares}).",
    "told-restored": "That is right again.",
    "told-put": "{tile} belongs on {square}, for {player}.",
    "told-put-down": "On {square} a tile lies face down.",
    "told-clear": "{square} has to be free.",
    "told-undo": "The last move is taken back.",
    "told-otherwise": "The last move was another one.",
    "told-accept": "The game goes on from the board as it lies.",
    "told-lost": "I do not see the board.",
    "told-found": "I see the board again.",
    "told-doubt": "I cannot tell what lies on {squares}.",
    "told-over-board": "{player} has won, {mine} to {theirs}.",
    "told-over-death": "{player} has won: Death belongs to the other side.",
    "told-over-tiles": "{player} has won: the other side has no tile to place.",
    "told-over-resigned": "{player} has won: the other side gives up.",
    "told-match": "In the match it is {one} to {other}.",
    "told-left": "The effect is not used",
}

ENGLISH: Final[Mapping[str, str]] = {**OF_THE_RULES, **OF_THE_REFEREE, **REASONS, **_TOLD}
"""English sentence for every code."""

INSERTED: Final = (
    *PLAYERS.values(),
    *(face.name for face in FACES.values()),
    *(level.title for level in LEVELS),
)
"""Words that stand in sentences."""


def titles() -> Iterator[tuple[str, str]]:
    """What each level is like."""
    for level in LEVELS:
        yield f"level {level.name}", level.told


def say(code: str, **values: object) -> Sentence:
    return Sentence(code, ENGLISH[code], values)
