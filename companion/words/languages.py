"""The languages that the companion speaks."""

from typing import Final

ENGLISH: Final = "en"
"""That of the messages themselves."""

LANGUAGES: Final = {
    "en": "English",
    "fr": "Français",
    "it": "Italiano",
    "de": "Deutsch",
    "es": "Español",
    "nl": "Nederlands",
}
"""Each called as its speakers call it."""
