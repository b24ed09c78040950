"""What the pages say, in six languages: gettext catalogues, handed to the page as one JSON file each.

English is the language of the messages themselves and needs no catalogue.
"""

import gettext
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Final

from werkzeug.datastructures import LanguageAccept

from calibration.refusals import CalibrationError
from companion.referee.phrases import ENGLISH as OF_THE_REFEREE
from companion.rules.messages import ENGLISH as OF_THE_RULES

HOME: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "himiki"
ENGLISH: Final = "en"
LANGUAGES: Final = {
    "en": "English",
    "fr": "Français",
    "it": "Italiano",
    "de": "Deutsch",
    "es": "Español",
    "nl": "Nederlands",
}
"""Each called as its speakers call it."""


@cache
def translations(language: str) -> dict[str, str]:
    """English to that language; nothing for English."""
    if language == ENGLISH:
        return {}
    with (HOME / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        told: dict[str, str] = vars(gettext.GNUTranslations(file))["_catalog"]
    return {message: text for message, text in told.items() if message}


_FOR_PROGRAMS: Final = re.compile(r"(bad|token|wrong)-(?!face)|.*-token$|due-(unanswerable|without-tile)$")
"""Codes of what is wrong with a position or a move as text: people meet neither on a page."""

_FAULTS_OF_POSITIONS: Final = frozenset(
    (
        *("square-twice", "too-many-cubes", "score-too-high", "both-won", "setup-order"),
        *("ban-without-cube", "tile-twice", "hand-too-large"),
    )
)


REFUSALS: Final = (
    "it is Muk Yan's turn: carry out what he does",
    "no question is open",
    "no roll is waited for: it is not Muk Yan's turn, or he has rolled",
    "nothing is refereed in free play: there is nothing to decide",
    "set-up has not begun: no board was seen yet",
    "set-up is not finished: place the missing cubes first",
    "the board already is as the game has it",
    "the board is not seen: there is nothing to accept",
    "the game has not begun: no board was seen in its start position yet",
    "the game is over: undo brings it back",
    "there is no cube on the board: nothing can begin with that",
    "there is nothing to take back",
    "what this brings depends on sides that nobody knows",
)
"""Why a decision makes no sense now, as the referee says it without a code: found by the text itself."""


def by_code() -> dict[str, str]:
    """What the rules, the referee and calibration say, in English, by the code that comes with it."""
    of_calibration = {f"calibration-{each.code}": each.text for each in CalibrationError.__subclasses__()}
    of_the_rules = {
        code: message
        for code, message in OF_THE_RULES.items()
        if not _FOR_PROGRAMS.match(code) and code not in _FAULTS_OF_POSITIONS
    }
    return {**of_the_rules, **OF_THE_REFEREE, **of_calibration}


@cache
def messages(language: str) -> dict[str, dict[str, str]]:
    """What a page needs to speak that language."""
    words = translations(language)
    return {"codes": {code: words.get(said, said) for code, said in by_code().items()}, "words": words}


@cache
def fingerprint() -> bytes:
    told = {language: messages(language) for language in LANGUAGES}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).digest()


def preferred(accepted: LanguageAccept) -> str:
    return accepted.best_match(LANGUAGES) or ENGLISH
