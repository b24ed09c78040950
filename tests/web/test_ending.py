"""The end of a game: a scene around the board, what decided it, the next game, and something to send."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browsing import Phone, board_shifts, phone, watch_shifts
from tests.web.tables import START, Client, Running, running
from vision.cubes.profile import Profile

pytestmark = pytest.mark.browser

SIZES: Final = ((320, 640), (390, 844), (844, 390), (1280, 800))
NAMES: Final = {"w": "Annemarie", "b": "Bartholomäus"}
NEARLY: Final = "B3bHMK,B5wHMK,C2bKHM,C5wMKH,D2bHMK,D5wHMK"
"""White's B5 tilts to B4 and beats B3."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> Iterator[Running]:
    """Every test begins a game of its own on it."""
    with running(tmp_path_factory.mktemp("ending"), profile) as started:
        yield started


@pytest.fixture
def player(shared: Running) -> Client:
    return shared.player()


@pytest.fixture
def held(chrome: Browser, shared: Running) -> Iterator[Phone]:
    with phone(chrome, shared, has_touch=True) as opened:
        yield opened.enter()


def nearly(player: Client, score: str = "4-3", **game: Any) -> None:
    """A game in which white's next tilt makes a point."""
    asked = {"mode": "duel", "players": NAMES, "start": f"{NEARLY} w {score} --- -", **game}
    assert player.post("/api/v1/games", asked).status == 200
    player.lay(NEARLY)
    player.until(lambda state: state["clear"] and not state["setup"] and not state["over"], "the position")


def given_up(player: Client) -> None:
    player.begin(players={"w": "Ada", "b": "Bo"})
    assert player.decide("resign", side="b").status == 200


@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
def test_the_board_stays_and_who_won_and_the_next_game_are_seen_with_it(
    chrome: Browser, shared: Running, player: Client, size: tuple[int, int]
) -> None:
    nearly(player)
    window = dict(zip(("width", "height"), size, strict=True))
    with phone(chrome, shared, size=window, has_touch=True, locale="de") as held:
        held.enter().open("/")
        held.page.wait_for_selector(".board .cube")
        held.page.wait_for_timeout(300)
        board = held.page.locator(".board").first
        before = board.bounding_box()
        watch_shifts(held)
        player.played("B5>BB4")
        expect(held.page.locator(".finish h2")).to_contain_text("Annemarie gewinnt, 5 zu 3!")
        held.page.wait_for_timeout(900)
        held.page.screenshot(path=f"screenshots/end-{size[0]}.png")
        assert board.bounding_box() == before
        assert board_shifts(held) == []
        bar = held.page.locator("nav.bar").bounding_box()
        again = held.page.locator('[data-key="rematch"]').bounding_box()
        assert bar is not None
        assert again is not None
        assert again["y"] + again["height"] <= (bar["y"] if bar["y"] > 0 else size[1])
        for light in ("light", "dark"):
            held.page.emulate_media(color_scheme=light)
            assert held.axe() == []


def test_the_turn_that_decided_it_is_shown(held: Phone, player: Client) -> None:
    nearly(player, "3-3")
    player.played("B5>BB4")
    assert player.decide("resign", side="b").status == 200
    held.open("/")
    held.says("From B5 tilts to B4 on, Annemarie was ahead: 4\u20133.")
    held.page.get_by_role("link", name="Show that turn").tap()
    expect(held.page.locator(".looked-at .now")).to_contain_text("1/")
    expect(held.page.locator(".looked-at .now")).to_contain_text("B5 tilts to B4")


def test_a_match_is_counted_over_changed_sides(held: Phone, player: Client) -> None:
    given_up(player)
    held.open("/")
    held.says("Ada wins: the other side gave up.")
    held.page.get_by_role("button", name="Best of 3").tap()
    state = player.until(lambda state: not state["over"], "the second game")
    assert state["agreed"]["players"] == {"w": "Bo", "b": "Ada"}
    assert state["agreed"]["match"] == {"best_of": 3, "won": [0, 1]}
    player.lay(START)
    player.until(lambda state: state["setup"] is None, "the end of set-up")
    assert player.decide("resign", side="w").status == 200
    held.says("Ada has won the match!")
    held.says("Bo 0 \u2013 2 Ada")
    held.shot("match-is-won")
    assert held.axe() == []


