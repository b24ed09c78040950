"""What the door does with requests: turns, readers that stop reading, clients that leave, and what is no
request at all."""

import http.client
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask, Response, request

from companion.web.door.patience import FREE_CHUNKS, SMALLEST_CHUNK
from companion.web.exchange.answers import Shrunk
from companion.web.exchange.live import Live
from companion.web.front import EVENTS, Front
from companion.web.server import CONNECTIONS_EACH, Server
from tests.patience import patient, until
from tests.web.tables import PATIENCE, Client, Running

_PIECE = b"x" * 65536
_PIECES = 1000


class Silence:
    """A table at which nothing happens."""

    def take(self, timeout: float) -> list[tuple[int, dict[str, object]]]:
        return []

    def since(self, number: int, most: int) -> list[tuple[int, dict[str, object]]]:
        return []

    def state(self) -> dict[str, object]:
        return {}

    def newest(self) -> int:
        return 0


class Pages:
    """Small ones, long ones that are made while they are sent, and ones that wait for something."""

    def __init__(self) -> None:
        self.made = 0
        self.over = threading.Event()
        self.at_it: list[str] = []
        self.go_on = threading.Event()
        self.app = Flask("pages")
        self.app.add_url_rule("/small", "small", view_func=lambda: "here")
        self.app.add_url_rule("/long", "long", view_func=lambda: Response(self._pieces()))
        self.app.add_url_rule(
            "/echoed", "echoed", view_func=lambda: str(len(request.get_data())), methods=["POST"]
        )
        self.app.add_url_rule("/waits", "waits", view_func=self._waits)

    def _pieces(self) -> Iterator[bytes]:
        try:
            for _ in range(_PIECES):
                self.made += 1
                yield _PIECE
        finally:
            self.over.set()

    def _waits(self) -> str:
        self.at_it.append(request.args["name"])
        self.go_on.wait(patient(20))
        return "done"


@contextmanager
def served() -> Iterator[tuple[Pages, Server]]:
    pages = Pages()
    front = Front(pages.app, Live(Silence()), is_costly=lambda method, path: path in ("/long", "/waits"))
    server = Server(front, "127.0.0.1", 0)
    ready = threading.Event()
    serving = threading.Thread(target=server.run, args=(ready.set,))
    serving.start()
    try:
        assert ready.wait(patient(20))
        yield pages, server
    finally:
        pages.go_on.set()
        server.stop()
        serving.join()


@contextmanager
def asking(server: Server, path: str, address: str = "127.0.0.1") -> Iterator[socket.socket]:
    """By somebody who does not read the answer."""
    with socket.socket() as asked:
        asked.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asked.settimeout(patient(20))
        asked.bind((address, 0))
        asked.connect(("127.0.0.1", server.port))
        asked.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        yield asked


def status(server: Server, path: str, address: str = "127.0.0.1") -> int:
    connection = http.client.HTTPConnection(
        "127.0.0.1", server.port, timeout=PATIENCE, source_address=(address, 0)
    )
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def test_what_nobody_reads_is_not_made_and_who_leaves_has_it_given_up() -> None:
    with served() as (pages, server):
        with asking(server, "/long"):
            assert until(lambda: pages.made > 0)
            assert not pages.over.wait(1.0)
            assert pages.made < _PIECES / 5
        assert pages.over.wait(patient(10))
        assert pages.made < _PIECES / 5


def test_costly_requests_hold_up_no_small_ones_and_have_turns() -> None:
    with served() as (pages, server):
        with asking(server, "/waits?name=a", "127.0.0.2"), asking(server, "/waits?name=b", "127.0.0.2"):
            with asking(server, "/waits?name=c", "127.0.0.2"):
                assert until(lambda: pages.at_it == ["a"])
                assert status(server, "/small") == 200
                assert until(lambda: status(server, "/waits?name=d", "127.0.0.2") == 429)
            with asking(server, "/waits?name=e", "127.0.0.3"):
                time.sleep(0.2)
                pages.go_on.set()
                assert until(lambda: {"a", "b", "e"} <= set(pages.at_it))
        assert "c" not in pages.at_it
        assert "d" not in pages.at_it


def test_one_client_has_so_many_connections_and_another_has_its_own() -> None:
    with served() as (_, server):
        held = [
            socket.create_connection(("127.0.0.1", server.port), source_address=("127.0.0.2", 0))
            for _ in range(3 * CONNECTIONS_EACH)
        ]
        try:
            refused = 0
            for each in held:
                each.settimeout(1.0)
                try:
                    refused += each.recv(1) == b""
                except ConnectionResetError:
                    refused += 1
                except TimeoutError:
                    break
            open_ = [each for each in held if not _closed(each)]
            assert len(open_) <= CONNECTIONS_EACH
            assert status(server, "/small", "127.0.0.3") == 200
        finally:
            for each in held:
                each.close()


