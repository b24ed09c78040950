"""Watching is open, changing needs the PIN, and nothing that a stranger sends stops the game."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.himiki.api.operations import PART
from companion.web.door.guesses import Guesses
from companion.web.door.patience import HEADER_SECONDS
from companion.web.exchange.openapi import OWN
from companion.web.front import MOST_BODY, host_allowed
from tests.patience import patient
from tests.web.tables import PIN, Client, Running, running
from vision.cubes.profile import Profile

OPERATIONS = (*OWN.operations, *PART.operations)
CHANGES = [(each.method.upper(), each.path) for each in OPERATIONS if each.method != "get" and not each.open]
LOCKED = [each.path for each in OPERATIONS if each.pin]


def filled(path: str) -> str:
    return path.replace("{number}", "1").replace("{name}", "F01")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> Iterator[Running]:
    """One table for all tests that change nothing."""
    with running(tmp_path_factory.mktemp("shared"), profile) as started:
        yield started


@pytest.mark.parametrize(("method", "path"), CHANGES)
@pytest.mark.long
def test_no_change_without_the_pin(shared: Running, method: str, path: str) -> None:
    assert shared.client().send(method, filled(path), {}).status == 401


@pytest.mark.parametrize(("method", "path"), CHANGES)
def test_no_change_from_a_page_of_another_origin_not_even_with_the_cookie(
    shared: Running, method: str, path: str
) -> None:
    player = shared.player()
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{shared.port}", "http://127.0.0.1"):
        assert player.send(method, filled(path), {}, headers={"Origin": origin}).status == 403
    assert player.send(method, filled(path), {}, headers={"Sec-Fetch-Site": "cross-site"}).status == 403


def test_the_cookie_with_the_same_origin_or_none_suffices(shared: Running) -> None:
    player = shared.player()
    assert player.post("/api/v1/sim/position", {"cubes": "-"}).status == 200
    own = {"Origin": shared.address}
    assert player.post("/api/v1/sim/position", {"cubes": "-"}, headers=own).status == 200


@pytest.mark.parametrize("path", LOCKED)
def test_the_camera_and_the_links_that_carry_the_pin_are_behind_the_pin(shared: Running, path: str) -> None:
    assert shared.client().get(path).status == 401


def test_a_watch_only_key_shows_the_picture_and_changes_nothing(shared: Running) -> None:
    link = shared.player().get("/api/v1/access").json["overlay"]
    key = link.split("key=")[1]
    stranger = shared.client()
    stranger.until(lambda state: state["board"], "a picture")
    seen = stranger.get(f"/api/v1/camera/picture?key={key}")
    assert (seen.status, seen.headers["content-type"], seen.body[:2]) == (200, "image/jpeg", b"\xff\xd8")
    assert stranger.post(f"/api/v1/decisions?key={key}", {"decision": "undo"}).status == 401
    assert stranger.get("/api/v1/camera/picture?key=000000000000000000000000").status == 401


def test_a_get_changes_nothing_and_there_is_no_way_to_change_by_get(shared: Running) -> None:
    player = shared.player()
    for method, path in CHANGES:
        if method == "POST" and not any(each.method == "get" and each.path == path for each in OPERATIONS):
            assert player.get(filled(path)).status in (404, 405), path


def test_a_cookie_that_somebody_made_up_or_changed_is_none(shared: Running) -> None:
    player = shared.player()
    assert player.cookie is not None
    for cookie in ("himiki=x", "himiki=", player.cookie[:-2], player.cookie.replace("=", "=a", 1)):
        stranger = shared.client()
        stranger.cookie = cookie
        assert stranger.post("/api/v1/decisions", {"decision": "undo"}).status == 401
        assert stranger.get("/api/v1/session").json == {"may_change": False}


def test_the_cookie_is_not_for_scripts_and_not_for_other_sites(shared: Running) -> None:
    told = shared.client().post("/api/v1/session", {"pin": PIN}).headers["set-cookie"]
    assert "HttpOnly" in told
    assert "SameSite=Strict" in told


def test_wrong_pins_are_slowed_down_and_the_right_one_waits_too(tmp_path: Path, profile: Profile) -> None:
    now = [100.0]
    with running(tmp_path, profile, watch=lambda: now[0]) as table:
        stranger = table.client()
        answers = [stranger.post("/api/v1/session", {"pin": f"{guess:06}"}).status for guess in range(8)]
        assert answers == [401, 401, 401, 401, 429, 429, 429, 429]
        refused = stranger.post("/api/v1/session", {"pin": PIN})
        assert refused.status == 429
        now[0] += float(refused.headers["retry-after"])
        assert stranger.post("/api/v1/session", {"pin": PIN}).status == 200


def test_guessing_all_pins_would_take_longer_than_a_year() -> None:
    """Half of the million has to be tried before the PIN gets longer, whatever addresses they come from."""
    now = [0.0]
    guesses = Guesses(clock=lambda: now[0])
    count = 0
    while now[0] < 24 * 3600:
        now[0] += 300.0
        if guesses.wrong(f"192.0.2.{count}", stranger=True):
            break
        count += 1
    assert count * 365 < 500_000


def test_a_pin_of_another_form_is_refused_before_it_counts(shared: Running) -> None:
    for pin in ("", "12345", "1234567", "12345a", " 271828", 271828, None):
        assert shared.client().post("/api/v1/session", {"pin": pin}).status == 400


@pytest.mark.parametrize(
    "path",
    [
        "/static/x/../../secret.py",
        "/static/x/..%2f..%2fapp.py",
        "/static/x/%2e%2e/%2e%2e/app.py",
        "/static/x//etc/passwd",
        "/static/x/js/../../../app.py",
        "/../../etc/passwd",
        "/messages/x/..%2f..%2fen.json",
        "/static/x/js%00/app.js",
    ],
)
def test_no_path_leads_out_of_the_pages_own_files(shared: Running, path: str) -> None:
    found = shared.client().get(path)
    assert found.status == 404
    assert b"import" not in found.body


def test_a_body_that_is_too_long_is_refused_whether_its_length_is_told_or_not(shared: Running) -> None:
    player = shared.player()
    long = b'{"decision":"' + b"x" * MOST_BODY + b'"}'
    assert player.post("/api/v1/decisions", raw=long).status == 413
    chunked = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in [b"x" * 8192] * 12) + b"0\r\n\r\n"
    told = said(
        shared,
        b"POST /api/v1/decisions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked,
    )
    assert told.startswith(b"HTTP/1.1 413")


def test_headers_cannot_be_put_into_an_answer(shared: Running) -> None:
    for path in (
        "/%0d%0aSet-Cookie:%20x=1",
        "/api/v1/games/1%0d%0aX-Evil:%201/record",
        "/rules?x=%0d%0aX-Evil:1",
    ):
        told = shared.client().get(path)
        assert "x-evil" not in told.headers
        assert "set-cookie" not in told.headers


def test_only_names_of_the_home_network_are_answered_to(shared: Running) -> None:
    for host in ("evil.example", "evil.example:80", "himiki.local.evil.example", "", "a b", "x@localhost"):
        told = said(shared, f"GET /api/v1/state HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert told.split(b" ")[1] in (b"421", b"400"), host
    assert said(shared, b"GET /api/v1/state HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n").split(b" ")[1] in (
        b"400",
        b"421",
    )


@pytest.mark.parametrize(
    "host",
    ["192.168.1.7:8080", "[fe80::1]:8080", "[::1]", "localhost:1", "himiki.local", "pi", "pi.fritz.box"],
)
def test_addresses_and_home_names_are_answered_to(host: str) -> None:
    assert host_allowed(host)


def said(table: Running, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", table.port), timeout=patient(20)) as connection:
        connection.sendall(request)
        return connection.recv(4096)


def test_every_page_forbids_foreign_and_inline_scripts(shared: Running) -> None:
    for path in ("/", "/rules", "/overlay", "/board", "/rules.html"):
        told = shared.client().get(path)
        policy = told.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert b"<script>" not in told.body
        assert b"onclick=" not in told.body
        assert told.headers["x-content-type-options"] == "nosniff"


@pytest.mark.pace
@pytest.mark.long
def test_slow_clients_are_let_go_and_the_game_goes_on_meanwhile(table: Running) -> None:
    player = table.player()
    player.begin()
    slow = [
        socket.create_connection(("127.0.0.1", table.port), source_address=(f"127.0.1.{1 + number % 10}", 0))
        for number in range(150)
    ]
    try:
        for index, connection in enumerate(slow):
            begun = b"POST /api/v1/decisions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
            connection.sendall(begun if index % 2 else b"GET /api/v1/state HTTP/1.1\r\nHost: loc")
        before = time.monotonic()
        player.play("B5>BB4")
        player.until(lambda state: state["moves"] == 1, "the move")
        assert player.get("/api/v1/state").status == 200
        assert time.monotonic() - before < HEADER_SECONDS + patient(12)
        slow[0].settimeout(HEADER_SECONDS + patient(10))
        assert slow[0].recv(10) == b""
    finally:
        for connection in slow:
            connection.close()


@pytest.mark.long
def test_a_page_that_stops_reading_is_let_go_and_slows_nobody(table: Running) -> None:
    player = table.player()
    player.begin()
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.connect(("127.0.0.1", table.port))
    deaf.sendall(b"GET /api/v1/events?state=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    heard = threading.Event()

    def listen(client: Client) -> None:
        with socket.create_connection(("127.0.0.1", client.port), timeout=patient(60)) as stream:
            stream.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            told = b""
            while b"event: move" not in told:
                told += stream.recv(65536)
            heard.set()

    listening = threading.Thread(target=listen, args=(player,))
    listening.start()
    player.play("B5>BB4")
    assert heard.wait(patient(40))
    listening.join()
    deaf.close()


def test_what_went_wrong_is_said_as_json(shared: Running) -> None:
    for path in ("/nowhere", "/api/v1/nowhere", "/api/v1/games/99999999999999999999"):
        told = shared.client().get(path)
        assert told.status == 404
        assert set(json.loads(told.body)) == {"error"}
