"""Pictures of moments: who has the PIN sees what the referee saw, and nobody else sees a pixel."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.clips import Clips, Wanted
from tests.patience import until
from tests.web.tables import Client, Running, running
from vision.cubes.profile import Profile

JPEG = b"\xff\xd8\xff"
ILLEGAL = "C2>TE6"
LEGAL = "B5>BB4"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> Iterator[Running]:
    """One table for all that is asked of it; each test plays a game of its own."""
    with running(tmp_path_factory.mktemp("recorded"), profile, recorded=Wanted()) as started:
        yield started


def clips_of(table: Running) -> Clips:
    found = table.table.onlooker
    assert isinstance(found, Clips)
    return found


def moments(client: Client, game: int, event: str = "") -> list[dict[str, Any]]:
    told = client.get(f"/api/v1/games/{game}/moments")
    assert told.status == 200, told.body
    return [each for each in told.json["moments"] if event in ("", each["event"])]


def disputed(table: Running) -> tuple[Client, int, dict[str, Any]]:
    """After a legal move and one that is not."""
    player = table.player()
    player.begin()
    player.played(LEGAL)
    ring = clips_of(table).ring
    read = lambda: any(len(each.marks) > 1 and not each.moving for each in ring.between(0, 10**9)[-1:])  # noqa: E731
    assert until(read), "the board after the move is in memory"
    player.play(ILLEGAL)
    player.until(lambda state: state["violation"], "the violation")
    game = table.table.game_id
    assert until(lambda: bool(moments(player, game, "violation")))
    (found,) = moments(player, game, "violation")
    return player, game, found


def settled(table: Running) -> None:
    """All that waits is on the disk."""
    keeping = clips_of(table)._keeping  # noqa: SLF001
    assert until(lambda: not keeping.pending(table.table.game_id)[0])


@pytest.mark.long
def test_a_violation_is_shown_before_and_after_with_what_was_read(recorded: Running) -> None:
    player, game, found = disputed(recorded)
    address = f"/api/v1/games/{game}/moments/{found['moment']}"
    assert until(lambda: len(player.get(address).json["shots"]) > 3)
    told = player.get(address).json
    assert told["event"] == "violation"
    assert told["t"] == pytest.approx(player.state()["violation"]["t"])
    words = [
        {mark["words"][:3] for mark in told["readings"][told["shots"][told[part]]["reading"]]}
        for part in ("before", "after")
    ]
    assert "C2 " in words[0] - words[1]
    assert "E6 " in words[1] - words[0]
    for shot in told["shots"]:
        picture = player.get(f"/api/v1/games/{game}/shots/{shot['shot']}.jpg")
        assert picture.status == 200
        assert picture.headers["content-type"] == "image/jpeg"
        assert picture.headers["cache-control"] == "no-store"
        assert picture.body.startswith(JPEG)


@pytest.mark.long
def test_without_the_pin_there_is_not_a_pixel(recorded: Running) -> None:
    """Neither in memory nor on the disk, and not by a guessed address."""
    player, game, found = disputed(recorded)
    shots = player.get(f"/api/v1/games/{game}/moments/{found['moment']}").json["shots"]
    key = recorded.access.watch_key
    addresses = [
        f"/api/v1/games/{game}/moments",
        f"/api/v1/games/{game}/moments/{found['moment']}",
        *(f"/api/v1/games/{game}/shots/{each['shot']}.jpg" for each in shots[:3]),
        f"/api/v1/games/{game}/shots/1.jpg",
        f"/api/v1/games/{game + 1}/shots/{shots[0]['shot']}.jpg",
    ]
    names = [each.path.name for each in clips_of(recorded).shelf.all()]
    guessed = [
        *(f"/clips/{game}/{name}" for name in names),
        *(f"/static/x/../../../clips/{game}/{name}" for name in names),
        *(f"/static/x/..%2f..%2fclips%2f{game}%2f{name}" for name in names),
        f"/api/v1/games/{game}/shots/{shots[0]['shot']}",
        f"/api/v1/games/{game}/shots/../shots/{shots[0]['shot']}.jpg",
        f"//api/v1/games/{game}/shots/{shots[0]['shot']}.jpg",
        "/api/v1/camera/picture",
    ]
    for settle in (False, True):
        if settle:
            settled(recorded)
        stranger = recorded.client()
        for address, asked in itertools.product(addresses, ("", "?key=", "?key=0", f"?key={key}")):
            told = stranger.get(address + asked)
            assert told.status == 401, (address, asked)
            assert JPEG not in told.body
        for address in (*addresses, *guessed):
            for method in ("GET", "HEAD", "OPTIONS"):
                told = stranger.send(method, address)
                assert "image/jpeg" not in told.headers.get("content-type", ""), (method, address)
                assert JPEG not in told.body
        for change in ("keep", "delete"):
            told = stranger.post(f"{addresses[1]}/{change}?key={key}", {"keep": True})
            assert told.status == 401
        assert stranger.post("/api/v1/recording", {"on": False}).status == 401
        assert stranger.post("/api/v1/recording/clear").status == 401
    assert moments(player, game, "violation")


@pytest.mark.long
def test_a_moment_is_kept_and_deleted_by_a_tap(recorded: Running) -> None:
    player, game, found = disputed(recorded)
    address = f"/api/v1/games/{game}/moments/{found['moment']}"
    for settle in (False, True):
        if settle:
            settled(recorded)
        assert player.get(address).json["kept"] is settle
        assert player.post(f"{address}/keep", {"keep": True}).status == 200
        assert player.get(address).json["kept"]
    shots = player.get(address).json["shots"]
    assert player.post(f"{address}/delete").status == 200
    assert player.get(address).status == 404
    assert player.get(f"/api/v1/games/{game}/shots/{shots[-1]['shot']}.jpg").status == 404
    assert player.post(f"{address}/delete").status == 404
    assert player.state()["violation"], "the game is as it was"


@pytest.mark.long
def test_pictures_go_with_their_game(recorded: Running) -> None:
    player, game, _ = disputed(recorded)
    settled(recorded)
    assert clips_of(recorded).shelf.all()
    player.begin()
    assert player.post(f"/api/v1/games/{game}/delete").status == 200
    assert not [each for each in clips_of(recorded).shelf.all() if each.game == game]
    assert player.get(f"/api/v1/games/{game}/moments").status == 404


@pytest.mark.long
def test_switched_off_nothing_is_in_memory_and_nothing_more_is_kept(recorded: Running) -> None:
    player, game, _ = disputed(recorded)
    settled(recorded)
    assert player.state()["recording"] is True
    told = player.post("/api/v1/recording", {"on": False})
    assert told.json["on"] is False
    assert "recording" not in player.state()
    clips = clips_of(recorded)
    before = len(moments(player, game))
    try:
        assert player.decide("accept").status in (200, 409)
        player.until(lambda state: not state["violation"], "the end of the violation")
        seen = recorded.table.view.frame()
        assert until(lambda: recorded.table.view.frame() is not seen), "the camera goes on"
        assert len(clips.ring) == 0
        assert len(moments(player, game)) == before
    finally:
        assert player.post("/api/v1/recording", {"on": True}).json["on"] is True
    assert until(lambda: len(clips.ring) > 0)


@pytest.mark.long
def test_all_pictures_are_deleted_by_a_tap(recorded: Running) -> None:
    player, game, _ = disputed(recorded)
    settled(recorded)
    told = player.post("/api/v1/recording/clear")
    assert told.json["bytes"] == 0
    assert moments(player, game) == []
    assert clips_of(recorded).shelf.all() == []


def test_a_table_that_keeps_no_pictures_says_so(table: Running) -> None:
    player = table.player()
    assert player.get("/api/v1/recording").json["there"] is False
    assert player.post("/api/v1/recording", {"on": True}).status == 409
    assert player.get(f"/api/v1/games/{table.table.game_id}/moments").json["moments"] == []
    assert "recording" not in player.state()


@pytest.mark.long
def test_after_a_start_pictures_are_there_the_switch_is_as_it_was_and_a_key_that_may_sees_them(
    tmp_path: Path, profile: Profile
) -> None:
    with running(tmp_path, profile, recorded=Wanted()) as table:
        player, game, found = disputed(table)
        player.post("/api/v1/recording", {"on": True})
    with running(tmp_path, profile, recorded=Wanted(record=False, watchers=True)) as table:
        assert table.player().state()["recording"]
        stranger, key = table.client(), table.access.watch_key
        address = f"/api/v1/games/{game}/moments/{found['moment']}"
        told = stranger.get(f"{address}?key={key}")
        assert told.status == 200
        shot = told.json["shots"][0]["shot"]
        assert stranger.get(f"/api/v1/games/{game}/shots/{shot}.jpg?key={key}").body.startswith(JPEG)
        assert stranger.get(f"{address}?key={key}0").status == 401
        assert stranger.get(address).status == 401
        assert stranger.post(f"{address}/delete?key={key}").status == 401
