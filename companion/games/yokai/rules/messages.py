"""What the rules say to people."""

from collections.abc import Mapping
from typing import ClassVar, Final

from companion.games.messages import Message

ENGLISH: Final[Mapping[str, str]] = {
    # Illegal moves
    "game-over": "A pile is empty, the game is over: nothing more can be played.",
    "reveal-first": "Pile {pile}: its next Yokai is turned up before anything else.",
    "nothing-to-reveal": "No pile waits for its next Yokai.",
    "reveals-elsewhere": "{yokai} cannot come up here: it is pile {pile} that turns up its next Yokai.",
    "yokai-seen": "{yokai} lies elsewhere already.",
    "draw-first": "A turn begins with a draw.",
    "drawn-already": "A card was drawn in this turn already.",
    "draw-named": "All cards are known in this game: say which card is drawn.",
    "not-in-deck": "{sketch} is not in the deck.",
    "all-in-sight": "{sketch}: all copies are in sight.",
    "not-in-hand": "{sketch} is not in the hand.",
    "wrong-colour": "{sketch} has no {pile}: it goes to {one} or {other}.",
    "no-ability": "{sketch} has no ability.",
    "call-names-pile": "{sketch} calls a Yokai: say from which pile.",
    "distract-names-none": "{sketch} distracts at the pile where it is laid: no other pile is named.",
    "call-from-itself": "A Yokai is called from another pile than {pile}.",
    "call-last": "The last Yokai of a pile cannot be called away: pile {pile}.",
    "nothing-to-distract": "The other side of pile {pile} has no sketch that could be distracted.",
    "four-in-hand": "With four cards in hand one has to be played.",
    "pass-after-card": "A card was played in this turn: it ends with 'end'.",
    "end-before-card": "No card was played in this turn: say 'pass'.",
    # Annotated moves
    "wrong-called": "{given} is not what the move calls or moves: {expected}.",
    "wrong-counts": "{given} is not what the counts bring: {expected}.",
    "wrong-end": "The move does not end the game.",
    # Faults of a position
    "bad-pile": "{text} is no pile (such as {pile}:53?E4?:FW.FEc:FA)",
    "bad-row": "{text} is no row of sketches",
    "bad-turn": "{text} is no player: a or b",
    "bad-phase": "{text} is no phase: draw, play0, play1, play2 or over",
    "bad-hands": "{text} does not say what both hands hold (such as FW.WEd.?2/?3)",
    "bad-deck": "{text} is no deck: sketches, or ? and how many",
    "bad-discard": "{text} is no discard",
    "bad-won": "{text} does not say what both have won (such as F5.E4F/-)",
    "yokai-twice": "{yokai} in two places",
    "yokai-count": "{count} Yokai of {pile}: there are {expected}",
    "too-many-copies": "{count} {sketch}: there are {most}",
    "sketch-count": "{count} sketches: there are {expected}",
    "deck-listed": "the deck is known, but sketches elsewhere are not",
    "at-wrong-pile": "{sketch} at pile {pile}, which has neither of its colours",
    "too-many-lying": "{count} sketches at pile {pile}: at most {most} can lie there",
    "hand-size": "{count} cards in the hand of {player}: at most {most}",
    "over-without-empty": "over, but no pile is empty",
    "empty-not-over": "pile {pile} is empty, but the game is not over",
}
"""English sentence for every code."""


class RuleMessage(Message):
    english: ClassVar = ENGLISH


message: Final = RuleMessage.of
