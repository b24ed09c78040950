"""What the rules say to people."""

from collections.abc import Mapping
from typing import ClassVar, Final

from companion.games.messages import Message

ENGLISH: Final[Mapping[str, str]] = {
    # Illegal moves
    "game-over": "The game is over: nothing more can be played.",
    "setup-first": "Set-up is not finished: place a cube first.",
    "setup-done": "Set-up is finished: no more cubes can be placed.",
    "place-colour": "It is the other colour's turn to place a cube.",
    "place-home": "A cube of this player starts on {homes}, not on {square}.",
    "place-occupied": "{square} already holds a cube.",
    "no-cube": "There is no cube on {square}.",
    "opponents-cube": "The cube on {square} is the opponent's: play one of your own.",
    "own-cube-confused": "Confusion: play a cube of the other colour, not the one on {square}.",
    "outside-zone": "The cube on {square} stands outside your zone.",
    "not-adjacent": "A cube tilts onto a square next to its own: {target} is not next to {source}.",
    "occupied": "{target} is occupied.",
    "just-left": "The cube on {source} came from {target} in this turn and may not go back there.",
    "rotation-banned": "The last turn ended with a rotation, so now a cube must be tilted.",
    "rotation-empty": "A rotation turns at least one cube.",
    "rotation-one": "Confusion: exactly one cube may be rotated.",
    "no-replay": "There is no replay to decline: a turn must be played.",
    "pass-needless": "A move is possible, so the turn cannot be passed.",
    "choice-due": "A Chaos decision is waiting: {due}.",
    "choice-not-due": "No Chaos tile can be used now.",
    "tile-not-held": "That side does not hold the tile {tile}.",
    "terrain-occupied": "Terrain goes on a square with neither cube nor terrain: {square} is taken.",
    "not-terrain": "{tile} is not a terrain tile.",
    "not-event": "{tile} is not an event that is used by itself.",
    "mana-useless": "No cube of yours that shows this element can tilt.",
    "mana-cube": "The mana tilts a cube of yours that shows its element, not the one on {square}.",
    "impulse-cube": "The cube on {square} must tilt once more.",
    "conjure-own": "Conjuration turns an opposing cube.",
    "conjure-same": "Conjuration gives the cube another orientation than it has.",
    "yokai-target": "The Major Yokai reaches an opposing cube two squares away in a straight line,"
    " over a free square: not {square}.",
    "slide-target": "The cube slides two squares in a straight line onto a free square: not to {target}.",
    "slide-cube": "It is the cube on {square} that slides.",
    "swap-target": "The cube changes places with another cube: there is none on {other}.",
    "swap-cube": "It is the cube on {square} that changes places.",
    "mindlock-black": "Black cubes never move in a challenge: the one on {square} is black.",
    "not-this-mode": "That is not played in this mode.",
    "claim-mode": "Talking is only forbidden, and claimed, between partners of a team.",
    # Due decisions, for `choice-due`
    "due-use": "{colour} may use a tile",
    "due-mana": "{colour} tilts a cube that shows {element}",
    "due-impulse": "the cube on {square} tilts once more",
    "due-slide": "the cube on {square} slides two squares",
    "due-swap": "the cube on {square} changes places with another",
    "due-yokai": "the Major Yokai may be spent on the cube on {square}'s tilt",
    # Annotated moves
    "wrong-prefix": "The prefix {given} does not fit: this move is written {expected}.",
    "wrong-stars": "{given} conflicts are marked as won, but the move wins {actual}.",
    "wrong-signs": "The influence signs do not fit: the move takes {actual}.",
    # Faults of a position
    "bad-cube": "{text} is no cube (square, w or b, three letters)",
    "bad-turn": "{text} is no player of this mode",
    "bad-score": "{text} is no score",
    "bad-influences": "{text} does not say who holds the three influences",
    "bad-token": "unknown state {text}",
    "token-order": "state {text} is repeated or out of order",
    "token-mode": "state {text} does not belong to this mode",
    "square-twice": "two cubes on {square}",
    "too-many-cubes": "{count} {colour} cubes, at most {most}",
    "score-too-high": "a score above {most}",
    "both-won": "both sides have won",
    "setup-order": "the cubes do not fit the order of the set-up",
    "setup-token": "state {text} does not go with set-up",
    "over-token": "state {text} does not go with a finished game",
    "ban-without-cube": "no cube on {square}, where the replay forbids one to tilt back",
    "tile-twice": "tile {tile} twice",
    "hand-too-large": "{colour} holds {count} tiles, at most {most}",
    "due-without-tile": "{colour} may use a tile, but has none",
    "due-unanswerable": "nothing can answer the decision {text}",
    # Hidden faces
    "hidden-faces": "A face that matters is hidden (?): {squares}.",
}
"""English sentence for every code."""


class RuleMessage(Message):
    english: ClassVar = ENGLISH


message: Final = RuleMessage.of
