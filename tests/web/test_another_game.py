"""A game that brings a table of its own and nothing else has the pages of every game."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.games.toy import brought
from tests.games.toy.events import Begun, Taken, Won
from tests.games.toy.rules import Toy
from tests.web.browsing import phone
from tests.web.tables import running

pytestmark = [pytest.mark.long, pytest.mark.browser]


def test_its_games_are_found_named_and_count_for_people(
    chrome: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought(monkeypatch)
    with running(tmp_path, None, of="toy") as table, phone(chrome, table) as held:
        events = (
            Begun(t=1, position="2"),
            Taken(t=2, by="w", move="2", position="0"),
            Won(t=2, winner="w"),
        )
        table.table.store.bring(Toy(2, players={"w": "Adda", "b": "Bo"}), events)
        held.enter().open("/games")
        page = held.page
        page.get_by_role("button", name="Adda").click()
        expect(page.get_by_role("listitem").filter(has_text="White: 2")).to_be_visible()
        held.shot("toy-games")
        page.get_by_role("button", name="Names").click()
        page.get_by_label("White").fill("Ada")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_role("button", name="Ada")).to_be_visible()
        assert not held.axe()
        with page.expect_download() as saved:
            page.get_by_role("link", name="As text").click()
        assert saved.value.path().read_text() == "# mode: toy\n2 2"
        page.get_by_role("link", name="More").click()
        page.get_by_role("link", name="Players").click()
        page.get_by_role("button", name="Ada").click()
        expect(page.get_by_role("heading", name="Ada")).to_be_visible()
        expect(page.locator(".player")).to_contain_text("1 of 1")
        held.shot("toy-players")
        page.get_by_role("link", name="More").click()
        page.get_by_role("link", name="Settings").click()
        held.says("Lights")
        assert not held.axe()


def test_its_games_are_not_among_those_of_the_game_that_is_played(
    chrome: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought(monkeypatch)
    with running(tmp_path, None) as table, phone(chrome, table) as held:
        events = (Begun(t=1, position="2"), Taken(t=2, by="w", move="2", position="0"), Won(t=2, winner="w"))
        table.table.store.bring(Toy(2, players={"w": "Adda", "b": "Bo"}), events)
        held.enter().open("/games")
        expect(held.page.locator(".finding button.row.game, .finding .card.calm").first).to_be_visible()
        expect(held.page.get_by_role("button", name="Adda")).to_have_count(0)
