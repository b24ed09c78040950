"""The table's page: a drawn table is played on it, the board stays where it is, and what is told adds up."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.web.browsing import Phone, board_shifts, phone, watch_shifts
from tests.web.tables import START, Client, Running, running
from tests.web.touching import finger
from vision.cubes.profile import Profile

pytestmark = pytest.mark.browser

PHONE: Final = {"width": 390, "height": 844}
LYING: Final = {"width": 844, "height": 390}
SMALLEST: Final = {"width": 320, "height": 640}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> Iterator[Running]:
    """Every test begins a game of its own on it."""
    with running(tmp_path_factory.mktemp("table-page"), profile) as started:
        yield started


@pytest.fixture
def player(shared: Running) -> Client:
    return shared.player()


@pytest.fixture
def held(chrome: Browser, shared: Running) -> Iterator[Phone]:
    with phone(chrome, shared, size=PHONE, has_touch=True) as opened:
        yield opened.enter()


@pytest.fixture
def touched(held: Phone) -> Iterator[Any]:
    with finger(held) as one:
        yield one


def lying(player: Client) -> str:
    told: str = player.get("/api/v1/sim").json["cubes"]
    return told


def ready(held: Phone) -> None:
    held.open("/")
    held.page.wait_for_selector(".board .tap.grips", state="attached")


# Played here


def test_a_cube_is_dragged_by_touch_and_shows_what_comes_up(
    held: Phone, player: Client, touched: Any
) -> None:
    player.begin()
    ready(held)
    touched.down("B5")
    touched.over("B5", "B4")
    # RULES 2.2: fire went up over water.
    expect(held.page.locator(".board .cube.ghost .top")).to_have_class(re.compile(r"\bM\b"))
    held.shot("table-dragging")
    touched.up()
    player.until(lambda state: state["moves"] == 1, "the move")
    assert "B4wMHK" in player.state()["position"]
    expect(held.page.locator(".board .cube.held")).to_have_count(0)


def test_a_page_is_still_scrolled_beside_the_cubes(held: Phone, player: Client) -> None:
    player.begin()
    ready(held)
    asked = "(each) => getComputedStyle(each).touchAction"
    squares = [held.page.locator(f'[data-square="{square}"]') for square in ("B5", "A1")]
    assert [square.evaluate(asked) for square in squares] == ["none", "auto"]


def test_two_taps_tilt_a_cube_and_undo_puts_it_back(held: Phone, player: Client, touched: Any) -> None:
    player.begin()
    before = lying(player)
    ready(held)
    touched.tap("C5")
    expect(held.page.locator(".legend")).to_contain_text("C5 can tilt to")
    touched.tap("C4")
    player.until(lambda state: state["moves"] == 1, "the move")
    held.says("Black to play.")
    held.page.get_by_role("button", name="Undo").tap()
    expect(held.page.locator("#note")).to_have_text("Undone: C5 tilts to C4.")
    state = player.until(lambda state: state["moves"] == 0 and not state["to_restore"], "the board as it was")
    assert state["violation"] is None
    assert lying(player) == before


def test_cubes_are_turned_alone_or_together(held: Phone, player: Client, touched: Any) -> None:
    """RULES 3.2."""
    player.begin()
    ready(held)
    touched.tap("B5")
    held.page.get_by_role("button", name="Turn more with it").tap()
    touched.tap("D5")
    held.page.get_by_role("button", name="Turn B5, D5").tap()
    player.until(lambda state: state["moves"] == 1, "the rotation")
    held.says("B5, D5 rotate")


def test_a_cube_that_is_alone_is_turned_with_no_other(held: Phone, player: Client, touched: Any) -> None:
    assert player.post("/api/v1/games", {"mode": "mindlock", "challenge": "F01"}).status == 200
    player.lay("C2bHKM,C4wHMK,D5bKHM,E3bMKH")
    player.until(lambda state: state["setup"] is None and state["clear"], "the diagram")
    ready(held)
    touched.tap("C4")
    held.page.get_by_role("button", name="Turn C4").wait_for()
    expect(held.page.get_by_role("button", name="Turn more with it")).to_have_count(0)


def test_a_cube_is_put_on_its_home_the_way_one_likes(held: Phone, player: Client, touched: Any) -> None:
    """RULES 3.1."""
    player.lay("-")
    assert player.post("/api/v1/games", {"mode": "duel"}).status == 200
    held.open("/")
    held.page.locator(".cube.ghost").first.wait_for()
    touched.tap("B5")
    held.says("White on B5: which way up?")
    held.page.get_by_role("button", name="Water, Fire").tap()
    player.until(lambda state: "B5wMH" in state["position"], "the cube")


def test_the_cubes_are_laid_out_whole_over_those_of_an_earlier_game(held: Phone, player: Client) -> None:
    """What stood on its home already is part of it."""
    player.begin()
    player.lay("A1wHMK,B5wHMK,C2bKHM,E6bHMK")
    assert player.post("/api/v1/games", {"mode": "duel"}).status == 200
    held.open("/")
    held.page.get_by_role("button", name="Lay the cubes out").tap()
    player.until(lambda state: state["setup"] is None, "the end of set-up")
    assert lying(player).count(",") == 5
    held.says("White to play.")


def test_what_was_played_wrongly_is_put_back_with_one_tap(held: Phone, player: Client) -> None:
    player.begin()
    held.open("/")
    player.play("B5>TA1")
    held.page.get_by_role("button", name="Put it back").tap()
    player.until(lambda state: state["violation"] is None, "the restored board")
    assert lying(player) == START


def test_a_level_moves_its_own_drawn_cube(held: Phone, player: Client, touched: Any) -> None:
    player.begin(levels={"b": "apprentice"})
    ready(held)
    touched.tap("B5")
    touched.tap("A5")
    held.says("Apprentice")
    state = player.until(lambda state: state["moves"] >= 2 and state["turn"] == "w", "the level's move")
    assert state["violation"] is None
    held.says("Done: your turn.")


def test_undo_takes_ones_own_move_back_with_what_a_level_did_by_itself(
    held: Phone, player: Client, touched: Any
) -> None:
    """Its move alone would be done again before anybody could do anything."""
    player.begin(levels={"b": "apprentice"})
    ready(held)
    touched.tap("B5")
    touched.tap("A5")
    player.until(lambda state: state["moves"] >= 2 and state["turn"] == "w", "the level's move")
    held.says("Done: your turn.")
    held.page.get_by_role("button", name="Undo").tap()
    expect(held.page.locator("#note")).to_have_text("Undone: B5 tilts to A5.")
    state = player.until(lambda state: state["moves"] == 0 and not state["to_restore"], "the board as it was")
    assert (state["turn"], state["violation"]) == ("w", None)
    assert lying(player) == START


def test_what_is_done_by_itself_is_not_asked_for(held: Phone, player: Client) -> None:
    asked = {"mode": "mukyan", "seed": 7, "start": f"{START} b 0-0 --- -"}
    player.lay(START)
    held.open("/")
    held.page.evaluate("localStorage.setItem('himiki-carrying', 'off')")
    assert player.post("/api/v1/games", asked).status == 200
    held.says("Do it for him")
    held.page.evaluate("localStorage.removeItem('himiki-carrying')")
    assert player.post("/api/v1/games", asked).status == 200
    card = held.page.locator("[data-card='calm.mukyan'], .card.mukyan").first
    expect(card).to_contain_text("Muk Yan:")
    expect(card).not_to_contain_text("Do it for him")


def test_two_pages_do_what_a_level_said_once(shared: Running, player: Client) -> None:
    player.begin(levels={"b": "apprentice"})
    player.play("B5>BB4")
    player.until(lambda state: state["opponent"], "what the level plays")
    done = [player.post("/api/v1/sim/carried").json["done"] for _ in range(3)]
    assert done == [True, False, False]
    player.until(lambda state: state["moves"] == 2, "the level's move")


def test_beaten_cubes_of_a_challenge_leave_the_drawn_board(held: Phone, player: Client) -> None:
    """RULES 7.1."""
    started = player.post("/api/v1/games", {"mode": "mindlock", "challenge": "F01"})
    assert started.status == 200
    player.until(lambda state: state["setup"] is None and state["clear"], "the diagram")
    held.open("/")
    blacks = lying(player).count("b")
    for _ in range(4):
        move = player.get("/api/v1/hint").json["move"]
        player.play(move)
        player.until(lambda state, move=move: state["spent"] > 0 and not state["to_remove"], move)  # type: ignore[misc]
        if lying(player).count("b") < blacks:
            break
    assert lying(player).count("b") < blacks


def test_the_last_beaten_cube_leaves_too_when_a_challenge_is_solved(held: Phone, player: Client) -> None:
    assert player.post("/api/v1/games", {"mode": "mindlock", "challenge": "F01"}).status == 200
    player.until(lambda state: state["setup"] is None and state["clear"], "the diagram")
    held.open("/")
    held.says("Remove all the black cubes.")
    for move in ("C4>BC3", "C3>BD3", "D3>BD4"):
        before = player.state()["spent"]
        player.play(move)
        player.until(
            lambda state, before=before: state["spent"] > before and not state["to_remove"],  # type: ignore[misc]
            f"{move}, and what it beats gone",
        )
    assert player.state()["over"]
    assert "b" not in lying(player)


# The board stays where it is


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "size", [PHONE, SMALLEST, LYING, {"width": 1280, "height": 800}], ids=lambda each: str(each["width"])
)
@pytest.mark.parametrize("locale", ["en", "de"])
def test_the_board_stays_while_messages_come_and_go(
    chrome: Browser, shared: Running, player: Client, size: dict[str, int], locale: str
) -> None:
    player.begin(players={"w": "Ada", "b": "Bo"})
    with phone(chrome, shared, size=size, locale=locale) as held:
        held.enter().open("/")
        board = held.page.locator(".board").first
        held.page.wait_for_selector(".cube[data-on]")
        held.page.wait_for_timeout(700)
        watch_shifts(held)
        stood = board.bounding_box()
        player.play("B5>TA1")
        player.until(lambda state: state["violation"], "the violation")
        held.page.locator(".card.bad").wait_for()
        assert board.bounding_box() == stood
        player.play("A1>TB5")
        player.until(lambda state: state["violation"] is None, "the restored board")
        player.played("D5>BD4")
        player.played("D2>BD3")
        player.until(lambda state: state["replay"], "the question whether to play again")
        held.page.locator('[data-card="calm"]').wait_for()
        assert board.bounding_box() == stood
        held.page.wait_for_timeout(300)
        assert board_shifts(held) == []


def test_a_phone_that_lies_on_its_side_shows_the_whole_board(
    chrome: Browser, shared: Running, player: Client
) -> None:
    player.begin()
    with phone(chrome, shared, size=LYING, has_touch=True) as held:
        held.enter().open("/")
        held.page.wait_for_selector(".cube[data-on]")
        bar = held.page.locator("nav.bar").bounding_box()
        board = held.page.locator(".board").first.bounding_box()
        assert bar is not None
        assert board is not None
        bottom = bar["y"] if bar["width"] > bar["height"] else LYING["height"]
        assert board["y"] + board["height"] <= bottom
        assert board["height"] > 200


def test_nothing_empty_follows_a_long_game(held: Phone, player: Client) -> None:
    player.begin()
    for _ in range(9):
        for move in ("B5>PB5", "B2>BB1", "B5>BA5", "B1>BB2", "A5>BB5"):
            if player.state()["over"]:
                break
            player.decide("move", move=move)
    held.open("/")
    held.page.locator(".record li").nth(12).wait_for()
    empty = held.page.evaluate(
        """() => {
          const below = Math.max(...[...document.querySelectorAll("main *")]
            .filter((each) => each.checkVisibility() && !each.closest(".low, .record li"))
            .map((each) => each.getBoundingClientRect().bottom));
          return document.documentElement.scrollHeight - scrollY - below;
        }"""
    )
    assert empty < 300


# What is told adds up


def test_the_record_adds_up_to_the_score(held: Phone, player: Client) -> None:
    """RULES 3.9: whoever loses an influence loses its point; both are told."""
    start = "A1wMHK,B5wHMK,C2bKHM,C5wMKH,D2bHMK,E4bMHK"
    player.lay(start)
    asked = {"mode": "duel", "start": f"{start} w 1-2 -b- -"}
    assert player.post("/api/v1/games", asked).status == 200
    player.until(lambda state: state["setup"] is None and state["clear"], "the board as it was asked for")
    held.open("/")
    steps = [
        {"event": "ready", "position": f"{start} w 1-2 -b- -"},
        {
            "event": "move",
            "by": "w",
            "move": "B5>BB4",
            "move_words": {"text": "B5 tilts to B4"},
            "score": [3, 1],
        },
        {"event": "corrected", "sentences": [{"text": "That is the position now."}], "score": [3, 0]},
    ]
    told = held.page.evaluate(
        """async (steps) => {
          const app = document.querySelector("script[type=module]").src;
          const { lines } = await import(app.replace("app.js", "record.js"));
          const changes = (line) => [...line.querySelectorAll(".gain")];
          return lines(steps).map((line) => changes(line).map((each) => each.className + each.textContent));
        }""",
        steps,
    )
    assert told == [["gain b lost\u22121"], ["gain w+2", "gain b lost\u22121"]]


def test_a_game_that_was_given_up_says_so_and_is_looked_through(held: Phone, player: Client) -> None:
    player.begin()
    player.played("B5>BB4")
    held.open("/")
    assert player.decide("resign", side="b").status == 200
    expect(held.page.locator(".record .corrected")).to_have_text("Black gives up.")
    held.page.get_by_role("link", name="Look through it").tap()
    held.page.get_by_role("button", name="To the end").tap()
    held.says("Black gives up.")


def test_a_side_that_moves_out_of_turn_is_told_whose_turn_it_is(held: Phone, player: Client) -> None:
    player.begin()
    held.open("/")
    player.play("B2>BB3")
    held.says("It is white's turn: the black cube of B2 has to wait.")


def test_an_empty_board_is_not_taken(held: Phone, player: Client) -> None:
    """A side without cubes would pass for ever."""
    player.begin()
    player.played("B5>BB4")
    player.lay("-")
    player.until(lambda state: state["violation"] or state["question"], "what is wrong")
    held.open("/")
    held.page.get_by_role("button", name="The board is right").tap()
    if player.state()["violation"]:
        held.says("Go on from this board?")
        held.page.get_by_role("dialog").get_by_role("button", name="The board is right").tap()
    expect(held.page.locator("#note")).to_have_text(
        "There is no white cube on the board: the game cannot go on with that."
    )
    held.complaints[:] = [each for each in held.complaints if "409" not in each]
    state = player.state()
    assert (state["moves"], state["turn"]) == (1, "b")


def test_several_cubes_that_stand_elsewhere_are_taken_after_a_question(held: Phone, player: Client) -> None:
    player.begin()
    player.played("B5>BB4")
    held.open("/")
    player.lay("A1wMHK,A2wMKH,C2bKHM,D2bHMK,D5wHMK,E6bMHK")
    player.until(lambda state: state["violation"], "the violation")
    held.page.get_by_role("button", name="The board is right").tap()
    held.says("Go on from this board?")
    held.page.get_by_role("button", name="Cancel").tap()
    assert player.state()["violation"]
    held.page.get_by_role("button", name="The board is right").tap()
    held.page.get_by_role("dialog").get_by_role("button", name="The board is right").tap()
    player.until(
        lambda state: not state["violation"] and "A1w" in state["position"], "the position as it lies"
    )


def test_a_levels_cube_that_stands_otherwise_than_it_said_is_not_taken(held: Phone, player: Client) -> None:
    """RULES 3.1."""
    held.by_hand()
    player.lay("-")
    assert player.post("/api/v1/games", {"mode": "duel", "levels": {"b": "pupil"}}).status == 200
    held.open("/")
    player.play("wHMK@C5")
    state = player.until(lambda state: state["opponent"], "what the level places")
    cube, _, square = state["opponent"]["move"].partition("@")
    other = "bMHK" if cube[1] != "M" else "bHMK"
    player.play(f"{other}@{square}")
    held.says("That is not what was said")
    player.play({"lift": square})  # type: ignore[arg-type]
    player.play(f"{cube}@{square}")
    player.until(
        lambda state: square in state["position"] and not state["violation"], "the cube as it was said"
    )


def test_nothing_is_said_of_whose_turn_it_is_where_nothing_is_refereed(held: Phone, player: Client) -> None:
    assert player.post("/api/v1/games", {"mode": "free"}).status == 200
    held.open("/")
    held.says("Nothing is refereed")
    expect(held.page.locator(".now")).to_be_empty()


def test_a_correction_says_what_it_was(held: Phone, player: Client) -> None:
    player.begin()
    player.play("C5>TC3")
    player.until(lambda state: state["violation"], "the violation")
    held.open("/")
    assert player.decide("accept").status == 200
    expect(held.page.locator(".record .corrected")).to_have_text("The board is right as it stands.")


def test_what_is_played_while_the_record_is_fetched_stands_in_it(held: Phone, player: Client) -> None:
    player.begin()
    answered: list[int] = []

    def late(route: Route) -> None:
        answer = route.fetch()
        if not answered:
            # The page hears of it before the answer that does not know of it.
            player.played("B5>BB4")
            held.page.wait_for_timeout(500)
        route.fulfill(response=answer)
        answered.append(answer.status)

    held.page.route("**/api/v1/steps", late)
    held.open("/")
    while not answered:
        held.page.wait_for_timeout(50)
    held.page.wait_for_timeout(500)
    expect(held.page.locator(".record")).to_contain_text("B5 tilts to B4")


def test_names_of_tiles_stand_whole_on_the_board(held: Phone, player: Client) -> None:
    player.lay(START)
    start = f"{START} w 2-1 --- land:A1.mi;hands:w.?2/b.?3"
    asked = {"mode": "duel", "chaos": True, "start": start}
    assert player.post("/api/v1/games", asked).status == 200
    held.open("/")
    tile = held.page.locator(".terrain").first
    tile.wait_for()
    assert tile.evaluate("(each) => each.textContent") == "Mirror"
    fits = tile.evaluate(
        """(each) => {
          const room = each.querySelector("rect").getBoundingClientRect();
          const words = [...each.querySelectorAll("text")];
          return words.every((one) => one.getBoundingClientRect().width <= room.width);
        }"""
    )
    assert fits


def test_sounds_are_heard_once_the_page_was_touched(held: Phone, player: Client) -> None:
    held.page.add_init_script(
        """window.tones = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...at) {
          window.tones += 1;
          return start.apply(this, at);
        };"""
    )
    player.begin()
    held.open("/")
    held.page.locator(".now").tap()
    player.played("B5>BB4")
    held.page.wait_for_function("() => window.tones > 0")


def test_what_asked_for_the_pin_is_gone_once_it_came(
    chrome: Browser, shared: Running, player: Client
) -> None:
    player.begin()
    with phone(chrome, shared) as stranger:
        stranger.open("/table")
        stranger.says("asks for the table's PIN")
        stranger.page.locator('.board [data-square="B5"]').click()
        stranger.page.get_by_role("button", name="Rotate", exact=True).click()
        stranger.page.get_by_role("textbox").fill("271828")
        stranger.page.get_by_role("button", name="Unlock").click()
        expect(stranger.page.get_by_text("asks for the table's PIN")).to_have_count(0)
        stranger.complaints[:] = [each for each in stranger.complaints if "401" not in each]


# A new game, and the end of one


def test_a_game_that_goes_on_is_not_dropped_without_asking(held: Phone, player: Client) -> None:
    player.begin(players={"w": "Ada", "b": "Bo"})
    player.played("B5>BB4")
    number = player.state()["game"]
    held.open("/new")
    held.says("Same again")
    held.page.get_by_role("button", name="Begin").tap()
    held.says("End the game that is being played?")
    held.says("Ada 0 \u2013 0 Bo, after 1 move.")
    held.page.get_by_role("button", name="Cancel").tap()
    assert player.state()["game"] == number
    held.page.get_by_role("button", name="Begin").tap()
    held.page.get_by_role("dialog").get_by_role("button", name="Begin").tap()
    player.until(lambda state: state["game"] > number, "the new game")


def test_another_game_knows_opponent_and_clock(held: Phone, player: Client) -> None:
    player.begin(players={"w": "Ada"}, levels={"b": "adept"}, clock={"minutes": 20, "increment": 5})
    assert player.decide("resign", side="w").status == 200
    held.open("/")
    held.page.get_by_role("link", name="Another game").tap()
    expect(held.page.locator("#level-b")).to_have_value("adept")
    expect(held.page.locator("#name-w")).to_have_value("Ada")
    expect(held.page.locator("#clock-20")).to_be_checked()
    expect(held.page.locator("#increment-5")).to_be_checked()
    held.page.get_by_role("button", name="Same again").tap()
    state = player.until(lambda state: not state["over"], "the same again")
    assert state["agreed"]["levels"] == {"b": "adept"}
    assert state["agreed"]["clock"] == {"minutes": 20, "increment": 5}


BELOW_BEGIN: Final = """() => {
  const bar = document.querySelector("nav.bar");
  const low = getComputedStyle(bar).position === "fixed" ? bar.offsetHeight : 0;
  return innerHeight - low - document.querySelector(".begin").getBoundingClientRect().bottom;
}"""
"""How much of the form is seen below it, as if it went on there."""


def test_begin_is_in_reach_without_scrolling(chrome: Browser, shared: Running, player: Client) -> None:
    for size in (SMALLEST, PHONE, LYING, {"width": 1280, "height": 800}):
        player.begin()
        assert player.decide("resign", side="w").status == 200
        with phone(chrome, shared, size=size, has_touch=True) as held:
            held.enter().open("/new")
            held.says("Same again")
            assert held.page.evaluate(BELOW_BEGIN) < 12
            held.page.get_by_role("button", name="Begin").tap()
            held.page.wait_for_function("() => location.pathname === '/'")


def test_nothing_is_played_again_before_anything_was_played(held: Phone, player: Client) -> None:
    player.begin(players={"w": "Ada"})
    held.open("/new")
    expect(held.page.locator("#name-w")).to_have_value("Ada")
    expect(held.page.get_by_role("button", name="Same again")).to_have_count(0)
    player.played("B5>BB4")
    held.open("/new")
    held.page.get_by_role("button", name="Same again").wait_for()


def test_what_can_be_done_with_a_cube_stands_where_undo_stood(
    held: Phone, player: Client, touched: Any
) -> None:
    """However long the line above it is."""
    player.begin()
    ready(held)
    held.page.get_by_role("button", name="Undo").wait_for()
    before = held.page.locator(".tools").bounding_box()
    touched.tap("B5")
    held.page.get_by_role("button", name="Turn B5").wait_for()
    after = held.page.locator(".tools").bounding_box()
    assert before is not None
    assert after is not None
    assert before["y"] == after["y"]


def test_a_camera_that_is_yet_to_look_is_no_board_out_of_sight(held: Phone, player: Client) -> None:
    player.begin()
    state = player.state()
    held.shown({**state, "board": False, "clear": False})
    held.says("The camera looks for the board.")
    expect(held.page.get_by_text("The board is out of sight")).to_have_count(0)
    held.shown({**state, "board": False, "clear": False, "lost": True})
    held.says("The board is out of sight")


def test_own_times_and_what_a_turn_adds_are_asked_for(held: Phone, player: Client) -> None:
    player.begin()
    assert player.decide("resign", side="w").status == 200
    held.open("/new")
    held.says("Same again")
    held.page.get_by_text("More choices").tap()
    held.page.locator("label[for=clock-own]").tap()
    held.page.get_by_label("Minutes for each side").fill("3")
    held.page.get_by_label("Seconds that a turn adds").fill("2")
    held.page.get_by_role("button", name="Begin").tap()
    state = player.until(lambda state: state["clock"], "the clock")
    assert state["agreed"]["clock"] == {"minutes": 3, "increment": 2}


def test_a_clock_is_stopped_and_goes_on(held: Phone, player: Client) -> None:
    player.begin(clock={"minutes": 5})
    held.open("/")
    held.page.get_by_role("button", name="Stop the clock").tap()
    state = player.until(lambda state: state["paused"], "the pause")
    assert state["clock_runs"] is None
    held.page.get_by_role("button", name="Start the clock").tap()
    player.until(lambda state: state["clock_runs"] == "w", "the clock")


def test_who_only_watches_is_not_asked_for_the_pin_when_a_level_plays(
    chrome: Browser, shared: Running, player: Client
) -> None:
    with phone(chrome, shared, size=PHONE, has_touch=True) as watching:
        player.begin(levels={"b": "apprentice"})
        watching.open("/")
        player.played("B5>BB4")
        player.until(lambda state: state["opponent"], "what the level plays")
        watching.page.locator(".card.level").wait_for()
        # A page that carries moves out begins after two seconds.
        watching.page.wait_for_timeout(3000)
        expect(watching.page.locator("dialog")).to_have_count(0)


def test_whoever_may_play_again_sees_with_which_cubes_and_what_an_influence_was_for(
    held: Phone, player: Client
) -> None:
    player.begin()
    ready(held)
    player.played("D5>BD4")
    player.played("D2>BD3")
    expect(held.page.locator(".legend")).to_contain_text("The water influence!")
    player.until(lambda state: state["replay"], "the question whether to play again")
    expect(held.page.locator(".board .playable").first).to_be_visible()
    held.shot("table-replay")


def test_the_board_is_seen_from_the_other_side_with_other_signs(
    held: Phone, player: Client, touched: Any
) -> None:
    player.begin()
    ready(held)
    held.page.get_by_text("How the board is shown").tap()
    held.page.locator("label[for=opposite]").tap()
    held.page.locator("label[for=signs-kanji]").tap()
    near, far = (held.page.locator(f'[data-square="{square}"]').bounding_box() for square in ("A1", "E6"))
    assert near is not None
    assert far is not None
    assert near["y"] > far["y"]
    assert near["x"] > far["x"]
    assert held.page.locator(".board .top.brush").count() == 6
    held.page.locator(".board").scroll_into_view_if_needed()
    touched.drag("B5", "B4")
    player.until(lambda state: state["moves"] == 1, "the move")
    held.shot("table-opposite")
    assert held.axe() == []


def test_whoever_asks_for_less_motion_sees_none(chrome: Browser, shared: Running, player: Client) -> None:
    player.begin()
    for wish, moving in (("reduce", False), ("no-preference", True)):
        with phone(chrome, shared, reduced_motion=wish) as held:
            held.page.add_init_script(
                "window.rolled = 0; const animate = Element.prototype.animate;"
                "Element.prototype.animate = function (...told) "
                "{ window.rolled += 1; return animate.apply(this, told); }"
            )
            held.enter()
            ready(held)
            player.played("B5>BB4" if moving else "D5>BD4")
            if not moving:
                player.played("B2>BB1")
            held.page.wait_for_timeout(400)
            assert (held.page.evaluate("window.rolled") > 0) is moving, json.dumps(wish)


def test_a_screen_stays_awake_without_a_secure_address(held: Phone, player: Client) -> None:
    """Browsers lend their lock to secure pages alone: elsewhere a film runs from the first touch."""
    held.page.add_init_script("delete Navigator.prototype.wakeLock")
    player.begin()
    held.open("/")
    film = held.page.locator("video.awake")
    film.wait_for(state="attached")
    held.page.locator(".now").tap()
    held.page.wait_for_function("() => document.querySelector('video.awake').currentTime > 0.2")
    assert film.evaluate("(each) => each.muted && each.loop && !each.paused && !each.error")
    assert held.axe() == []


@pytest.mark.parametrize(("locale", "scheme"), [("de", "dark"), ("fr", "light")])
def test_table_and_new_game_fit_every_window_in_long_words(
    chrome: Browser, shared: Running, player: Client, locale: str, scheme: Any
) -> None:
    names = {"w": "Annemarie van den Bergh", "b": "Bartholomäus Donaudampf"}
    player.begin(players=names, clock={"minutes": 20, "increment": 5})
    player.play("B5>TA1")
    player.until(lambda state: state["violation"], "the violation")
    for width, height in ((320, 640), (390, 844), (844, 390), (1280, 800), (1920, 1080)):
        size = {"width": width, "height": height}
        with phone(chrome, shared, size=size, locale=locale, color_scheme=scheme) as held:
            held.enter().open("/")
            held.page.locator(".card.bad").wait_for()
            assert held.page.evaluate("document.documentElement.scrollWidth") <= width
            if width in (320, 1280):
                assert held.axe() == []
            held.open("/new")
            held.page.locator("form details summary").last.click()
            assert held.page.evaluate("document.documentElement.scrollWidth") <= width
            if width == 320:
                assert held.axe() == []
