"""Tables that a test speaks for, with the messages of real ones: an outbox, a state, `resend`."""

import random
import threading
from typing import Any

from companion.broker.account import Account
from companion.broker.link import Link
from companion.broker.messages.asking import Answer, Command, What
from companion.broker.messages.happening import TableEvent
from companion.broker.messages.standing import State
from companion.broker.places import Place

START = "B2bHMK,B5wHMK,C2bKHM,C5wMKH,D2bHMK,D5wHMK w 0-0 --- -"


class SimulatedTable:
    """Says what it is told to, loses what it is told to lose, and sends again what it is asked for."""

    def __init__(self, account: Account, place: Place, *, takes_orders: bool = True) -> None:
        self.account, self.place = account, place
        self.said: list[TableEvent] = []
        self.ordered: list[Command] = []
        self.refuses: str | None = None if takes_orders else "no orders here"
        self.state: dict[str, Any] = {
            "mode": "duel",
            "position": START,
            "score": [0, 0],
            "turn": "w",
            "players": {"w": "Ada", "b": "Bo"},
            "board": True,
            "violation": None,
            "question": None,
            "moves": 0,
            "over": False,
        }
        self._lock = threading.Lock()
        self._link = Link(
            account,
            place,
            listens_to=[place.topic(Command.part)],
            heard=self._heard,
            connected=lambda: threading.Thread(target=self.tell_state, daemon=True).start(),
        )

    def start(self) -> None:
        self._link.start()

    def stop(self) -> None:
        self._link.stop()

    def wait_until_up(self, seconds: float) -> bool:
        return self._link.wait_until_up(seconds)

    def say(
        self, told: dict[str, Any], *, revises: int | None = None, lost: bool = False, game: int = 1
    ) -> TableEvent:
        """`lost`: the broker never gets it, until somebody asks."""
        with self._lock:
            event = TableEvent(len(self.said) + 1, game, {"t": float(len(self.said)), **told}, revises)
            self.said.append(event)
        if not lost:
            self._send(event)
        return event

    def play(self, dice: random.Random, *, lost: bool = False) -> TableEvent:
        self.state["moves"] += 1
        move = f"{dice.choice('ABCDE')}{dice.randint(1, 6)}>BB4"
        return self.say({"event": "move", "move": move, "by": "w", "score": [0, 0]}, lost=lost)

    def tell_state(self) -> None:
        told = State(len(self.said), 1, self.state)
        self._link.publish(self.place.topic(told.part), told.payload(), retained=told.retained)

    def _send(self, event: TableEvent) -> None:
        self._link.publish(self.place.topic(event.part), event.payload(), retained=event.retained)

    def _heard(self, topic: str, payload: bytes) -> None:
        command = Command.read(payload)
        # The link's thread must not wait for what it sends itself.
        threading.Thread(target=self._carry_out, args=(command,), daemon=True).start()

    def _carry_out(self, command: Command) -> None:
        error = None
        if command.what is What.RESEND:
            for event in self.said[int(command.body["after"]) :]:
                self._send(event)
        else:
            self.ordered.append(command)
            error = self.refuses
        answer = Answer(command.id, error)
        self._link.publish(self.place.topic(answer.part), answer.payload(), retained=answer.retained)
