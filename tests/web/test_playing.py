"""A phone moves drawn cubes, the camera sees them, the page shows it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from companion.rules.board import COLUMNS, ROWS, square_named
from tests.web.browsing import Phone, phone
from tests.web.fingers import do, tap
from tests.web.tables import START, Running, running
from vision.profile import Profile
from vision.sources import VirtualSource
from vision.virtual import Shift

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
    source = table.table.camera.source
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
        assert set(offered.all_inner_texts()) == {"Mirror", "Vortex", "Confusion", "Not now"}
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
        expect(held.page.locator("#note")).to_have_text("Undone.", timeout=40_000)
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
        expect(stranger.page.locator("#note")).to_have_text("Undone.", timeout=40_000)
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


def test_a_reload_in_the_middle_of_a_game_shows_the_same(held: Phone, table: Running) -> None:
    player = table.player()
    player.begin()
    player.play("B5>BB4")
    player.until(lambda state: state["moves"] == 1, "the move")
    held.open("/")
    held.says("B5 tilts to B4")
    before = held.page.locator("main").inner_text()
    held.page.reload()
    held.says("B5 tilts to B4")
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


TIMED = """
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    window.given = [];
    AbortSignal.timeout = (milliseconds) => (window.given.push(milliseconds), timeout(milliseconds));