def _closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def test_a_request_that_tells_its_length_twice_is_refused() -> None:
    with served() as (_, server), socket.create_connection(("127.0.0.1", server.port)) as asked:
        asked.settimeout(patient(20))
        head = b"POST /small HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
        asked.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        assert asked.recv(4096).startswith(b"HTTP/1.1 400")


def test_a_body_in_crumbs_is_refused_before_it_is_whole() -> None:
    """Thousands of a byte each are seconds of work for whoever reads them one by one."""
    with served() as (_, server), socket.create_connection(("127.0.0.1", server.port)) as asked:
        asked.settimeout(patient(20))
        asked.sendall(b"POST /small HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        asked.sendall(b"1\r\nx\r\n" * (FREE_CHUNKS + 1))
        assert asked.recv(4096).startswith(b"HTTP/1.1 400")


def test_a_head_that_is_too_long_is_refused_also_where_all_of_it_comes_at_once() -> None:
    with served() as (_, server), socket.create_connection(("127.0.0.1", server.port)) as asked:
        asked.settimeout(patient(20))
        asked.sendall(b"GET /small HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"y" * 20_000 + b"\r\n\r\n")
        assert asked.recv(4096).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("answered", [False, True])
def test_a_request_that_stops_being_one_is_let_go_without_a_word_in_the_log(answered: bool) -> None:
    """While it is read, and while it is answered already: else a stranger writes the log full."""
    with served() as (pages, server), socket.create_connection(("127.0.0.1", server.port)) as asked:
        asked.settimeout(patient(20))
        length = "Content-Length: 99999999" if answered else "Transfer-Encoding: chunked"
        asked.sendall(f"GET /small HTTP/1.1\r\nHost: localhost\r\n{length}\r\n\r\n".encode())
        if answered:
            assert asked.recv(4096).startswith(b"HTTP/1.1 413")
        asked.sendall(b"no chunk at all\r\n\r\n")
        assert until(lambda: not _taken(asked))
        assert status(server, "/small") == 200
        assert pages.at_it == []


def test_a_program_may_send_a_body_in_chunks() -> None:
    with served() as (_, server):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request("POST", "/echoed", body=iter([b"x" * SMALLEST_CHUNK] * 100))
        told = connection.getresponse()
        assert (told.status, told.read()) == (200, b"51200")
        connection.close()


@pytest.mark.parametrize("path", ["/small", EVENTS])
def test_whoever_was_answered_and_goes_on_talking_is_let_go(path: str) -> None:
    """A body that is told to be larger than any is refused; what is sent of it all the same is not read for
    ever."""
    with served() as (_, server), socket.create_connection(("127.0.0.1", server.port)) as asked:
        asked.settimeout(patient(20))
        asked.sendall(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n".encode()
        )
        assert asked.recv(4096).startswith(b"HTTP/1.1 413")
        assert until(lambda: not _taken(asked))


def _taken(connection: socket.socket) -> bool:
    try:
        connection.sendall(_PIECE)
    except OSError:
        return False
    return True


def test_an_answer_tells_its_date_once(table: Running) -> None:
    """Of a page that browsers may ask for again by its mark, werkzeug tells it too."""
    connection = http.client.HTTPConnection("127.0.0.1", table.port, timeout=PATIENCE)
    for path in ("/", "/sw.js", "/api/v1/state"):
        connection.request("GET", path)
        told = connection.getresponse()
        told.read()
        assert len(told.headers.get_all("Date", [])) == 1, path
    connection.close()


def test_what_was_made_smaller_is_kept_within_bounds() -> None:
    kept = Shrunk(10_000)
    for number in range(200):
        kept.of(bytes(range(256)) * 8 + b"%d" % number)
        assert kept.size <= 10_000
    assert kept.size > 5_000


@pytest.mark.long
def test_nobody_waits_for_a_card_that_takes_long_to_keep_something(table: Running) -> None:
    """Another program holds the file of games, as a slow card does: whoever decides waits, nobody else."""
    player = table.player()
    state = player.begin()
    with sqlite3.connect(table.table.store.path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        deciding = threading.Thread(
            target=player.decide, args=("position",), kwargs={"position": state["position"]}
        )
        deciding.start()
        try:
            waits = [_seconds(table.client(), path) for path in ("/", "/api/v1/state", "/api/v1/health") * 3]
            before = time.monotonic()
            with socket.create_connection(("127.0.0.1", table.port), timeout=PATIENCE) as listening:
                listening.sendall(
                    b"GET /api/v1/events?state=1 HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 0\r\n\r\n"
                )
                told = b""
                while b"event: state" not in told:
                    told += listening.recv(65536)
            waits.append(time.monotonic() - before)
            assert deciding.is_alive(), "the file was not held"
        finally:
            other.execute("ROLLBACK")
            deciding.join()
    assert max(waits) < patient(3)


def _seconds(client: Client, path: str) -> float:
    before = time.monotonic()
    assert client.get(path).status == 200
    return time.monotonic() - before
