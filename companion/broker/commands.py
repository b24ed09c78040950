"""What a table is asked over the broker: carried out one after the other, and answered."""

import logging
import queue
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from companion.broker.messages import MessageError, whole
from companion.broker.messages.asking import Answer, Command, What
from companion.broker.seldom import Seldom

_log = logging.getLogger(__name__)

_MOST_WAITING: Final = 50
"""Commands; of more than these nobody could wait for an answer."""

_MOST_ANSWERED: Final = 200
"""Orders whose answers are remembered: a broker sends again within seconds."""

CarriedOut = Callable[[Command], str | None]
"""Does what the table's API does with the order's body; None, or why not."""


class Commands:
    def __init__(self, carry_out: CarriedOut | None) -> None:
        """None where the table takes no orders: it sends events again all the same."""
        self._carry_out = carry_out
        self._answered: OrderedDict[str, Answer] = OrderedDict()
        """A broker may bring an order twice; it is carried out once."""
        self._waiting: queue.Queue[bytes | None] = queue.Queue(_MOST_WAITING)
        self._thread = threading.Thread(target=self._run, name="broker-commands", daemon=True)
        self._answer: Callable[[bytes, str], None] = lambda payload, part: None
        self._resend: Callable[[int], None] = lambda after: None
        self._complaints = Seldom(_log)

    def start(self, answer: Callable[[bytes, str], None], resend: Callable[[int], None]) -> None:
        self._answer, self._resend = answer, resend
        self._thread.start()

    def stop(self) -> None:
        if self._thread.is_alive():
            try:
                self._waiting.put(None, timeout=1)
            except queue.Full:
                return
            self._thread.join(timeout=5)

    def put(self, payload: bytes) -> None:
        """Returns at once."""
        try:
            self._waiting.put_nowait(payload)
        except queue.Full:
            self._complaints.warning("more commands come over the broker than can be carried out")

    def _run(self) -> None:
        while (payload := self._waiting.get()) is not None:
            try:
                command = Command.read(payload)
            except MessageError as fault:
                self._complaints.info("a command over the broker is not understood: %s", fault)
                continue
            answer = self._answered.get(command.id)
            if answer is None:
                answer = self._answered[command.id] = Answer(command.id, self._done(command))
            while len(self._answered) > _MOST_ANSWERED:
                self._answered.popitem(last=False)
            self._answer(answer.payload(), answer.part)

    def _done(self, command: Command) -> str | None:
        """Why it was not."""
        try:
            if command.what is What.RESEND:
                self._resend(whole(dict(command.body), "after"))
                return None
            if self._carry_out is None:
                return "this table takes no orders over the broker: its configuration has commands = false"
            return self._carry_out(command)
        except MessageError as fault:
            return str(fault)
        except Exception as fault:  # noqa: BLE001 -- one command must not end the others
            self._complaints.exception("a command over the broker could not be carried out")
            return f"it could not be carried out ({type(fault).__name__})"
