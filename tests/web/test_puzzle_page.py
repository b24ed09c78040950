"""A challenge on the page: a try that took too long, one that was solved, hints that show their board."""

import pytest
from playwright.sync_api import Browser, expect

from companion.games.himiki.mindlock.scroll import challenge
from tests.web.browsing import phone
from tests.web.tables import Client, Running

pytestmark = [pytest.mark.browser, pytest.mark.long]


def begun(player: Client) -> None:
    told = player.post("/api/v1/games", {"mode": "mindlock", "challenge": "F01"})
    assert told.status == 200, told.body
    player.until(lambda state: state["setup"] is None and state["clear"], "the diagram")


def test_one_past_par_is_explained_and_tried_again_and_wears_no_winners_frame(
    chrome: Browser, table: Running
) -> None:
    player = table.player()
    begun(player)
    par = challenge("F01").par
    # Back and forth, one move more than it may take.
    for spent, move in enumerate(("C4>BB4", "B4>BC4", "C4>BB4", "B4>BC4")[: par + 1], start=1):
        player.play(move)
        player.until(lambda state, spent=spent: state["spent"] == spent, move)  # type: ignore[misc]
    state = player.until(lambda state: state["over"], "the end")
    assert state["winner"] is None
    with phone(chrome, table) as held:
        held.enter().open("/")
        held.says(f"Not solved: that was more than {par}, the PAR of this challenge.")
        expect(held.page.locator(".score.won")).to_have_count(0)
        expect(held.page.locator(".score.plays")).to_have_count(0)
        held.open("/puzzles")
        card = held.page.locator(".card", has=held.page.get_by_text("Challenge F01"))
        expect(card).to_contain_text(f"more than {par}, the PAR of this challenge")
        expect(card.get_by_role("button", name="Hint")).to_have_count(0)
        held.shot("puzzle-failed")
        card.get_by_role("button", name="Try again").click()
        held.page.wait_for_url("**/")
        player.until(lambda state: not state["over"] and not state["spent"], "another try")


def test_a_hint_comes_with_its_board_and_none_after_the_end(chrome: Browser, table: Running) -> None:
    player = table.player()
    begun(player)
    with phone(chrome, table) as held:
        held.enter().open("/puzzles")
        held.page.get_by_role("button", name="Hint").click()
        window = held.page.get_by_role("dialog", name="Hint")
        expect(window.locator(".board .cube").first).to_be_visible()
        expect(window.locator(".board .arrow")).to_have_count(1)
        held.shot("puzzle-hint")
        assert held.axe() == []
        window.get_by_role("button", name="Close").click()
        held.open("/")
        held.page.get_by_role("button", name="Hint").click()
        expect(held.page.locator(".legend")).to_contain_text("C4 tilts to")
        expect(held.page.locator(".board .arrow")).to_have_count(1)
        held.shot("puzzle-hint-on-the-board")
        held.open("/puzzles")
        moves = player.get("/api/v1/puzzles/F01/solution").json["moves"]
        for move in moves:
            state = player.played(move.replace("►", ">").rstrip("*"))
            for square in state["to_remove"]:
                assert player.post("/api/v1/sim/moves", {"lift": square}).status == 200
            player.until(lambda state: not state["to_remove"], "the beaten cubes")
        player.until(lambda state: state["over"], "the end")
        held.says("Solved!")
        expect(held.page.get_by_role("button", name="Hint")).to_have_count(0)
        expect(held.page.get_by_role("button", name="The next one: F02")).to_be_visible()
    refused = player.get("/api/v1/hint")
    assert (refused.status, refused.json["code"]) == (409, "hint-in-a-game")


def test_the_board_of_a_challenge_is_put_back_as_the_record_has_it(chrome: Browser, table: Running) -> None:
    player = table.player()
    begun(player)
    before = player.get("/api/v1/sim").json["cubes"]
    player.play("C4>TA1")
    player.until(lambda state: state["violation"], "the violation")
    with phone(chrome, table) as held:
        held.enter().open("/right")
        held.page.get_by_role("button", name="The record is right").click()
        player.until(lambda state: state["violation"] is None, "the board as it was")
        assert player.get("/api/v1/sim").json["cubes"] == before
        player.play("C4>BB4")
        player.until(lambda state: state["spent"] == 1, "the move")
        held.says("C4 tilts to B4.")
        held.page.get_by_role("button", name="Undo").click()
        player.until(lambda state: state["spent"] == 0 and not state["to_restore"], "the board as it was")
