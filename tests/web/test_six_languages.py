"""Every page in every language: nothing is left in English, nothing is cut off on a small phone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from companion.games.himiki.api.in_words import event_in_words, in_words
from companion.games.himiki.sentences import OPTIONS
from companion.games.himiki.telling import Teller
from companion.words import catalogues
from companion.words.languages import LANGUAGES
from tests.test_telling import DUEL, MUK_YAN, ONE_OF_EACH
from tests.web.browsing import NAMES, phone
from tests.web.tables import Running, running
from vision.cubes.profile import Profile

pytestmark = pytest.mark.browser

SAID = """async (events) => {
  const release = document.documentElement.dataset.version;
  const { tell } = await import(`/static/${release}/js/telling.js`);
  return events.map((event) => tell(event)?.text ?? null);
}"""
TRANSLATED = [language for language in LANGUAGES if language != "en"]
TEXTS = """() => {
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) found.add(walk.currentNode.textContent.trim());
  for (const each of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"])
      if (each.hasAttribute(name)) found.add(each.getAttribute(name));
  return [...found];
}"""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("languages"), profile) as started:
        player = started.player()
        player.begin(players={"w": "Ada", "b": "Bo"})
        player.play("B5>BB4")
        player.until(lambda state: state["moves"] == 1, "the move")
        yield started


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_page_says_in_english_what_the_catalogue_has(
    chrome: Browser, shared: Running, language: str
) -> None:
    words = catalogues.translations(language)
    english = {message for message, text in words.items() if text != message}
    # What is a word of both languages, such as `Name` in German, is no English left over.
    english -= set(words.values())
    with phone(chrome, shared, size={"width": 320, "height": 640}, locale=language) as held:
        held.enter()
        left, wide = {}, {}
        for name in NAMES:
            held.open(f"/{name}")
            held.page.wait_for_timeout(400)
            left[name] = sorted(set(held.page.evaluate(TEXTS)) & english)
            wide[name] = held.page.evaluate("document.documentElement.scrollWidth")
        assert {name: texts for name, texts in left.items() if texts} == {}
        assert {name: width for name, width in wide.items() if width > 320} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_and_the_tables_own_loudspeaker_say_the_same(
    chrome: Browser, shared: Running, language: str
) -> None:
    with phone(chrome, shared, locale=language) as held:
        held.open("/")
        for game in (DUEL, MUK_YAN):
            teller = Teller(game, language)
            said = held.page.evaluate(SAID, [event_in_words(event, game) for event in ONE_OF_EACH])
            assert said == [teller.tell(event) for event in ONE_OF_EACH]


ANSWERED = """async ({ options, options_words: words }) => {
  const release = document.documentElement.dataset.version;
  const { optionText } = await import(`/static/${release}/js/telling.js`);
  return options.map((option, index) => optionText(option, words[index]));
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_and_the_loudspeaker_name_the_same_answers(
    chrome: Browser, shared: Running, language: str
) -> None:
    options = [*OPTIONS, "C5>BC4 R-B5>PB5+C4>PC4", "stop", "C-mi@C3"]
    with phone(chrome, shared, locale=language) as held:
        held.open("/")
        teller = Teller(DUEL, language)
        said = held.page.evaluate(ANSWERED, in_words({"options": options}))
        assert said == [teller.answer(option) for option in options]
