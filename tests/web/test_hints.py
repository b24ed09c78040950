"""A hint that everybody sees, and what Muk Yan may do next."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.games.himiki import sentences
from companion.games.himiki.players.forecast import forecast, struck
from companion.games.himiki.players.why import ENGLISH
from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.rules.written.position_text import parse_position
from tests.patience import patient
from tests.web.browsing import phone
from tests.web.tables import START, Client, Running

pytestmark = pytest.mark.long

CUBES = "B2bHKM,B5bMKH,C4wHKM,C5wKHM,D3wMHK,D5bHKM"
BEFORE_HIM = f"{CUBES} b 0-0 --- -"


def hints(client: Client) -> list[dict[str, Any]]:
    steps = client.get("/api/v1/steps").json["steps"]
    return [step for step in steps if step.get("hinted")]


def test_the_master_is_asked_and_everybody_hears_of_it(table: Running) -> None:
    player = table.player()
    player.begin()
    heard = table.table.events.subscribe()
    told = player.post("/api/v1/advice")
    assert told.status == 200, told.body
    assert told.json["by"] == "w"
    assert told.json["move"] in player.get("/api/v1/legal").json["moves"]
    assert told.json["code"] in ENGLISH
    (hint,) = [event for _, event in heard.take(5) if event.name == "hint"]
    assert hint.as_json()["move"] == told.json["move"]
    assert table.client().state()["hint"] == told.json


def test_a_hint_is_gone_when_the_game_goes_on(table: Running) -> None:
    player = table.player()
    player.begin()
    player.post("/api/v1/advice")
    player.decide("move", move="B5>BB4")
    assert player.state()["hint"] is None


def test_a_hint_is_not_one_for_the_next_game_that_begins_alike(table: Running) -> None:
    player = table.player()
    player.begin()
    player.post("/api/v1/advice")
    before = player.state()
    player.begin()
    after = player.state()
    assert after["position"] == before["position"]
    assert (before["hint"] is None, after["hint"]) == (False, None)


def test_a_move_after_a_hint_says_so_in_the_game(table: Running) -> None:
    player = table.player()
    player.begin()
    move = player.post("/api/v1/advice").json["move"]
    assert hints(player) == []
    player.decide("move", move=move)
    player.until(lambda state: state["moves"] == 1, "the move")
    (step,) = hints(player)
    assert step["move"] == move


def test_a_hint_needs_the_pin_as_a_change_does(table: Running) -> None:
    table.player().begin()
    assert table.client().post("/api/v1/advice").status == 401


@pytest.mark.parametrize("game", [{"chaos": True}, {"mode": "free"}])
def test_where_the_search_cannot_no_hint_is_given(table: Running, game: dict[str, Any]) -> None:
    player = table.player()
    player.lay(START)
    player.post("/api/v1/games", {"mode": "duel", **game})
    told = player.post("/api/v1/advice")
    assert (told.status, "without Chaos" in told.json["error"]) == (409, True)


def test_no_hint_before_the_first_move_can_be_made_or_on_muk_yans_turn(table: Running) -> None:
    player = table.player()
    assert "has begun" in player.post("/api/v1/advice").json["error"]
    player.begin(CUBES, mode="mukyan", start=BEFORE_HIM)
    assert "on their turn" in player.post("/api/v1/advice").json["error"]


def test_every_reason_is_collected_for_translation() -> None:
    assert set(ENGLISH) <= set(sentences.ENGLISH)


def test_the_forecast_counts_the_nine_rolls(table: Running) -> None:
    player = table.player()
    player.begin(CUBES, mode="mukyan", start=BEFORE_HIM)
    told = player.get("/api/v1/forecast").json
    assert told["his_turn"]
    assert sum(len(each["rolls"]) for each in told["moves"]) == told["rolls"] == 9
    position = parse_position(BEFORE_HIM, Variant(Mode.MUK_YAN))
    counted = struck(forecast(position))
    assert told["struck"] == {name_of(square): count for square, count in counted.items()}


def test_on_the_persons_turn_it_tells_what_he_would_do_if_it_were_his(table: Running) -> None:
    player = table.player()
    start = BEFORE_HIM.replace(" b ", " w ")
    player.begin(CUBES, mode="mukyan", start=start)
    told = player.get("/api/v1/forecast").json
    assert not told["his_turn"]
    assert sum(len(each["rolls"]) for each in told["moves"]) == 9


def test_there_is_no_forecast_in_a_duel(table: Running) -> None:
    player = table.player()
    player.begin()
    assert player.get("/api/v1/forecast").status == 409


NOTED = """() => {
  const note = document.getElementById("note");
  window.noted = [];
  const told = { childList: true, characterData: true, subtree: true };
  new MutationObserver(() => window.noted.push(note.textContent)).observe(note, told);
}"""
"""Keeps what is noted: a note goes again after a while, which a slow machine may not have looked in."""


@pytest.mark.browser
@pytest.mark.parametrize("light", ["light", "dark"])
def test_two_taps_bring_a_hint_to_every_phone(chrome: Browser, table: Running, light: str) -> None:
    table.player().begin(players={"w": "Ada", "b": "Bo"})
    with phone(chrome, table, color_scheme=light) as mine, phone(chrome, table) as other:
        other.open("/puzzles")
        other.page.evaluate(NOTED)
        mine.enter().open("/")
        mine.page.get_by_role("button", name="What would the master do?").click()
        mine.shot(f"hint-asking-{light}")
        mine.page.get_by_role("button", name="Show the hint").click()
        noted = "() => window.noted.some((each) => each.includes('A hint for Ada'))"
        other.page.wait_for_function(noted, timeout=patient(120) * 1000)
        other.open("/")
        for held in (mine, other):
            card = held.page.locator("[data-card=hint]")
            card.wait_for(timeout=60_000)
            expect(card).to_contain_text("A hint for Ada")
            expect(held.page.locator(".board .arrow.plan")).to_have_count(1)
        mine.shot(f"hint-{light}")
        assert mine.axe() == []


@pytest.mark.browser
@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=lambda size: str(size[0]))
def test_the_training_view_puts_numbers_on_the_cubes(
    chrome: Browser, table: Running, light: str, size: tuple[int, int]
) -> None:
    player = table.player()
    player.begin(CUBES, mode="mukyan", start=BEFORE_HIM.replace(" b ", " w "))
    counted = player.get("/api/v1/forecast").json["struck"]
    shape = {"width": size[0], "height": size[1]}
    with phone(chrome, table, size=shape, color_scheme=light) as held:
        held.enter().open("/")
        held.page.get_by_text("What may Muk Yan do?").click()
        held.says("for each of the nine rolls")
        expect(held.page.locator(".board .struck g")).to_have_count(len(counted))
        held.shot(f"training-{size[0]}-{light}")
        assert held.axe() == []
        held.page.get_by_text("What may Muk Yan do?").click()
        expect(held.page.locator(".board .struck g")).to_have_count(0)
