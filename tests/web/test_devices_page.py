"""The page of phones that were let in, on a phone."""

import pytest
from playwright.sync_api import expect

from companion.words.languages import LANGUAGES
from tests.web.browsing import Phone
from tests.web.tables import Running

pytestmark = pytest.mark.browser


def test_another_phone_is_named_and_forgotten(held: Phone, table: Running) -> None:
    other = table.player()
    held.open("/devices")
    rows = held.page.locator(".devices li")
    expect(rows).to_have_count(2)
    theirs = rows.filter(has_not_text="this one")
    expect(theirs).to_contain_text("just now")
    theirs.get_by_role("button", name="Rename").click()
    held.page.get_by_label("What this device is called").fill("Grandmother's tablet")
    held.page.get_by_role("button", name="Rename").first.click()
    expect(rows.filter(has_text="Grandmother's tablet")).to_have_count(1)
    held.shot("devices")
    held.page.get_by_role("button", name="Forget: Grandmother's tablet").click()
    held.page.get_by_role("dialog").get_by_role("button", name="Forget").click()
    expect(rows).to_have_count(1)
    assert other.get("/api/v1/session").json == {"may_change": False}


def test_a_phone_forgets_itself_and_only_watches(held: Phone, table: Running) -> None:
    held.open("/devices")
    held.page.get_by_role("button", name="Forget").click()
    held.page.get_by_role("dialog").get_by_role("button", name="Forget").click()
    expect(held.page.get_by_role("button", name="Enter the PIN")).to_be_visible()


def test_strangers_are_asked_for_the_pin_and_shown_nobody(held: Phone, table: Running) -> None:
    held.page.context.clear_cookies()
    held.open("/devices")
    expect(held.page.get_by_role("button", name="Enter the PIN")).to_be_visible()
    expect(held.page.locator(".devices")).to_have_count(0)


@pytest.mark.few(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_sticks_out_in_any_language(held: Phone, table: Running, language: str) -> None:
    table.player()
    held.open("/devices")
    held.page.evaluate("(language) => localStorage.setItem('himiki-language', language)", language)
    held.open("/devices")
    held.page.locator(".devices li").nth(1).wait_for()
    held.shot(f"devices-{language}")
    assert held.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert held.axe() == []


def test_a_pin_of_twelve_digits_is_typed_and_comes_with_a_link(held: Phone, table: Running) -> None:
    table.access.lengthen()
    held.page.context.clear_cookies()
    held.open(f"/#pin={table.access.pin}")
    held.says("This phone may change things now.")
    held.open("/settings")
    held.says(table.access.pin)
    held.shot("settings-longer-pin")
