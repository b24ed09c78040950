"""What somebody is doing on a page goes on though the table says something at that moment."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tests.web.browsing import Phone, phone
from tests.web.fingers import place_of
from tests.web.tables import START, Client, Running, running
from vision.cubes.profile import Profile

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> Iterator[Running]:
    """Every test begins a game of its own on it."""
    with running(tmp_path_factory.mktemp("undisturbed"), profile) as started:
        yield started


@pytest.fixture
def player(shared: Running) -> Client:
    """Another phone, through which something happens."""
    shared.table.drawn.do({"hand": False})
    return shared.player()


@pytest.fixture
def held(chrome: Browser, shared: Running) -> Iterator[Phone]:
    with phone(chrome, shared) as opened:
        yield opened.enter()


def finger_down(held: Phone, on: Locator) -> None:
    on.scroll_into_view_if_needed()
    on.hover()
    held.page.mouse.down()


def keep_focused(on: Locator) -> None:
    on.focus()
    on.evaluate("(element) => (window.held = element)")


def is_kept(held: Phone) -> bool:
    """Whether what had the focus then is still the very same element, and has it."""
    kept: bool = held.page.evaluate("window.held.isConnected && document.activeElement === window.held")
    return kept


def a_hand_comes(shared: Running, player: Client) -> None:
    shared.table.drawn.do({"hand": "C3"})
    player.until(lambda state: not state["clear"], "the hand")


def test_a_tap_counts_though_the_card_says_more_before_the_finger_is_lifted(
    held: Phone, player: Client
) -> None:
    player.begin()
    held.open("/")
    player.lay(START.replace("D5w", "E6w"))
    player.until(lambda state: state["violation"], "the violation")
    finger_down(held, held.page.get_by_role("button", name="The board is right"))
    before = held.page.locator(".card.bad").inner_text()
    player.lay(START.replace("D5w", "A6w"))
    expect(held.page.locator(".card.bad")).not_to_have_text(before, use_inner_text=True, timeout=20_000)
    held.page.mouse.up()
    player.until(lambda state: state["violation"] is None and "A6w" in state["position"], "the acceptance")


def test_a_puzzle_is_tapped_while_the_name_typed_before_brings_its_results(
    held: Phone, shared: Running, player: Client
) -> None:
    """Leaving the field asks the table who that is; the answer may come under the finger."""
    player.begin()
    held.open("/puzzles")
    play = held.page.get_by_role("button", name="Play F01")
    play.wait_for()
    held.page.get_by_label("Who solves?").fill("Ada")

    def as_if_solved(route: Route) -> None:
        told = json.loads(route.fetch().body())
        told["challenges"] = {"F01": {"solved": 1, "best": 3, "par": 3, "last": "2024-01-01"}}
        route.fulfill(json=told)

    held.page.route("**/api/v1/daily?player=Ada", as_if_solved)
    finger_down(held, play)
    held.says("Solved in PAR")
    held.page.mouse.up()
    player.until(lambda state: state["challenge"] == "F01", "the challenge")


def test_the_editor_of_positions_stays_while_the_board_is_covered(
    held: Phone, shared: Running, player: Client
) -> None:
    player.begin()
    held.open("/right")
    held.page.get_by_text("More ways to put it right").click()
    held.page.get_by_role("button", name="Edit the position").click()
    turn = held.page.get_by_label("Whose turn")
    keep_focused(turn)
    a_hand_comes(shared, player)
    held.page.wait_for_timeout(500)
    assert is_kept(held)


def test_points_are_counted_up_by_key_after_key(held: Phone, player: Client) -> None:
    player.begin()
    held.open("/right")
    held.page.get_by_text("More ways to put it right").click()
    held.page.get_by_role("button", name="Edit the position").click()
    more = held.page.get_by_role("button", name="Points of White: one more")
    more.focus()
    for _ in range(3):
        held.page.keyboard.press("Enter")
    expect(held.page.get_by_role("group", name="Points of White").locator("output")).to_have_text("3")


def test_choices_for_a_new_game_stay_unfolded_and_are_made_by_keyboard(held: Phone, player: Client) -> None:
    player.begin()
    held.open("/new")
    held.page.get_by_text("More choices").click()
    held.page.get_by_label("First", exact=True).focus()
    held.page.keyboard.press("ArrowLeft")
    expect(held.page.get_by_label("Second", exact=True)).to_be_focused()
    held.page.keyboard.press("ArrowRight")
    held.page.keyboard.press("ArrowLeft")
    expect(held.page.get_by_label("Second", exact=True)).to_be_checked()
    expect(held.page.get_by_label("Second", exact=True)).to_be_focused()
    expect(held.page.get_by_text("No clock")).to_be_visible()


def test_a_box_is_ticked_by_keyboard_again_and_again(held: Phone, player: Client) -> None:
    player.begin()
    held.open("/new")
    held.page.get_by_text("More choices").click()
    box = held.page.locator("#chaos")
    keep_focused(box)
    for ticked in (True, False, True):
        held.page.keyboard.press("Space")
        expect(box).to_be_checked(checked=ticked)
        assert is_kept(held)


def test_names_stay_typed_whatever_is_chosen_besides_and_change_sides_when_told(
    held: Phone, player: Client
) -> None:
    player.begin()
    held.open("/new")
    names = [held.page.locator("#name-w"), held.page.locator("#name-b")]
    names[0].fill("Ada")
    names[1].fill("Bo")
    held.page.get_by_text("More choices").click()
    held.page.locator("label[for=chaos]").click()
    held.page.get_by_role("button", name="Change sides").click()
    expect(names[0]).to_have_value("Bo")
    expect(names[1]).to_have_value("Ada")


def test_tiles_are_ticked_no_more_than_can_be_held(held: Phone, player: Client) -> None:
    """RULES 5.1: three. The one that was ticked first gives way."""
    player.begin()
    held.open("/new")
    held.page.get_by_text("More choices").click()
    held.page.locator("label[for=chaos]").click()
    for tile in ("mh", "mm", "mk", "cj"):
        held.page.locator(f"label[for=tile-{tile}]").click()
    expect(held.page.locator("#tile-mh")).not_to_be_checked()
    expect(held.page.locator("[id^=tile-]:checked")).to_have_count(3)
    # What they do is told to fingers too.
    expect(held.page.locator(".told-tiles li")).to_have_count(3)
    expect(held.page.locator(".told-tiles")).to_contain_text("Conjuration")


def test_the_record_stays_where_it_was_scrolled_to_when_a_move_is_played(held: Phone, player: Client) -> None:
    player.begin()
    for move in ("B5>PB5", "B2>BB3", "C5>PC5"):
        player.played(move)
    held.open("/")
    record = held.page.locator(".record")
    record.locator("li").nth(8).wait_for()
    record.evaluate("(list) => { list.style.maxHeight = '5rem'; list.scrollTop = list.scrollHeight; }")
    last = record.locator("li").last
    before = last.bounding_box()
    player.played("D2>BD3")
    record.locator("li").nth(9).wait_for()
    after = last.bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] - record.bounding_box()["y"] < 100  # type: ignore[index]


def test_a_cube_in_the_fingers_stays_there_while_another_is_moved(held: Phone, player: Client) -> None:
    player.begin()
    held.open("/table")
    held.page.locator(".board .cube:not(.ghost)").first.wait_for()
    held.page.locator(".board").first.scroll_into_view_if_needed()
    mouse = held.page.mouse
    mouse.move(*place_of(held, "C5"))
    mouse.down()
    mouse.move(*place_of(held, "C4"), steps=6)
    expect(held.page.locator(".board .cube.held")).to_have_count(1)
    player.played("B5>BB4")
    held.says("B5 tilts to B4")
    expect(held.page.locator(".board .cube.held")).to_have_count(1)
    mouse.up()


def test_whose_tiles_they_are_is_chosen_by_keyboard(held: Phone, player: Client) -> None:
    player.lay(START)
    start = f"{START} w 2-1 --- hands:w.?3/b.?3;due:use.w"
    assert player.post("/api/v1/games", {"mode": "duel", "chaos": True, "start": start}).status == 200
    held.open("/")
    held.page.get_by_text("My tiles").click()
    held.page.locator("#hand-side-w").focus()
    held.page.keyboard.press("ArrowRight")
    expect(held.page.locator("#hand-side-b")).to_be_checked()
    expect(held.page.locator("#hand-side-b")).to_be_focused()
