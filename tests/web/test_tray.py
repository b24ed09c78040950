"""The tray with Muk Yan's two spare cubes, through the page: marked on the picture, thrown into, read."""

import pytest
from playwright.sync_api import expect

from tests.web.browsing import Phone
from tests.web.tables import START, Client, Running

pytestmark = pytest.mark.browser

MUK_YAN = f"{START} w 0-0 --- -"
SHOWN = {"H": "Fire", "M": "Water", "K": "Wood"}


def throw(player: Client, faces: str) -> None:
    assert player.post("/api/v1/sim/moves", {"dice": faces}).status == 200


def play_until_his_roll(player: Client) -> None:
    started = player.post("/api/v1/games", {"mode": "mukyan", "own_dice": False, "start": MUK_YAN})
    assert started.status == 200, started.body
    player.until(lambda state: state["setup"] is None and state["clear"], "the board")
    player.play("B5>BB4")
    player.until(lambda state: state["dice"] == "throw", "the roll that is awaited")


def marked(player: Client) -> list[list[float]]:
    """A tray where the drawn table has room for one."""
    table_knows = player.get("/api/v1/camera").json["tray"]
    assert table_knows is not None
    corners: list[list[float]] = table_knows
    return corners


def test_the_tray_is_marked_with_the_finger_and_what_lies_in_it_is_shown(held: Phone, table: Running) -> None:
    player = table.player()
    where = marked(player)
    assert player.post("/api/v1/camera/tray", {"corners": None}).json["tray"] is None
    held.open("/camera")
    held.says("No tray is marked")
    held.page.get_by_role("button", name="Mark a tray").click()
    rings = held.page.locator(".ring")
    expect(rings).to_have_count(4)
    picture = held.page.locator(".corners > img")
    picture.scroll_into_view_if_needed()
    width, height = player.get("/api/v1/camera").json["size"]
    for number, (x, y) in enumerate(where):
        box, ring = picture.bounding_box(), rings.nth(number).bounding_box()
        assert box is not None
        assert ring is not None
        mouse = held.page.mouse
        mouse.move(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
        mouse.down()
        mouse.move(box["x"] + x / width * box["width"], box["y"] + y / height * box["height"], steps=5)
        if number == 3:
            expect(held.page.locator(".glass")).to_be_visible()
            held.shot("tray-marking")
        mouse.up()
    assert held.axe() == []
    held.page.get_by_role("button", name="That is the tray").click()
    held.says("The tray is marked")
    for one, other in zip(marked(player), where, strict=True):
        assert max(abs(one[axis] - other[axis]) for axis in (0, 1)) < 8
    throw(player, "HK")
    held.says("Fire, Wood")
    held.shot("tray-marked")
    assert held.axe() == []


def test_a_tray_on_the_grid_is_refused_with_what_to_do(table: Running) -> None:
    player = table.player()
    player.until(lambda state: state["board"], "the board")
    corners = player.get("/api/v1/camera").json["corners"]
    refused = player.post("/api/v1/camera/tray", {"corners": corners})
    assert refused.status == 409
    assert "beside" in refused.json["error"]
    assert marked(player) is not None, "the one that was marked stays"


def test_the_page_asks_for_a_throw_and_the_camera_reads_it(held: Phone, table: Running) -> None:
    """RULES 6.2, 6.7: each of his rolls is a throw of its own."""
    player = table.player()
    play_until_his_roll(player)
    held.open("/")
    held.says("Throw the two spare cubes into the tray")
    held.shot("tray-awaits")
    held.open("/mukyan")
    held.says("Throw the two spare cubes into the tray")
    throw(player, "MK")
    state = player.until(lambda state: state["muk_yan"], "his move")
    assert state["muk_yan"]["roll"] == ["M", "K"]
    assert state["dice"] is None
    held.page.locator(".dice").first.wait_for()
    held.shot("tray-rolled")
    held.open("/table")
    held.page.locator(".board .plan").first.wait_for(state="attached")
    player.play(state["muk_yan"]["move"])
    after = player.until(lambda state: not state["muk_yan"], "his move to be seen")
    assert after["turn"] == "w" or after["dice"] == "throw", "what lies there is used"


def test_saying_the_roll_still_works_while_a_tray_is_watched(held: Phone, table: Running) -> None:
    player = table.player()
    play_until_his_roll(player)
    held.open("/mukyan")
    held.page.get_by_text("We rolled the cubes").click()
    held.page.locator("label[for=black-H]").click()
    held.page.locator("label[for=white-M]").click()
    held.page.get_by_role("button", name="That is the roll").click()
    assert player.until(lambda state: state["muk_yan"], "his move")["muk_yan"]["roll"] == ["H", "M"]
