"""Players, the challenge of the day, and all games as one file."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.games.himiki.agreed import Game
from companion.games.himiki.api.challenges import with_challenge
from companion.games.himiki.mindlock.scroll import challenge, challenges, daily
from companion.games.himiki.referee.events import Move, Over, Ready
from companion.games.himiki.rules.written.record import Record
from companion.games.himiki.settings import game_from
from companion.store import Store
from tests.web.browsing import phone
from tests.web.games import brought, greedy_record
from tests.web.tables import START, Client, Running, running
from vision.cubes.profile import Profile

pytestmark = pytest.mark.long


def played(store: Store, white: str, black: str, seed: int = 4) -> Record:
    record = greedy_record(seed, {"w": white, "b": black})
    assert record.result is not None
    brought(store, record)
    return record


def _move(t: float) -> Move:
    return Move(t=t, move="B5>BB4", by="w", points=0, influence=(), score=(0, 0), position=STANDING, cost=1)


def solved(store: Store, name: str, who: str, day: datetime) -> int:
    """In as many moves as PAR says; what was played does not matter here."""
    game = game_from(with_challenge({"challenge": name, "players": {"w": who} if who else {}}))
    assert game.par is not None
    events = [
        Ready(t=0.0, mode="mindlock", edition="second", position=STANDING),
        *(_move(count) for count in range(game.par)),
        Over(t=99.0, winner="w", score=(0, 0), reason="solved"),
    ]
    return store.bring(game, events, day.timestamp(), day.timestamp())


STANDING = "B5wHMK w 0-0 --- -"


def players(client: Client) -> dict[str, Any]:
    return {each["name"]: each for each in client.get("/api/v1/players").json["players"]}


def test_a_finished_game_counts_and_is_forgotten_with_it(table: Running) -> None:
    record = played(table.table.store, "Ada", "Bo")
    player = table.player()
    assert record.result is not None
    assert record.result.winner is not None
    winner = ("Ada", "Bo")[record.result.winner]
    found = players(player)
    assert found[winner]["won"] == 1
    assert found[winner]["rating"]["value"] > 1500
    (number,) = (each["id"] for each in player.get("/api/v1/games").json if each["over"])
    assert player.post(f"/api/v1/games/{number}/delete").status == 200
    assert players(player) == {}


def test_a_name_put_right_in_a_kept_game_moves_its_result(table: Running) -> None:
    played(table.table.store, "Adda", "Bo")
    player = table.player()
    (number,) = (each["id"] for each in player.get("/api/v1/games").json if each["over"])
    told = player.post(f"/api/v1/games/{number}/players", {"players": {"w": " Ada  L ", "b": "Bo"}})
    assert told.json["players"] == {"w": "Ada L", "b": "Bo"}
    assert set(players(player)) == {"Ada L", "Bo"}
    assert player.get(f"/api/v1/games/{number}").json["players"]["w"] == "Ada L"
    assert table.client().post(f"/api/v1/games/{number}/players", {"players": {}}).status == 401
    assert player.post("/api/v1/games/999/players", {"players": {}}).status == 404


def test_half_a_character_is_no_name(table: Running) -> None:
    played(table.table.store, "Ada", "Bo")
    player = table.player()
    (number,) = (each["id"] for each in player.get("/api/v1/games").json if each["over"])
    wrong = b'{"mode": "duel", "players": {"w": "A\\ud800"}}'
    for path in (f"/api/v1/games/{number}/players", "/api/v1/games"):
        assert player.post(path, raw=wrong).status == 400
    assert set(players(player)) == {"Ada", "Bo"}


def test_the_names_of_the_game_that_is_played_stay(table: Running) -> None:
    player = table.player()
    refused = player.post(f"/api/v1/games/{table.table.game_id}/players", {"players": {"w": "Ada"}})
    assert refused.status == 409


def test_all_games_go_to_another_table_in_one_file(table: Running, tmp_path: Path, profile: Profile) -> None:
    played(table.table.store, "Ada", "Bo", 4)
    played(table.table.store, "Bo", "Ada", 5)
    solved(table.table.store, "F01", "Ada", datetime(2026, 11, 16, 12, tzinfo=UTC))
    told = table.client().get("/api/v1/export").json
    assert told["format"] == "himiki-games/1"
    assert len(told["games"]) == 3
    assert {each["name"] for each in told["players"]["players"]} == {"Ada", "Bo"}
    with running(tmp_path / "other", profile) as other:
        player = other.player()
        for game in told["games"]:
            told_back = player.post("/api/v1/import", game)
            assert told_back.json.get("new"), told_back.body
        assert players(player) == players(table.client())
        again = [player.post("/api/v1/import", game).json["new"] for game in told["games"]]
        assert again == [False] * 3
        assert other.client().get("/api/v1/export").json["games"] == told["games"]


def test_a_game_against_a_level_goes_to_another_table_too(table: Running) -> None:
    """What carries out a level's move says whose announcement it was."""
    game = game_from({"levels": {"b": "master"}})
    events = [
        Ready(t=0.0, mode="duel", edition="second", position=STANDING),
        replace(_move(1.0), by="b", level="master"),
    ]
    store = table.table.store
    number = store.bring(game, events, 1.0)
    (exported,) = table.client().get("/api/v1/export").json["games"]
    store.delete(number)
    brought_back = table.player().post("/api/v1/import", exported)
    assert brought_back.status == 200, brought_back.body
    assert table.client().get("/api/v1/export").json["games"] == [exported]


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_downloaded_record_of_one_game_goes_to_another_table(
    table: Running, tmp_path: Path, profile: Profile, form: str
) -> None:
    played(table.table.store, "Ada", "Bo", 4)
    client = table.client()
    (number,) = (each["id"] for each in client.get("/api/v1/games").json if each["over"])
    record = client.get(f"/api/v1/games/{number}/record?form={form}").body.decode()
    with running(tmp_path / "other", profile) as other:
        player = other.player()
        assert other.client().post("/api/v1/import/record", {"record": record}).status == 401
        told = player.post("/api/v1/import/record", {"record": record})
        assert told.json.get("new"), told.body
        assert players(player)["Ada"]["played"] == 1
        again = player.post("/api/v1/import/record", {"record": record})
        assert again.json == {"id": told.json["id"], "new": False}
        wrong = player.post("/api/v1/import/record", {"record": "# a shopping list"})
        assert (wrong.status, wrong.json["code"]) == (400, "no-record")
    here = table.player().post("/api/v1/import/record", {"record": record})
    assert here.json == {"id": number, "new": False}


