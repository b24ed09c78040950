"""The whole table on its page: out as a file and in again, of any length, and what a full disk does to it."""

import json
import zipfile
from io import BytesIO
from pathlib import Path

from companion.games.himiki.referee.events import Turn
from companion.store import settings_of
from tests.store.test_store import GAME, SAID, move
from tests.table.test_full_disk import emptied, filled
from tests.web.tables import START, Running, running
from vision.cubes.profile import Profile


def test_a_table_goes_to_a_new_card(table: Running, tmp_path: Path, profile: Profile) -> None:
    table.table.store.bring(GAME, SAID, 100.0, 200.0)
    assert table.client().get("/api/v1/backup").status == 401
    told = table.player().get("/api/v1/backup")
    assert told.status == 200
    assert told.headers["content-type"] == "application/zip"
    assert "games.jsonl" in zipfile.ZipFile(BytesIO(told.body)).namelist()
    with running(tmp_path / "other", profile) as other:
        assert other.client().send("POST", "/api/v1/restore", raw=told.body).status == 401
        player = other.player()
        came = player.send("POST", "/api/v1/restore", raw=told.body)
        assert came.status == 200, came.body
        assert (came.json["games"], came.json["unreadable"]) == (1, 0)
        assert player.send("POST", "/api/v1/restore", raw=told.body).json["here"] == 1
        refused = player.send("POST", "/api/v1/restore", raw=b"no back-up")
        assert (refused.status, refused.json["code"]) == (400, "not-a-backup")
        assert {each["started"] for each in player.get("/api/v1/games").json} >= {100.0}


def test_a_game_longer_than_a_body_may_be_is_brought_by_those_who_may_change_things(table: Running) -> None:
    events = [SAID[0], *(move(1.0 + count) for count in range(2000))]
    told = {"started": 1.0, "settings": settings_of(GAME), "events": [each.as_json() for each in events]}
    # Refused by its head alone: who sends on is not listened to.
    large = {"Content-Length": str(len(json.dumps(told)))}
    stranger, player = table.client(), table.player()
    assert stranger.send("POST", "/api/v1/import", raw=b"{", headers=large).status == 413
    assert player.send("POST", "/api/v1/decisions", raw=b"{", headers=large).status == 413
    assert player.post("/api/v1/import", told).json["new"]


def test_on_a_full_disk_the_game_goes_on_and_everybody_is_told(table: Running) -> None:
    player = table.player()
    player.begin(START)
    store = table.table.store
    filled(store)
    before = player.state()
    assert before["notices"] == []
    for _ in range(1000):
        # The last page takes some more.
        table.table.note(lambda game, status, t: Turn(t=t, turn="w"))
        if table.table.waiting:
            break
    state = player.played("C5>BC6")
    assert [each["code"] for each in state["notices"]] == ["disk-full"]
    assert not player.get("/api/v1/health").json["kept"]
    refused = player.post("/api/v1/games", {"mode": "duel"})
    assert (refused.status, refused.json["code"]) == (507, "cannot-be-kept")
    assert player.state()["game"] == state["game"]
    accepted = player.decide("undo")
    assert accepted.status != 200 or not accepted.json["kept"]
    emptied(store)
    player.until(lambda state: not state["notices"], "that all is kept again")
    assert player.post("/api/v1/games", {"mode": "duel"}).status == 200


def test_a_damaged_game_is_refused_with_a_sentence(table: Running) -> None:
    store = table.table.store
    number = store.bring(GAME, SAID, 100.0, 200.0)
    store._writer.execute("DELETE FROM events WHERE game = ? AND number = 2", (number,))  # noqa: SLF001
    for path in ("", "/record", "/analysis"):
        told = table.client().get(f"/api/v1/games/{number}{path}")
        assert (told.status, told.json["code"]) == (409, "game-damaged")
    assert table.client().get("/api/v1/games").status == 200
    assert table.client().get("/api/v1/export").status == 200
