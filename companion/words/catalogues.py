"""The words of six languages: gettext catalogues, handed to the page as one JSON file each.

English is the language of the messages themselves and needs no catalogue.
"""

import re
import struct
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.words.languages import ENGLISH, LANGUAGES

if TYPE_CHECKING:
    from werkzeug.datastructures import LanguageAccept

HOME: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "himiki"
NO_BREAK: Final = "\N{NO-BREAK SPACE}"


def _compiled(language: str) -> Path:
    return HOME / language / "LC_MESSAGES" / f"{DOMAIN}.mo"


@cache
def translations(language: str) -> dict[str, str]:
    """English to that language; nothing for English."""
    if language == ENGLISH:
        return {}
    told = _read(_compiled(language).read_bytes())
    return {message: typeset(text, language) for message, text in told.items() if message}


_HEAD: Final = struct.Struct("<4x4xIII")
"""Of a compiled catalogue, past its mark and version: how many messages, where the table of their places
begins, and where that of their translations."""
_PLACE: Final = struct.Struct("<II")
"""Length and beginning of a text."""


def _read(compiled: bytes) -> dict[str, str]:
    """Every message with its translation: `gettext` tells only of messages that one knows already."""
    count, messages, texts = _HEAD.unpack_from(compiled)

    def text(table: int, number: int) -> str:
        length, start = _PLACE.unpack_from(compiled, table + number * _PLACE.size)
        return compiled[start : start + length].decode()

    return {text(messages, number): text(texts, number) for number in range(count)}


_BEFORE: Final = re.compile(r" (?=[:;!?»%])")
_AFTER: Final = re.compile(r"(?<=«) ")


def typeset(text: str, language: str) -> str:
    """French sets a space before its double marks and inside its quotes, at which no line may break."""
    if language != "fr":
        return text
    return _AFTER.sub(NO_BREAK, _BEFORE.sub(NO_BREAK, text))


def in_language(sentences: Mapping[str, str], language: str) -> dict[str, str]:
    """A table of sentences by code, in English, as that language says them."""
    words = translations(language)
    return {code: words.get(english, english) for code, english in sentences.items()}


_FILLED: Final = re.compile(r"\{(\w+)\}")


def filled(text: str, values: Mapping[str, object]) -> str:
    return _FILLED.sub(lambda found: str(values.get(found[1], found[0])), text)


@cache
def written() -> bytes:
    """All that translators wrote, to tell whether it is other than it was."""
    return b"".join(_compiled(language).read_bytes() for language in LANGUAGES if language != ENGLISH)


def preferred(accepted: "LanguageAccept") -> str:
    return accepted.best_match(LANGUAGES) or ENGLISH
