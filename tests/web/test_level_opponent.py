"""A game against a level on the page: who sits where, what the level says, and whose turn it is then."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.games.himiki.players.levels import LEVELS
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.position_text import parse_position
from tests.web.browsing import Phone
from tests.web.tables import START, Client, Running


def card(held: Phone, kind: str) -> Any:
    return held.page.locator(f'.card[data-card^="calm.{kind}"]')


def fits(held: Phone) -> bool:
    """Nothing has to be scrolled sideways."""
    width = held.page.evaluate("document.documentElement.scrollWidth")
    return bool(width <= held.page.evaluate("innerWidth"))


def announced(player: Client) -> dict[str, Any]:
    state = player.until(lambda state: state["opponent"], "what the level plays")
    told: dict[str, Any] = state["opponent"]
    return told


def carried_out(player: Client, told: dict[str, Any]) -> None:
    player.play(told["move"])
    player.until(lambda state: state["opponent"] != told, "that it is done")


# The page


@pytest.mark.browser
def test_a_game_against_a_level_is_begun_and_played_on_the_page(held: Phone, table: Running) -> None:
    player = table.player()
    player.lay("-")
    held.by_hand()
    held.open("/new")
    held.page.get_by_label("White").fill("Ada")
    held.page.locator("#level-b").select_option("apprentice")
    held.says("Takes points that lie there, mostly, and sees no danger.")
    assert held.page.locator("#name-b").count() == 0
    held.page.get_by_text("What are the levels like?").click()
    assert fits(held)
    held.shot("new-against-a-level")
    assert held.axe() == []
    held.page.get_by_role("button", name="Begin").click()

    held.says("puts a cube on one of B5, C5, D5")
    name = held.page.locator(".side-b .seat")
    expect(name).to_have_text("Apprentice")
    assert name.evaluate("(each) => each.scrollWidth <= each.clientWidth"), "the name is cut"
    player.play("wHMK@C5")
    told = announced(player)
    placed = re.fullmatch(r"b(\w)(\w)\w@(..)", told["move"])
    assert placed is not None
    words = {"H": "fire", "M": "water", "K": "wood"}
    along = f"{words[placed[1]]} up, {words[placed[2]]} along its row"
    expect(card(held, "level")).to_contain_text(f"Apprentice: black cube on {placed[3]}, {along}.")
    expect(card(held, "level")).to_contain_text("the companion sees when it is done")
    held.shot("level-places")
    carried_out(player, told)
    carried_out(player, announced(player))
    for move in ("wMKH@B5", "wKHM@D5"):
        player.play(move)
        count = player.state()["position"].split(" ")[0].count(",")
        player.until(lambda state, count=count: state["position"].split(" ")[0].count(",") > count, move)  # type: ignore[misc]
    carried_out(player, announced(player))
    held.says("Ada to play.")

    player.play("B5>BA5")
    told = announced(player)
    held.page.locator(".board .plan").first.wait_for(state="attached")
    expect(card(held, "level")).to_contain_text("Apprentice")
    assert fits(held)
    held.shot("level-plays")
    assert held.axe() == []
    if told["move"].startswith(tuple("ABCDE")) and ">B" in told["move"]:
        source, target = told["move"][:2], told["move"][-2:]
        expect(card(held, "level")).to_contain_text(f"black cube {source} to {target}.")
    carried_out(player, told)
    player.until(lambda state: state["turn"] == "w", "the person's turn")
    expect(card(held, "done")).to_contain_text("Done: your turn.")
    expect(held.page.locator(".now")).to_contain_text("Ada")
    held.shot("level-is-done")
    assert held.complaints == []


@pytest.mark.browser
def test_what_is_done_instead_is_refused_in_its_words_and_put_back(held: Phone, table: Running) -> None:
    player = table.player()
    player.begin(levels={"b": "pupil"})
    player.play("B5>BA5")
    told = announced(player)
    held.by_hand()
    other = "D2>BE2" if not told["move"].startswith("D2") else "C2>BC1"
    held.open("/")
    player.play(other)
    held.says("That is not what was said: Pupil:")
    held.shot("level-otherwise")
    player.play({"lift": other[-2:]})  # type: ignore[arg-type]
    cube = next(each for each in START.split(",") if each.startswith(other[:2]))
    player.play(f"{cube[2:]}@{other[:2]}")
    player.until(lambda state: state["violation"] is None, "that it is put back")
    expect(card(held, "level")).to_contain_text("Pupil")


@pytest.mark.browser
def test_while_it_thinks_the_page_says_so(held: Phone, table: Running) -> None:
    state = table.player().begin(levels={"b": "master"})
    held.shown({**state, "turn": "b", "thinks": True})
    expect(card(held, "level")).to_contain_text("Master is thinking…")
    held.shot("level-thinks")


@pytest.mark.browser
def test_a_level_and_chaos_tiles_do_not_go_together_on_the_page(held: Phone) -> None:
    held.open("/new")
    held.page.get_by_text("More choices").click()
    expect(held.page.get_by_label("Chaos tiles")).to_have_count(1)
    held.page.locator("#level-w").select_option("master")
    expect(held.page.get_by_label("Chaos tiles")).to_have_count(0)
    held.page.get_by_role("button", name="Change sides").click()
    expect(held.page.locator("#level-b")).to_have_value("master")
    held.page.get_by_text("Teams", exact=True).click()
    expect(held.page.locator("select")).to_have_count(4)
    held.page.locator("#level-wd").select_option("pupil")
    assert fits(held)
    held.shot("new-teams-with-a-level")
    held.page.get_by_text("Muk Yan", exact=True).click()
    expect(held.page.locator("select")).to_have_count(0)


@pytest.mark.browser
def test_a_quarter_turn_that_nobody_saw_can_be_said(held: Phone, table: Running) -> None:
    player = table.player()
    state = player.begin(levels={"b": "pupil"})
    said = {
        "code": "level-rotates",
        "text": "Pupil: rotate B2.",
        "values": {"level": "Pupil", "squares": "B2"},
    }
    told = {"t": 1.0, "event": "opponent", "by": "b", "level": "pupil", "move": "B2>PB2", **said}
    held.by_hand()
    held.shown({**state, "turn": "b", "opponent": told})
    expect(card(held, "level").get_by_role("button", name="It is done")).to_have_count(1)
    expect(card(held, "level")).to_contain_text("Pupil: rotate B2.")


@pytest.mark.browser
def test_the_page_explains_the_levels_in_the_words_of_the_levels(held: Phone) -> None:
    held.open("/new")
    held.page.get_by_text("What are the levels like?").click()
    told = held.page.locator("dl.levels").evaluate(
        "(list) => [...list.children].map((each) => each.textContent)"
    )
    assert told == [
        text for level in LEVELS for text in (level.title, f"{level.told[0].upper()}{level.told[1:]}.")
    ]


# The API


def test_the_state_tells_which_side_a_level_plays_and_what_it_said(table: Running) -> None:
    player = table.player()
    state = player.begin(levels={"b": "adept"}, players={"w": "Ada"})
    assert (state["levels"], state["opponent"], state["thinks"]) == ({"b": "adept"}, None, False)
    assert state["players"] == {"w": "Ada", "b": "himiki adept"}
    player.play("B5>BA5")
    told = announced(player)
    assert (told["event"], told["by"], told["level"]) == ("opponent", "b", "adept")
    assert set(told) == {
        "t",
        "event",
        "by",
        "level",
        "move",
        "move_words",
        "text",
        "code",
        "values",
        "sentences",
    }
    assert player.get("/api/v1/games").json[0]["levels"] == {"b": "adept"}


@pytest.mark.parametrize(
    "game",
    [
        {"mode": "duel", "chaos": True, "levels": {"b": "master"}},
        {"mode": "mukyan", "levels": {"b": "master"}},
        {"mode": "free", "levels": {"w": "master"}},
        {"mode": "duel", "levels": {"b": "wizard"}},
        {"mode": "duel", "levels": {"bl": "master"}},
        {"mode": "duel", "levels": ["master"]},
    ],
)
@pytest.mark.long
def test_a_game_that_a_level_cannot_play_is_refused(table: Running, game: dict[str, Any]) -> None:
    before = table.table.game_id
    answer = table.player().post("/api/v1/games", game)
    assert answer.status == 400
    assert "level" in answer.json["error"]
    assert table.table.game_id == before


@pytest.mark.long
def test_a_level_speaks_for_itself_alone(table: Running) -> None:
    player = table.player()
    player.begin(levels={"b": "pupil"})
    player.play("B5>BA5")
    announced(player)
    for body in ({"decision": "announce", "move": "B2>BB3"}, {"decision": "opponent", "move": "B2>BB3"}):
        assert player.post("/api/v1/decisions", body).status == 400
    refused = player.decide("end_turn")
    assert refused.status == 409
    assert refused.json["error"] == "it is a level's turn: carry out what it says"


def test_every_game_of_the_page_has_dice_of_its_own(table: Running) -> None:
    player = table.player()
    seeds = set()
    for _ in range(4):
        assert player.post("/api/v1/games", {"mode": "mukyan"}).status == 200
        seeds.add(table.table.game().seed)
    assert len(seeds) == 4
    assert player.post("/api/v1/games", {"mode": "mukyan", "seed": 7}).status == 200
    assert table.table.game().seed == 7
    position = table.table.status().position
    assert parse_position(position, Variant()) is not None
