"""A connection to a broker that comes back by itself."""

import logging
import secrets
import ssl
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any, Final

from paho.mqtt.client import Client, MQTTMessage, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

from companion.broker.account import Account
from companion.broker.messages import LONGEST
from companion.broker.messages.availability import Availability
from companion.broker.places import Place
from companion.broker.seldom import Seldom

_log = logging.getLogger(__name__)

_AT_LEAST_ONCE: Final = 1
"""MQTT's quality of service 1: the broker acknowledges what it took."""
_ALIVE_SECONDS: Final = 15
"""Between two signs of life: after one and a half of these without any, the broker tells the last will."""
_FIRST_WAIT, _LONGEST_WAIT = 1, 20
"""Seconds between two attempts, doubled from the one to the other."""
_TO_SAY_FAREWELL: Final = 2.0
"""Seconds that `stopped` may take to be there."""


class Link:
    """Its callbacks come in a thread of its own, one at a time, and must not wait."""

    def __init__(
        self,
        account: Account,
        place: Place,
        *,
        listens_to: Iterable[str] = (),
        kept_too: bool = True,
        heard: Callable[[str, bytes], None] = lambda topic, payload: None,
        connected: Callable[[], None] = lambda: None,
        had: Callable[[int], None] = lambda mid: None,
        longest: int = LONGEST,
    ) -> None:
        """`heard` is told of every message on a topic of `listens_to`, `kept_too` of those that the broker
        kept from before, and of more than `longest` bytes by no more than one too many; `had` of every
        message of ours that the broker has, by what `publish` gave."""
        self._account, self._place = account, place
        self._listens_to = tuple(listens_to)
        self._kept_too = kept_too
        self._longest = longest
        self._heard, self._connected, self._had = heard, connected, had
        self._client = self._made()
        self._up = threading.Event()
        self._refused: str | None = None
        self._complaints = Seldom(_log)

    def _made(self) -> Client:
        # The name is new each time: a broker that sees it twice throws the other one out, for ever in turns.
        name = f"{self._place.club}-{self._place.table}-{secrets.token_hex(4)}"
        client = Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTv5)
        if self._account.user is not None:
            client.username_pw_set(self._account.user, self._account.password)
        if self._account.tls:
            client.tls_set_context(self._account.secured())
        will = Availability.OFFLINE
        client.will_set(self._place.topic(will.part), will.payload(), _AT_LEAST_ONCE, retain=True)
        client.reconnect_delay_set(_FIRST_WAIT, _LONGEST_WAIT)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_connect_fail = lambda client, userdata: self._not_reached(sys.exception())
        client.on_message = self._on_message
        client.on_publish = lambda client, userdata, mid, reason, properties: self._had(mid)
        return client

    @property
    def up(self) -> bool:
        return self._up.is_set()

    @property
    def refused(self) -> str | None:
        """What the broker said when it let nobody in; None where it did not say anything."""
        return self._refused

    def start(self) -> None:
        """Returns at once, whether or not there is a broker."""
        self._client.connect_async(self._account.host, self._account.port, _ALIVE_SECONDS)
        self._client.loop_start()

    def wait_until_up(self, seconds: float) -> bool:
        return self._up.wait(seconds)

    def publish(self, topic: str, payload: bytes, *, retained: bool) -> int | None:
        """A number by which `had` tells that the broker has it; None where it is not there."""
        if not self.up:
            return None
        return self._client.publish(topic, payload, _AT_LEAST_ONCE, retain=retained).mid

    def stop(self) -> None:
        if self.up:
            told = Availability.STOPPED
            said = self._client.publish(
                self._place.topic(told.part), told.payload(), _AT_LEAST_ONCE, retain=True
            )
            try:
                said.wait_for_publish(_TO_SAY_FAREWELL)
            except (RuntimeError, ValueError):
                _log.info("the broker went before it could be told that this table stops")
        self._client.disconnect()
        self._client.loop_stop()
        self._up.clear()

    def _on_connect(self, client: Client, userdata: Any, flags: Any, reason: Any, properties: Any) -> None:
        if reason.is_failure:
            if self._refused != str(reason):
                _log.warning("the broker at %s lets nobody in: %s", self._account, reason)
            self._refused = str(reason)
            return
        self._refused = None
        # A broker forgets who listens to what when the connection is lost.
        for topic in self._listens_to:
            client.subscribe(topic, _AT_LEAST_ONCE)
        told = Availability.ONLINE
        client.publish(self._place.topic(told.part), told.payload(), _AT_LEAST_ONCE, retain=True)
        self._up.set()
        self._connected()

    def _not_reached(self, fault: BaseException | None) -> None:
        """A broker that is away is waited for without a word; what waiting does not mend is said."""
        match fault:
            case ssl.SSLCertVerificationError():
                why = f"its certificate is not believed ({fault.verify_message})"
            case ssl.SSLError():
                why = f"it does not speak TLS there ({fault.reason})"
            case PermissionError():
                why = "this system lets nothing out to that address"
            case _:
                return
        if self._refused != why:
            _log.warning("the broker at %s cannot be used: %s", self._account, why)
        self._refused = why

    def _on_disconnect(self, client: Client, userdata: Any, flags: Any, reason: Any, properties: Any) -> None:
        self._up.clear()

    def _on_message(self, client: Client, userdata: Any, message: MQTTMessage) -> None:
        if message.retain and not self._kept_too:
            return
        if len(message.payload) > LONGEST:
            self._complaints.warning("%d bytes on %s are not read", len(message.payload), message.topic)
            if self._longest == LONGEST:
                return
        try:
            self._heard(message.topic, bytes(message.payload[: self._longest + 1]))
        except Exception:  # noqa: BLE001 -- one message must not end the connection
            self._complaints.exception("a message on %s could not be dealt with", message.topic)
