"""The panel at the table: its lights and sounds follow the game, its buttons decide."""

import logging
import secrets
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

from companion import games
from companion.games.decisions import Refused
from companion.games.events import Event, Uncertain
from companion.games.showing import Showing, Telling
from companion.panel.offer import Offer
from companion.table import Table
from hardware.buttons import Press
from hardware.buzzer import Buzzer
from hardware.lights import ALL_DARK, Lights
from hardware.speaker import Speaker
from hardware.trial import PAUSE, walk
from hardware.tunes import QUESTION, TUNES
from hardware.wired import Part
from hardware.wiring import Wiring

_log = logging.getLogger(__name__)

_REFRESH: Final = 0.5
"""Seconds after which the lights are looked at again, without any event."""

_PATIENCE: Final = 5.0
"""Seconds that stopping waits for a light or a tune that is under way."""

POWER_OFF: Final = Path("/run/himiki/power-off")
"""Where the appliance is asked to switch itself off."""


def ask_for_power_off() -> None:
    """Raises OSError where nobody would hear it."""
    try:
        POWER_OFF.touch()
    except FileNotFoundError:
        raise OSError("only a machine that `himiki install` set up switches itself off") from None


def meant(press: Press, status: Any, offer: Offer | None, showing: Showing) -> Any:
    """The decision that a button stands for at this moment of the game; None where it says nothing."""
    if press is Press.UNDO and offer is not None and offer.goes_on:
        return None
    return showing.meaning(press, status, None if offer is None else offer.option)


class TablePanel:
    """Everything that is wired follows the table, in a thread of its own: the table never waits for it."""

    def __init__(
        self,
        table: Table,
        parts: Sequence[Part],
        buzzer: Buzzer | None = None,
        voice: Speaker | None = None,
        *,
        language: str = "en",
        answers: bool = False,
        power_off: Callable[[], None] = ask_for_power_off,
    ) -> None:
        """`answers`: there are buttons for both *yes* and *no*, so that every answer can be offered."""
        self._table = table
        self._parts = parts
        self._buzzer = buzzer
        self._voice = voice
        self._language = language
        self._tellings: dict[str, Telling] = {}
        self._told_of(table.game())
        self._answers = answers
        self._offer: Offer | None = None
        self._offering = threading.Lock()
        self._power_off = power_off
        self._complaint = ""
        self._presses: SimpleQueue[Press] = SimpleQueue()
        self._trying = threading.Lock()
        self._stop = threading.Event()
        self._subscription = table.events.subscribe()
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for name, work in (("panel", self._follow), ("buttons", self._decide))
        ]

    def _told_of(self, game: Any) -> tuple[Showing, Telling]:
        """How that game is told here."""
        showing = games.showing_of(game.of)
        if game.of not in self._tellings:
            self._tellings[game.of] = showing.telling(self._language)
        return showing, self._tellings[game.of]

    def press(self, press: Press) -> None:
        """Returns at once, so that it may be called from where pins are watched."""
        self._presses.put(press)

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Everything is dark and silent once it returns."""
        self._stop.set()
        self._subscription.close()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=_PATIENCE)
        tried = self._trying.acquire(timeout=_PATIENCE)
        for part in self._parts:
            try:
                part.show(ALL_DARK)
            except Exception as fault:  # noqa: BLE001
                # As in `_follow`; and one that cannot be reached keeps no other one lit.
                self._complain(fault)
        if tried:
            self._trying.release()

    def _follow(self) -> None:
        while not self._stop.is_set():
            try:
                for _, event in self._subscription.take(_REFRESH):
                    self._sound(event)
                with self._trying:
                    if not self._stop.is_set():
                        self._show_game()
                        self._complaint = ""
                if self._subscription.closed:
                    # Let go for being too far behind: what stands now is all that lights need.
                    self._stop.wait(_REFRESH)
                    self._subscription = self._table.events.subscribe()
            except Exception as fault:  # noqa: BLE001
                # Drivers raise classes of their own, of no common kind; lights that stand still would lie.
                self._complain(fault)
                self._stop.wait(_REFRESH)

    def _complain(self, fault: Exception) -> None:
        """Once, however often it comes back."""
        if str(fault) != self._complaint:
            self._complaint = str(fault)
            _log.warning("the panel does not follow the game: %s", fault)

    def _offered(self, question: Uncertain | None) -> Offer | None:
        """Another question is offered its first answer."""
        if question is None or not self._answers:
            return None
        with self._offering:
            if self._offer is None or self._offer.question != question:
                self._offer = Offer(question)
            return self._offer

    def _show_game(self) -> None:
        showing, _ = self._told_of(self._table.game())
        status = self._table.status()
        lights, offer = showing.lights_of(status), self._offered(status.question)
        if offer is not None:
            lights = offer.lit(lights, showing.squares_of(offer.option))
        self._show(lights)

    def _show(self, lights: Lights) -> None:
        for part in self._parts:
            part.show(lights)

    def try_all(self, wiring: Wiring, pause: float = PAUSE) -> None:
        """Every light in turn and every tune, in a thread of its own; then the game is shown again."""
        threading.Thread(target=self._try, args=(wiring, pause), name="trial", daemon=True).start()

    def _try(self, wiring: Wiring, pause: float) -> None:
        if not self._trying.acquire(blocking=False):
            return
        try:
            for tune in TUNES:
                if self._buzzer is not None and not self._stop.is_set():
                    self._buzzer.play(tune)
                    self._buzzer.wait(_PATIENCE)
            for _, lights in walk(wiring):
                if self._stop.is_set():
                    return
                self._show(lights)
                self._stop.wait(pause)
        except Exception as fault:  # noqa: BLE001
            # As in `_follow`.
            self._complain(fault)
        finally:
            self._trying.release()

    def _sound(self, event: Event) -> None:
        game = self._table.game()
        showing, telling = self._told_of(game)
        tune = showing.tune_of(event, game)
        if tune is not None and self._buzzer is not None:
            self._buzzer.play(tune)
        if self._voice is not None:
            said = telling.tell(game, event)
            if said is not None:
                if self._answers and isinstance(event, Uncertain):
                    said = f"{said} {telling.answer(game, event.options[0])}?"
                self._voice.say(said, at_once=showing.at_once(event))

    def _decide(self) -> None:
        while not self._stop.is_set():
            try:
                press = self._presses.get(timeout=_REFRESH)
            except Empty:
                continue
            try:
                self._act(press)
            except Refused as fault:
                _log.info("the button for %s: %s", press.value, fault)
            except Exception as fault:  # noqa: BLE001
                # Whatever one press runs into, the next one is heard.
                _log.warning("the button for %s did nothing: %s", press.value, fault)

    def _act(self, press: Press) -> None:
        if press is Press.POWER_OFF:
            self._power_off()
            return
        if press is Press.NEW_GAME:
            game = self._table.game()
            self._table.new_game(games.play_of(game.of).again(game, secrets.randbelow(2**31)))
            return
        showing, _ = self._told_of(self._table.game())
        status = self._table.status()
        offer = self._offered(status.question)
        decision = meant(press, status, offer, showing)
        if decision is not None:
            self._table.decide(decision)
        elif press is Press.UNDO and offer is not None:
            self._go_on(offer)

    def _go_on(self, offer: Offer) -> None:
        """To the next answer: it is heard and, in a bar of lights, seen."""
        with self._offering:
            self._offer = offer = offer.next()
        if self._buzzer is not None:
            self._buzzer.play(QUESTION)
        if self._voice is not None:
            game = self._table.game()
            answer = self._told_of(game)[1].answer(game, offer.option)
            self._voice.say(f"{answer}?", at_once=True)
