"""A phone moves drawn cubes, the camera sees them, the page shows it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games.himiki.rules.board import COLUMNS, ROWS, square_named
from tests.web.browsing import Phone, phone
from tests.web.fingers import do, tap
from tests.web.tables import PIN, START, Running, running
from vision.cubes.profile import Profile
from vision.virtual.source import VirtualSource

pytestmark = pytest.mark.browser


def test_cubes_are_tapped_to_be_rotated_together(held: Phone, table: Running) -> None:
    player = table.player()
    player.begin()
    held.open("/table")
    do(held, "B5>PB5+C5>PC5")
    state = player.until(lambda state: state["moves"] == 1, "the rotation")
    assert (state["turn"], state["must_tilt"]) == ("b", True)


def test_a_camera_that_is_pulled_out_is_named_and_the_game_goes_on_once_it_is_back(
    held: Phone, table: Running
) -> None:
    player = table.player()
    player.begin()
    held.open("/")
    source = table.table.view.camera.source
    assert isinstance(source, VirtualSource)
    source.unplugged = True
    held.says("The camera is gone")
    held.open("/camera")
    held.says("The camera is gone")
    source.unplugged = False
    player.until(lambda state: state["board"] and state["camera"], "the camera")
    held.open("/")
    expect(held.page.get_by_text("The camera is gone")).to_have_count(0)


def test_a_chaos_tile_is_used_in_two_taps(held: Phone, table: Running) -> None:
    player = table.player()
    player.lay(START)
    start = f"{START} w 2-1 --- hands:w.mi/b.?3;due:use.w"
    assert player.post("/api/v1/games", {"mode": "duel", "chaos": True, "start": start}).status == 200
    player.until(lambda state: state["setup"] is None and state["board"], "the board as it was asked for")
    held.open("/")
    held.page.get_by_role("button", name="Mirror").click()
    held.says("On which square does it lie?")
    tap(held, "A1")
    state = player.until(lambda state: "land:A1.mi" in state["position"], "the tile on its square")
    assert "due" not in state["position"]


def test_tiles_in_hand_stay_on_the_phone_until_the_game_is_over(chrome: Browser, table: Running) -> None:
    """Closing the page loses nothing; nobody else is told, the table neither."""
    player = table.player()
    player.lay(START)
    start = f"{START} w 2-1 --- hands:w.?3/b.?3;due:use.w"
    assert player.post("/api/v1/games", {"mode": "duel", "chaos": True, "start": start}).status == 200
    player.until(lambda state: state["setup"] is None and state["board"], "the board as it was asked for")
    with phone(chrome, table) as held:
        held.enter().open("/")
        held.page.get_by_text("My tiles").click()
        for tile in ("Mirror", "Vortex", "Confusion"):
            held.page.locator(".aids").get_by_text(tile, exact=True).click()
        again = held.page.context.new_page()
        held.page.close()
        again.goto(f"{table.address}/")
        offered = again.locator("#cards").get_by_role("button")
        expect(offered.first).to_be_visible()
        told = {text.splitlines()[0] for text in offered.all_inner_texts()}
        assert told == {"Mirror", "Vortex", "Confusion", "Not now"}
        assert "w.?3" in player.state()["position"]
        with phone(chrome, table) as other:
            other.open("/")
            expect(other.page.locator("#cards").get_by_role("button", name="Transfer")).to_be_visible()
        assert player.decide("resign", side="b").status == 200
        again.wait_for_function("() => Object.keys(localStorage).every((name) => !name.includes('hand'))")


def test_muk_yans_table_asks_for_what_the_page_offers(held: Phone, table: Running) -> None:
    player = table.player()
    player.begin(mode="mukyan", own_dice=False)
    player.play("B5>BB4")
    player.until(lambda state: state["awaits_roll"], "the wait for a roll")
    held.open("/mukyan")
    held.page.get_by_role("button", name="Roll", exact=True).click()
    held.says("His list for this roll")
    assert held.page.locator(".actions li").count() == 9
    assert held.page.locator(".actions .taken").count() <= 1


def test_what_was_unfolded_stays_so_though_the_page_is_drawn_at_the_same_moment(
    held: Phone, table: Running
) -> None:
    player = table.player()
    player.begin(mode="mukyan", own_dice=False)
    player.play("B5>BB4")
    player.until(lambda state: state["awaits_roll"], "the wait for a roll")
    held.open("/mukyan")
    entering = held.page.locator("details", has=held.page.get_by_text("We rolled the cubes"))
    # In one breath, before the browser tells of the unfolding: a die that is chosen draws the page anew.
    entering.evaluate(
        """(folded) => {
          folded.querySelector("summary").click();
          folded.querySelector("#black-K").click();
        }"""
    )
    held.page.locator("label[for=white-M]").click()
    held.page.get_by_role("button", name="That is the roll").click()
    held.says("His list for this roll")


def test_a_violation_is_shown_with_its_rule_and_put_right(held: Phone, table: Running) -> None:
    player = table.player()
    player.begin()
    held.open("/")
    player.play("B5>TA1")
    player.until(lambda state: state["violation"], "the violation")
    held.page.locator(".card.bad").wait_for()
    expect(held.page.locator("#alarm")).not_to_be_empty()
    expect(held.page.locator(".cube.ghost")).to_have_count(1)
    held.shot("violation")
    held.page.locator(".card.bad .why").click()
    held.page.wait_for_function("() => location.pathname === '/rules' && location.hash.startsWith('#rule-')")
    held.open("/")
    player.play("A1>TB5")
    player.until(lambda state: state["violation"] is None, "the restored board")
    expect(held.page.locator(".card.bad")).to_have_count(0)


def test_an_undo_on_the_page_is_seen_by_every_phone(held: Phone, table: Running, chrome: Browser) -> None:
    player = table.player()
    player.begin()
    player.play("B5>BB4")
    player.until(lambda state: state["moves"] == 1, "the move")
    with phone(chrome, table) as other:
        other.open("/")
        other.says("B5 tilts to B4")
        held.open("/right")
        held.page.get_by_role("button", name="Undo").click()
        expect(held.page.locator("#note")).to_have_text("Undone: B5 tilts to B4.", timeout=40_000)
        expect(other.page.get_by_text("B5 tilts to B4")).to_have_count(0)
    assert player.state()["moves"] == 0


def test_a_stranger_is_asked_for_the_pin_once_and_then_goes_on(chrome: Browser, table: Running) -> None:
    player = table.player()
    player.begin()
    player.play("B5>BB4")
    player.until(lambda state: state["moves"] == 1, "the move")
    with phone(chrome, table) as stranger:
        stranger.open("/right")
        stranger.page.get_by_role("button", name="Undo").click()
        field = stranger.page.get_by_role("textbox")
        field.fill("000000")
        stranger.page.get_by_role("button", name="Unlock").click()
        stranger.says("That is not this table's PIN.")
        stranger.shot("pin")
        field.fill("271828")
        stranger.page.get_by_role("button", name="Unlock").click()
        expect(stranger.page.locator("#note")).to_have_text("Undone: B5 tilts to B4.", timeout=40_000)
        # The browser itself complains of the refusals that this is about.
        stranger.complaints[:] = [each for each in stranger.complaints if "401" not in each]
    assert player.state()["moves"] == 0


def test_a_page_that_asked_for_the_pin_shows_all_once_it_came_with_the_address(
    chrome: Browser, table: Running
) -> None:
    with phone(chrome, table) as guest:
        guest.open("/settings#pin=271828")
        guest.says("This phone may change things now.")
        expect(guest.page.get_by_role("button", name="Enter the PIN")).to_have_count(0)


def test_the_link_of_the_qr_code_brings_the_pin_and_leaves_no_trace_of_it(
    chrome: Browser, table: Running
) -> None:
    with phone(chrome, table) as guest:
        guest.open("/#pin=271828")
        guest.says("This phone may change things now.")
        assert "271828" not in guest.page.url


def test_a_note_lies_over_no_button_that_is_needed_and_takes_no_tap(chrome: Browser, table: Running) -> None:
    """Whoever comes by the link is told that the phone may play, while the first button is there."""
    table.player().lay("-")
    with phone(chrome, table, has_touch=True) as held:
        held.open(f"/#pin={PIN}")
        held.page.locator("#note.shown").wait_for()
        box = held.page.locator('[data-key="lay"]').bounding_box()
        noted = held.page.locator("#note").bounding_box()
        assert box is not None
        assert noted is not None
        assert noted["y"] + noted["height"] < box["y"]
        middle = [noted["x"] + noted["width"] / 2, noted["y"] + noted["height"] / 2]
        assert held.page.evaluate("([x, y]) => document.elementFromPoint(x, y).id", middle) != "note"


def test_a_reload_in_the_middle_of_a_game_shows_the_same(held: Phone, table: Running) -> None:
    player = table.player()
    player.begin()
    player.play("B5>BB4")
    player.until(lambda state: state["moves"] == 1, "the move")
    held.open("/")
    held.says("B5 tilts to B4")
    # What may be done comes last: it is asked for once the board is there.
    held.says("Drag a cube onto the next square")
    before = held.page.locator("main").inner_text()
    held.page.reload()
    held.says("B5 tilts to B4")
    held.says("Drag a cube onto the next square")
    assert held.page.locator("main").inner_text() == before


def test_a_lost_connection_is_said_and_what_was_missed_is_shown_after_it(
    chrome: Browser, tmp_path: Path, profile: Profile
) -> None:
    with running(tmp_path, profile) as table, phone(chrome, table) as held:
        player = table.player()
        player.begin()
        held.open("/")
        held.says("White to play.")
        held.page.context.set_offline(True)
        held.page.evaluate("window.dispatchEvent(new Event('online'))")
        held.says("No connection, trying again")
        player.play("B5>BB4")
        player.until(lambda state: state["moves"] == 1, "the move")
        held.page.context.set_offline(False)
        held.says("Black to play.")
        held.says("B5 tilts to B4")
        expect(held.page.get_by_text("No connection, trying again")).to_have_count(0)
        held.complaints.clear()  # Being offline is what the browser complains of.


def test_squares_of_the_drawing_are_squares_of_the_rules() -> None:
    assert square_named("A1") == 0
    assert square_named("E6") == ROWS * COLUMNS - 1
