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
from companion.players.why import ENGLISH as OF_THE_PLAYERS
from companion.referee.phrases import ENGLISH as OF_THE_REFEREE
from companion.rules.messages import ENGLISH as OF_THE_RULES
from vision.remarks import INSERTED as OF_REMARKS
from vision.remarks import TEXTS as REMARKS

HOME: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "himiki"
ENGLISH: Final = "en"
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
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
    return {message: typeset(text, language) for message, text in told.items() if message}


_BEFORE: Final = re.compile(r" (?=[:;!?»%])")
_AFTER: Final = re.compile(r"(?<=«) ")


def typeset(text: str, language: str) -> str:
    """French sets a space before its double marks and inside its quotes, at which no line may break."""
    if language != "fr":
        return text
    return _AFTER.sub(NO_BREAK, _BEFORE.sub(NO_BREAK, text))


_FOR_PROGRAMS: Final = re.compile(r"(bad|token|wrong)-(?!face)|.*-token$|due-(unanswerable|without-tile)$")
"""Codes of what is wrong with a position or a move as text: people meet neither on a page."""

REFUSALS: Final = (
    "it is Muk Yan's turn: carry out what he does",
    "it is a level's turn: carry out what it says",
    "no question is open",
    "no roll is waited for: it is not Muk Yan's turn, or he has rolled",
    "nothing is refereed in free play: there is nothing to decide",
    "set-up has not begun: no board was seen yet",
    "set-up is not finished: place the missing cubes first",
    "the board already is as the game has it",
    "the board was not seen yet: there is nothing to say about its squares",
    "the board is not seen: there is nothing to accept",
    "the game has not begun: no board was seen in its start position yet",
    "the game is over: undo brings it back",
    "there is no cube on the board: nothing can begin with that",
    "there is nothing to take back",
    "what this brings depends on sides that nobody knows",
    "the game has gone on since the level was asked",
    # The camera and its wizard
    "say where the grid's corners are first",
    "take the picture of the empty board first",
    "the board is not seen where it was in the picture of the empty board: take away what covers it; "
    "if the camera or the board was moved, put it back or start over",
    "the camera has given no picture since: wait a moment, then try again",
    "the camera or the board has moved since the picture of the empty board: put it back as it was, "
    "or start over",
    "the camera's picture has another size now: begin again with the empty board",
    "the four corners do not span a board: drag each onto a corner of the grid",
    # Challenges, hints, looking ahead
    "a hint is for a challenge that is being played: start one first",
    "a hint is for a game that has begun and is not over",
    "a hint is for duels, teams and Muk Yan, without Chaos tiles",
    "a hint is for people, on their turn",
    "a solution is being looked for already: ask again in a moment",
    "no hint was found",
    "from here this machine looks too long for a solution: take a move back",
    "it has no solution that is short enough",
    "sides of some cubes are not known yet: nobody can look ahead",
    "somebody has asked already: the hint comes in a moment",
    "the board comes first: put right what the referee asks for",
    "the game has gone on meanwhile: ask again",
    "the machine is too busy now: ask again in a moment",
    "this is for a game against Muk Yan that has begun and is not over",
    # Games that are kept
    "nothing was played in this game",
    "only games of two sides can be analysed",
    "other games wait to be analysed: ask again in a few minutes",
    "this game is being played: it can be analysed when it is over",
    "this game is being played: start another one before changing its names",
    "this game is being played: start another one before deleting it",
    "this is no game: it has other events than those of its story",
    # Phones, the table itself
    "changes are made from the table's own pages only",
    "that went wrong here; the game goes on. The log says what happened",
    "there is no panel at this table",
    "this code is too old: show a new one",
    "this table's name cannot be changed from here: start it with another one",
    "too many pages listen already: close some",
    "too many phones are being paired: wait two minutes",
)
"""Why something cannot be done now, where no code comes with it: found by the text itself."""

INSERTED: Final = tuple(sorted({"any square", "empty", "left", "lower", "right", "upper", *OF_REMARKS}))
"""Words that calibration puts into its sentences."""


def by_code() -> dict[str, str]:
    """What the rules, the referee and calibration say, in English, by the code that comes with it."""
    of_calibration = {f"calibration-{each.code}": each.text for each in CalibrationError.__subclasses__()}
    of_the_rules = {code: message for code, message in OF_THE_RULES.items() if not _FOR_PROGRAMS.match(code)}
    of_light = {f"advice-{code}": text for code, text in REMARKS.items()}
    return {**of_the_rules, **OF_THE_REFEREE, **OF_THE_PLAYERS, **of_calibration, **of_light}


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
