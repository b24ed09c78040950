"""Six languages, whole: no message is missing, none is left over."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import companion
from companion.referee.phrases import ACTIONS
from companion.web import catalogues, collecting
from companion.web.catalogues import INSERTED, LANGUAGES, REFUSALS
from tests.web.tables import Running

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


FOR_PROGRAMS = frozenset(
    (
        "a decision in a file has its time, 't', in seconds",
        'a decision is an object such as {"decision": "undo"}',
        "a square is named twice in 'squares'",
        "no challenge has that name: GET /api/v1/puzzles lists them",
        "no square is called that: A1 to E6",
        "started and ended are seconds since 1970",
        "that is not the table's PIN: it is printed where the table was started",
        "that picture has not been taken yet",
        "the body holds half of a character, which cannot be kept",
        "the body is no JSON",
        "the decision needs 'side', w or b",
        "the decision needs 'squares', a list such as [\"C2\"]",
        "the picture cannot be shown",
        "the request body came too slowly",
        "the request ended before its body was whole",
        "the step 'corners' comes with four corners",
        "this needs the table's PIN: POST it to /api/v1/session first",
        "this table is not known under that name: use its address",
    )
)
"""Refusals that no page of ours can bring about, or for which it has words of its own."""


RAISED = ("DecisionError", "Refusal", "Refused", "WizardError")


def parts_of_our_modules() -> Iterator[ast.AST]:
    home = Path(companion.__file__).parent
    for module in (*home.rglob("*.py"), *(home.parent / "calibration").rglob("*.py")):
        if module.name != "catalogues.py":
            yield from ast.walk(ast.parse(module.read_text(encoding="utf-8")))


def texts(parts: Iterable[ast.AST]) -> set[str]:
    return {each.value for each in parts if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def refusals() -> set[str]:
    """What our modules refuse something with, word for word."""
    told: set[str] = set()
    for node in parts_of_our_modules():
        match node:
            case ast.Call(ast.Name(name), arguments) if name in RAISED:
                told |= texts(arguments)
    return told


def test_what_the_table_refuses_is_said_in_every_language() -> None:
    """A page finds them by their text: they come without a code."""
    known = set(collecting.messages())
    assert sorted(refusals() - known - FOR_PROGRAMS) == []
    assert sorted(FOR_PROGRAMS - refusals()) == []


def test_no_refusal_is_translated_that_nobody_says() -> None:
    assert sorted(set(REFUSALS) - texts(parts_of_our_modules())) == []


def test_words_that_calibration_inserts_are_words_that_the_pages_know() -> None:
    assert {"fire", "water", "wood", *INSERTED} <= set(collecting.messages())


def test_french_never_breaks_a_line_before_its_double_marks() -> None:
    french = catalogues.translations("fr")
    assert not [text for text in french.values() if re.search(r" [:;!?»]|« ", text)]
    assert french["Play again?"].endswith(f"{catalogues.NO_BREAK}?")


def test_the_page_before_its_modules_run_speaks_the_browsers_language(table: Running) -> None:
    page = table.client().get("/", headers={"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}).body.decode()
    assert '<html lang="de"' in page
    assert "bitte erlaube JavaScript dafür" in page