def test_the_end_names_the_turn_after_which_the_winner_was_ahead(held: Phone) -> None:
    scores = [[0, 0], [1, 0], [1, 1], [1, 2], [3, 2], [4, 2], [5, 2]]
    steps = [{"event": "move", "by": "w", "move": f"{at}", "score": score} for at, score in enumerate(scores)]
    begun_ahead = [{"event": "ready", "position": "- w 3-1 --- -"}, *steps[4:]]
    held.open("/")
    found = held.page.evaluate(
        """async ([steps, ahead]) => {
          const app = document.querySelector("script[type=module]").src;
          const { turning } = await import(app.replace("app.js", "ending.js"));
          const ends = [turning(steps, "w"), turning(steps.slice(0, 4), "b"), turning(steps, "b")];
          ends.push(turning(ahead, "w"));
          return ends.map((each) => each?.step.move ?? null);
        }""",
        [steps, begun_ahead],
    )
    assert found == ["4", "3", None, None]


def test_a_link_a_picture_and_words_are_sent_without_a_secure_address(held: Phone, player: Client) -> None:
    held.page.add_init_script(
        "delete Navigator.prototype.share; delete Navigator.prototype.clipboard; window.copied = [];"
        "document.execCommand = () => window.copied.push(String(getSelection()) || "
        "document.activeElement.value)"
    )
    given_up(player)
    held.open("/")
    held.page.get_by_role("button", name="Share").tap()
    assert held.page.locator(".shared").evaluate("each => each.naturalWidth") == 1080
    held.page.get_by_role("button", name="Copy the words").tap()
    expect(held.page.locator("#note")).to_have_text("Copied.")
    (copied,) = held.page.evaluate("window.copied")
    assert "Ada \u2013 Bo \u00b7 0\u20130" in copied
    assert "Ada wins: the other side gave up." in copied
    assert f"/games#game-{player.state()['game']}" in copied


def test_a_challenge_that_was_not_solved_is_tried_again_from_its_end(held: Phone, player: Client) -> None:
    assert player.post("/api/v1/games", {"mode": "mindlock", "challenge": "F01"}).status == 200
    state = player.state()
    player.lay(state["position"].split()[0])
    player.until(lambda told: told["setup"] is None and told["clear"], "the diagram")
    assert player.decide("resign", side="w").status == 200
    first = player.until(lambda told: told["over"], "the end")
    assert first["winner"] is None
    held.open("/")
    held.says("Not solved")
    # Gold is for those who won.
    expect(held.page.locator(".ended, .finish")).to_have_count(0)
    held.shot("end-unsolved")
    held.page.get_by_role("button", name="Try again").tap()
    again = player.until(lambda told: not told["over"], "the same challenge")
    assert again["challenge"] == state["challenge"]
    assert again["game"] != state["game"]


def test_a_challenge_that_was_solved_ends_with_its_moves(held: Phone, player: Client) -> None:
    assert player.post("/api/v1/games", {"mode": "mindlock", "challenge": "F01"}).status == 200
    player.lay(player.state()["position"].split()[0])
    player.until(lambda told: told["setup"] is None and told["clear"], "the diagram")
    for move in ("C4>BC3", "C3>BD3", "D3>BD4"):
        player.played(move)
        # Opened when a cube is beaten already: it leaves all the same.
        held.open("/")
        player.until(lambda told: not told["to_remove"], "the beaten cube taken off")
    expect(held.page.locator(".finish")).to_contain_text("3 moves of 3")
    assert held.axe() == []
    held.shot("end-solved")
