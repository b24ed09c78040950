"""The hall's pages in a real browser: all tables on a wall, one of them on a phone."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Page

from companion.broker.account import Account
from companion.broker.places import Place
from companion.testing import chromium
from tests.broker.listening import ear_at, until
from tests.broker.mosquitto import Mosquitto, broker_in
from tests.hall.running import PIN, RunningHall, hall_at
from tests.hall.simulated import SimulatedTable
from tests.patience import patient
from tests.web.browsing import SCREENSHOTS, browser, faults_of

pytestmark = [pytest.mark.long, pytest.mark.broker, pytest.mark.browser]


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    path = chromium()
    assert path is not None
    with browser(path) as started:
        yield started


@pytest.fixture
def club(tmp_path: Path) -> Iterator[tuple[RunningHall, SimulatedTable]]:
    with broker_in(tmp_path / "broker") as broker, hall_at(broker, tmp_path / "hall") as hall:
        table = SimulatedTable(Account("127.0.0.1", broker.port), Place("club", "t1"))
        table.state["players"] = {"w": "<img src=x onerror=document.title='taken'>", "b": "Bo"}
        table.start()
        assert table.wait_until_up(patient(20))
        yield hall, table
        table.stop()


def opened(chrome: Browser, hall: RunningHall, path: str, *, language: str = "en") -> Page:
    context = chrome.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale=language
    )
    page = context.new_page()
    page.set_default_timeout(patient(20) * 1000)
    page.goto(hall.address + path)
    return page


def shot(page: Page, name: str) -> None:
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)


def test_a_name_is_never_markup_and_a_move_comes_by_itself(
    chrome: Browser, club: tuple[RunningHall, SimulatedTable]
) -> None:
    hall, table = club
    page = opened(chrome, hall, "/")
    page.get_by_text("Moves: 0").wait_for()
    assert page.get_by_text("<img src=x").count() == 1
    assert page.title() != "taken"
    table.play(random.Random(1))
    table.tell_state()
    page.get_by_text("Moves: 1").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults_of(page) == []
    page.get_by_text("t1").tap()
    page.get_by_text(">BB4").wait_for()
    assert faults_of(page) == []


def test_an_overlay_shows_one_table_and_nothing_behind_it(
    chrome: Browser, club: tuple[RunningHall, SimulatedTable]
) -> None:
    hall, table = club
    page = opened(chrome, hall, "/overlay/t1")
    page.get_by_text("Moves: 0").wait_for()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.get_by_label("The arbiter's PIN").is_hidden()
    table.play(random.Random(1))
    table.tell_state()
    page.get_by_text("Moves: 1").wait_for()
    assert page.title() != "taken"
    shot(page, "hall_overlay")


def test_the_arbiter_unlocks_and_takes_a_move_back(
    chrome: Browser, club: tuple[RunningHall, SimulatedTable]
) -> None:
    hall, table = club
    page = opened(chrome, hall, "/tables/t1")
    page.get_by_label("The arbiter's PIN").fill(PIN)
    page.get_by_role("button", name="Unlock").tap()
    page.get_by_role("button", name="Undo").tap()
    until(lambda: [dict(each.body) for each in table.ordered] == [{"decision": "undo"}], "the order")
    assert [each.by for each in table.ordered] == ["arbiter"]


def test_the_arbiter_answers_a_question_and_gives_a_penalty(
    chrome: Browser, club: tuple[RunningHall, SimulatedTable]
) -> None:
    hall, table = club
    page = opened(chrome, hall, "/tables/t1")
    page.get_by_label("The arbiter's PIN").fill(PIN)
    page.get_by_role("button", name="Unlock").tap()
    page.get_by_role("button", name="Undo").wait_for()
    assert page.get_by_label("The arbiter's PIN").is_hidden()
    place = "document.querySelector('.orders button').getBoundingClientRect().top"
    where = page.evaluate(place)
    table.state["question"] = {"question": "What stands on C3?", "options": ["fire", "water"]}
    table.tell_state()
    page.get_by_role("button", name="water").tap()
    until(lambda: [dict(each.body) for each in table.ordered], "the answer")
    assert dict(table.ordered[0].body) == {"decision": "answer", "option": "water"}
    assert page.evaluate(place) == where
    table.state["question"] = None
    page.get_by_text("Penalties").tap()
    table.play(random.Random(1))
    table.tell_state()
    page.get_by_text("Moves: 1").wait_for()
    shot(page, "hall_arbiter")
    page.get_by_role("button", name="Penalty: a point for Bo").tap()
    until(lambda: len(table.ordered) == 2, "the penalty")
    assert dict(table.ordered[1].body) == {"decision": "claim", "side": "b"}
    table.say({"event": "arbiter", "decision": "claim"})
    page.get_by_text("The hall's arbiter has given a penalty.").wait_for()
    assert faults_of(page) == []


def test_the_arbiter_speaks_to_all_tables(chrome: Browser, club: tuple[RunningHall, SimulatedTable]) -> None:
    hall, table = club
    page = opened(chrome, hall, "/")
    page.get_by_label("The arbiter's PIN").fill(PIN)
    page.get_by_role("button", name="Unlock").tap()
    page.get_by_label("To all tables").fill("Round 3")
    with ear_at(Mosquitto(Path(), table.account.port)) as ear:
        page.get_by_role("button", name="Say").tap()
        until(lambda: ear.on("himiki/club/hall/announcements"), "what was said")
    until(lambda: page.get_by_label("To all tables").input_value() == "", "that it went")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults_of(page) == []


def test_nothing_is_drawn_anew_while_a_finger_is_down(
    chrome: Browser, club: tuple[RunningHall, SimulatedTable]
) -> None:
    """A tap on what was replaced meanwhile would be lost."""
    hall, table = club
    page = opened(chrome, hall, "/")
    page.get_by_text("Moves: 0").wait_for()
    page.evaluate("dispatchEvent(new PointerEvent('pointerdown'))")
    with page.expect_response(lambda answer: "/api/v1/tables?after=" in answer.url and answer.json() != []):
        table.play(random.Random(1))
        table.tell_state()
    page.wait_for_timeout(600)
    assert page.get_by_text("Moves: 0").count() == 1
    page.evaluate("dispatchEvent(new PointerEvent('pointerup'))")
    page.get_by_text("Moves: 1").wait_for()


def test_it_speaks_the_phones_language(chrome: Browser, club: tuple[RunningHall, SimulatedTable]) -> None:
    hall, _ = club
    page = opened(chrome, hall, "/", language="fr")
    page.get_by_text("Coups : 0").wait_for()


def test_players_come_from_a_file_one_comes_late_and_one_leaves(
    chrome: Browser, club: tuple[RunningHall, SimulatedTable]
) -> None:
    hall, _ = club
    page = opened(chrome, hall, "/tournaments")
    page.get_by_label("The arbiter's PIN").fill(PIN)
    page.get_by_role("button", name="Unlock").tap()
    page.get_by_label("Name", exact=True).fill("Friday")
    listed = "name,rating,team\nAda,1850,Kings\nBo,1700,Kings\nCy,1600,Queens\nDi,,Queens\n"
    content = FilePayload(name="players.csv", mimeType="text/csv", buffer=listed.encode())
    page.locator("#file").set_input_files(content)
    until(lambda: "Di" in page.locator("#players").input_value(), "the players")
    assert page.locator("#players").input_value().splitlines()[0] == "Ada; 1850; Kings"
    page.get_by_role("checkbox", name="t1").uncheck()
    shot(page, "hall_new_tournament")
    page.get_by_role("button", name="Begin").tap()
    page.get_by_role("button", name="First round").tap()
    page.get_by_text("Round 1").wait_for()
    page.get_by_label("Comes late").fill("Eve")
    page.get_by_role("button", name="Enter").tap()
    page.get_by_role("cell", name="Eve").wait_for()
    page.get_by_label("Leaves the tournament").select_option(label="Di")
    page.get_by_role("button", name="Withdraw").tap()
    page.wait_for_selector("tr.gone")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults_of(page) == []
    shot(page, "hall_tournament")
    told = hall.client().get("/api/v1/tournaments/1").json
    assert {each["team"] for each in told["teams"]} == {"Kings", "Queens"}
    assert [each["name"] for each in told["players"] if each["gone"]] == ["Di"]
    with page.expect_download() as download:
        page.get_by_role("link", name="TRF").tap()
    assert "001    1" in Path(download.value.path()).read_text(encoding="utf-8")


def test_a_tournament_is_begun_and_its_result_entered_by_touch(
    chrome: Browser, club: tuple[RunningHall, SimulatedTable]
) -> None:
    hall, _ = club
    page = opened(chrome, hall, "/tournaments")
    page.get_by_label("The arbiter's PIN").fill(PIN)
    page.get_by_role("button", name="Unlock").tap()
    page.get_by_label("Name", exact=True).fill("Friday")
    page.get_by_label("System").select_option("roundrobin")
    page.get_by_label("Players, one a line").fill("Ada\nBo\n<b>Cy</b>")
    page.get_by_role("checkbox", name="t1").uncheck()
    assert faults_of(page) == []
    page.get_by_role("button", name="Begin").tap()
    page.get_by_role("button", name="First round").tap()
    page.get_by_label("Result of").select_option("1-0")
    page.get_by_role("button", name="Next round").wait_for()
    assert page.get_by_text("<b>Cy</b>").count() >= 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults_of(page) == []
    told = hall.client().get("/api/v1/tournaments/1").json
    assert told["results"] == [["1-0", "bye"]]
