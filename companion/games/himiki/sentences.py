"""All that HI MI KI says, by code: what its rooms bring, and what is told at the table. English stands here.

Voice, page and panel say the same sentences in their reader's language; who fills them in is `telling`, and
on the page `telling.js`. Neither reads the text of a move: it comes as code and values too.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from calibration.refusals import EMPTY, STEPS, CalibrationError
from companion.games.himiki.agreed import FRIEND
from companion.games.himiki.agreed import LEVELS as LEVEL_NAMES
from companion.games.himiki.mindlock.scroll import challenges
from companion.games.himiki.players.levels import LEVELS
from companion.games.himiki.players.why import ENGLISH as OF_THE_PLAYERS
from companion.games.himiki.referee.phrases import (
    ACTIONS,
    BOARD_RIGHT,
    NOTHING,
    RECORD_RIGHT,
    SOMETHING_ELSE,
    WORDS,
    stands_text,
)
from companion.games.himiki.referee.phrases import ENGLISH as OF_THE_REFEREE
from companion.games.himiki.rules.cubes import Colour, Element
from companion.games.himiki.rules.messages import ENGLISH as OF_THE_RULES
from companion.games.himiki.rules.tiles import Tile
from companion.games.himiki.rules.variant import Mode, Seat
from companion.games.himiki.settings import FREE
from companion.words.sentences import ARBITER, Sentence
from vision.cubes.remarks import HELPS, SIDES
from vision.cubes.remarks import TEXTS as REMARKS
from vision.sighting import Reason

_TILES: Final = {
    Tile.FIRE_MANA: "Fire Mana",
    Tile.WATER_MANA: "Water Mana",
    Tile.WOOD_MANA: "Wood Mana",
    Tile.CONJURATION: "Conjuration",
    Tile.MAJOR_YOKAI: "Major Yokai",
    Tile.CONFUSION: "Confusion",
    Tile.GATE_OF_HELL: "Gate of Hell",
    Tile.IMPULSE: "Impulse",
    Tile.TRANSFER: "Transfer",
    Tile.VORTEX: "Vortex",
    Tile.TELEPORTATION: "Teleportation",
    Tile.MIRROR: "Mirror",
}
_SEATS: Final = {
    Seat.WHITE: "White",
    Seat.BLACK: "Black",
    Seat.WHITE_LIGHT: "White, Light",
    Seat.BLACK_LIGHT: "Black, Light",
    Seat.WHITE_DARK: "White, Dark",
    Seat.BLACK_DARK: "Black, Dark",
}
_DOUBTS: Final = {
    Reason.COVERED: "I cannot see {squares}: something is in the way. Take it away.",
    Reason.BETWEEN: "A cube lies between two squares ({squares}). Push it onto one of them.",
    Reason.TIPPED: "A cube does not lie flat ({squares}). Put it down flat.",
    Reason.GLARE: "I cannot read {squares}: a reflection. Move the lamp.",
    Reason.DARK: "I cannot read {squares}: too dark. Switch a lamp on.",
    Reason.UNLIKE: "I cannot read {squares}: it looks like nothing I know.",
}
_INFLUENCES: Final = {
    Element.FIRE: "The fire influence!",
    Element.WATER: "The water influence!",
    Element.WOOD: "The wood influence!",
}
"""Each a sentence of its own: an element put into one would want its article."""

UNKNOWN: Final = "?"
"""In place of an element's letter."""

_MODES: Final = {
    Mode.DUEL.value: "Duel",
    Mode.TEAMS.value: "Teams",
    Mode.MUK_YAN.value: "Muk Yan",
    Mode.MINDLOCK.value: "Puzzle",
    FREE: "Free play",
}

WORDS_INSIDE: Final[Mapping[str, str]] = {
    **{f"seat-{seat.value}": word for seat, word in _SEATS.items()},
    **{f"element-{element.letter}": word for element, word in WORDS.items()},
    f"element-{UNKNOWN}": "unknown",
    **{f"sign-{element.letter}": word.capitalize() for element, word in WORDS.items()},
    **{f"tile-{tile.value}": word for tile, word in _TILES.items()},
    **{f"level-{level.name}": level.title for level in LEVELS},
    "level-muk_yan": "Muk Yan",
    f"level-{FRIEND}": FRIEND.capitalize(),
    **{f"mode-{mode}": word for mode, word in _MODES.items()},
    **{f"action-{number}": word for number, word in enumerate(ACTIONS)},
}
"""Names of things, as they stand inside of sentences; `sign` begins one."""

