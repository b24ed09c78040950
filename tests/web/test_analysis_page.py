"""A kept game analysed: behind the table, once, for as long as somebody waits; and as people see it."""

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.games.himiki.api.kept import mark_of
from companion.games.himiki.api.studies import Studies, nodes_for
from companion.games.himiki.commands.analyse import as_table
from companion.games.himiki.players.search import Limits
from companion.games.himiki.rules.written.record import MoveEntry, Record
from companion.games.himiki.study.analysis import analyse
from companion.store import Store
from tests.web.browsing import Phone, phone
from tests.web.games import brought, greedy_record
from tests.web.tables import PATIENCE, Client, Running

pytestmark = pytest.mark.long

SHORT = greedy_record(3, {"w": "Ada", "b": "Bo"}, most=4)
WHOLE = greedy_record(4, {"w": "Ada", "b": "Bo"})


def path_of(number: int) -> str:
    return f"/api/v1/games/{number}/analysis"


def found(client: Client, number: int) -> dict[str, Any]:
    end = time.monotonic() + 5 * PATIENCE
    while (told := client.get(path_of(number)).json)["state"] in ("waiting", "running"):
        assert time.monotonic() < end
        time.sleep(0.2)
    assert told["state"] == "done", told
    return dict(told)


def until(holds: Any) -> None:
    """An analysis stands behind all else that this machine does."""
    end = time.monotonic() + 5 * PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_game_is_analysed_when_somebody_wants_it_and_kept(table: Running) -> None:
    number = brought(table.table.store, SHORT)
    player = table.player()
    assert player.get(path_of(number)).json["state"] == "none"
    assert player.post(path_of(number)).json["state"] in ("waiting", "running")
    told = found(player, number)
    assert [len(turn["played"]) > 0 for turn in told["turns"]] == [True] * told["of"]
    assert len(told["curve"]) == told["of"] + 1
    again = player.post(path_of(number)).json
    assert again == told


def test_every_turn_knows_where_in_the_game_it_stands(table: Running) -> None:
    known(table)
    player = table.player()
    number = player.get("/api/v1/games").json[0]["id"]
    told = found(player, number)
    steps = player.get(f"/api/v1/games/{number}").json["steps"]
    for turn in told["turns"]:
        assert steps[turn["step"]]["annotated"] == turn["played"][-1]
        assert turn["from"] == turn["step"] - len(turn["played"])
        assert steps[turn["step"]]["by"] == turn["by"]
    assert told["curve"][-1] in (0.001, 0.999) or told["turns"][-1]["after"] in (-1000, 1000)


def test_a_stranger_may_look_at_an_analysis_but_not_start_one(table: Running) -> None:
    number = brought(table.table.store, SHORT)
    stranger = table.client()
    assert stranger.get(path_of(number)).status == 200
    assert stranger.post(path_of(number)).status == 401


def test_a_game_that_is_being_played_is_not_analysed_nor_is_one_that_is_not_there(table: Running) -> None:
    player = table.player()
    player.begin()
    refused = player.post(path_of(table.table.game_id))
    assert (refused.status, "being played" in refused.json["error"]) == (409, True)
    assert player.get(path_of(table.table.game_id)).json["state"] == "impossible"
    assert player.post(path_of(99)).status == 404


def test_it_ends_when_nobody_asks_how_far_it_is(tmp_path: Path) -> None:
    clock = [0.0]
    with Store(tmp_path / "games.sqlite") as store:
        number = brought(store, WHOLE)
        studies = Studies(store, clock=lambda: clock[0], patience=10)
        studies.wanted(number, WHOLE, "mark")
        until(lambda: studies._process is not None)  # noqa: SLF001
        clock[0] = 11.0
        until(lambda: studies._thread is None)  # noqa: SLF001
        assert studies.progress(number, "mark") is None
        assert store.analysis(number, "mark") is None
        studies.close()


