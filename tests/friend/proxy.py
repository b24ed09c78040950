"""A bad way to a broker: late, lossy and cut off now and then."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from queue import SimpleQueue
from random import Random
from typing import Final

RETRANSMITTED: Final = 0.4
"""Seconds for which a segment that is lost holds up whatever comes after it: a common time until TCP sends
again."""


class Proxy:
    def __init__(self, port: int, *, delay: float, loss: float, seed: int) -> None:
        """`delay` in seconds, of each direction; `loss` is the share of segments that are sent again."""
        self._to, self._delay, self._loss, self._dice = port, delay, loss, Random(seed)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        self._cut = threading.Event()
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def cut(self, seconds: float) -> None:
        """Nobody is connected for so long."""
        self.cuts += 1
        self._cut.set()
        self._hang_up()
        time.sleep(seconds)
        self._cut.clear()

    def _hang_up(self) -> None:
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def close(self) -> None:
        self._cut.set()
        self._listening.close()
        self._hang_up()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
                if self._cut.is_set():
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                if self._listening.fileno() < 0:
                    return
                continue
            self._open += [near, far]
            for source, target in ((near, far), (far, near)):
                queue: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
                threading.Thread(target=self._take, args=(source, queue), daemon=True).start()
                threading.Thread(target=self._give, args=(queue, target), daemon=True).start()

    def _take(self, source: socket.socket, queue: "SimpleQueue[tuple[float, bytes]]") -> None:
        with suppress(OSError):
            while segment := source.recv(1400):
                late = self._delay + (RETRANSMITTED if self._dice.random() < self._loss else 0.0)
                queue.put((time.monotonic() + late, segment))
        queue.put((0.0, b""))

    def _give(self, queue: "SimpleQueue[tuple[float, bytes]]", target: socket.socket) -> None:
        with closing(target), suppress(OSError):
            while segment := (told := queue.get())[1]:
                time.sleep(max(0.0, told[0] - time.monotonic()))
                target.sendall(segment)


@contextmanager
def proxy_to(port: int, *, delay: float = 0.2, loss: float = 0.05, seed: int = 0) -> Iterator[Proxy]:
    found = Proxy(port, delay=delay, loss=loss, seed=seed)
    try:
        yield found
    finally:
        found.close()
