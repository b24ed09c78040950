"""A disputed game through the page: its moments are looked at by touch, during the game and later."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from companion.clips import Clips, Wanted
from tests.patience import until
from tests.web.browsing import Phone, phone
from tests.web.tables import Running, running
from vision.cubes.profile import Profile

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture(scope="module")
def disputed(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> Iterator[Running]:
    """Hands play as slowly as people do: a legal move, and one that is not."""
    with running(tmp_path_factory.mktemp("disputed"), profile, pace=1.0, recorded=Wanted()) as table:
        player = table.player()
        player.begin(players={"w": "Ada", "b": "Bo"})
        player.played("B5>BB4")
        player.play("C2>TE6")
        player.until(lambda state: state["violation"], "the violation")
        clips = table.table.onlooker
        assert isinstance(clips, Clips)
        keeping = clips._keeping  # noqa: SLF001
        # Later nothing is added to what is looked at.
        game = table.table.game_id
        assert until(lambda: any(moment.event == "violation" for moment in clips.moments(game)))
        assert until(lambda: not keeping.pending(game)[0])
        yield table


@pytest.fixture
def mine(chrome: Browser, disputed: Running) -> Iterator[Phone]:
    with phone(chrome, disputed, has_touch=True) as opened:
        yield opened.enter()


def shows(dialog: Locator, part: str) -> int:
    """The place of the picture that is there after a tap on that part of the moment."""
    dialog.locator(f"[data-key={part}]").tap()
    expect(dialog.locator(f"[data-key={part}]")).to_have_attribute("aria-pressed", "true")
    place = dialog.locator("input[type=range]").input_value()
    expect(dialog.locator(".replay img")).to_have_attribute("data-place", place)
    return int(place)


def test_the_moment_of_a_violation_is_looked_at_before_the_hand_and_after(
    mine: Phone, disputed: Running
) -> None:
    mine.open("/")
    mine.page.locator("[data-card=bad] [data-key=show-me]").tap()
    dialog = mine.page.locator("dialog.replaying")
    expect(dialog.locator(".replay img[data-place]")).to_be_visible()
    places = [shows(dialog, part) for part in ("before", "hand", "after")]
    assert places == sorted(set(places))
    mine.shot("show-me-after")
    dialog.get_by_label("What was read").tap()
    expect(dialog.locator(".replay svg text").filter(has_text="E6")).to_have_count(1)
    shows(dialog, "before")
    expect(dialog.locator(".replay svg text").filter(has_text="C2")).to_have_count(1)
    mine.shot("show-me-read")
    assert mine.axe() == []
    dialog.locator(".close").tap()
    expect(dialog).to_have_count(0)


def test_a_moment_is_stepped_through_picture_by_picture_and_played(mine: Phone) -> None:
    mine.open("/")
    mine.page.locator("[data-card=bad] [data-key=show-me]").tap()
    dialog = mine.page.locator("dialog.replaying")
    slider = dialog.locator("input[type=range]")
    shows(dialog, "hand")
    place = int(slider.input_value())
    dialog.get_by_role("button", name="On", exact=True).tap()
    expect(slider).to_have_js_property("value", str(place + 1))
    dialog.get_by_role("button", name="Back", exact=True).tap()
    dialog.get_by_role("button", name="Back", exact=True).tap()
    expect(slider).to_have_js_property("value", str(place - 1))
    last = slider.get_attribute("max")
    dialog.get_by_label("Slowly").tap()
    dialog.get_by_role("button", name="Play it").tap()
    expect(slider).to_have_js_property("value", last)
    expect(dialog.get_by_role("button", name="Play it")).to_be_visible()


def test_a_line_of_the_record_leads_to_its_moment(mine: Phone) -> None:
    mine.open("/")
    line = mine.page.locator(".record li").filter(has_text="B4")
    line.locator("button.shows").tap()
    dialog = mine.page.locator("dialog.replaying")
    expect(dialog.locator(".replay img[data-place]")).to_be_visible()
    places = [shows(dialog, part) for part in ("before", "hand", "after")]
    assert places == sorted(set(places))


def test_every_page_says_that_pictures_are_kept(mine: Phone) -> None:
    for address in ("/", "/settings", "/rules", "/overlay", "/board"):
        mine.open(address)
        mark = mine.page.locator(".recording")
        expect(mark).to_have_count(1)
        expect(mark).to_be_visible()
        assert mark.get_attribute("aria-label") == "Pictures of the board are kept"
    assert mine.axe() == []


def test_who_has_not_the_pin_is_asked_for_it_and_sees_nothing(chrome: Browser, disputed: Running) -> None:
    with phone(chrome, disputed, has_touch=True) as stranger:
        stranger.open("/")
        stranger.page.locator("[data-card=bad] [data-key=show-me]").tap()
        expect(stranger.page.locator("#pin")).to_be_visible()
        stranger.page.get_by_role("button", name="Cancel").tap()
        expect(stranger.page.locator("dialog")).to_have_count(0)
        expect(stranger.page.locator("button.shows:enabled")).to_have_count(0)


def test_a_kept_game_shows_what_was_seen_beside_its_positions(mine: Phone, disputed: Running) -> None:
    mine.open(f"/games#game-{disputed.table.game_id}")
    seen = mine.page.locator(".beheld img")
    expect(seen).to_be_visible()
    mine.shot("show-me-kept-game")
    assert mine.axe() == []
    violation = mine.page.locator(".seen button").filter(has_text="Not legal")
    violation.tap()
    dialog = mine.page.locator("dialog.replaying")
    expect(dialog.locator(".replay img[data-place]")).to_be_visible()
    dialog.get_by_label("Keep these pictures").tap()
    expect(dialog.get_by_label("Keep these pictures")).to_be_checked()
    dialog.locator("[data-key=delete-moment]").tap()
    mine.page.get_by_role("button", name="Delete", exact=True).tap()
    expect(dialog).to_have_count(0)
    mine.page.reload()
    expect(seen).to_be_visible()
    expect(mine.page.locator(".seen button").filter(has_text="Not legal")).to_have_count(0)


def test_the_settings_switch_it_off_and_the_mark_is_gone(mine: Phone, disputed: Running) -> None:
    mine.open("/settings")
    switch = mine.page.get_by_label("Keep pictures of moves")
    expect(switch).to_be_checked()
    try:
        switch.tap()
        expect(mine.page.locator(".recording")).to_have_count(0)
        expect(switch).not_to_be_checked()
        mine.shot("show-me-settings")
    finally:
        assert disputed.player().post("/api/v1/recording", {"on": True}).status == 200
