"""All that RR says, by code: what its rooms bring, and what is told at the table. English stands here."""

from collections.abc import Iterator, Mapping
from typing import Final

from calibration.flat.refusals import ENGLISH as OF_LEARNING
from companion.games.rr.drawing import PRINTED
from companion.games.rr.players.advice import REASONS
from companion.games.rr.players.levels import LEVELS
from companion.games.rr.referee.phrases import ENGLISH as OF_THE_REFEREE
from companion.games.rr.rules.board import Player
from companion.games.rr.rules.messages import ENGLISH as OF_THE_RULES
from companion.games.rr.rules.tiles import FACES
from companion.words.sentences import ARBITER, Sentence

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
    "told-only": "{what}",
    "told-hint": "The master would play {move}.",
}

_PAGE: Final[Mapping[str, str]] = {
    "answer-board": "The board is right",
    "answer-record": "The record is right",
    "page-home": "Table",
    "page-new": "New game",
    "page-right": "Put it right",
    "page-games": "Games",
    "page-players": "Players",
    "page-camera": "Camera",
    "page-rules": "Rules",
    "page-settings": "Settings",
    "page-devices": "Devices",
    "page-more": "More",
}
"""Titles of the pages."""

_EFFECTS: Final[Mapping[str, str]] = {
    f"effect-{code}": text
    for code, text in (
        ("ki", "Destroys one of the eight tiles around it."),
        ("qu", "Turns all tiles in one direction, as far as the edge."),
        ("pr", "Turns all four tiles straight beside it, or all four at its corners."),
        ("mi", "Turns one of the eight tiles around it."),
        ("ge", "Destroys one of the four tiles straight beside it."),
        ("wi", "Destroys one of the four tiles at its corners."),
        ("ca", "Has a shield: no effect but the Pirate's acts on it."),
        ("ci", "Does nothing. The first turn places it."),
        ("sm", "Banishes one of the four tiles straight beside it."),
        ("ni", "Banishes one of the four tiles at its corners."),
        ("br", "Reactivates one of the four tiles straight beside it."),
        ("pe", "Reactivates one of the four tiles at its corners."),
        ("sh", "The four tiles straight beside it have no active effect."),
        ("so", "The four tiles at its corners have no active effect."),
        ("sg", "Shields the tiles to its left and right."),
        ("wt", "Takes one of your allies from the board back into your zone."),
        ("ft", "Turns all three tiles in front of it."),
        ("fa", "Moves one tile of the board to a free square."),
        ("as", "Banishes a tile of the opponent's zone."),
        ("hm", "Takes a discarded tile into your zone."),
        ("pt", "Destroys one of the eight tiles around it, if that has a shield."),
        ("dr", "Turns all eight tiles around it."),
        ("to", "Is placed on one of your allies, nowhere else. Has a shield."),
        ("de", "Who has it as an ally on the full board has lost."),
    )
}
"""What each tile does, in a line; the blue ones do what the red ones do."""

_REFUSED: Final[Mapping[str, str]] = {
    "hint-not-now": "a hint is for a player on turn, while the board agrees with the game",
    "hint-busy": "a hint is being thought over already",
    "machine-busy": "the table is busy: try again in a moment",
    "match-not-over": "the next game of the match begins when this one is over",
    "match-over": "the match is over: begin another one",
    "study-later": "this game is being played: it is analysed once it is over",
    "study-waits": "another game is being analysed: try again in a moment",
}

_VARIANTS: Final[Mapping[str, str]] = {
    "game-basic": "Usual game",
    "game-old": "Old style",
    "game-random": "Random",
    "game-secretrandom": "Secret random",
    "game-draft": "Draft",
    "game-secretdraft": "Secret draft",
}

_NAMES: Final[Mapping[str, str]] = {
    "mode-rr": "RR",
    **{f"seat-{letter}": name for letter, name in PLAYERS.items()},
    **{f"level-{level.name}": level.title for level in LEVELS},
}

ENGLISH: Final[Mapping[str, str]] = {
    **OF_THE_RULES,
    **OF_THE_REFEREE,
    **ARBITER,
    **REASONS,
    **_TOLD,
    **_PAGE,
    **_EFFECTS,
    **_REFUSED,
    **_VARIANTS,
    **_NAMES,
    **OF_LEARNING,
}
"""English sentence for every code."""

INSERTED: Final = (
    *PLAYERS.values(),
    *(face.name for face in FACES.values()),
    *(level.title for level in LEVELS),
)
"""Words that stand in sentences."""


def titles() -> Iterator[tuple[str, str]]:
    """What each level is like, and words that stand inside of sentences and on tiles."""
    for level in LEVELS:
        yield f"level {level.name}", level.told
    for word in (*INSERTED, *PRINTED):
        yield "word", word


def say(code: str, **values: object) -> Sentence:
    return Sentence(code, ENGLISH[code], values)