def test_a_decided_game_is_not_played_on_into_another_won_one(table: Running) -> None:
    played(table.table.store, "Ada", "Bo")
    player = table.player()
    (row,) = (each for each in player.get("/api/v1/games").json if each["over"])
    before = players(player)
    end = player.get(f"/api/v1/games/{row['id']}").json["steps"][-1]["position"]
    begun = player.post("/api/v1/games", {"mode": "duel", "players": row["players"], "start": end})
    assert (begun.status, begun.json["code"]) == (409, "game-decided")
    onward = player.post(f"/api/v1/games/{row['id']}/play_on")
    assert (onward.status, onward.json["code"]) == (409, "game-decided")
    assert players(player) == before


def test_won_games_that_were_not_played_count_for_nobody(table: Running) -> None:
    """One without a move, one that began with points, and one that was played on twice."""
    store = table.table.store
    people = {"players": {"w": "Ada", "b": "Bo"}}
    ready = Ready(t=7.0, mode="duel", edition="second", position=STANDING)
    over = Over(t=99.0, winner="w", score=(5, 0), reason="points")
    store.bring(game_from(people), [ready, over], 1.0)
    ahead = game_from({**people, "start": f"{START} w 4-0 --- -"})
    store.bring(ahead, [replace(ready, t=8.0), _move(9.0), over], 2.0)
    assert players(table.client()) == {}
    for started in (3.0, 4.0):
        store.bring(game_from(people), [ready, _move(started), over], started)
    assert players(table.client())["Ada"]["won"] == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"started": 1.0, "settings": {}, "events": []},
        {
            "started": 1.0,
            "settings": {"mode": "chess"},
            "events": [{"event": "over", "winner": "w", "score": [5, 0]}],
        },
        {"started": 1.0, "settings": {}, "events": [{"event": "over", "winner": "w", "score": ["5", 0]}]},
        {"started": 1.0, "settings": {}, "events": [{"event": "gossip"}]},
        {
            "started": 1.0,
            "settings": {},
            "events": [{"event": "ready", "mode": "duel", "edition": "second", "position": "no position"}],
        },
    ],
)
def test_what_is_no_game_is_not_brought(table: Running, wrong: dict[str, Any]) -> None:
    player = table.player()
    before = player.get("/api/v1/games").json
    assert player.post("/api/v1/import", wrong).status == 400
    assert player.get("/api/v1/games").json == before


def test_the_challenge_of_the_day_counts_the_days_on_which_it_was_solved(table: Running) -> None:
    now = datetime.now(UTC).astimezone()
    of_today = daily(now.date(), challenges()).name
    player = table.player()
    told = player.get("/api/v1/daily").json
    assert (told["challenge"], told["solved"], told["streak"]) == (of_today, False, 0)
    solved(table.table.store, of_today, "Ada", now)
    assert player.get("/api/v1/daily").json["streak"] == 1
    assert player.get("/api/v1/daily?player=ADA").json["streak"] == 1
    assert player.get("/api/v1/daily?player=Bo").json["streak"] == 0
    (ada,) = players(player).values()
    assert ada["challenges"][of_today]["best"] == challenge(of_today).par


