"""What the referee says in its own words; refusals of moves are said in those of the rules."""

from collections.abc import Mapping
from typing import ClassVar, Final

from companion.games.rr.rules.messages import ENGLISH as OF_THE_RULES
from companion.games.rr.rules.messages import RuleMessage

ENGLISH: Final[Mapping[str, str]] = {
    # Violations
    "two-placed": "A turn places exactly one tile: {squares} are new.",
    "out-of-turn-r": "It is Regality's turn: the tile on {square} has to wait.",
    "out-of-turn-b": "It is Religion's turn: the tile on {square} has to wait.",
    "not-upright": "A tile is placed upright for whoever places it: the one on {square} lies the other way.",
    "take-away-first": "What you destroyed leaves the board before you place a tile: {squares}.",
    "nothing-placed": "Nothing was placed, but the board has changed: {squares}.",
    "wrong-effect": "{tile}: that is not what the effect does to {squares}.",
    "not-empty": "The game begins with an empty board: {squares} are taken.",
    "put-back-first": "First the board has to be put back to where the game stands.",
    "level-otherwise": "{level} plays otherwise: {move}.",
    "level-first": "{level} has not said its move yet: put the board back.",
    "game-is-over": "The game is over: the board stays as it is.",
    # What a level says
    "level-plays": "{level} plays {move}.",
    # Questions
    "was-it-used": "{tile} on {square}: was the effect used, and on which tile?",
    "where-did-it-go": "{tile} on {square}: what became of the tile that is gone?",
    "which-pick": "Which tile is picked?",
    # Decisions that make no sense
    "no-such-answer": "'{option}' does not answer the question that is open now. It takes: {options}.",
    "not-begun": "the game has not begun: no empty board was seen yet",
    "nothing-placed-yet": "no tile was placed: there is no turn to end",
    "nothing-to-take-back": "there is nothing to take back",
    "not-a-position": "the board cannot stand like this: {faults}",
    "not-seen": "no board is seen that could be right",
    "over-already": "the game is over: undo brings it back",
    "went-on": "the game has gone on since",
    "makes-no-sense": "that makes no sense now",
}
"""English sentence for every code."""


class Phrase(RuleMessage):
    english: ClassVar = {**OF_THE_RULES, **ENGLISH}


phrase: Final = Phrase.of
