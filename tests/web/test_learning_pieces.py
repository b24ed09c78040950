"""Printed tiles and cards are learnt on the page, step by step; what is wrong is refused, and told."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.table import StateFolder
from tests.patience import patient, until
from tests.web.browsing import Phone, phone
from tests.web.tables import Client, Running, running
from vision.flat.profile import load_flat_profile

ADDRESS = "/api/v1/rr/learning"

LEARNING = 180.0
"""Seconds for which the page waits, beside everything else that a machine does."""


def step(player: Client, name: str, **more: Any) -> dict[str, Any]:
    answered = player.post(ADDRESS, {"step": name, **more})
    assert answered.status == 200, answered.body
    told: dict[str, Any] = answered.json
    return told


def code(player: Client, address: str, name: str, **more: Any) -> str:
    answered = player.post(address, {"step": name, **more})
    assert answered.status == 409, answered.body
    return str(answered.json.get("code"))


def tap(held: Phone, name: str) -> None:
    """With a finger: the one filled button, which has to be that one, once it can be tapped."""
    filled = held.page.locator("main :is(button, a):is(.main, .big):visible")
    expect(filled).to_have_text(name, timeout=patient(LEARNING) * 1000)
    expect(filled).to_be_enabled(timeout=patient(LEARNING) * 1000)
    filled.tap()


def looked_at(held: Phone, name: str) -> None:
    held.shot(f"learning-{name}")
    assert held.axe() == []


def lying(table: Running) -> set[str]:
    """What is drawn there, whatever the table keeps."""
    return {each.key for each in table.table.drawn.table.end.things}


def read(table: Running) -> set[tuple[str, str, str]]:
    told = table.player().get("/api/v1/camera").json
    return {(each["square"], each["tile"], each["ally"]) for each in told["tiles"]}


@pytest.mark.browser
@pytest.mark.long
def test_the_tiles_of_a_drawn_table_are_learnt_with_taps_alone(chrome: Browser, tmp_path: Path) -> None:
    with running(tmp_path, None, of="rr") as table, phone(chrome, table, has_touch=True) as held:
        player = table.player()
        lay_before, lay_there = player.get("/api/v1/sim").json["lies"], lying(table)
        held.enter().open("/more")
        held.page.get_by_role("link", name="Camera").tap()
        held.says("This table does not know its pieces yet")
        looked_at(held, "0-unknown")
        tap(held, "Set up the camera")
        held.says("Step 1 of 5")
        tap(held, "Clear the drawn board")
        tap(held, "The board is empty: take the picture")
        held.says("Is this the board?", seconds=LEARNING)
        looked_at(held, "2-board")
        tap(held, "The corners are right")
        held.says("Lay out these 15 tiles")
        # With the board bare, nothing is taken for a tile.
        step(player, "lay", picture="empty")
        take = held.page.get_by_role("button", name="They lie like this")
        expect(take).to_be_enabled(timeout=patient(LEARNING) * 1000)
        take.tap()
        held.page.locator("main [role=alert] .card").wait_for(timeout=patient(LEARNING) * 1000)
        looked_at(held, "3-refused")
        tap(held, "Lay the drawn tiles like this")
        tap(held, "They lie like this: take the picture")
        held.says("Is each named rightly?", seconds=LEARNING)
        # Whoever loads the page anew or leaves it finds the table as it was, and goes on from there.
        held.page.reload()
        held.says("Is each named rightly?")
        assert len(lying(table)) == 15
        held.page.get_by_role("button", name="Leave it for now").tap()
        held.page.get_by_role("button", name="Go on setting up the camera").tap()
        held.says("Is each named rightly?")
        assert lying(table) == lay_there
        named = held.page.locator(".laying button")
        expect(named).to_have_count(15)
        for _ in range(2):  # mixed up, and put right
            named.nth(0).tap()
            named.nth(3).tap()
        expect(named.nth(0)).to_have_text("King")
        looked_at(held, "3-names")
        tap(held, "The names are right")
        held.says("Lay out these 17 tiles")
        tap(held, "Lay the drawn tiles like this")
        looked_at(held, "4-laid")
        tap(held, "They lie like this: take the picture")
        tap(held, "The names are right")
        held.says("A test", seconds=LEARNING)
        tap(held, "Lay drawn tiles on the board")
        held.says("b2: King, ally of Regality")
        assert until(lambda: read(table) == {("b2", "ki", "r"), ("a1", "hi", "b"), ("c3", "dr", "r")})
        looked_at(held, "5-test")
        tap(held, "It sees what I do: done")
        expect(held.page.get_by_role("link", name="Begin a game")).to_be_visible()
        looked_at(held, "6-learnt")
        assert player.get("/api/v1/sim").json["lies"] == lay_before
        # What is learnt of drawings is kept apart: with a real profile, the next start waits for a camera.
        shelf = StateFolder(table.table.state_folder).shelf("rr")
        assert not shelf.profile.exists()
        assert len(load_flat_profile(shelf.virtual_profile).looks) == 32
        held.complaints[:] = [each for each in held.complaints if "409" not in each]


@pytest.mark.browser
@pytest.mark.slow
def test_the_cards_of_a_drawn_table_are_learnt_with_taps_alone(chrome: Browser, tmp_path: Path) -> None:
    with running(tmp_path, None, of="yokai") as table, phone(chrome, table, has_touch=True) as held:
        player = table.player()
        lay_before = player.get("/api/v1/sim").json["lies"]
        held.enter().open("/camera")
        tap(held, "Set up the camera")
        held.says("Step 1 of 4")
        tap(held, "Lay the drawn piles like this")
        looked_at(held, "yokai-1-piles")
        tap(held, "The piles lie there: take the picture")
        for number in (1, 2):
            held.says("Lay out these 20 cards")
            tap(held, "Lay the drawn cards like this")
            looked_at(held, f"yokai-{number + 1}-laid")
            tap(held, "They lie like this: take the picture")
            held.says("Is each named rightly?", seconds=LEARNING)
            looked_at(held, f"yokai-{number + 1}-names")
            tap(held, "The names are right")
        held.says("A test", seconds=LEARNING)
        tap(held, "Lay drawn cards on the table")
        held.says("Fire: Fire 3; before it: Fire/Water; behind it:", seconds=LEARNING)
        looked_at(held, "yokai-4-test")
        tap(held, "It sees what I do: done")
        expect(held.page.get_by_role("link", name="Begin a game")).to_be_visible()
        assert until(lambda: player.get("/api/v1/sim").json["lies"] == lay_before)
        shelf = StateFolder(table.table.state_folder).shelf("yokai")
        assert not shelf.profile.exists()
        assert len(load_flat_profile(shelf.virtual_profile).looks) == 40


@pytest.mark.parametrize(("of", "first"), [("rr", "empty"), ("yokai", "start")])
def test_what_makes_no_step_is_refused(tmp_path: Path, of: str, first: str) -> None:
    with running(tmp_path, None, of=of) as table:
        player, stranger, address = table.player(), table.client(), f"/api/v1/{of}/learning"
        assert stranger.get(address).status == 401
        assert stranger.post(address, {"step": "start"}).status == 401
        assert stranger.get(f"{address}/picture?of={first}").status == 401
        assert player.get(f"{address}/picture?of={first}").status == 404
        for sent in (
            {},
            {"step": "fly"},
            {"step": "take"},
            {"step": "take", "picture": "set-9"},
            {"step": "take", "picture": "trial"},
            {"step": "corners"},
            {"step": "corners", "corners": [[0, 0]]},
            {"step": "corners", "corners": [[0, 0]] * 4, "side": "under"},
            {"step": "names", "picture": "set-1"},
            {"step": "names", "picture": None, "codes": [7]},
            {"step": "start", "more": 1},
        ):
            assert player.post(address, sent).status == 400, sent
        assert code(player, address, "take", picture="set-1") == "learning-order"
        assert code(player, address, "names", picture=None, codes=["ki"]) == "learning-order"
        assert code(player, address, "names", picture="trial", codes=["ki"]) == "learning-order"
        assert code(player, address, "save") == "learning-nothing-taken"
        assert code(player, address, "corners", corners=[[0, 0]] * 4) == "learning-order"


def test_tiles_are_learnt_while_their_game_is_played(tmp_path: Path) -> None:
    with running(tmp_path, None) as table:
        assert code(table.player(), ADDRESS, "start") == "other-game"
