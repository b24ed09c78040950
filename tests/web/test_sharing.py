"""A kept game, found again and handed to a friend: by a link, a picture and words."""

import re

import pytest
from playwright.sync_api import Browser, FilePayload, expect

from tests.web.browsing import Phone, phone
from tests.web.games import brought, greedy_record
from tests.web.tables import Running

pytestmark = pytest.mark.browser

PLAIN = (
    "delete Navigator.prototype.share; Object.defineProperty(navigator, 'clipboard', { value: undefined });"
)
"""As a browser is that came over plain HTTP."""


def two_games(table: Running) -> None:
    brought(table.table.store, greedy_record(4, {"w": "Ada", "b": "Bo"}))
    brought(table.table.store, greedy_record(5, {"w": "Cleo", "b": "Bo"}))


def opened(held: Phone, name: str) -> None:
    held.page.get_by_role("button", name=re.compile(name)).first.click()
    held.page.get_by_label("Step through the game").wait_for()


def test_a_friend_gets_words_a_picture_and_a_link_also_over_plain_http(
    chrome: Browser, table: Running
) -> None:
    two_games(table)
    with phone(chrome, table) as held:
        held.page.add_init_script(PLAIN)
        held.enter().open("/games")
        opened(held, "Ada . Bo")
        held.page.get_by_role("button", name="Share").click()
        words = held.page.get_by_label("Words to send").input_value()
        assert re.match(r"HI MI KI · Ada . Bo · \d.\d\n", words)
        assert re.search(rf"{table.address}/games#game-\d+$", words)
        assert "tilts" in words
        assert held.page.locator(".shared").evaluate("(image) => image.naturalWidth") == 1080
        held.page.get_by_role("button", name="Copy the link").click()
        expect(held.page.locator("#note")).to_have_text("Copied.")
        copied = held.page.evaluate("getSelection().toString()")
        assert copied == words.splitlines()[-1]
        held.shot("sharing")
        assert held.axe() == []


def test_games_are_found_by_who_played_and_stepped_through_to_both_ends(
    chrome: Browser, table: Running
) -> None:
    two_games(table)
    with phone(chrome, table) as held:
        held.enter().open("/games")
        # The one that is being played is among them.
        expect(held.page.locator(".row.game")).to_have_count(3)
        expect(held.page.locator(".thumbnail")).to_have_count(3)
        held.page.get_by_label("Who played").select_option("Cleo")
        expect(held.page.locator(".row.game")).to_have_count(1)
        opened(held, "Cleo . Bo")
        slider = held.page.get_by_label("Step through the game")
        last = slider.input_value()
        held.page.get_by_role("button", name="To the beginning").click()
        assert slider.input_value() == "0"
        held.page.get_by_role("button", name="On", exact=True).click()
        assert slider.input_value() == "1"
        held.page.get_by_role("button", name="Show it move by move").click()
        held.page.wait_for_function("(slider) => Number(slider.value) >= 3", arg=slider.element_handle())
        held.page.get_by_role("button", name="Stop here").click()
        held.page.get_by_role("button", name="To the end").click()
        assert slider.input_value() == last
        expect(held.page.get_by_role("button", name="Play on from here")).to_be_hidden()


def test_a_downloaded_record_is_brought_in_on_the_page(chrome: Browser, table: Running) -> None:
    two_games(table)
    with phone(chrome, table) as held:
        held.enter().open("/games")
        opened(held, "Ada . Bo")
        number = int(table.client().get("/api/v1/games").json[-2]["id"])
        record = table.client().get(f"/api/v1/games/{number}/record").body
        assert table.player().post(f"/api/v1/games/{number}/delete").status == 200
        files = FilePayload(name="game.himiki.json", mimeType="application/json", buffer=record)
        held.page.locator("input[type=file]").set_input_files(files)
        held.says("1 game came.")
        held.page.locator("input[type=file]").set_input_files(
            {"name": "list.txt", "mimeType": "text/plain", "buffer": b"bread, butter"}
        )
        held.says("This is no file of games that a table has saved.")


def test_a_player_has_a_profile_with_charts(chrome: Browser, table: Running) -> None:
    two_games(table)
    brought(table.table.store, greedy_record(6, {"w": "Ada", "b": "Bo"}))
    told = table.client().get("/api/v1/profile?player=BO").json["results"]
    assert len(told) == 3
    assert all(each["against"][0] in ("Ada", "Cleo") for each in told)
    assert all(each["won"] == (each["score"][0] > each["score"][1]) for each in told)
    assert all(each["rating"]["low"] < each["rating"]["value"] < each["rating"]["high"] for each in told)
    with phone(chrome, table) as held:
        held.enter().open("/players")
        held.page.locator('[data-player="Bo"]').click()
        expect(held.page.locator(".player .chart")).to_have_count(3)
        expect(held.page.locator(".player .bars li")).to_have_count(2)
        held.shot("player-profile")
        assert held.axe() == []
