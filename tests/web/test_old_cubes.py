"""From one game to the next as people do it: "New game" first, and the old cubes cleared by hand after it."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browsing import phone
from tests.web.tables import Client, Running, running
from vision.cubes.profile import Profile

HANDS = 0.3
"""Seconds between two cubes."""


@pytest.fixture
def by_hand(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> Iterator[Running]:
    """A table on which hands take their time."""
    with running(tmp_path_factory.mktemp("old-cubes"), profile, pace=0.3) as started:
        yield started


def lift(player: Client, square: str) -> None:
    assert player.post("/api/v1/sim/moves", {"lift": square}).status == 200
    time.sleep(HANDS)


def put(player: Client, cube: str) -> None:
    player.play(cube)
    time.sleep(HANDS)


def clear(player: Client, cubes: str) -> None:
    for each in cubes.split(","):
        lift(player, each[:2])


@pytest.mark.browser
def test_the_next_game_begins_while_the_last_one_still_stands(by_hand: Running, chrome: Browser) -> None:
    """RULES 3.1."""
    player = by_hand.player()
    player.begin()
    for move in ("B5>BB4", "C2>BC1", "C5>BC6"):
        player.played(move)
    assert player.decide("resign", side="b").status == 200
    with phone(chrome, by_hand) as held:
        held.enter()
        held.open("/new")
        held.page.get_by_role("button", name="Begin").click()
        held.says("Cubes of an earlier game stand on the board")
        held.shot("old-cubes")
        began = by_hand.table.events.newest()
        clear(player, player.get("/api/v1/sim").json["cubes"])
        held.says("White puts a cube on one of B5, C5, D5, any way up.")
        for cube in ("wHMK@C5", "bKMH@B2", "bHKM@D2", "wKHM@B5", "wMHK@D5", "bMKH@C2"):
            put(player, cube)
        player.until(lambda state: state["setup"] is None and state["clear"], "the end of set-up")
        expect(held.page.locator("[data-card]")).to_have_count(0)
        said = [event.name for _, event in by_hand.table.events.since(began)]
        assert not {"violation", "uncertain", "restored"} & set(said), said

        began = by_hand.table.events.newest()
        clear(player, "B2b,B5w,C2b,C5w,D2b,D5w")
        held.says("Cubes are still missing on B5, C5, D5, B2, C2, D2")
        held.shot("set-up-again")
        for cube in ("bKMH@D2", "wHKM@B5", "wMKH@C5", "bHKM@B2", "bMHK@C2", "wKHM@D5"):
            put(player, cube)
        state = player.until(lambda state: state["setup"] is None and state["clear"], "the end of set-up")
        assert state["position"] == "B2bHKM,B5wHKM,C2bMHK,C5wMKH,D2bKMH,D5wKHM w 0-0 --- -"
        said = [event.name for _, event in by_hand.table.events.since(began)]
        assert not {"violation", "uncertain"} & set(said), said
        player.play("B5>BB4")
        player.until(lambda state: state["moves"] == 1, "the first move")
