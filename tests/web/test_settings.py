"""What a table is called, how its machine is doing: as far as whoever serves it can tell and change that."""

from pathlib import Path

from companion.web.exchange.running import Extras
from tests.web.tables import Running, running
from vision.cubes.profile import Profile


def test_a_table_is_renamed_where_its_name_can_be_changed(tmp_path: Path, profile: Profile) -> None:
    given: list[str] = []
    extras = Extras(rename=given.append, health=lambda: {"fan": "turns"})
    with running(tmp_path, profile, extras=extras) as started:
        player = started.player()
        assert player.get("/api/v1/settings").json["can_rename"] is True
        assert player.post("/api/v1/settings/name", {"name": "club-3"}).json == {"name": "club-3"}
        assert given == ["club-3"]
        assert player.get("/api/v1/settings").json["name"] == "club-3"
        assert "club-3" in player.get("/").body.decode()
        assert player.get("/api/v1/health").json["fan"] == "turns"


def test_a_name_that_is_fixed_is_refused_by_code(table: Running) -> None:
    player = table.player()
    assert player.get("/api/v1/settings").json["can_rename"] is False
    refused = player.post("/api/v1/settings/name", {"name": "club-3"})
    assert refused.status == 409
    assert refused.json["code"] == "name-is-fixed"
    assert refused.json["error"].startswith("this table's name cannot be changed from here")


def test_what_a_page_brings_about_is_refused_by_code_and_in_english(table: Running) -> None:
    player = table.player()
    player.begin()
    refused = player.decide("answer", option="nothing")
    assert refused.status == 409
    assert refused.json == {"error": "no question is open", "code": "no-question", "values": {}}
    assert player.post("/api/v1/settings/panel_test").json["code"] == "no-panel"
    assert player.get("/api/v1/forecast").json["code"] == "forecast-of-muk-yan"