def solve_on_the_table(player: Client, name: str) -> None:
    """Every cube as the printed solution moves it; beaten ones are taken off."""
    moves = player.get(f"/api/v1/puzzles/{name}/solution").json["moves"]
    for move in moves:
        state = player.played(move.replace("►", ">").rstrip("*"))
        for square in state["to_remove"]:
            assert player.post("/api/v1/sim/moves", {"lift": square}).status == 200
        player.until(lambda state: not state["to_remove"], "the beaten cubes")
    player.until(lambda state: state["over"], "the end")


def test_a_challenge_solved_after_its_solution_was_shown_does_not_count_that_day(table: Running) -> None:
    player = table.player()
    settings = {"mode": "mindlock", "challenge": "F01", "players": {"w": "Ada"}}
    shown = "/api/v1/puzzles/F01/solution"
    assert table.client().post(shown).status == 401
    assert player.post("/api/v1/games", settings).status == 200
    player.until(lambda state: state["setup"] is None and state["clear"], "the diagram")
    assert player.post(shown).json["moves"] == player.get(shown).json["moves"]
    # Begun once more, so that the game that is solved is not the one in which it was shown.
    assert player.post("/api/v1/games", settings).status == 200
    player.until(lambda state: state["setup"] is None and state["clear"], "the diagram again")
    solve_on_the_table(player, "F01")
    tried = players(player)["Ada"]["challenges"]["F01"]
    assert (tried["solved"], tried["best"], tried["after_seeing"]) == (0, None, 1)
    assert player.get("/api/v1/daily?player=ada").json["challenges"]["F01"] == tried
    yesterday = datetime.now(UTC) - timedelta(days=1)
    solved(table.table.store, "F01", "Ada", yesterday)
    assert players(player)["Ada"]["challenges"]["F01"]["solved"] == 1


def test_free_play_is_nobodys_result(tmp_path: Path, profile: Profile) -> None:
    with running(tmp_path, profile) as started:
        game = Game(greedy_record(3, {}).start.variant, free=True, players={"w": "Ada"})
        started.table.store.bring(game, [Over(t=1.0, winner="w", score=(5, 0))])
        assert players(started.client()) == {}


@pytest.mark.browser
@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=lambda size: str(size[0]))
def test_the_players_page(chrome: Browser, table: Running, light: str, size: tuple[int, int]) -> None:
    for seed in (4, 5, 6):
        played(table.table.store, "Ada", "Bartholomew Featherstonehaugh", seed)
    solved(table.table.store, "F01", "Ada", datetime(2026, 11, 16, 12, tzinfo=UTC))
    shape = {"width": size[0], "height": size[1]}
    with phone(chrome, table, size=shape, color_scheme=light) as held:
        held.open("/players")
        held.page.locator('[data-player="Ada"]').click()
        held.page.get_by_role("region", name="Ada").locator("summary").first.click()
        held.shot(f"players-{size[0]}-{light}")
        assert held.axe() == []
        expect(held.page.get_by_role("region", name="Ada")).to_contain_text("Against whom")


@pytest.mark.browser
def test_games_are_saved_and_brought_and_renamed_on_the_page(
    chrome: Browser, table: Running, tmp_path: Path, profile: Profile
) -> None:
    played(table.table.store, "Adda", "Bo")
    with phone(chrome, table) as held:
        held.enter().open("/games")
        held.page.get_by_role("button", name="Adda").click()
        held.page.get_by_text("More with this game").click()
        held.page.get_by_role("button", name="Names").click()
        held.page.get_by_role("textbox", name="White").fill("Ada")
        held.shot("games-names")
        assert held.axe() == []
        held.page.get_by_role("button", name="Save", exact=True).click()
        held.page.get_by_role("heading", name="Ada").wait_for()
        with held.page.expect_download() as download:
            held.page.get_by_role("link", name="Save all games").click()
        file = tmp_path / "games.json"
        download.value.save_as(file)
    with running(tmp_path / "other", profile) as other, phone(chrome, other) as held:
        held.enter().open("/games")
        held.page.locator("input[type=file]").set_input_files(file)
        held.says("1 game came")
        held.page.get_by_role("button", name="Ada").wait_for()
        held.shot("games-brought")


@pytest.mark.browser
@pytest.mark.parametrize("light", ["light", "dark"])
def test_the_puzzles_page_shows_todays_challenge_and_what_was_solved(
    chrome: Browser, table: Running, light: str
) -> None:
    now = datetime.now(UTC).astimezone()
    solved(table.table.store, daily(now.date(), challenges()).name, "Ada", now)
    solved(table.table.store, "F01", "Ada", now)
    with phone(chrome, table, color_scheme=light) as held:
        held.enter().open("/puzzles")
        held.says("1 day in a row")
        held.says("Solved in PAR")
        held.shot(f"puzzles-daily-{light}")
        assert held.axe() == []
        held.page.get_by_label("Who solves?").fill("Bo")
        held.page.get_by_label("Who solves?").blur()
        expect(held.page.locator(".solved")).to_have_count(0)
