"""What the pages tell people to do next, and that they can see it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.words.languages import LANGUAGES
from tests.web.browsing import Phone, phone
from tests.web.tables import START, Client, Running, running
from vision.cubes.profile import Profile


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> Iterator[Running]:
    """Every test begins a game of its own on it."""
    with running(tmp_path_factory.mktemp("guiding"), profile) as started:
        yield started


@pytest.fixture
def held(chrome: Browser, shared: Running) -> Iterator[Phone]:
    with phone(chrome, shared) as opened:
        yield opened.enter()


def one_move_taken_back(shared: Running) -> None:
    player = shared.player()
    player.begin()
    player.play("B5>BB4")
    player.until(lambda state: state["moves"] == 1 and state["clear"], "the move")
    assert player.decide("undo").status == 200
    player.until(lambda state: state["to_restore"], "the cube to put back")


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/", "/table", "/board", "/overlay"])
def test_after_undo_every_page_says_and_shows_which_cube_goes_back(
    held: Phone, shared: Running, path: str
) -> None:
    one_move_taken_back(shared)
    assert shared.client().state()["violation"] is None
    held.open(path)
    held.says("Put the cube from B4 on B5")
    held.page.locator(".board .ghost").wait_for()
    assert held.page.locator(".board .arrow.way").count() == 1
    shared.player().lay(START)
    expect(held.page.locator(".board .ghost")).to_have_count(0, timeout=20_000)
    expect(held.page.get_by_text("Put the cube from B4 on B5")).to_have_count(0)


@pytest.mark.browser
def test_a_rotation_taken_back_is_told_by_the_sides(held: Phone, shared: Running) -> None:
    """Its top is right already: only the sides say how far the cube has to be turned."""
    player = shared.player()
    player.begin()
    player.play("B5>PB5")
    player.until(lambda state: state["moves"] == 1 and state["clear"], "the rotation")
    assert player.decide("undo").status == 200
    held.open("/")
    held.says("Turn the cube on B5: fire up, water along its row.")


@pytest.mark.browser
def test_set_up_names_only_the_homes_of_the_side_that_places_now(held: Phone, shared: Running) -> None:
    """RULES 3.1: white's cubes on B5, C5, D5; black's on B2, C2, D2."""
    player = shared.player()
    player.lay("-")
    player.post("/api/v1/games", {"mode": "duel"})
    held.open("/")
    held.says("White puts a cube on one of B5, C5, D5, any way up.")
    expect(held.page.locator(".board .cube.ghost")).to_have_count(3)
    player.lay("B5wHMK")
    held.says("Black puts a cube on one of B2, C2, D2, any way up.")
    held.open("/table")
    held.says("Tap a square to put a cube on it.")
    expect(held.page.locator(".board .cube.ghost")).to_have_count(3)


@pytest.mark.browser
@pytest.mark.parametrize(
    "game",
    [
        {"mode": "duel"},
        {"mode": "teams"},
        {"mode": "mukyan", "human": "w"},
        {"mode": "mukyan", "human": "b"},
    ],
    ids=lambda game: "-".join(game.values()),
)
def test_the_virtual_table_lays_out_what_the_game_asks_for(
    held: Phone, shared: Running, game: dict[str, Any]
) -> None:
    player = shared.player()
    player.lay("-")
    begun = player.post("/api/v1/games", game)
    assert begun.status == 200, begun.body
    held.open("/table")
    held.page.get_by_role("button", name="Lay the cubes out").click()
    state = player.until(lambda state: state["setup"] is None and state["clear"], "the end of set-up")
    assert state["violation"] is None
    expect(held.page.get_by_role("button", name="Lay the cubes out")).to_have_count(0)


@contextmanager
def hand_over(player: Client) -> Iterator[None]:
    """Meanwhile the camera reads nothing of what is laid."""
    assert player.post("/api/v1/sim/moves", {"hand": True}).status == 200
    player.until(lambda state: not state["clear"], "the hand")
    yield
    assert player.post("/api/v1/sim/moves", {"hand": False}).status == 200


@pytest.mark.browser
def test_the_virtual_table_lays_out_a_challenges_diagram(held: Phone, shared: Running) -> None:
    player = shared.player()
    # A diagram that was seen is a challenge that has begun: what lies otherwise after it is put back.
    with hand_over(player):
        assert player.post("/api/v1/games", {"mode": "mindlock", "challenge": "F01"}).status == 200
        diagram = player.get("/api/v1/puzzles/F01").json["position"].split(" ")[0].split(",")
        player.lay("A1wHMK")
        held.open("/table")
        held.page.get_by_role("button", name="Lay the cubes out").click()
        held.page.get_by_role("button", name="Lay the cubes out").wait_for(state="detached")

    def laid(_: dict[str, Any]) -> bool:
        cubes = player.get("/api/v1/sim").json["cubes"].split(",")
        return [each[:4] for each in cubes] == [each[:4] for each in diagram]

    player.until(laid, "the diagram")
    state = player.until(lambda state: state["clear"], "the cubes at rest")
    assert state["violation"] is None


@pytest.mark.browser
def test_a_diagram_is_all_that_is_laid_out_also_where_the_camera_is_yet_to_see_what_lies_there(
    held: Phone, shared: Running
) -> None:
    player = shared.player()
    player.lay("-")
    player.until(lambda _: player.get("/api/v1/camera").json["cubes"] == [], "the sight of the bare board")
    with hand_over(player):
        assert player.post("/api/v1/games", {"mode": "mindlock", "challenge": "F01"}).status == 200
        bare = player.state()
        assert bare["setup"]
        assert not bare["setup"]["wrong"]
        player.lay("A1wHMK")
        held.shown(bare, "/table")
        held.page.get_by_role("button", name="Lay the cubes out").click()
        player.until(lambda _: "A1" not in player.get("/api/v1/sim").json["cubes"], "the diagram")
    state = player.until(lambda state: state["setup"] is None and state["clear"], "the diagram")
    assert state["violation"] is None
    assert "A1" not in state["position"]


@pytest.mark.browser
def test_nobody_is_called_to_order_for_what_the_camera_saw_before_a_drawn_board_was_laid_out(
    held: Phone, shared: Running
) -> None:
    player = shared.player()
    player.lay("-")
    with hand_over(player):
        assert player.post("/api/v1/games", {"mode": "mindlock", "challenge": "F01"}).status == 200
        state = player.state()
        old = {"from": "A1", "to": None, "cube": "wHMK", "words": {"text": "Take it off."}}
        held.shown({**state, "setup": {**state["setup"], "wrong": [old]}})
        held.says("Almost done: let the camera look.")
        expect(held.page.locator(".card.bad")).to_have_count(0)
        expect(held.page.get_by_role("button", name="Lay the cubes out")).to_have_count(0)


@pytest.mark.browser
def test_a_challenges_tile_is_offered_whenever_it_can_be_used(held: Phone, shared: Running) -> None:
    """RULES 7.4: at any moment, and free."""
    player = shared.player()
    player.lay("-")
    assert player.post("/api/v1/games", {"mode": "mindlock", "challenge": "M08"}).status == 200
    player.until(lambda state: state["setup"] is None and state["clear"], "the diagram")
    held.open("/table")
    tile = held.page.get_by_role("button", name="Fire Mana")
    assert tile.count() == 0, "nothing shows fire yet"
    for spent, move in enumerate(("E2>BE3", "E3>PE3"), start=1):
        player.play(move)
        player.until(lambda state, spent=spent: state["spent"] == spent, move)  # type: ignore[misc]
    held.open("/")
    tile.click()
    held.says("Mana: tilt one more cube")
    player.play("E3>BD3")
    state = player.until(lambda state: state["to_remove"], "the cube that was beaten")
    assert (state["to_remove"], state["spent"]) == (["D2"], 2)
    held.open("/puzzles")
    held.page.get_by_text("Medium", exact=True).click()
    held.says("With: Fire Mana.")


@pytest.mark.browser
@pytest.mark.parametrize(
    ("path", "width", "height"),
    [
        *(("/overlay", *size) for size in ((1920, 1080), (1280, 720), (844, 390), (390, 844), (400, 220))),
        *(("/board", *size) for size in ((1920, 1080), (1366, 768), (1280, 720), (390, 844))),
    ],
)
def test_overlay_and_television_fit_their_window(
    chrome: Browser, shared: Running, path: str, width: int, height: int
) -> None:
    shared.player().begin(players={"w": "Maximilian", "b": "Bo"})
    with phone(chrome, shared, size={"width": width, "height": height}) as held:
        held.open(path)
        held.page.locator(".board .cube").first.wait_for()
        assert held.page.evaluate("document.documentElement.scrollHeight") == height
        box = held.page.locator(".board").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height


@pytest.mark.browser
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=str)
def test_a_violation_does_not_move_the_virtual_board(
    chrome: Browser, shared: Running, size: tuple[int, int]
) -> None:
    player = shared.player()
    player.begin()
    with phone(chrome, shared, size={"width": size[0], "height": size[1]}) as held:
        held.enter().open("/table")
        board = held.page.locator(".board")
        board.locator(".cube").first.wait_for()
        held.says("White to play")
        before = board.bounding_box()
        player.lay(START.replace("D5w", "E6w"))
        player.until(lambda state: state["violation"], "the violation")
        held.says("Not so fast")
        after = board.bounding_box()
        bar = held.page.locator("nav.bar").bounding_box()
        assert before is not None
        assert bar is not None
        assert after is not None
        assert (after["x"], after["y"]) == pytest.approx((before["x"], before["y"]), abs=0.5)
        assert after["height"] == pytest.approx(before["height"], abs=0.5)
        # On a laptop the bar is above.
        assert before["y"] + before["height"] <= (bar["y"] if bar["y"] > before["y"] else size[1])


@pytest.mark.browser
def test_a_refused_decision_speaks_the_readers_language(chrome: Browser, shared: Running) -> None:
    shared.player().begin()
    with phone(chrome, shared, locale="de") as held:
        held.enter().open("/")
        refused = held.page.evaluate(
            """async () => {
                const api = document.querySelector("link[href$='js/api.js']").href;
                const { decide } = await import(api);
                return decide("answer", { option: "yes" }).catch((fault) => fault.message);
            }"""
        )
        assert refused == "Es ist keine Frage offen."
        held.complaints[:] = [each for each in held.complaints if "409" not in each]


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_and_no_tab_is_cut_at_320_pixels(chrome: Browser, shared: Running, language: str) -> None:
    shared.player().begin()
    with phone(chrome, shared, size={"width": 320, "height": 640}, locale=language) as held:
        held.open("/")
        held.page.locator(".seat").first.wait_for()
        cut = held.page.evaluate(
            """() => [...document.querySelectorAll("nav.bar span, .seat")]
                .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.offsetHeight > 60)
                .map((each) => each.textContent)"""
        )
        assert cut == []


@pytest.mark.browser
def test_one_move_is_not_called_moves(held: Phone, shared: Running) -> None:
    player = shared.player()
    player.begin()
    player.play("B5>BB4")
    player.until(lambda state: state["moves"] == 1, "the move")
    held.open("/games")
    held.says("1 move")
    assert "1 moves" not in held.page.locator("main").inner_text()


@pytest.mark.browser
def test_an_address_that_leads_nowhere_has_a_way_back(held: Phone, shared: Running) -> None:
    held.open("/nowhere")
    expect(held.page.get_by_role("heading", name="No such page")).to_be_visible()
    held.page.get_by_role("link", name="To the table").click()
    held.page.locator(".score").first.wait_for()
    held.complaints[:] = [each for each in held.complaints if "404" not in each]


def test_a_program_that_asks_for_an_unknown_address_gets_json(shared: Running) -> None:
    told = shared.client().get("/nowhere")
    assert (told.status, told.headers["content-type"]) == (404, "application/json")
    for path in ("/nowhere", "/games/7"):
        page = shared.client().get(path, headers={"Accept": "text/html,*/*;q=0.8"})
        assert (page.status, page.headers["content-type"].split(";")[0]) == (404, "text/html")
    file = shared.client().get("/api/v1/nowhere", headers={"Accept": "text/html"})
    assert file.headers["content-type"] == "application/json"


@pytest.mark.browser
def test_muk_yans_page_lies_under_more(held: Phone, shared: Running) -> None:
    held.open("/mukyan")
    assert held.page.locator("nav.bar a[aria-current]").inner_text().strip() == "More"