def test_games_are_analysed_one_after_the_other(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        numbers = [brought(store, SHORT) for _ in range(2)]
        studies = Studies(store)
        for number in numbers:
            studies.wanted(number, SHORT, "mark")
        states = [(studies.progress(number, "mark") or {})["state"] for number in numbers]
        assert states.count("running") <= 1

        def kept() -> bool:
            """Both are asked for all the while, as by pages that wait: on a slow machine that takes long."""
            for number in numbers:
                studies.progress(number, "mark")
            return all(store.analysis(number, "mark") for number in numbers)

        until(kept)
        studies.close()


def test_it_stands_behind_every_other_program(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        number = brought(store, WHOLE)
        studies = Studies(store)
        studies.wanted(number, WHOLE, "mark")
        until(lambda: studies._process is not None)  # noqa: SLF001
        process = studies._process  # noqa: SLF001
        assert process is not None
        until(lambda: os.getpriority(os.PRIO_PROCESS, process.pid) == 19)
        studies.close()
        assert process.returncode is not None


def test_what_cannot_be_analysed_says_so_and_the_next_one_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = greedy_record(3, {}, most=4)
    wrong = Record(wrong.start, (*wrong.entries[:2], MoveEntry("A1>BA2")), {}, None)
    with Store(tmp_path / "games.sqlite") as store:
        first, second = brought(store, SHORT), brought(store, SHORT)
        studies = Studies(store)
        studies.wanted(first, wrong, "mark")
        studies.wanted(second, SHORT, "mark")
        until(lambda: store.analysis(second, "mark"))
        told = studies.progress(first, "mark")
        assert told is not None
        assert told["state"] == "failed"
        assert "move 3" in told["error"]
        assert "was not analysed" in caplog.text
        studies.close()


def test_an_analysis_goes_with_its_game(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite") as store:
        number = brought(store, SHORT)
        store.keep_analysis(number, "mark", "{}")
        assert store.analysis(number, "mark") == "{}"
        assert store.analysis(number, "another record") is None
        store.delete(number)
        assert store.analysis(number, "mark") is None


def test_a_name_put_right_leaves_an_analysis_as_it_is() -> None:
    assert mark_of(replace(SHORT, players={"w": "Ada"})) == mark_of(SHORT)
    assert mark_of(replace(SHORT, entries=SHORT.entries[:-1])) != mark_of(SHORT)


def test_a_long_game_gets_fewer_positions_for_each_action() -> None:
    assert nodes_for(SHORT) == 20_000
    long = type(SHORT)(SHORT.start, SHORT.entries * 60, {}, None)
    assert nodes_for(long) * len(long.entries) <= 1_500_000


def test_behind_says_how_far_it_is_and_prints_only_the_answer() -> None:
    from companion.games.himiki.rules.written.record_text import record_json

    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "analyse", "-", "--json", "--behind", "--nodes", "50"],
        input=record_json(SHORT),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("{")
    assert done.stderr.splitlines()[0].startswith("0 of ")


def opened(held: Phone) -> None:
    held.enter().open("/games")
    held.page.get_by_role("button", name=re.compile("Ada . Bo")).first.click()


def known(table: Running) -> None:
    """A whole game that was analysed before."""
    number = brought(table.table.store, WHOLE)
    record = table.table.kept.record_of(number)
    found = as_table(record, analyse(record, Limits(nodes=150)))
    table.table.store.keep_analysis(number, mark_of(record), json.dumps(found))


@pytest.mark.few(1)
@pytest.mark.browser
@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=lambda size: str(size[0]))
def test_the_page_draws_the_curve_and_turning_points_lead_to_their_turn(
    chrome: Browser, table: Running, light: str, size: tuple[int, int]
) -> None:
    known(table)
    shape = {"width": size[0], "height": size[1]}
    with phone(chrome, table, size=shape, color_scheme=light) as held:
        opened(held)
        held.page.locator(".curve").wait_for()
        held.page.get_by_text("Every turn").first.click()
        slider = held.page.get_by_label("Step through the game")
        at_the_end = slider.input_value()
        held.page.locator(".turning button").first.press("Enter")
        assert slider.input_value() != at_the_end
        expect(held.page.locator(".analysis .better")).to_contain_text("White's chances")
        assert held.page.locator(".turns tbody tr").count() > 4
        held.shot(f"games-analysed-{size[0]}-{light}")
        assert held.axe() == []


def told_turns(table: Running) -> list[dict[str, Any]]:
    (number,) = (each["id"] for each in table.client().get("/api/v1/games").json if each["over"])
    return list(table.client().get(path_of(number)).json["turns"])


@pytest.mark.browser
def test_a_turn_that_is_tapped_shows_its_own_position_move_and_words(chrome: Browser, table: Running) -> None:
    """Where it left the best way: from there the played move and the better one are drawn, and told."""
    known(table)
    turns = told_turns(table)
    wrong = [turn for turn in turns if not turn["was_best"] and turn["number"] > 1][:3]
    assert wrong
    with phone(chrome, table) as held:
        opened(held)
        held.page.locator(".curve").wait_for()
        held.page.get_by_text("Every turn").first.click()
        slider = held.page.get_by_label("Step through the game")
        words = held.page.locator("section.panel > .now")
        for turn in wrong:
            held.page.get_by_role("button", name=f"Turn {turn['number']}", exact=True).click()
            assert int(slider.input_value()) == turn["from"]
            expect(words).to_contain_text(f"Turn {turn['number']}, ")
            expect(held.page.locator(".analysis .better")).to_contain_text("Better: ")
            side = {"w": "White", "b": "Black"}[turn["by"][0]]
            expect(words).to_contain_text(f"Turn {turn['number']}, {side}: ")
            expect(held.page.locator(".board .arrow.plan")).not_to_have_count(0)
            assert held.page.locator(".board .arrow:not(.plan)").count() >= 1
        # Stepping on by hand it is of the turn that ended there, never of the next one.
        held.page.get_by_role("button", name="To the beginning").click()
        expect(held.page.locator(".analysis .better")).not_to_contain_text("Better: ")


@pytest.mark.browser
def test_an_address_leads_to_one_game(chrome: Browser, table: Running) -> None:
    known(table)
    number = table.client().get("/api/v1/games").json[0]["id"]
    with phone(chrome, table) as held:
        held.open(f"/games#game-{number}")
        held.page.locator(".curve").wait_for()
        held.page.get_by_role("heading", name=re.compile("Ada . Bo")).wait_for()


@pytest.mark.browser
def test_an_analysis_begins_and_can_be_stopped_on_the_page(chrome: Browser, table: Running) -> None:
    brought(table.table.store, WHOLE)
    with phone(chrome, table) as held:
        opened(held)
        held.page.get_by_role("button", name="Analyse").click()
        held.page.locator("progress").wait_for()
        held.shot("games-analysing")
        assert held.axe() == []
        held.page.get_by_role("button", name="Stop").click()
        held.page.get_by_role("button", name="Analyse").wait_for()


@pytest.mark.browser
def test_what_was_found_comes_to_the_page_that_waits(chrome: Browser, table: Running) -> None:
    brought(table.table.store, SHORT)
    with phone(chrome, table) as held:
        opened(held)
        held.page.get_by_role("button", name="Analyse").click()
        held.page.locator(".curve").wait_for(timeout=5 * PATIENCE * 1000)
