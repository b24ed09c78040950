"""Somebody who comes here first, without a PIN: what this is, two moves to try, what else is shown."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browsing import phone
from tests.web.tables import Running, running
from vision.cubes.profile import Profile

pytestmark = pytest.mark.browser


def test_two_moves_are_tried_with_a_finger_and_without_a_pin(chrome: Browser, table: Running) -> None:
    before = table.client().state()["position"]
    with phone(chrome, table, has_touch=True) as guest:
        guest.open("/")
        guest.page.get_by_text("New here?").tap()
        guest.says("the board is drawn")
        for source, target in (("C6", "C5"), ("C5", "C4")):
            for square in (source, target):
                guest.page.locator(f'.trial [data-square="{square}"]').tap()
        guest.says("Fire burns wood: that is a point.")
        expect(guest.page.locator(".trial .cube.b")).to_have_count(0)
        guest.page.get_by_role("button", name="Once more").tap()
        guest.says("Tap your cube on C6")
        guest.says("six digits, shown where the table was started")
        guest.shot("welcome-touch")
        guest.open("/")
        expect(guest.page.get_by_text("New here?")).to_have_count(0)
        expect(guest.page.get_by_role("link", name="Welcome")).to_be_visible()
    assert table.client().state()["position"] == before


def test_without_a_pin_the_cameras_page_says_what_it_would_show(chrome: Browser, table: Running) -> None:
    table.player().begin()
    with phone(chrome, table) as guest:
        guest.open("/camera")
        guest.says("Every cube that is seen, and how sure that is.")
        expect(guest.page.locator(".board .cube:not(.ghost)")).to_have_count(6)
        assert guest.axe() == []


def test_a_code_for_the_camera_is_offered_only_where_there_is_one(
    chrome: Browser, tmp_path: Path, profile: Profile
) -> None:
    with running(tmp_path, profile) as drawn, phone(chrome, drawn) as guest:
        guest.open("/settings")
        guest.page.get_by_role("button", name="Enter the PIN").click()
        guest.page.get_by_role("textbox").wait_for()
        guest.page.wait_for_timeout(500)
        expect(guest.page.get_by_text("show a code to the camera")).to_be_hidden()
        guest.page.route("**/api/v1/sim", lambda route: route.fulfill(json={"there": False, "cubes": None}))
        guest.page.get_by_role("button", name="Cancel").click()
        guest.page.get_by_role("button", name="Enter the PIN").click()
        expect(guest.page.get_by_text("show a code to the camera")).to_be_visible()


def test_light_or_dark_is_chosen_and_stays(chrome: Browser, table: Running) -> None:
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    with phone(chrome, table, color_scheme="light") as held:
        held.enter().open("/settings")
        day = held.page.evaluate(ground)
        held.page.locator("label[for=look-dark]").click()
        night = held.page.evaluate(ground)
        assert night != day
        held.page.reload()
        held.page.wait_for_selector("main > *")
        assert held.page.evaluate(ground) == night
        held.page.locator("label[for=look-auto]").click()
        assert held.page.evaluate(ground) == day


def test_a_colon_has_its_space_in_french(chrome: Browser, table: Running) -> None:
    with phone(chrome, table, locale="fr") as held:
        held.enter().open("/settings")
        expect(held.page.locator("main")).to_contain_text("réseau")
        assert "réseau:" not in (held.page.locator("main").text_content() or "")