_SIDES: Final = {**SIDES, "upper": "upper", "lower": "lower"}
_ANY: Final = "any square"
CALIBRATION: Final[Mapping[str, str]] = {
    "picture-empty": EMPTY,
    "squares-any": _ANY,
    **{f"side-{code}": word for code, word in _SIDES.items()},
    **{f"help-{code}": text for code, text in HELPS.items()},
}
"""What calibration puts into its sentences besides colours, elements and squares."""

MOVES: Final[Mapping[str, str]] = {
    "move-places": "{element} on {to}",
    "move-tilts": "{from} tilts to {to}",
    "move-slides": "{from} slides to {to}",
    "move-swaps": "{from} and {to} change places",
    "move-rotates": "{square} rotates",
    "move-rotates-some": "{squares} rotate",
    "move-lays": "{tile} on {square}",
    "move-stops": "no replay",
    "move-passes": "pass",
    "move-declines": "no tile",
    "move-keeps": "the Major Yokai waits",
}
"""Moves, without who makes them."""

TOLD: Final[Mapping[str, str]] = {
    "told-made": "{name}: {move}.",
    "told-point": "One point.",
    "told-points": "{count} points.",
    **{f"told-influence-{element.letter}": said for element, said in _INFLUENCES.items()},
    "told-score": "{white} to {black}.",
    "told-again": "{name} may play again.",
    "told-must-tilt": "{name} must tilt.",
    "told-turn": "{name} to play.",
    "told-restored": "All is right again.",
    "told-muk-yan": "Muk Yan: {action}. {move}.",
    "told-hint": "A hint for {name}: {move}. {why}",
    "told-corrected-undo": "Undone.",
    "told-corrected-takeback": "Taken back.",
    "told-corrected-accept": "The board is right as it stands.",
    "told-corrected-position": "That is the position now.",
    "told-corrected-claim": "A penalty point.",
    "told-corrected-unclaim": "The penalty point is taken back.",
    "told-board-lost": "The camera has lost the board.",
    "told-board-found": "The board is in sight again.",
    "told-solved": "Solved!",
    "told-unsolved": "Not solved this time.",
    "told-past-par": "Not solved: that was more than {par}, the PAR of this challenge.",
    "told-over": "The game is over.",
    "told-resigned": "{name} wins: the other side gave up.",
    "told-time": "{name} wins on time.",
    "told-won": "{name} wins, {own} to {other}!",
}
RESTORED: Final[Mapping[str, str]] = {
    "restore-turn-back": "Turn the cube on {to} back as it stood.",
    "restore-turn-up": "Turn the cube on {to} so that {element} is on top.",
    "restore-turn": "Turn the cube on {to}: {element} up, {side} along its row.",
    "restore-off": "Take the cube on {from} off the board.",
    "restore-move": "Put the cube from {from} on {to}.",
    "restore-move-up": "Put the cube from {from} on {to}, {element} up.",
    "restore-w": "Put a white cube on {to}.",
    "restore-w-up": "Put a white cube on {to}, {element} up.",
    "restore-b": "Put a black cube on {to}.",
    "restore-b-up": "Put a black cube on {to}, {element} up.",
}
"""What to put back where."""

ANSWERS: Final[Mapping[str, str]] = {
    "answer-board": "The board is right",
    "answer-record": "The record is right",
    "answer-nothing": "Nothing",
    "answer-else": "Something else",
    "answer-stands": "{colour}, {element}",
}
DOUBTS: Final[Mapping[str, str]] = {
    **{f"doubt-{reason.value}": said for reason, said in _DOUBTS.items()},
    "doubt-more": "{squares} and {count} more",
}
REFUSED: Final[Mapping[str, str]] = {
    # The camera and its wizard
    "camera-silent": "the camera has given no picture since: wait a moment, then try again",
    # Challenges, hints, looking ahead
    "hint-of-challenge": "a hint is for a challenge that is being played: start one first",
    "hint-in-a-game": "a hint is for a game that has begun and is not over",
    "hint-without-tiles": "a hint is for duels, teams and Muk Yan, without Chaos tiles",
    "hint-for-people": "a hint is for people, on their turn",
    "hint-board-first": "the board comes first: put right what the referee asks for",
    "hint-none": "no hint was found",
    "hint-asked": "somebody has asked already: the hint comes in a moment",
    "hint-too-late": "the game has gone on meanwhile: ask again",
    "machine-busy": "the machine is too busy now: ask again in a moment",
    "sides-hidden": "sides of some cubes are not known yet: nobody can look ahead",
    "forecast-of-muk-yan": "this is for a game against Muk Yan that has begun and is not over",
    "solution-sought": "a solution is being looked for already: ask again in a moment",
    "solution-too-far": "from here this machine looks too long for a solution: take a move back",
    "solution-none": "it has no solution that is short enough",
    # Games that are kept
    "game-one-sided": "only games of two sides can be analysed",
    "game-analysed-later": "this game is being played: it can be analysed when it is over",
    "analyses-wait": "other games wait to be analysed: ask again in a few minutes",
}
"""Why something cannot be done now."""

