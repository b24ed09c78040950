"""Six languages, whole: no message is missing, none is left over."""

import re

import pytest

from companion.referee.phrases import ACTIONS
from companion.web import catalogues, collecting
from companion.web.catalogues import LANGUAGES

TRANSLATED = [language for language in LANGUAGES if language != "en"]
PLACES = re.compile(r"\{\w+\}")


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated_and_none_is_left_over(language: str) -> None:
    """`python -m companion.web.collecting` brings new messages into the catalogues."""
    said = set(collecting.messages())
    told = {each.id for each in collecting.read(language) if each.id and each.string}
    assert said - told == set()
    assert told - said == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_loses_or_makes_up_a_value(language: str) -> None:
    wrong = [
        each.id
        for each in collecting.read(language)
        if each.id and sorted(PLACES.findall(str(each.id))) != sorted(PLACES.findall(str(each.string)))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_read_at_run_time_is_what_translators_wrote(language: str) -> None:
    path = collecting.po_file(language)
    assert path.with_suffix(".mo").read_bytes() == collecting.compiled(collecting.read(language))


def test_messages_are_collected_from_every_module_of_the_page() -> None:
    """A message inside of a `${…}` is not found by the collector, so there must be none."""
    for path in (collecting._MODULES).rglob("*.js"):  # noqa: SLF001
        assert not re.search(r"\$\{[^}]*\bt\(\"", path.read_text(encoding="utf-8")), path


def test_french_uses_the_words_of_the_booklet() -> None:
    french = catalogues.translations("fr")
    booklet = {
        "Rotate": "Pivoter",
        "multiple strike": "attaque multiple",
        "threaten": "menace",
        "dodge": "esquive",
        "Gate of Hell": "Porte des enfers",
        "Major Yokai": "Yokai Majeur",
        "White, Dark": "Blanc, Ténèbres",
        "Influences": "Emprises",
    }
    assert {english: french[english] for english in booklet} == booklet


def test_what_the_referee_says_by_code_has_its_sentence_in_every_language() -> None:
    for language in LANGUAGES:
        codes = catalogues.messages(language)["codes"]
        assert set(codes) == set(catalogues.by_code())
        assert all(codes.values())


def test_muk_yans_actions_are_words_that_the_pages_know() -> None:
    assert set(ACTIONS) <= set(collecting.messages())
