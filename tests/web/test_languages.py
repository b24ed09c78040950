"""Six languages, whole: no message is missing, none is left over."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import companion
from calibration.flat.refusals import STEPS as STEPS_WITH_PIECES
from calibration.refusals import STEPS
from companion.games.himiki import sentences
from companion.games.himiki.pages import PAGES
from companion.words import catalogues, collecting
from companion.words.languages import LANGUAGES
from companion.words.sentences import ENGLISH
from tests.web.tables import Running
from vision.cubes.remarks import HELPS, SIDES

TRANSLATED = [language for language in LANGUAGES if language != "en"]
PLACES = re.compile(r"\{\w+\}")


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated_and_none_is_left_over(language: str) -> None:
    """`python -m companion.words.collecting` brings new messages into the catalogues."""
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
    for path in (path for home in collecting.MODULES for path in home.rglob("*.js")):
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


def test_what_the_table_says_by_code_has_its_sentence_in_every_language(table: Running) -> None:
    codes = {**ENGLISH, **sentences.ENGLISH}
    assert set(ENGLISH) & set(sentences.ENGLISH) == set()
    release = table.client().get("/").body.decode().split('data-version="')[1].split('"')[0]
    for language in LANGUAGES:
        told = table.client().get(f"/messages/{release}/{language}.json").json["codes"]
        assert set(told) == set(codes)
        assert all(told.values())
        assert told == catalogues.in_language(codes, language)


def test_no_two_rooms_of_the_game_say_something_else_by_the_same_code() -> None:
    """A table that is put together loses what another one says again."""
    tables = [each for name, each in vars(sentences).items() if name.isupper() and name != "ENGLISH"]
    for one in (each for each in tables if isinstance(each, dict)):
        for code, said in one.items():
            if isinstance(said, str) and code in sentences.ENGLISH and " " in said:
                assert sentences.ENGLISH[code] == said


def test_every_page_has_a_title() -> None:
    assert set(sentences.PAGES) == {f"page-{name or 'home'}" for name in PAGES}


def test_what_is_said_inside_of_sentences_has_a_code() -> None:
    codes = {code for words in sentences.INSIDE.values() for code in words.values()}
    assert codes <= set(sentences.ENGLISH)


def test_no_module_looks_for_a_sentence_by_its_english_text() -> None:
    """Catalogues hold words only: what is said stands in the tables, and is found by its code."""
    of_tables = {*ENGLISH.values(), *sentences.ENGLISH.values()}
    found = texts(ast.walk(ast.parse(Path(catalogues.__file__).read_text(encoding="utf-8"))))
    assert found & of_tables == set()


HOMONYMS = frozenset(("Expert", "Games", "Muk Yan", "Puzzles"))
"""Of another thing in another place: a degree of difficulty, a column, a player, a kind of game."""


def test_the_pages_keep_no_copy_of_what_the_table_says() -> None:
    """What has a code is said by it; a hall's pages are of no table and have no codes."""
    of_pages = {message for message, place in collecting.said_by_pages() if place.startswith("js/")}
    copies = of_pages & {*ENGLISH.values(), *sentences.ENGLISH.values()}
    assert sorted(copies - HOMONYMS) == []


FOR_PROGRAMS = frozenset(
    (
        "a decision in a file has its time, 't', in seconds",
        'a decision is an object such as {"decision": "undo"}',
        "a square is named twice in 'squares'",
        "no challenge has that name: GET /api/v1/puzzles lists them",
        "no square is called that: A1 to E6",
        "started and ended are seconds since 1970",
        "a page that listens has nothing to tell",
        "a request tells its length in one way only",
        "no phone that was let in is called that: GET /api/v1/devices lists them",
        "that is not the table's PIN: `himiki pin` prints it, and every phone that was let in shows it",
        "that picture has not been taken yet",
        "the body holds half of a character, which cannot be kept",
        "side is r or b",
        "the body is no JSON",
        "the decision needs 'side', w or b",
        "the decision needs 'squares', a list such as [\"C2\"]",
        "the picture cannot be shown",
        "the request body came too slowly",
        "this table is being stopped",
        "the request ended before its body was whole",
        "the step 'corners' comes with four corners",
        "the step 'names' comes with a picture and codes",
        "this needs the table's PIN: POST it to /api/v1/session first",
        "this table is being stopped",
        "this table is not known under that name: use its address",
    )
)
"""Refusals that no page of ours can bring about, or for which it has words of its own."""


RAISED = ("DecisionError", "Refusal", "Refused", "RefusedRequest", "WizardError")


def parts_of_our_modules() -> Iterator[ast.AST]:
    home = Path(companion.__file__).parent
    for module in (*home.rglob("*.py"), *(home.parent / "calibration").rglob("*.py")):
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


def test_what_a_page_can_bring_about_is_refused_by_code() -> None:
    """In plain text only what programs bring about."""
    assert sorted(refusals() ^ FOR_PROGRAMS) == []


CODED = ("NotShared", "phrase", "say", "sentence", "_step")


def test_no_refusal_stands_in_a_table_that_nobody_says() -> None:
    said: set[str] = set()
    for node in parts_of_our_modules():
        match node:
            case ast.Call(ast.Name(name), [ast.Constant(str(code)), *_]) if name in CODED:
                said.add(code)
            case ast.Call(ast.Attribute(_, "put_up"), [ast.Constant(str(code)), *_]):
                said.add(code)
    wanted = {
        *sentences.REFUSED,
        *STEPS,
        *STEPS_WITH_PIECES,
        *(code for code in ENGLISH if code != "page-lost"),
    }
    assert sorted(wanted - said) == []


def test_words_that_calibration_inserts_have_codes_in_every_sentence_that_has_them() -> None:
    inside = sentences.INSIDE
    pictures, sides = ("empty", "fire", "water", "wood"), (*SIDES.values(), "upper", "lower")
    inserted = [
        *((name, word) for name in ("picture", "one", "other", *pictures[1:]) for word in pictures),
        *(("side", word) for word in sides),
        *(("help", word) for word in HELPS.values()),
        ("squares", "any square"),
    ]
    assert [each for each in inserted if inside.get(each[0], {}).get(each[1]) not in sentences.ENGLISH] == []
    assert {sentences.ENGLISH[inside[name][word]] for name, word in inserted} == {w for _, w in inserted}


def test_french_never_breaks_a_line_before_its_double_marks() -> None:
    french = catalogues.translations("fr")
    assert not [text for text in french.values() if re.search(r" [:;!?»]|« ", text)]
    assert french["Play again?"].endswith(f"{catalogues.NO_BREAK}?")


def test_the_page_before_its_modules_run_speaks_the_browsers_language(table: Running) -> None:
    page = table.client().get("/", headers={"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}).body.decode()
    assert '<html lang="de"' in page
    assert "bitte erlaube JavaScript dafür" in page
