"""A whole match of RR through its page, by touch on a phone: a violation, an undo, a restart, two games."""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from companion.games.rr.agreed import Agreed
from tests.rr.served import running
from tests.web.browsing import Phone, phone
from tests.web.tables import Client, Running
from tests.web.touching import Finger, finger

pytestmark = [pytest.mark.browser, pytest.mark.long]

GAME: Final = ("ci@b2", "te@a1", "ca@c3", "bi@a3", "ki@c1", "hi@a2", "mi@b1", "mo@b3", "ge@c2")
"""Tiles that are placed, and no more: the first player has five of nine."""


def middle(held: Phone, selector: str) -> tuple[float, float]:
    found = held.page.locator(selector).first
    found.wait_for()
    found.scroll_into_view_if_needed()
    box = None
    while box != (box := found.bounding_box()) or box is None:
        held.page.wait_for_timeout(150)  # the page still makes room for something
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


_STANDS: Final = "() => document.querySelector('main').innerHTML"


def tap_on(held: Phone, one: Finger, selector: str) -> None:
    """On a busy machine a finger may rest for so long that it is no tap: then it taps again."""
    before = held.page.evaluate(_STANDS)
    for _ in range(4):
        one.tap_at(*middle(held, selector))
        for _ in range(20):
            held.page.wait_for_timeout(100)
            if held.page.evaluate(_STANDS) != before:
                return
    raise AssertionError(f"nothing came of a tap on {selector}")


def tap(held: Phone, one: Finger, key: str) -> None:
    tap_on(held, one, f'[data-key="{key}"]')


def place(held: Phone, one: Finger, client: Client, move: str) -> None:
    """Dragged onto its square, and done without its effect."""
    before = client.state()
    tile, square = move.split("@")
    middle(held, f'[data-square="{square}"]')
    start = middle(held, f'[data-tile="{tile}"]')
    one.drag_between(start, middle(held, f'[data-square="{square}"]'))
    way = held.page.locator(f'[data-key="way-{move}"]')
    way.wait_for()
    if way.get_attribute("aria-pressed") != "true":
        tap(held, one, f"way-{move}")
    tap(held, one, "do")
    client.until(
        lambda state: state["placed"] == move or state["position"] != before["position"] or state["over"],
        move,
    )


def ended(held: Phone, one: Finger, client: Client) -> None:
    """The last tile's effect is left."""
    if not client.state()["over"]:
        tap(held, one, "end")
    client.until(lambda state: state["over"], "the end")


def clean(held: Phone) -> None:
    found = held.axe()
    assert not found, found


def first_half(held: Phone, one: Finger, table: Running, client: Client) -> None:
    held.open("/new")
    tap_on(held, one, 'label[for="variant-old"]')
    held.page.locator("#name-r").fill("Ada")
    held.page.locator("#name-b").fill("Bo")
    clean(held)
    held.shot("rr-new")
    tap_on(held, one, "button.big")
    held.says("Ada places the Citizen")
    client.until(lambda state: state["last_event"] is not None and state["board"], "the board")
    place(held, one, client, GAME[0])
    client.until(lambda state: state["moves"] == 1, "the first move")
    held.says("Bo places a tile")
    # Ada again, though it is Bo's turn.
    one.drag_between(middle(held, '[data-tile="ca"]'), middle(held, '[data-square="a1"]'))
    held.says("No rule allows that now")
    tap(held, one, "anyway")
    held.says("Not legal")
    assert client.state()["violation"]["rule"] == "R3.1"
    clean(held)
    held.shot("rr-violation")
    tap(held, one, "put-back")
    client.until(lambda state: state["violation"] is None, "the way back")
    place(held, one, client, GAME[1])
    client.until(lambda state: state["moves"] == 2, "the second move")
    tap(held, one, "undo")
    client.until(lambda state: state["moves"] == 1 and state["restore"], "the undo")
    held.says("Put the board back")
    held.shot("rr-undone")
    tap(held, one, "put-back")
    client.until(lambda state: not state["restore"], "the board as it was")
    for move in GAME[1:4]:
        place(held, one, client, move)
    client.until(lambda state: state["moves"] + bool(state["placed"]) == 4, "four moves")
    held.shot("rr-table")


def second_half(held: Phone, one: Finger, client: Client) -> None:
    held.open("/")
    held.says("places a tile")
    assert client.state()["moves"] + bool(client.state()["placed"]) >= 3
    for move in GAME[client.state()["moves"] + bool(client.state()["placed"]) :]:
        place(held, one, client, move)
    ended(held, one, client)
    held.says("Ada wins")
    clean(held)
    held.shot("rr-won")
    tap(held, one, "next-r")
    client.until(
        lambda state: not state["over"] and state["match"] == [1, 0] and state["board"], "the next game"
    )
    client.until(lambda state: state["last_event"] is not None, "the empty board")
    for move in GAME:
        place(held, one, client, move)
    ended(held, one, client)
    assert client.state()["match"] == [2, 0]
    held.page.locator('[data-key="again"]').wait_for()
    held.shot("rr-match")
    held.open("/games")
    tap_on(held, one, '[data-key^="game-"]')
    tap(held, one, "analyse")
    held.says("Turning points", seconds=120)
    clean(held)
    held.shot("rr-analysis")


def test_a_match_is_played_by_touch_with_a_violation_an_undo_and_a_restart(
    chrome: Browser, tmp_path: Path
) -> None:
    with running(tmp_path, Agreed()) as table:
        client = table.player()
        assert client.post("/api/v1/games", {"game": "rr"}).status == 200
        with phone(chrome, table, has_touch=True) as held, finger(held.enter()) as one:
            first_half(held, one, table, client)
    with running(tmp_path) as table:
        client = table.player()
        with phone(chrome, table, has_touch=True) as held, finger(held.enter()) as one:
            second_half(held, one, client)
