"""Squares that are not plain: told, asked about, and what people say of them, on the page and by programs."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.patience import patient
from tests.web.browsing import Phone, phone
from tests.web.dazzling import dazzled
from tests.web.fingers import place_of
from tests.web.tables import Running
from vision.sighting import Reason

LOOKS = ["light", "dark"]
LANGUAGES = {
    "en": ("I cannot read D4: a reflection", "What is it?", "White, "),
    "fr": ("Je n'arrive pas à lire D4", "Qu'est-ce que c'est", "Blanc, "),
    "de": ("Ich kann D4 nicht lesen: eine Spiegelung", "Was ist es?", "Weiß, "),
}
NONE = "the end of the doubt"


@pytest.fixture
def touched(chrome: Browser, table: Running) -> Iterator[Phone]:
    with phone(chrome, table, has_touch=True) as opened:
        yield opened.enter()


def asking(table: Running) -> str:
    """A cube has left B5, and a reflection hides where it may be; the square that is asked about."""
    player, eye = table.player(), dazzled(table)
    player.begin()
    eye.spoil(Reason.GLARE, "A5", "B4")
    player.play("B5>BB4")
    state = player.until(lambda state: state["question"], "the question")
    assert state["question"]["code"] == "what-stands"
    (square,) = state["question"]["squares"]
    return str(square)


# Programs


def test_a_doubt_is_in_the_state_and_among_the_events(table: Running) -> None:
    player, eye = table.player(), dazzled(table)
    player.begin()
    heard = table.table.events.subscribe()
    eye.spoil(Reason.GLARE, "D4", "C3")
    state = player.until(lambda state: state["doubts"], "the doubt")
    assert state["doubts"] == [{"square": "C3", "reason": "glare"}, {"square": "D4", "reason": "glare"}]
    assert state["clear"]
    eye.spoil()
    player.until(lambda state: not state["doubts"], NONE)
    told = [event.as_json() for _, event in heard.take(5) if event.name == "doubt"]
    assert [each["squares"] for each in told] == [["C3", "D4"], []]


def test_a_program_says_what_stands_on_a_square(table: Running) -> None:
    square = asking(table)
    player = table.player()
    cubes = f"{square}wM??" if square == "B4" else "-"
    told = player.decide("seen", squares=[square], cubes=cubes)
    assert told.status == 200, told.body
    state = player.until(lambda state: state["moves"] == 1, "the move")
    assert state["question"] is None
    assert "B4wMHK" in state["position"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"squares": [], "cubes": "-"}, 400),
        ({"squares": ["F1"], "cubes": "-"}, 400),
        ({"squares": ["C2"]}, 400),
        ({"squares": ["C2"], "cubes": "D2wHMK"}, 400),
        ({"squares": ["E6"], "cubes": "E6w???"}, 409),
    ],
)
def test_what_says_nothing_of_a_square_is_refused(
    table: Running, body: dict[str, object], status: int
) -> None:
    player = table.player()
    player.begin()
    refused = player.decide("seen", **body)
    assert refused.status == status
    assert refused.json["error"]


def test_a_squares_picture_is_for_those_who_have_the_pin(table: Running) -> None:
    player = table.player()
    player.begin()
    assert table.client().get("/api/v1/camera/square/C2.jpg").status == 401
    seen = player.get("/api/v1/camera/square/C2.jpg")
    assert (seen.status, seen.headers["content-type"], seen.body[:2]) == (200, "image/jpeg", b"\xff\xd8")
    assert player.get("/api/v1/camera/square/C3.jpg").body != seen.body
    assert player.get("/api/v1/camera/square/C7.jpg").status == 404


# The page


@pytest.mark.few(2)
@pytest.mark.browser
@pytest.mark.parametrize("light", LOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_doubtful_square_is_told_on_the_page_and_marked(
    chrome: Browser, table: Running, language: str, light: str
) -> None:
    player, eye = table.player(), dazzled(table)
    player.begin()
    with phone(chrome, table, locale=language, color_scheme=light, has_touch=True) as held:
        held.enter().open("/")
        held.page.locator(".score").first.wait_for()
        assert held.page.locator(".board .doubt").count() == 0
        eye.spoil(Reason.GLARE, "D4")
        held.says(LANGUAGES[language][0])
        expect(held.page.locator('.board [data-doubt="D4"]')).to_have_count(1)
        held.shot(f"doubt-glare-{language}-{light}")
        assert held.axe() == []
        eye.spoil()
        expect(held.page.locator(".board .doubt")).to_have_count(0, timeout=patient(20) * 1000)


@pytest.mark.few(3)
@pytest.mark.browser
@pytest.mark.parametrize("light", LOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_is_answered_by_touch(chrome: Browser, table: Running, language: str, light: str) -> None:
    with phone(chrome, table, locale=language, color_scheme=light, has_touch=True) as held:
        held.enter().open("/")
        square = asking(table)
        held.says(LANGUAGES[language][1])
        picture = held.page.locator(".cutout img")
        picture.wait_for()
        assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") >= 400
        held.shot(f"doubt-question-{language}-{light}")
        assert held.axe() == []
        wanted = "white water" if square == "B4" else "nothing"
        answer = held.page.locator(f'[data-option="{wanted}"]')
        if not answer.is_visible():
            held.page.locator(".rest summary").tap()
            held.shot(f"doubt-question-all-{language}-{light}")
            assert held.axe() == []
        answer.tap()
        said = held.page.locator("[data-card=understood]")
        expect(said).to_contain_text(f"{square}: {LANGUAGES[language][2] if square == 'B4' else ''}")
        table.client().until(lambda state: state["moves"] == 1, "the move")
        held.shot(f"doubt-answered-{language}-{light}")
        assert held.axe() == []
        said.get_by_role("button").first.tap()
        table.client().until(lambda state: state["moves"] == 0, "the undo")
        expect(said).to_have_count(0)


@pytest.mark.browser
def test_a_doubtful_square_is_tapped_and_told(touched: Phone, table: Running) -> None:
    """Nobody has asked: nothing hangs on it."""
    player, eye = table.player(), dazzled(table)
    player.begin()
    touched.open("/")
    eye.spoil(Reason.GLARE, "E6")
    touched.says("I cannot read E6: a reflection. Move the lamp. Or tap E6")
    touched.page.touchscreen.tap(*place_of(touched, "E6"))
    sheet = touched.page.get_by_role("dialog", name="What stands on E6?")
    sheet.locator(".cutout img").wait_for()
    touched.shot("doubt-sheet")
    assert touched.axe() == []
    sheet.locator('[data-option="nothing"]').tap()
    expect(sheet).to_have_count(0)
    expect(touched.page.locator("[data-card=understood]")).to_contain_text("E6: Nothing.")
    touched.page.get_by_role("button", name="Undo").tap()
    touched.says("Undone.")
    expect(touched.page.locator("[data-card=understood]")).to_have_count(0)


@pytest.mark.few(1)
@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_other_answer_is_one_tap_further(chrome: Browser, table: Running, language: str) -> None:
    with phone(chrome, table, locale=language, has_touch=True) as held:
        held.enter().open("/")
        asking(table)
        held.page.locator("button.stands.large").first.wait_for()
        assert held.page.locator("button.stands:visible").count() == 3
        held.page.locator(".rest summary").tap()
        assert held.page.locator("button.stands:visible").count() == 8
        held.page.wait_for_timeout(600)
        assert held.page.locator("button.stands:visible").count() == 8
        held.shot(f"doubt-others-{language}")
        assert held.axe() == []
        assert held.page.evaluate("document.documentElement.scrollWidth") <= 390
        held.page.locator('[data-option="something else"]').tap()
        held.page.locator("[data-card=understood]").wait_for()
        table.client().until(lambda state: state["question"] is None, "the answer")


@pytest.mark.browser
def test_a_square_that_is_plain_still_shows_where_its_cube_may_go(touched: Phone, table: Running) -> None:
    player, eye = table.player(), dazzled(table)
    player.begin()
    touched.open("/")
    eye.spoil(Reason.GLARE, "E6")
    touched.says("I cannot read E6")
    touched.page.touchscreen.tap(*place_of(touched, "B5"))
    touched.says("B5 can tilt to")
    assert touched.page.get_by_role("dialog").count() == 0


@pytest.mark.browser
def test_who_has_no_pin_sees_the_question_without_the_picture(chrome: Browser, table: Running) -> None:
    with phone(chrome, table) as held:
        held.open("/")
        square = asking(table)
        held.says(f"I cannot tell what stands on {square}")
        held.page.locator("button.stands").first.wait_for()
        assert held.page.locator(".cutout").count() == 0


@pytest.mark.browser
@pytest.mark.parametrize("page", ["/board", "/overlay"])
def test_a_doubt_is_marked_for_those_who_only_watch(chrome: Browser, table: Running, page: str) -> None:
    with phone(chrome, table, size={"width": 1280, "height": 720}) as held:
        held.open(page)
        square = asking(table)
        expect(held.page.locator(f'.board [data-doubt="{square}"]')).to_have_count(1)
        if page == "/board":
            held.says("I cannot tell what stands on")
            held.says("a reflection. Move the lamp.")
        held.shot(f"doubt-{page[1:]}")


@pytest.mark.browser
def test_only_what_is_covered_is_called_so(held: Phone, table: Running) -> None:
    player = table.player()
    player.begin()
    held.open("/")
    table.table.drawn.do({"hand": True})
    held.says("something is in the way")
    doubts = player.state()["doubts"]
    assert any(each["reason"] == "covered" for each in doubts)
    assert held.page.locator(".board .doubt.covered").count() >= 1
    held.shot("doubt-hand")
