"""Every page, as people see it and as those do who cannot see it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.browsing import NAMES, phone
from tests.web.tables import Running, running
from vision.cubes.profile import Profile

pytestmark = pytest.mark.browser

PAGES = tuple(f"/{name}" for name in (*NAMES, "overlay", "board"))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> Iterator[Running]:
    """A duel two moves old that nobody touches."""
    with running(tmp_path_factory.mktemp("pages"), profile) as started:
        player = started.player()
        player.begin(players={"w": "Ada", "b": "Bo"})
        for count, move in enumerate(("B5>BB4", "C2>BC3"), start=1):
            player.play(move)
            player.until(lambda state, count=count: state["moves"] == count, move)  # type: ignore[misc]
        yield started


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_wrong(chrome: Browser, shared: Running, path: str, light: str) -> None:
    with phone(chrome, shared, color_scheme=light) as held:
        held.enter().open(path)
        held.page.wait_for_timeout(600)
        held.shot(f"{path.strip('/') or 'home'}-{light}")
        assert held.axe() == []


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_page_speaks_the_browsers_language(
    chrome: Browser, shared: Running, path: str, language: str
) -> None:
    with phone(chrome, shared, locale=language) as held:
        held.enter().open(path)
        held.page.wait_for_timeout(400)
        held.shot(f"{path.strip('/') or 'home'}-{language}")
        assert held.page.evaluate("document.documentElement.lang") == language
        if path not in ("/overlay", "/board", "/mukyan"):
            assert held.page.locator("h1").first.inner_text()
            assert "Put it right" not in held.page.locator("body").inner_text()


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_cut_off_at_320_pixels(chrome: Browser, shared: Running, path: str) -> None:
    with phone(chrome, shared, size={"width": 320, "height": 640}) as held:
        held.enter().open(path)
        held.page.wait_for_timeout(400)
        held.shot(f"{path.strip('/') or 'home'}-320")
        wide = held.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 320


def test_the_first_page_weighs_little(chrome: Browser, shared: Running) -> None:
    """150 kB compressed, pictures and all."""
    with phone(chrome, shared) as held:
        weights: dict[str, int] = {}

        def weigh(response) -> None:  # type: ignore[no-untyped-def]
            if "/events" not in response.url:
                sizes = response.request.sizes()
                weights[response.url] = sizes["responseBodySize"] + sizes["responseHeadersSize"]

        held.page.on("requestfinished", lambda request: weigh(request.response()))
        held.open("/")
        held.page.wait_for_timeout(800)
        assert 10_000 < sum(weights.values()) <= 150_000, weights


def test_the_whole_page_can_be_used_with_the_keyboard(chrome: Browser, shared: Running) -> None:
    with phone(chrome, shared) as held:
        held.open("/")
        held.page.wait_for_selector(".score")
        held.page.keyboard.press("Tab")
        assert held.page.evaluate("document.activeElement.className") == "skip"
        square = held.page.locator('[data-square="C5"]')
        held.page.locator('[data-square="C4"]').focus()
        held.page.keyboard.press("ArrowRight")
        assert square.evaluate("each => each === document.activeElement")
        held.page.keyboard.press("Enter")
        held.says("C5 can tilt to")


def test_squares_and_scores_have_words_for_those_who_listen(chrome: Browser, shared: Running) -> None:
    with phone(chrome, shared) as held:
        held.open("/")
        held.page.wait_for_selector(".score")
        assert held.page.get_by_role("button", name=re.compile("B4: White, water")).count() == 1
        assert held.page.get_by_role("region", name="Ada: 0 of 5 points").count() == 1
        assert held.page.locator("[aria-live=polite]").count() == 1
        assert held.page.locator("[aria-live=assertive]").count() == 1


def test_a_verdicts_why_opens_its_rule(chrome: Browser, shared: Running) -> None:
    with phone(chrome, shared) as held:
        held.open("/rules#rule-3.7")
        rule = held.page.locator("[id='rule-3.7']")
        rule.wait_for()
        held.page.wait_for_function("() => document.activeElement.id === 'rule-3.7'")
        assert rule.is_visible()


def test_every_rule_that_is_numbered_has_its_anchor(shared: Running) -> None:
    page = shared.client().get("/rules.html").body.decode()
    assert len(set(re.findall(r'id="rule-(\d+\.\d+)"', page))) > 50
