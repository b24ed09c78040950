"""What the rules say to people."""

from collections.abc import Mapping
from typing import ClassVar, Final

from companion.games.messages import Message

ENGLISH: Final[Mapping[str, str]] = {
    # Illegal moves
    "game-over": "The game is over: nothing more can be played.",
    "draft-first": "Neutral tiles are being picked: pick one first.",
    "no-draft": "No tiles are being picked now: place one.",
    "not-to-pick": "{tile}: not among the tiles that can be picked.",
    "citizen-first": "The first turn of the game places the Citizen.",
    "not-yours": "{tile}: neither in your zone nor in the neutral zone.",
    "square-taken": "{square} is not free.",
    "tower-on-ally": "The Tower goes on one of your allies: {square} is none.",
    "tower-on-shield": "The Tower covers no tile that has a shield: {square}.",
    "no-active-effect": "{tile}: no active effect.",
    "nullified": "{tile}: held up by {by}, the effect does not happen.",
    "last-space": "The last free space is taken: nothing can be destroyed in this turn.",
    "names-squares": "{tile}: the effect names squares of the board.",
    "names-squares-two": "{tile}: the effect names a tile and a free square.",
    "names-tile": "{tile}: the effect names a tile beside the board.",
    "names-woken": "{tile}: the effect names one tile and what that tile does.",
    "nothing-there": "There is no face-up tile on {square}.",
    "itself": "{tile}: an effect does not act on its own tile ({square}).",
    "has-shield": "The tile on {square} has a shield.",
    "beside-sage": "The tile on {square} lies beside the Sage, who shields it.",
    "no-shield": "The Pirate destroys a tile with a shield: the one on {square} has none.",
    "out-of-reach": "{tile}: {squares} cannot be acted on from {square}.",
    "one-only": "{tile}: the effect acts on one tile.",
    "whole-group": "{tile}: the effect acts on all tiles of a group: {groups}.",
    "nothing-to-act-on": "{tile}: there is nothing that the effect could act on.",
    "not-your-ally": "The Witch takes one of your allies: the tile on {square} is none.",
    "just-placed": "The Witch does not take the tile that was just placed ({square}).",
    "not-free": "The Fairy moves a tile to a free square: {square} is not free.",
    "not-in-zone": "{tile}: not in the opponent's zone.",
    "not-discarded": "{tile}: not among the discards.",
    # Annotated moves
    "wrong-sign": "The sign {given} does not fit: this effect is written {expected}.",
    "wrong-winner": "The move does not end the game in favour of {given}.",
    # Faults of a position
    "bad-tile": "{text} is no tile on a square (such as b2kir)",
    "bad-turn": "{text} is no player: r or b",
    "bad-zones": "{text} does not say what both zones hold (such as ca.ge/bi.?2)",
    "bad-list": "{text} is no list of tiles",
    "bad-state": "unknown state {text}",
    "square-twice": "two tiles on {square}",
    "tile-twice": "{tile} in two places",
    "tower-bare": "the Tower on {square} covers nothing",
    "covers": "{tile} on {square} covers a tile: only the Tower does",
    "covered-shield": "{tile} on {square} cannot be covered",
    "own-destroyed": "the tile on {square} was destroyed by the player on turn: it has left the board",
    "down-and-full": "a tile lies face down and no square is free",
    "not-neutral": "{tile} in the neutral zone",
    "too-many-unknown": "{count} unknown tiles, but {most} neutral ones are unseen",
    "not-begun": "state {text}, but tiles lie on the board or among the discards",
    "no-citizen": "state {text}, but the Citizen is not in the zone of the first player",
    "draft-size": "state draft with {count} tiles to pick from: there are 3 to 5",
}
"""English sentence for every code."""


class RuleMessage(Message):
    english: ClassVar = ENGLISH


message: Final = RuleMessage.of
