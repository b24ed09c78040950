"""The camera is set up by somebody who never did it: step by step, what is wrong is told with its step."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Route, expect
from playwright.sync_api import TimeoutError as TooLate

from companion.table import StateFolder
from tests.patience import patient, until
from tests.web.browsing import Phone, phone
from tests.web.tables import Running, running
from vision.cubes.profile import Profile, load_profile
from vision.virtual import Shift

pytestmark = pytest.mark.browser

STANDING = "B2bMHK,B5wHMK"

LEARNING = 120.0
"""Seconds that it may take, beside everything else that a machine does."""

TIMED = """
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    window.given = [];
    AbortSignal.timeout = (milliseconds) => (window.given.push(milliseconds), timeout(milliseconds));
"""
"""Notes how long the page gives each request."""

TAKING = 180.0
"""Seconds for which the page waits until a picture is taken and looked through."""


def begins_its_sentences(held: Phone) -> None:
    """Programs are told in the middle of a line; people are not."""
    told = [text for text in held.page.locator("main p").all_inner_texts() if text]
    assert [text for text in told if text[0].islower()] == []


def test_the_wizard_leads_from_the_empty_board_to_what_is_learnt(
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
        rings(held)
        put_corners(held, profile)
        held.shot("wizard-2-corners")
        held.page.get_by_role("button", name="The corners are right").click()
        for count, faces in enumerate(("HMK", "MKH", "KHM"), start=3):
            held.says(f"Step {count} of 6", seconds=TAKING)
            begins_its_sentences(held)
            player.lay(",".join(f"{square}{colour}{faces}" for square, colour in eight_cubes()))
            held.page.wait_for_timeout(900)
            held.shot(f"wizard-{count}-faces")
            held.page.get_by_role("button", name="take the picture").click()
        held.says("A test", seconds=LEARNING)
        # Learning takes a second here and half a minute on the smallest Pi.
        assert held.page.evaluate("Math.max(...window.given)") >= 120_000
        assert table.table.sight.profile is not None
        expect(held.page.locator(".cube")).to_have_count(8)
        held.page.wait_for_timeout(800)
        player.play("A5>BA4")
        held.says("I saw: A5 tilts to A4.")
        held.shot("wizard-6-test")
        begins_its_sentences(held)
        cubes = (f"{at}{colour}{'MKH' if at == 'B5' else 'KHM'}" for at, colour in eight_cubes())
        player.lay(",".join(cubes))
        # Each square once, in their order.
        held.says("I saw a change on A4, A5, B5.")
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
        held.says("Cubes stand on B5, D2", seconds=TAKING)
        held.shot("wizard-cubes-left")
        expect(held.page.locator(".ring")).to_have_count(0)
        held.complaints[:] = [each for each in held.complaints if "409" not in each]


def lay_faces(table: Running, faces: str) -> None:
    table.player().lay(",".join(f"{square}{colour}{faces}" for square, colour in eight_cubes()))


def push_camera(table: Running, push: Shift) -> None:
    drawn = table.table.view.camera.drawn
    assert drawn is not None
    drawn.table.change(camera_bump=push)


def wizard_with_corners(held: Phone, table: Running, profile: Profile) -> Locator:
    """As far as the first picture of the faces; the button that takes it."""
    table.player().lay("-")
    held.enter().open("/camera")
    held.page.get_by_role("button", name="Set up the camera").click()
    take = held.page.get_by_role("button", name="take the picture")
    take.click()
    rings(held)
    put_corners(held, profile)
    held.page.get_by_role("button", name="The corners are right").click()
    return take


def test_the_wizard_tells_at_once_that_the_camera_was_pushed(
    chrome: Browser, tmp_path: Path, profile: Profile
) -> None:
    moved = "The camera or the board has moved since the picture of the empty board"
    with running(tmp_path, None) as table, phone(chrome, table) as held:
        take = wizard_with_corners(held, table, profile)
        held.says("Step 3 of 6", seconds=TAKING)
        lay_faces(table, "HMK")
        take.click()
        held.says("Step 4 of 6", seconds=TAKING)
        lay_faces(table, "MKH")
        expect(held.page.get_by_text(moved)).to_have_count(0)
        push_camera(table, Shift(0.5, 0.2, 4))
        held.says(moved, seconds=TAKING)
        held.shot("wizard-pushed")
        assert held.axe() == []
        take.click()
        told = held.page.locator("[role=alert] .card")
        expect(told).to_contain_text("put it back as it was, or start over", timeout=patient(20) * 1000)
        held.says("Step 4 of 6", seconds=TAKING)
        push_camera(table, Shift())
        expect(held.page.get_by_text(moved)).to_have_count(0, timeout=patient(20) * 1000)
        push_camera(table, Shift(0.5, 0.2, 4))
        held.says(moved, seconds=TAKING)
        held.page.get_by_role("button", name="Start over").click()
        held.says("Aim at the empty board")
        held.complaints[:] = [each for each in held.complaints if "409" not in each]


def test_a_missing_cube_is_told_with_its_own_picture_and_for_as_long_as_it_takes(
    chrome: Browser, tmp_path: Path, profile: Profile
) -> None:
    with running(tmp_path, None) as table, phone(chrome, table) as held:
        take = wizard_with_corners(held, table, profile)
        lay_faces(table, "HMK")
        held.says("Step 3 of 6", seconds=TAKING)
        take.click()
        held.says("Step 4 of 6", seconds=TAKING)
        table.player().lay(
            ",".join(f"{square}{colour}MKH" for square, colour in eight_cubes() if square != "D5")
        )
        take.click()
        reason = "No cube is seen on D5 in the water picture"
        held.says(reason, seconds=TAKING)
        held.says("Step 4 of 6", seconds=TAKING)
        assert table.player().get("/api/v1/calibration").json["taken"] == ["empty", "fire"]
        held.page.wait_for_timeout(6500)
        held.says(reason, seconds=TAKING)
        held.shot("wizard-asked-again")
        lay_faces(table, "MKH")
        take.click()
        held.says("Step 5 of 6", seconds=TAKING)
        expect(held.page.get_by_text(reason)).to_have_count(0)
        held.complaints[:] = [each for each in held.complaints if "409" not in each]


def tap_what_stands_out(held: Phone, name: str) -> None:
    """With a finger: the one filled button, which has to be that one, once it can be tapped."""
    filled = held.page.locator("main button:is(.main, .big):visible")
    expect(filled).to_have_count(1)
    expect(filled).to_have_text(name, timeout=patient(TAKING) * 1000)
    filled.tap()


def test_a_drawn_table_is_learnt_with_taps_alone_and_promises_no_camera(
    chrome: Browser, tmp_path: Path, profile: Profile
) -> None:
    """What is learnt of drawings is kept apart: with a real profile, the next start waits for a camera."""
    with running(tmp_path, None) as table, phone(chrome, table, has_touch=True) as held:
        table.player().lay(STANDING)
        held.enter().open("/camera")
        tap_what_stands_out(held, "Set up the camera")
        tap_what_stands_out(held, "Clear the drawn board")
        expect(held.page.locator("button.big")).to_be_enabled(timeout=patient(20) * 1000)
        held.page.get_by_role("button", name="Leave it for now").tap()
        tap_what_stands_out(held, "Set up the camera")
        # Whoever left it finds the board as it was.
        assert until(lambda: table.player().get("/api/v1/sim").json["cubes"] == STANDING)
        tap_what_stands_out(held, "Clear the drawn board")
        tap_what_stands_out(held, "The board is empty: take the picture")
        tap_what_stands_out(held, "The corners are right")
        for count in (3, 4, 5):
            held.says(f"Step {count} of 6", seconds=TAKING)
            tap_what_stands_out(held, "Lay the drawn cubes like this")
            held.shot(f"wizard-drawn-{count}")
            tap_what_stands_out(held, "They stand like this: take the picture")
        held.says("A test", seconds=LEARNING)
        tap_what_stands_out(held, "Move a drawn cube")
        held.says("I saw: A5 tilts to A4.")
        tap_what_stands_out(held, "It sees what I do: done")
        held.says("The board is seen clearly.")
        expect(held.page.get_by_role("link", name="Begin a game")).to_be_visible()
        state = StateFolder(table.table.state_folder)
        assert not state.profile.exists()
        assert load_profile(state.virtual_profile).size == profile.size
        assert table.player().get("/api/v1/sim").json["cubes"] == STANDING


def test_no_button_moves_under_a_finger_when_picture_and_hints_come(
    chrome: Browser, tmp_path: Path, profile: Profile
) -> None:
    asked: list[Route] = []

    def none_yet(route: Route) -> None:
        asked.append(route)
        route.fulfill(status=204)

    with running(tmp_path, None) as table, phone(chrome, table, has_touch=True) as held:
        wizard_with_corners(held, table, profile)
        held.says("Step 3 of 6", seconds=TAKING)
        lay_faces(table, "HMK")
        held.page.route("**/api/v1/camera/picture", none_yet)
        held.page.reload()
        held.says("Step 3 of 6", seconds=TAKING)
        buttons = held.page.locator("main button:visible")
        before = [each.bounding_box() for each in buttons.all()]
        while not asked:
            held.page.wait_for_timeout(50)
        push_camera(table, Shift(0.5, 0.2, 4))
        held.page.unroute("**/api/v1/camera/picture")
        held.says("has moved since the picture of the empty board", seconds=TAKING)
        assert held.page.locator("img.sight").get_attribute("src")
        assert [each.bounding_box() for each in buttons.all()][: len(before) - 1] == before[:-1]


def test_a_picture_that_never_comes_is_asked_for_anew(
    chrome: Browser, tmp_path: Path, profile: Profile
) -> None:
    never: list[Route] = []

    def keep(route: Route) -> None:
        never.append(route)

    with running(tmp_path, None) as table, phone(chrome, table, has_touch=True) as held:
        held.page.route("**/api/v1/camera/picture", keep, times=1)
        held.enter().open("/camera")
        tap_what_stands_out(held, "Set up the camera")
        expect(held.page.locator("img.sight")).to_have_attribute(
            "src", re.compile("^blob:"), timeout=patient(40) * 1000
        )
        (forgotten,) = never
        forgotten.abort()


def test_a_wizard_that_is_loaded_anew_or_left_goes_on_where_it_was(
    chrome: Browser, tmp_path: Path, profile: Profile
) -> None:
    with running(tmp_path, None) as table, phone(chrome, table) as held:
        take = wizard_with_corners(held, table, profile)
        held.says("Step 3 of 6", seconds=TAKING)
        lay_faces(table, "HMK")
        take.click()
        held.says("Step 4 of 6", seconds=TAKING)
        held.page.reload()
        held.says("Step 4 of 6", seconds=TAKING)
        assert table.player().get("/api/v1/calibration").json["taken"] == ["empty", "fire"]
        held.page.get_by_role("button", name="Leave it for now").click()
        held.page.get_by_role("button", name="Go on setting up the camera").click()
        held.says("Step 4 of 6", seconds=TAKING)


def test_cubes_that_nobody_turned_make_no_second_picture(
    chrome: Browser, tmp_path: Path, profile: Profile
) -> None:
    with running(tmp_path, None) as table, phone(chrome, table) as held:
        take = wizard_with_corners(held, table, profile)
        held.says("Step 3 of 6", seconds=TAKING)
        lay_faces(table, "HMK")
        take.click()
        held.says("Step 4 of 6", seconds=TAKING)
        take.click()
        held.says("The cubes lie as they did in an earlier picture", seconds=TAKING)
        held.shot("wizard-untouched")
        assert table.player().get("/api/v1/calibration").json["taken"] == ["empty", "fire"]
        lay_faces(table, "MKH")
        take.click()
        held.says("Step 5 of 6", seconds=TAKING)
        held.complaints[:] = [each for each in held.complaints if "409" not in each]


def test_a_corner_beside_the_board_is_named_and_asked_for_again(
    chrome: Browser, tmp_path: Path, profile: Profile
) -> None:
    with running(tmp_path, None) as table, phone(chrome, table) as held:
        table.player().lay("-")
        held.enter().open("/camera")
        held.page.get_by_role("button", name="Set up the camera").click()
        held.page.get_by_role("button", name="take the picture").click()
        ring = rings(held).nth(2)
        ring.focus()
        for _ in range(12):
            ring.press("Shift+ArrowRight")
        held.page.get_by_role("button", name="The corners are right").click()
        held.says("Corner 3 lies beside the grid", seconds=TAKING)
        # A sentence by itself, as people write one.
        expect(held.page.get_by_role("alert").locator("p")).to_have_text(re.compile(r"^Corner 3 lies .*\.$"))
        held.shot("wizard-corner-beside")
        assert table.player().get("/api/v1/calibration").json["corners"] is not None
        for _ in range(12):
            ring.press("Shift+ArrowLeft")
        held.page.get_by_role("button", name="The corners are right").click()
        held.says("Step 3 of 6", seconds=TAKING)
        held.complaints[:] = [each for each in held.complaints if "409" not in each]


def eight_cubes() -> Iterator[tuple[str, str]]:
    for row in "ABCD":
        yield f"{row}2", "b"
        yield f"{row}5", "w"


def rings(held: Phone) -> Locator:
    """Once the grid was looked for in the picture of the empty board: as long as the page waits."""
    found = held.page.locator(".ring")
    try:
        found.first.wait_for(timeout=patient(TAKING) * 1000)
    except TooLate as late:
        raise AssertionError(held.page.locator("main").inner_text()) from late
    return found


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
