"""Games of RR that were played, on the pages that every game has."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from companion.games.rr.agreed import Agreed
from companion.games.rr.rules.written.options import variant_of
from tests.rr.games import random_game, words
from tests.rr.tabletop import Tabletop, carried_out
from tests.web.browsing import PHONE, phone
from tests.web.tables import Running, running

AND: Final = "\N{EN DASH}"

pytestmark = [pytest.mark.browser, pytest.mark.long]


def kept(table: Running) -> None:
    """A game that Ada has played with the second colour, against a level."""
    tabletop = Tabletop(Agreed(variant_of(words(random.Random("old 4"), "old"))))
    tabletop.lies("-")
    chance = random.Random(4)
    for step in random_game("old", 4):
        carried_out(tabletop, step, chance)
    tabletop.lies(tabletop.cells, seconds=4.0)
    game = replace(tabletop.game, players={"b": "Ada"}, levels={"r": "pupil"})
    table.table.store.bring(game, tabletop.said, 1.0, 2.0)


def test_a_kept_game_is_found_stepped_through_named_and_counted(chrome: Browser, tmp_path: Path) -> None:
    with running(tmp_path, None, of="rr") as table, phone(chrome, table, has_touch=True) as held:
        kept(table)
        (told,) = (each for each in table.client().get("/api/v1/games").json if each["moves"])
        assert told["over"]
        assert told["score"] == told["allies"]
        own = f'[data-key="game-{told["id"]}"]'
        held.enter().open("/games")
        page = held.page
        # Both stand as their points do, whoever of them has a name.
        row = page.locator(own)
        first, second = told["allies"]
        expect(row).to_contain_text(f"Pupil {AND} Ada · {first}{AND}{second}")
        expect(row).to_contain_text("RR, Old style")
        row.tap()
        expect(page.get_by_role("heading", name=f"Pupil {AND} Ada")).to_be_visible()
        last = page.locator(".now").inner_text()
        page.get_by_role("button", name="To the beginning").tap()
        expect(page.locator(".now")).not_to_have_text(last)
        assert page.locator(".rr-cell img").count() == 0
        page.get_by_role("button", name="On", exact=True).tap()
        expect(page.locator(".rr-cell img").first).to_be_visible()
        assert held.axe() == []
        held.shot("rr-kept")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        page.get_by_text("More with this game").tap()
        page.get_by_role("button", name="Names").tap()
        page.get_by_label("Religion").fill("Bea")
        page.get_by_role("button", name="Save", exact=True).tap()
        expect(page.get_by_role("heading", name=f"Pupil {AND} Bea")).to_be_visible()
        held.open("/players")
        page.get_by_role("button", name="Bea").tap()
        expect(page.get_by_role("heading", name="Bea")).to_be_visible()
        held.shot("rr-players")
        assert held.axe() == []
        held.open("/settings")
        held.says("Lights")
        assert held.axe() == []
        held.open("/games")
        page.locator(own).tap()
        page.get_by_text("More with this game").tap()
        page.get_by_role("button", name="Delete").tap()
        page.get_by_role("dialog").get_by_role("button", name="Delete").tap()
        expect(page.locator(own)).to_have_count(0)
