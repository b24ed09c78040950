"""The rule book in six languages says the same under the same numbers."""

import re
from collections import Counter
from dataclasses import dataclass, field

import pytest
from markdown_it import MarkdownIt
from playwright.sync_api import expect

from companion.games.himiki.pages import rule_book
from companion.words.languages import LANGUAGES
from tests.web.browsing import browser, phone
from tests.web.tables import Running

TRANSLATED = [language for language in LANGUAGES if language != "en"]
RULING = {
    "en": "Ruling.",
    "fr": "Décision.",
    "it": "Decisione.",
    "de": "Entscheidung.",
    "es": "Decisión.",
    "nl": "Beslissing.",
}
FIRST_EDITION = {
    "en": "First edition:",
    "fr": "Première édition :",
    "it": "Prima edizione:",
    "de": "Erste Ausgabe:",
    "es": "Primera edición:",
    "nl": "Eerste editie:",
}


@dataclass
class Entry:
    """What stands under one heading, as far as it is the same in every language."""

    number: str
    blocks: list[str] = field(default_factory=list)
    boards: list[str] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    rows: list[str] = field(default_factory=list)


def entries(language: str) -> list[Entry]:
    """Blocks in their order; codes and rules named as often, in the order that the sentence wants."""
    told = [Entry("")]
    tokens = (
        MarkdownIt("commonmark").enable("table").parse(rule_book.book(language).read_text(encoding="utf-8"))
    )
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            number = tokens[index + 1].content.split(" ")[0]
            told.append(Entry(token.tag + (number if number[0].isdigit() else "")))
        entry = told[-1]
        if token.type.endswith("_open"):
            entry.blocks.append(token.type)
        elif token.type == "fence":
            entry.boards.append(token.content)
        elif token.type == "inline":
            for marks, start in ((RULING, "ruling"), (FIRST_EDITION, "first edition")):
                if token.content.startswith(f"**{marks[language]}**"):
                    entry.blocks.append(start)
            entry.codes.update(each.content for each in token.children or [] if each.type == "code_inline")
            entry.rules.update(re.findall(r"(?<!\d)[1-7]\.\d{1,2}(?!\d)", token.content))
            if tokens[index - 1].type == "td_open":
                entry.rows.append(re.sub(r"[^\W\d_]{2,}", "", token.content))
    return told


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_language_has_the_same_rules_rulings_boards_and_tables(language: str) -> None:
    assert [each.number for each in entries(language)] == [each.number for each in entries("en")]
    for told, english in zip(entries(language), entries("en"), strict=True):
        assert told.blocks == english.blocks, told.number
        assert told.boards == english.boards, told.number
        assert told.codes == english.codes, told.number
        assert told.rules == english.rules, told.number


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_and_every_note_on_the_first_edition_is_marked(language: str) -> None:
    marks = Counter(block for each in entries(language) for block in each.blocks)
    assert marks["ruling"] == marks["blockquote_open"]
    assert marks["first edition"] >= 6


@pytest.mark.parametrize("language", TRANSLATED)
def test_muk_yans_lists_and_the_values_of_squares_are_the_same(language: str) -> None:
    """RULES 6.2 and 6.8: numbers are not translated."""
    digits = [
        [re.findall(r"\d[od]?\b", cell) for cell in each.rows]
        for each in entries(language)
        if each.number in ("h36.2", "h36.8")
    ]
    english = [
        [re.findall(r"\d[od]?\b", cell) for cell in each.rows]
        for each in entries("en")
        if each.number in ("h36.2", "h36.8")
    ]
    assert digits == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_every_language_has_the_anchors_and_links_of_the_english_one(language: str) -> None:
    def anchors(page: str) -> list[str]:
        return re.findall(r'id="(rule-[\d.]+)"', page)

    def links(page: str) -> Counter[str]:
        return Counter(re.findall(r'href="(/rules#rule-[\d.]+)"', page))

    page, english = rule_book.rendered(language), rule_book.rendered("en")
    assert anchors(page) == anchors(english)
    assert links(page) == links(english)
    assert {link.removeprefix("/rules#") for link in links(page)} <= set(anchors(page))


def test_the_table_hands_out_the_book_of_every_language(table: Running) -> None:
    client = table.client()
    for language in LANGUAGES:
        assert client.get(f"/rules.{language}.html").body.decode() == rule_book.rendered(language)
    assert client.get("/rules.html").body.decode() == rule_book.rendered("en")
    assert client.get("/rules.xx.html").status == 404


@pytest.mark.browser
def test_boards_are_drawn_and_a_word_is_found_without_its_accents(table: Running, chromium_path: str) -> None:
    with browser(chromium_path) as chrome, phone(chrome, table, locale="fr") as held:
        held.open("/rules")
        held.page.locator(".book .example").first.wait_for()
        assert held.page.locator(".book .example").count() >= 4
        assert "·  ·" not in held.page.locator(".book").inner_text()
        homes = held.page.locator(".book .example").first
        assert homes.locator(".cube.w").count() == homes.locator(".cube.b").count() == 3
        held.page.get_by_role("searchbox").fill("median")
        found = held.page.locator(".found a")
        found.first.wait_for()
        expect(held.page.locator(".found mark").first).to_have_text("médian")
        expect(held.page.locator(".contents")).to_be_hidden()
        found.first.click()
        held.page.wait_for_function("() => location.hash.startsWith('#rule-')")
        held.page.get_by_role("searchbox").fill("chandelle")
        expect(held.page.locator(".found a")).to_have_count(0)
        assert held.axe() == []


@pytest.mark.browser
def test_a_reader_is_led_from_rule_to_rule_in_their_own_language(table: Running, chromium_path: str) -> None:
    with browser(chromium_path) as chrome, phone(chrome, table, locale="fr") as held:
        held.open("/rules#rule-3.9")
        held.page.wait_for_function("() => document.activeElement.id === 'rule-3.9'")
        assert held.page.locator("[id='rule-3.9']").inner_text() == "3.9 L'emprise"
        held.shot("rules-3.9-fr")
        held.page.locator("article a", has_text="2.4").first.click()
        held.page.wait_for_function("() => location.hash === '#rule-2.4'")
        assert held.page.locator("[id='rule-2.4']").is_visible()
        held.shot("rules-2.4-fr")
