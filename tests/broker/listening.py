"""Who listens to a broker in the tests, by a client that is not the program's."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from paho.mqtt.client import Client, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

from tests.broker.mosquitto import Mosquitto
from tests.patience import patient

PATIENCE = patient(20.0)
"""Seconds after which a test gives up waiting."""


class Ear:
    """Everything on its topics, in the order in which it came."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bytes, bool]] = []
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv5)
        self._listening = threading.Event()

    def connect(self, broker: Mosquitto, topic: str) -> None:
        self._client.on_connect = lambda client, *_: client.subscribe(topic, 1)
        self._client.on_subscribe = lambda *_: self._listening.set()
        self._client.on_message = lambda client, userdata, message: self.heard.append(
            (message.topic, bytes(message.payload), message.retain)
        )
        self._client.reconnect_delay_set(1, 1)
        self._client.connect("127.0.0.1", broker.port, 5)
        self._client.loop_start()
        assert self._listening.wait(PATIENCE), "the test could not listen to the broker"

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def say(self, topic: str, payload: bytes | str, *, retained: bool = False) -> None:
        self._client.publish(topic, payload, 1, retained).wait_for_publish(PATIENCE)

    def on(self, topic: str) -> list[bytes]:
        return [payload for each, payload, _ in self.heard if each == topic]


@contextmanager
def ear_at(broker: Mosquitto, topic: str = "himiki/#") -> Iterator[Ear]:
    ear = Ear()
    try:
        ear.connect(broker, topic)
        yield ear
    finally:
        ear.close()


def until(holds: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.02)
