"""What the pages say, in six languages: gettext catalogues, handed to the page as one JSON file each.

English is the language of the messages themselves and needs no catalogue.
"""

import gettext
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Final

from werkzeug.datastructures import LanguageAccept

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


def by_code() -> dict[str, str]:
    """What the rules and the referee say, in English, by the code that events carry."""
    return {**OF_THE_RULES, **OF_THE_REFEREE}


@cache
def messages(language: str) -> dict[str, dict[str, str]]:
    """What a page needs to speak that language."""
    words = translations(language)
    codes = {code: words.get(message, message) for code, message in by_code().items()}
    coded = set(by_code().values())
    return {"codes": codes, "words": {key: text for key, text in words.items() if key not in coded}}


@cache
def fingerprint() -> bytes:
    told = {language: messages(language) for language in LANGUAGES}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).digest()


def preferred(accepted: LanguageAccept) -> str:
    return accepted.best_match(LANGUAGES) or ENGLISH
