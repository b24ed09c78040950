"""What the referee says in its own words; refusals of moves are said in those of the rules."""

from collections.abc import Mapping
from typing import ClassVar, Final

from companion.games.himiki.rules.cubes import Colour, Element
from companion.games.himiki.rules.messages import ENGLISH as OF_THE_RULES
from companion.games.himiki.rules.messages import RuleMessage

ENGLISH: Final[Mapping[str, str]] = {
    # Violations
    "wrong-face": "A cube tilts over its edge: the one that went from {source} to {target} must show"
    " {expected} on top, not {seen}.",
    "face-changed": "The cube on {square} shows another face, but it was not tilted.",
    "rotate-and-tilt": "A turn is one action: rotate cubes, or tilt one, not both.",
    "two-cubes": "A turn is one action: two cubes or more were moved.",
    "out-of-turn-white": "It is white's turn: the black cube of {square} has to wait.",
    "out-of-turn-black": "It is black's turn: the white cube of {square} has to wait.",
    "cube-gone": "The cube of {square} is not on the board any more.",
    "cube-added": "There is a cube too many on {square}.",
    "cube-stacked": "{target} is occupied: the cube of {source} cannot go there.",
    "muk-yan-otherwise": "That is not what Muk Yan does: {told}",
    "beaten-stays": "The beaten cube on {square} has to leave the board first.",
    "put-back-first": "First the board has to be put back to where the game stands.",
    "set-up-colour": "It is not the turn of {colour} to place a cube.",
    "set-up-square": "A cube of {colour} does not start on {square}.",
    "set-up-many": "There is a cube of {colour} too many on {square}.",
    # Decisions that make no sense
    "sides-unknown": "Nobody knows the sides of the cube on {square}: tilt it on the board instead.",
    "no-such-answer": "'{option}' does not answer the question that is open now. It takes: {options}.",
    "top-unsaid": "Which face is up on {square}? Say it as in {square}wH??.",
    "nothing-claimed": "{colour} has claimed nothing: there is no point to take back.",
    "nothing-refereed": "nothing is refereed in free play: there is nothing to decide",
    "not-begun": "the game has not begun: no board was seen in its start position yet",
    "no-clock": "this game is played without a clock",
    "no-roll-awaited": "no roll is waited for: it is not Muk Yan's turn, or he has rolled",
    "over-already": "the game is over: undo brings it back",
    "nothing-to-take-back": "there is nothing to take back",
    "board-unseen": "the board is not seen: there is nothing to accept",
    "set-up-not-begun": "set-up has not begun: no board was seen yet",
    "no-cube-at-all": "there is no cube on the board: nothing can begin with that",
    "side-gone-white": "there is no white cube on the board: the game cannot go on with that",
    "side-gone-black": "there is no black cube on the board: the game cannot go on with that",
    "already-so": "the board already is as the game has it",
    "set-up-unfinished": "set-up is not finished: place the missing cubes first",
    "muk-yans-turn": "it is Muk Yan's turn: carry out what he does",
    "levels-turn": "it is a level's turn: carry out what it says",
    "sides-decide": "what this brings depends on sides that nobody knows",
    "squares-unseen": "the board was not seen yet: there is nothing to say about its squares",
    "no-question": "no question is open",
    "went-on": "the game has gone on since the level was asked",
    # A game of two tables
    "friend-both": "two tables play this game: one of them alone does not change what stands. Put the board"
    " right, or take back",
    "friend-over": "the game is over at both tables",
    "friend-placed": "The cube on {square} lies as it was placed: your friend has been told.",
    "friend-move-off": "That cannot be played from here: {why}",
    # Questions
    "which-moves": "What was played?",
    "which-rotation": "Which cubes did {colour} rotate?",
    "which-side": "Which element is on the side of the cube on {square} that faces along its row?",
    "board-or-record": "The board is not as the record says. Which is right?",
    "what-stands": "I cannot tell what stands on {square}. What is it?",
    # Muk Yan
    "muk-yan-tilts": "Muk Yan tilts {source} to {target}: {action}.",
    "muk-yan-rotates": "Muk Yan rotates {squares}: {action}.",
    "muk-yan-passes": "Muk Yan passes.",
    "muk-yan-stops": "Muk Yan stops.",
    # Levels
    "level-tilts-white": "{level}: white cube {source} to {target}.",
    "level-tilts-black": "{level}: black cube {source} to {target}.",
    "level-rotates": "{level}: rotate {squares}.",
    "level-places-white": "{level}: white cube on {square}, {top} up, {side} along its row.",
    "level-places-black": "{level}: black cube on {square}, {top} up, {side} along its row.",
    "level-stops": "{level} does not play again.",
    "level-otherwise": "That is not what was said: {told}",
    "level-first": "{level} is on turn: wait for what it says.",
}


class Phrase(RuleMessage):
    english: ClassVar = {**OF_THE_RULES, **ENGLISH}


phrase: Final = Phrase.of

WORDS: Final[Mapping[Element, str]] = {Element.FIRE: "fire", Element.WATER: "water", Element.WOOD: "wood"}

NOTHING: Final = "nothing"
SOMETHING_ELSE: Final = "something else"


def stands_text(colour: Colour | None, top: Element | None = None) -> str:
    """`white fire`: what may stand on a square, as it answers a question."""
    return NOTHING if colour is None or top is None else f"{colour.name.lower()} {WORDS[top]}"


BOARD_RIGHT: Final = "the board is right"
RECORD_RIGHT: Final = "the record is right"

ACTIONS: Final = (
    "no action",
    "multiple strike",
    "strike",
    "threaten",
    "influence",
    "block",
    "dodge",
    "pressure",
    "play again",
    "movement",
)
"""Muk Yan's actions by number (RULES 6.3 to 6.8)."""