"""
"""Notes how long the page gives each request."""


def test_the_wizard_leads_from_the_empty_board_to_a_saved_profile(
    chrome: Browser, tmp_path: Path, profile: Profile
) -> None:
    with running(tmp_path, None) as table, phone(chrome, table) as held:
        player = table.player()
        player.lay("-")
        held.page.add_init_script(TIMED)
        held.enter().open("/camera")
        held.page.get_by_role("button", name="Set up the camera").click()
        held.says("Aim at the empty board")
        held.page.wait_for_timeout(700)
        held.shot("wizard-1-aim")
        held.page.get_by_role("button", name="take the picture").click()
        held.page.locator(".ring").first.wait_for()
        put_corners(held, profile)
        held.shot("wizard-2-corners")
        held.page.get_by_role("button", name="The corners are right").click()
        for count, faces in enumerate(("HMK", "MKH", "KHM"), start=3):
            held.says(f"Step {count} of 6")
            player.lay(",".join(f"{square}{colour}{faces}" for square, colour in eight_cubes()))
            held.page.wait_for_timeout(900)
            held.shot(f"wizard-{count}-faces")
            held.page.get_by_role("button", name="take the picture").click()
        held.says("A test")
        # Learning takes a second here and half a minute on the smallest Pi.
        assert held.page.evaluate("Math.max(...window.given)") >= 120_000
        assert (table.table.state_folder / "profile" / "profile.json").exists()
        expect(held.page.locator(".cube")).to_have_count(8)
        held.page.wait_for_timeout(800)
        player.play("A5>BA4")
        held.says("I saw: A5 tilts to A4.")
        held.shot("wizard-6-test")
        held.page.get_by_role("button", name="It sees what I do").click()
        held.says("The board is seen clearly.")


def test_the_wizard_takes_no_picture_of_an_empty_board_with_cubes_on_it(
    chrome: Browser, tmp_path: Path
) -> None:
    with running(tmp_path, None) as table, phone(chrome, table) as held:
        player = table.player()
        player.lay("B5wMKH,D2bKHM")
        player.until(
            lambda _: len(player.get("/api/v1/camera").json["cubes"]) == 2, "the sight of both cubes"
        )
        held.enter().open("/camera")
        held.page.get_by_role("button", name="Set up the camera").click()
        held.says("Aim at the empty board")
        held.page.get_by_role("button", name="take the picture").click()
        held.says("cubes stand on B5, D2")
        held.shot("wizard-cubes-left")
        expect(held.page.locator(".ring")).to_have_count(0)
        held.complaints[:] = [each for each in held.complaints if "409" not in each]


def lay_faces(table: Running, faces: str) -> None:
    table.player().lay(",".join(f"{square}{colour}{faces}" for square, colour in eight_cubes()))


def push_camera(table: Running, push: Shift) -> None:
    drawn = table.table.camera.drawn
    assert drawn is not None
    drawn.table.change(camera_bump=push)


def wizard_with_corners(held: Phone, table: Running, profile: Profile) -> Locator:
    """As far as the first picture of the faces; the button that takes it."""
    table.player().lay("-")
    held.enter().open("/camera")
    held.page.get_by_role("button", name="Set up the camera").click()
    take = held.page.get_by_role("button", name="take the picture")
    take.click()
    held.page.locator(".ring").first.wait_for()
    put_corners(held, profile)
    held.page.get_by_role("button", name="The corners are right").click()
    return take


def test_the_wizard_tells_at_once_that_the_camera_was_pushed(
    chrome: Browser, tmp_path: Path, profile: Profile
) -> None:
    moved = "The camera or the board has moved since the picture of the empty board"
    with running(tmp_path, None) as table, phone(chrome, table) as held:
        take = wizard_with_corners(held, table, profile)
        held.says("Step 3 of 6")
        lay_faces(table, "HMK")
        take.click()
        held.says("Step 4 of 6")
        lay_faces(table, "MKH")
        expect(held.page.get_by_text(moved)).to_have_count(0)
        push_camera(table, Shift(0.5, 0.2, 4))
        held.says(moved)
        held.shot("wizard-pushed")
        assert held.axe() == []
        take.click()
        told = held.page.locator("#note")
        expect(told).to_contain_text("put it back as it was, or start over", timeout=20_000)
        held.says("Step 4 of 6")
        push_camera(table, Shift())
        expect(held.page.get_by_text(moved)).to_have_count(0, timeout=20_000)
        push_camera(table, Shift(0.5, 0.2, 4))
        held.says(moved)
        held.page.get_by_role("button", name="Start over").click()
        held.says("Aim at the empty board")
        held.complaints[:] = [each for each in held.complaints if "409" not in each]


def test_a_picture_that_nothing_can_be_learnt_from_is_asked_for_again_with_the_reason(
    chrome: Browser, tmp_path: Path, profile: Profile
) -> None:
    with running(tmp_path, None) as table, phone(chrome, table) as held:
        take = wizard_with_corners(held, table, profile)
        for count, faces in enumerate(("HMK", "MKH", "KHM"), start=3):
            held.says(f"Step {count} of 6")
            missing = "D5w" if faces == "MKH" else "nowhere"
            cubes = (f"{square}{colour}" for square, colour in eight_cubes())
            table.player().lay(",".join(cube + faces for cube in cubes if cube != missing))
            take.click()
        reason = "no cube is seen on D5 in the water picture"
        held.says(reason)
        held.says("Step 4 of 6")
        held.page.wait_for_timeout(6500)
        held.says(reason)
        held.shot("wizard-asked-again")
        lay_faces(table, "MKH")
        take.click()
        held.says("A test")
        held.complaints[:] = [each for each in held.complaints if "409" not in each]


def eight_cubes() -> Iterator[tuple[str, str]]:
    for row in "ABCD":
        yield f"{row}2", "b"
        yield f"{row}5", "w"


def put_corners(held: Phone, profile: Profile) -> None:
    """Drags each ring to where a person would, who sees the grid's corners."""
    image = held.page.locator(".corners > img")
    box = image.bounding_box()
    assert box is not None
    width, height = profile.size
    for index, (x, y) in enumerate(profile.corners):
        ring = held.page.locator(".ring").nth(index)
        ring.scroll_into_view_if_needed()
        box = image.bounding_box()
        start = ring.bounding_box()
        assert box is not None
        assert start is not None
        mouse = held.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(box["x"] + x / width * box["width"], box["y"] + y / height * box["height"], steps=4)
        mouse.up()


def test_squares_of_the_drawing_are_squares_of_the_rules() -> None:
    assert square_named("A1") == 0
    assert square_named("E6") == ROWS * COLUMNS - 1
