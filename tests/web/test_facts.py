"""What the game and its pages both know stands in one place, and the pages are told it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

import companion
from companion.games.himiki import sentences
from companion.games.himiki.api.facts import FACTS
from companion.games.himiki.pages import PAGES
from companion.games.himiki.players.levels import LEVELS
from companion.games.himiki.referee.phrases import ACTIONS
from companion.games.himiki.rules.variant import WINNING_SCORE
from companion.games.himiki.settings import MODES
from companion.words.collecting import messages
from companion.words.languages import LANGUAGES
from tests.web.browsing import Phone
from tests.web.tables import Running

HOME = Path(companion.__file__).parent


def sources() -> Iterator[tuple[str, str]]:
    """Every module of ours and of the page, without the folders of other people's."""
    for kind in ("*.py", "*.js"):
        for path in sorted(HOME.rglob(kind)):
            yield str(path.relative_to(HOME)), path.read_text(encoding="utf-8")


def who_says(*texts: str) -> set[str]:
    """The modules in which all of these stand as texts."""
    return {name for name, source in sources() if all(f'"{text}"' in source for text in texts)}


def test_there_are_modules_of_both_kinds_to_look_through() -> None:
    names = {name for name, _ in sources()}
    assert "web/app.py" in names
    assert any(name.endswith("js/board.js") for name in names)


def test_languages_stand_in_one_place() -> None:
    assert who_says(*LANGUAGES) == who_says(*LANGUAGES.values()) == {"words/languages.py"}


def test_how_many_points_win_stands_in_no_sentence() -> None:
    said = [message for message in messages() if re.search(r"\b(five|5) points?\b", message, re.IGNORECASE)]
    assert said == []


def test_names_of_tiles_stand_in_one_place() -> None:
    tiles = [text for code, text in sentences.WORDS_INSIDE.items() if code.startswith("tile-")]
    assert len(tiles) == len(FACTS["tiles"])
    for tile in (each for each in tiles if " " in each):
        assert who_says(tile) == {"games/himiki/sentences.py"}


def test_names_and_words_of_levels_stand_in_one_place() -> None:
    for level in LEVELS:
        assert who_says(level.told) == {"games/himiki/players/levels.py"}
        assert not {name for name in who_says(level.name) if name.endswith(".js")}


def test_how_cubes_may_stand_and_how_they_are_learnt_stand_in_one_place() -> None:
    assert FACTS["ways"] == ["HMK", "HKM", "MHK", "MKH", "KHM", "KMH"]
    assert FACTS["lesson"]["water"].startswith("A5wMKH,A2bMKH,")
    assert not {name for name in who_says("MKH") | who_says("A5", "A2") if name.endswith(".js")}


def test_sentences_about_doubts_stand_in_one_place() -> None:
    for said in sentences.DOUBTS.values():
        assert who_says(said) == {"games/himiki/sentences.py"}


def test_pages_and_what_leads_to_them_stand_in_one_place() -> None:
    everywhere = [name for name in PAGES if name]
    assert who_says(*everywhere) == {"games/himiki/pages/__init__.py"}
    for page in PAGES.values():
        assert page.above is None or PAGES[page.above].in_bar
        assert any(name.endswith(f"js/pages/{page.module}.js") for name, _ in sources())


@pytest.mark.browser
def test_a_win_at_six_points_has_six_pips_on_the_page(held: Phone, table: Running) -> None:
    """The page counts to whatever the rules say."""
    assert FACTS["wins_at"] == WINNING_SCORE
    table.player().begin()

    def otherwise(route: Route) -> None:
        answer = route.fetch()
        told = answer.text().replace(f'"wins_at": {WINNING_SCORE}', f'"wins_at": {WINNING_SCORE + 1}')
        assert told != answer.text()
        route.fulfill(response=answer, body=told)

    held.page.route(f"{table.address}/", otherwise)
    held.open("/")
    expect(held.page.locator(".score").first.locator(".pips i")).to_have_count(WINNING_SCORE + 1)
    said = f"White: 0 of {WINNING_SCORE + 1} points"
    expect(held.page.locator(".score").first).to_have_attribute("aria-label", said)


@pytest.mark.browser
def test_the_bar_keeps_its_order(held: Phone) -> None:
    held.open("/")
    told = held.page.locator("nav.bar a").all_inner_texts()
    assert told == ["Table", "New game", "Put it right", "Puzzles", "More"]


@pytest.mark.browser
def test_what_muk_yan_does_is_called_by_its_number_on_the_page(held: Phone) -> None:
    held.open("/")
    said = held.page.evaluate(
        """async () => {
          const release = document.documentElement.dataset.version;
          const { actionName } = await import(`/static/${release}/js/telling.js`);
          return Array.from({ length: 10 }, (_, number) => actionName(number));
        }"""
    )
    assert said == list(ACTIONS)


def test_letters_of_elements_and_names_of_modes_stand_in_one_place() -> None:
    modules = [(name, source) for name, source in sources() if name.endswith(".js")]
    assert [name for name, source in modules if re.search(r"\bfire: \"H\"", source)] == []
    assert [name for name, source in modules if re.search(r"t\(\"(Duel|Teams|Free play)\"\)", source)] == []
    assert {f"mode-{mode}" for mode in MODES} <= set(sentences.ENGLISH)
