"""The hall's pages in a real browser: all tables on a wall, one of them on a phone."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.broker.account import Account
from companion.broker.places import Place
from companion.testing import chromium
from tests.broker.mosquitto import broker_in
from tests.hall.running import PIN, RunningHall, hall_at
from tests.hall.simulated import SimulatedTable
from tests.patience import patient
from tests.web.browsing import browser, faults_of

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


def test_the_arbiter_unlocks_and_takes_a_move_back(
    chrome: Browser, club: tuple[RunningHall, SimulatedTable]
) -> None:
    hall, table = club
    page = opened(chrome, hall, "/tables/t1")
    page.get_by_label("The arbiter's PIN").fill(PIN)
    page.get_by_role("button", name="Unlock").tap()
    page.get_by_role("button", name="Undo").tap()
    page.wait_for_function("document.readyState === 'complete'")
    page.wait_for_timeout(300)
    assert [dict(each.body) for each in table.ordered] == [{"decision": "undo"}]


def test_it_speaks_the_phones_language(chrome: Browser, club: tuple[RunningHall, SimulatedTable]) -> None:
    hall, _ = club
    page = opened(chrome, hall, "/", language="fr")
    page.get_by_text("Coups : 0").wait_for()


def test_a_tournament_is_begun_and_its_result_entered_by_touch(
    chrome: Browser, club: tuple[RunningHall, SimulatedTable]
) -> None:
    hall, _ = club
    page = opened(chrome, hall, "/tournaments")
    page.get_by_label("The arbiter's PIN").fill(PIN)
    page.get_by_role("button", name="Unlock").tap()
    page.get_by_label("Name").fill("Friday")
    page.get_by_label("System").select_option("roundrobin")
    page.get_by_label("Players, one a line").fill("Ada\nBo\n<b>Cy</b>")
    page.get_by_role("checkbox", name="t1").uncheck()
    assert faults_of(page) == []
    page.get_by_role("button", name="Begin").tap()
    page.get_by_role("button", name="First round").tap()
    page.get_by_role("combobox").select_option("1-0")
    page.get_by_role("button", name="Next round").wait_for()
    assert page.get_by_text("<b>Cy</b>").count() >= 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults_of(page) == []
    told = hall.client().get("/api/v1/tournaments/1").json
    assert told["results"] == [["1-0", "bye"]]
