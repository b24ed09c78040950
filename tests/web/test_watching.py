"""Those who only watch: a television and a stream, in the middle of a game and at its end."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browsing import phone
from tests.web.tables import START, Running

pytestmark = pytest.mark.long

HOME = Path(__file__).parents[2]
PAGES = HOME / "companion" / "games" / "himiki" / "pages" / "static" / "js" / "pages"
AHEAD = f"{START} w 4-0 --- -"


def begun(table: Running, start: str) -> None:
    player = table.player()
    player.lay(START)
    told = player.post("/api/v1/games", {"mode": "duel", "players": {"w": "Ada", "b": "Bo"}, "start": start})
    assert told.status == 200, told.body
    player.until(lambda state: state["setup"] is None and state["clear"], "the board as it was asked for")


def test_who_stands_better_is_told_by_the_score_and_turns_with_the_colours(table: Running) -> None:
    client = table.client()
    begun(table, AHEAD)
    told = client.get("/api/v1/standing").json
    assert told["position"] == client.state()["position"]
    assert told["chances"] > 0.7
    begun(table, f"{START} w 0-4 --- -")
    assert client.get("/api/v1/standing").json["chances"] < 0.3


@pytest.mark.browser
def test_the_shares_of_both_sides_are_a_whole(chrome: Browser, table: Running) -> None:
    begun(table, AHEAD)
    told = {"position": table.client().state()["position"], "chances": 0.335}
    with phone(chrome, table, size={"width": 1920, "height": 1080}) as held:
        held.page.route("**/api/v1/standing", lambda route: route.fulfill(json=told))
        held.open("/board")
        shares = held.page.locator(".standing-bar b")
        expect(shares).to_have_count(2)
        assert sum(int(each.rstrip("%")) for each in shares.all_inner_texts()) == 100


def test_nobody_says_who_stands_better_while_sides_are_not_known(table: Running) -> None:
    player = table.player()
    player.lay("-")
    assert player.post("/api/v1/games", {"mode": "duel"}).status == 200
    assert player.get("/api/v1/standing").json["chances"] is None
    assert player.post("/api/v1/games", {"mode": "free"}).status == 200
    assert player.get("/api/v1/standing").json["chances"] is None


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/board", "/overlay"])
def test_the_end_is_a_scene_with_the_winner(chrome: Browser, table: Running, path: str) -> None:
    begun(table, AHEAD)
    size = {"width": 1280, "height": 720}
    with phone(chrome, table, size=size) as held:
        held.open(path)
        bar = held.page.locator(".standing-bar")
        expect(bar).to_be_visible()
        expect(bar).to_have_attribute("aria-label", re.compile("Ada.*Bo"))
        expect(held.page.locator(".finale")).to_have_count(0)
        first, second = held.page.locator(".score").all()
        assert first.bounding_box()["height"] == second.bounding_box()["height"]  # type: ignore[index]
        assert table.player().decide("resign", side="b").status == 200
        expect(held.page.locator(".finale")).to_contain_text("Ada wins")
        held.shot(f"{path.strip('/')}-end")
        assert held.axe() == []


@pytest.mark.browser
def test_a_television_shows_whole_lines_only(chrome: Browser, table: Running) -> None:
    begun(table, f"{START} w 0-0 --- -")
    player = table.player()
    for move in ("B5>BB4", "C2>BC3", "B4>BA4", "C3>BC2", "A4>BA5"):
        player.played(move)
    with phone(chrome, table, size={"width": 900, "height": 480}) as held:
        held.open("/board")
        held.says("to play.")
        held.page.locator(".record li").first.wait_for()
        cut = held.page.evaluate(
            """() => {
              const list = document.querySelector(".record").getBoundingClientRect();
              const lines = [...document.querySelectorAll(".record li")].filter((each) => !each.hidden);
              return lines.filter((each) => each.getBoundingClientRect().bottom > list.bottom + 1).length;
            }"""
        )
        assert cut == 0


def test_whatever_the_overlays_address_understands_is_documented() -> None:
    understood = set(re.findall(r'asked\.get\("(\w+)"\)', (PAGES / "overlay.js").read_text(encoding="utf-8")))
    assert understood == {"key", "delay", "camera"}
    told = (HOME / "docs" / "streaming.md").read_text(encoding="utf-8")
    assert [name for name in understood if f"`{name}=" not in told] == []
