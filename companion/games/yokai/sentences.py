"""All that Terres de Yokai says, by code: what its rooms bring, and what is told. English stands here."""

from collections.abc import Iterator, Mapping
from typing import Final

from calibration.flat.refusals import ENGLISH as OF_LEARNING
from companion.games.yokai.referee.phrases import ENGLISH as OF_THE_REFEREE
from companion.games.yokai.referee.violations import ENGLISH as OF_VIOLATIONS
from companion.games.yokai.rules.messages import ENGLISH as OF_THE_RULES
from companion.words.sentences import ARBITER, Sentence

_NAMES: Final[Mapping[str, str]] = {
    "colour-F": "Fire",
    "colour-W": "Water",
    "colour-E": "Earth",
    "colour-A": "Wind",
    "ability-c": "Call",
    "ability-d": "Distract",
    "mode-yokai": "Terres de Yokai",
    "seat-a": "First player",
    "seat-b": "Second player",
    "level-novice": "Novice",
    "level-adept": "Adept",
    "level-master": "Master",
}
_TOLD: Final[Mapping[str, str]] = {
    "yokai-named": "{colour} {value}",
    "card-plain": "{one}/{other}",
    "card-able": "{one}/{other}, {ability}",
    "told-laid": "{player}: {card} at {pile}.",
    "told-pass": "{player} lays no card.",
    "told-end": "{player} stops.",
    "told-called": "{yokai} is called to {pile}.",
    "told-moved": "{card} is distracted to {pile}.",
    "told-won": "{player} wins {yokai}.",
    "told-scared": "{yokai} is frightened and goes below its pile.",
    "told-up": "{yokai} comes up.",
    "told-turn": "Now {player}.",
    "told-plays": "{player} wants to lay {card} at {pile}: please do it.",
    "told-undone": "The last entry is taken back.",
    "told-put": "The table is as it was said.",
    "told-otherwise": "Something before was otherwise.",
    "told-right": "That is right again.",
    "told-lost": "I do not see the piles.",
    "told-found": "I see the piles again.",
    "told-doubt": "I cannot tell what lies at {pile}.",
    "told-covered": "Something lies over the cards.",
    "told-over": "{player} wins, {mine} to {theirs}.",
    "told-colours": "{player} wins: {mine} points each, and more colours.",
    "told-draw": "A draw: {mine} points each, and as many colours.",
    "todo-call": "Put {yokai} on top of {pile}.",
    "todo-move": "Turn {card} of the other side and lay it at {pile}.",
    "todo-take": "{player} takes {yokai}.",
    "todo-below": "Put {yokai} face up below its pile.",
    "todo-clear": "Put the sketches of {player} at {pile} on the discard.",
    "todo-turn-up": "Turn up the next Yokai of {pile}.",
    "seat-taken": "Another phone holds this hand: it has to give it up first.",
    "seat-not-yours": "This phone does not hold that hand.",
    "seat-nothing-dealt": "In this game everybody holds real cards.",
}
PAGES: Final[Mapping[str, str]] = {
    "page-home": "Table",
    "page-new": "New game",
    "page-right": "Put it right",
    "page-more": "More",
    "page-games": "Games",
    "page-camera": "Camera",
    "page-players": "Players",
    "page-rules": "Rules",
    "page-settings": "Settings",
    "page-devices": "Phones",
}

ENGLISH: Final[Mapping[str, str]] = {
    **OF_THE_RULES,
    **OF_VIOLATIONS,
    **OF_THE_REFEREE,
    **ARBITER,
    **_NAMES,
    **_TOLD,
    **PAGES,
    **OF_LEARNING,
}
"""English sentence for every code."""


def titles() -> Iterator[tuple[str, str]]:
    yield from ()


def say(code: str, **values: object) -> Sentence:
    return Sentence(code, ENGLISH[code], values)
