"""Sentences by code and values: what is refused, and what every table says of itself.

A game has a table of its own, in its module `sentences`. English stands here; catalogues have the rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.words.keeping import KEEPING


@dataclass(frozen=True, slots=True)
class Sentence:
    """One thing to say: its words are looked up last, in the reader's language."""

    code: str
    english: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.english.format_map(dict(self.values))


ARBITER: Final[Mapping[str, str]] = {
    "arbiter-undo": "The hall's arbiter has taken the last entry back.",
    "arbiter-takeback": "The hall's arbiter has taken a move back.",
    "arbiter-accept": "The hall's arbiter says that the board is right.",
    "arbiter-answer": "The hall's arbiter has answered the question.",
    "arbiter-claim": "The hall's arbiter has given a penalty.",
    "arbiter-resign": "The hall's arbiter has decided the game.",
    "arbiter-other": "The hall's arbiter has decided something here.",
}
"""At the table, of what was decided elsewhere; each game has them among its own."""


def arbiter_code(decision: str) -> str:
    return code if (code := f"arbiter-{decision}") in ARBITER else "arbiter-other"


ENGLISH: Final[Mapping[str, str]] = {
    "other-origin": "changes are made from the table's own pages only",
    "went-wrong": "that went wrong here; the game goes on. The log says what happened",
    "game-decided": "this game is decided: step back in it and play on from there",
    "no-clips": "no pictures of moves are kept at this table",
    "no-moment": "there are no pictures of this moment any more",
    "no-panel": "there is no panel at this table",
    "code-too-old": "this code is too old: show a new one",
    "name-is-fixed": "this table's name cannot be changed from here: start it with another one",
    "too-many-pages": "too many pages listen already: close some",
    "other-game": "another game is played at this table now",
    "game-deleted-later": "this game is being played: start another one before deleting it",
    "game-empty": "nothing was played in this game",
    "game-renamed-later": "this game is being played: start another one before changing its names",
    "no-record": "this is no record of a game that can be read",
    "no-game": "this is no game: it has other events than those of its story",
    "page-lost": "No such page",
    "asked-too-much": "this phone has asked for enough already: wait until that has come",
    "table-busy": "the table is busy: try again in a moment",
    **KEEPING,
}
"""What every table says, whatever is played there."""


def sentence(code: str, **values: object) -> Sentence:
    return Sentence(code, ENGLISH[code], values)
