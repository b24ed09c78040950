"""What stands besides the game is there on every page, in the reader's language, with what to do about it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.web.exchange.running import Extras
from tests.web.browsing import Phone, phone
from tests.web.tables import running
from vision.cubes.profile import Profile

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_everybody_sees_that_nothing_is_being_kept_and_that_it_is_over(held: Phone) -> None:
    notices = held.table.table.notices
    held.open("/more")
    expect(held.page.locator(".notice")).to_have_count(0)
    notices.put_up("disk-full")
    expect(held.page.locator(".notice")).to_contain_text("Nothing is being kept")
    notices.take_down("disk-full")
    expect(held.page.locator(".notice")).to_have_count(0)


def test_a_safe_start_is_explained_and_ended_on_the_page(
    chrome: Browser, tmp_path: Path, profile: Profile
) -> None:
    asked: list[str] = []
    extras = Extras(start_again=lambda: asked.append("again"))
    with running(tmp_path, profile, extras=extras) as table, phone(chrome, table) as opened:
        table.table.notices.put_up("safe-mode", why="<b>no light</b>")
        opened.enter().open("/more")
        shown = opened.page.locator(".notice")
        expect(shown).to_contain_text("The last reason: <b>no light</b>")
        shown.get_by_role("button").click()
        expect(opened.page.locator("#note")).to_contain_text("The table starts again.")
        assert asked == ["again"]


def test_a_back_up_is_saved_and_brought_in_the_settings(held: Phone, tmp_path: Path) -> None:
    held.open("/settings")
    with held.page.expect_download() as download:
        held.page.get_by_role("link", name="Save the whole table").click()
    saved = tmp_path / "table.himiki.zip"
    download.value.save_as(saved)
    held.page.locator('input[accept^=".zip"]').set_input_files(saved)
    expect(held.page.get_by_text("games came; the others were here.")).to_be_visible()
    saved.write_bytes(b"no back-up")
    held.page.locator('input[accept^=".zip"]').set_input_files(saved)
    expect(held.page.get_by_text("this is no back-up of a table")).to_be_visible()
    # The browser itself says of every refusal that there was one.
    assert len(held.complaints) == 1
    held.complaints.clear()