PAGES: Final[Mapping[str, str]] = {
    "page-home": "Table",
    "page-table": "Virtual table",
    "page-new": "New game",
    "page-mukyan": "Muk Yan",
    "page-puzzles": "Puzzles",
    "page-right": "Put it right",
    "page-games": "Games",
    "page-players": "Players",
    "page-friend": "A friend far away",
    "page-camera": "Camera",
    "page-settings": "Settings",
    "page-devices": "Devices",
    "page-rules": "Rules",
    "page-more": "More",
    "page-welcome": "Welcome",
    "page-overlay": "Overlay",
    "page-board": "Board",
}
"""Titles of the pages."""

_FOR_PROGRAMS: Final = re.compile(r"(bad|token|wrong)-(?!face)|.*-token$|due-(unanswerable|without-tile)$")
"""Codes of what is wrong with a position or a move as text: people meet neither on a page."""

ENGLISH: Final[Mapping[str, str]] = {
    **{code: said for code, said in OF_THE_RULES.items() if not _FOR_PROGRAMS.match(code)},
    **OF_THE_REFEREE,
    **OF_THE_PLAYERS,
    **ARBITER,
    **{f"calibration-{each.code}": each.text for each in CalibrationError.__subclasses__()},
    **{f"calibration-{code}": said for code, said in STEPS.items()},
    **{f"advice-{code}": said for code, said in REMARKS.items()},
    **WORDS_INSIDE,
    **CALIBRATION,
    **{f"level-{level.name}-told": f"{level.told[0].upper()}{level.told[1:]}." for level in LEVELS},
    **MOVES,
    **TOLD,
    **RESTORED,
    **ANSWERS,
    **DOUBTS,
    **REFUSED,
    **PAGES,
}
"""Everything, by code."""


def titles() -> Iterator[tuple[str, str]]:
    """Of the challenges that ship, each with where it stands."""
    for challenge in challenges():
        yield f"challenge {challenge.name}", challenge.title


_ELEMENTS: Final = {
    **{element.letter: f"element-{element.letter}" for element in Element},
    **{word: f"element-{element.letter}" for element, word in WORDS.items()},
    UNKNOWN: f"element-{UNKNOWN}",
}
_COLOURS: Final = {
    each: f"seat-{colour.letter}" for colour in Colour for each in (colour.letter, colour.name.lower())
}
INSIDE: Final[Mapping[str, Mapping[str, str]]] = {
    "colour": _COLOURS,
    **dict.fromkeys(("element", "top", "expected", "seen"), _ELEMENTS),
    **{name: {**_ELEMENTS, EMPTY: "picture-empty"} for name in ("picture", "one", "other", *WORDS.values())},
    "side": {**_ELEMENTS, **{word: f"side-{code}" for code, word in _SIDES.items()}},
    "help": {text: f"help-{code}" for code, text in HELPS.items()},
    "squares": {_ANY: "squares-any"},
    "tile": {tile.value: f"tile-{tile.value}" for tile in Tile},
    "action": {word: f"action-{number}" for number, word in enumerate(ACTIONS)},
    "level": {
        FRIEND.capitalize(): f"level-{FRIEND}",
        **{level.title: f"level-{name}" for name, level in zip(LEVEL_NAMES, LEVELS, strict=True)},
    },
}
"""What stands for a value inside of a sentence: by the name that it has there, and by itself."""


def say(code: str, **values: object) -> Sentence:
    return Sentence(code, ENGLISH[code], values)


OPTIONS: Final[Mapping[str, Sentence]] = {
    **{element.letter: say(f"sign-{element.letter}") for element in Element},
    **{word: say(f"sign-{element.letter}") for element, word in WORDS.items()},
    BOARD_RIGHT: say("answer-board"),
    RECORD_RIGHT: say("answer-record"),
    NOTHING: say("answer-nothing"),
    SOMETHING_ELSE: say("answer-else"),
    **{
        stands_text(colour, element): say("answer-stands", colour=colour.letter, element=element.letter)
        for colour in Colour
        for element in Element
    },
}
"""Answers to questions that are no moves, by what the decision `answer` takes."""
