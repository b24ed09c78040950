"""From the smallest phone to a television: nothing beside the window, and what matters inside it."""

from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.web.browsing import Phone, phone
from tests.web.tables import Running

pytestmark = pytest.mark.browser

TELEVISIONS: Final = ((844, 390), (1280, 720), (1920, 1080))

NAMES: Final = {
    "wl": "Annemarie van den Bergh",
    "bl": "Bartholomäus Donaudampf",
    "wd": "Maximiliane-Josephine",
    "bd": "Wolfeschlegelsteinhausen",
}
LATE: Final = "A1wMHK,A2wMHK,B2wHMK,B6bKHM,C3bMHK,D1bHMK,D6wKHM,E2bMHK"


@pytest.fixture
def late(table: Running) -> Running:
    """Teams with names that are too long, a clock, all influences held, points on both sides."""
    player = table.player()
    player.lay(LATE)
    asked = {"mode": "teams", "players": NAMES, "clock": {"minutes": 30}, "start": f"{LATE} wl 3-4 wbw -"}
    told = player.post("/api/v1/games", asked)
    assert told.status == 200, told.body
    player.until(lambda state: state["setup"] is None and state["clear"], "the board as it was asked for")
    return table


def scrolled(held: Phone) -> tuple[int, int]:
    """How far the page can be scrolled, across and down."""
    across, down = held.page.evaluate(
        "(() => { const { documentElement: it } = document;"
        " return [it.scrollWidth - innerWidth, it.scrollHeight - innerHeight]; })()"
    )
    return max(0, across), max(0, down)


BOXES = """selectors => selectors.map(selector => [...document.querySelectorAll(selector)].map(each => {
    const box = each.getBoundingClientRect();
    return [box.left, box.top, box.right, box.bottom];
}))"""


def outside(held: Phone, size: dict[str, int], *selectors: str) -> list[str]:
    """Which of these are not there, or not wholly in the window; all at one moment, for the page goes on."""
    found: list[str] = []
    for selector, boxes in zip(selectors, held.page.evaluate(BOXES, list(selectors)), strict=True):
        if not boxes:
            found.append(f"{selector}: none")
        for left, top, right, bottom in boxes:
            across = left >= -0.5 and right <= size["width"] + 0.5
            down = top >= -0.5 and bottom <= size["height"] + 0.5
            if not (across and down):
                found.append(f"{selector}: {left} to {right}, {top} to {bottom}")
    return found


@pytest.mark.parametrize(("width", "height"), TELEVISIONS)
def test_a_television_shows_everything_without_being_scrolled(
    chrome: Browser, late: Running, width: int, height: int
) -> None:
    size = {"width": width, "height": height}
    player = late.player()
    with phone(chrome, late, size=size) as held:
        held.open("/board")
        held.page.wait_for_selector(".scores")
        held.says("to play.")
        assert scrolled(held) == (0, 0)
        assert outside(held, size, ".score", ".now", ".board", ".names") == []
        player.play("D6>TA5")
        player.until(lambda state: state["violation"], "the violation")
        held.page.locator(".now.alarm").wait_for()
        held.shot(f"television-{width}")
        assert scrolled(held) == (0, 0)
        assert outside(held, size, ".score", ".now", ".board") == []


@pytest.mark.parametrize("path", ["/", "/table"])
def test_the_smallest_phone_shows_the_longest_names_without_being_scrolled_across(
    chrome: Browser, late: Running, path: str
) -> None:
    player = late.player()
    with phone(chrome, late, size={"width": 320, "height": 640}) as held:
        held.open(path)
        held.page.wait_for_selector(".scores")
        assert scrolled(held)[0] == 0
        player.play("D6>TA5")
        player.until(lambda state: state["violation"], "the violation")
        held.page.locator(".card.bad").wait_for()
        held.shot(f"{path.strip('/') or 'home'}-320-late")
        assert scrolled(held)[0] == 0
