"""What every game has: what is agreed on before it, a referee that follows it, and how both are kept.

These are shapes, not a common game: positions, moves and how they are searched are each game's own.
"""

import argparse
import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.games.decisions import Refused
from companion.games.events import Event
from vision.frames import Seconds

_log = logging.getLogger(__name__)


class SettingsError(ValueError):
    """A game that cannot be played as it was asked for; carries every fault."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        self.faults = faults
        super().__init__("; ".join(faults))


class OptionError(ValueError):
    """Options of a command that make no game; the text says what to do."""


class Unplayable(ValueError):
    """Events, or a record, that are not those of a game: damaged, or from elsewhere."""


class Game(Protocol):
    """What is agreed on before a game: an immutable value, equal to another that says the same."""

    @property
    def of(self) -> str:
        """Its name among `companion.games.GAMES`."""

    @property
    def mode(self) -> str: ...

    @property
    def names(self) -> Mapping[str, str]:
        """Of everybody who plays, by turn code."""


class Record(Protocol):
    """A game as it is handed on: what stands of it, without what was taken back."""


class Referee(Protocol):
    """Follows one game. What it says is a function of the game, of what it was told and of when: it has no
    clock and does nothing else. Events come in the order in which they happened."""

    @property
    def game(self) -> Any: ...

    def see(self, sighting: Any) -> tuple[Event, ...]:
        """What the game's own eye has read."""

    def decide(self, decision: Any, t: Seconds) -> tuple[Event, ...]:
        """What people, or a player of the machine's, have decided: one of the game's decisions. Raises
        `Refused`, having changed nothing, where it makes no sense now."""

    def tick(self, t: Seconds) -> tuple[Event, ...]:
        """Time passes without a new sighting."""

    def end(self, t: Seconds) -> tuple[Event, ...]:
        """The source has ended: an event `end`."""

    def status(self, t: Seconds) -> Any:
        """A `Status` of the game's own."""

    def record(self) -> Any:
        """A `Record` of the game so far."""

    @property
    def unjudged(self) -> bool:
        """Whether something is going on at the table that is no part of the game yet: then a move that is
        said may wait for it."""

    @property
    def silences(self) -> int:
        """How often the table stood otherwise than the game has it and nothing was said for long: each is a
        fault of this program."""

    @property
    def told(self) -> Sequence[Hashable]:
        """What people said of what is seen, and holds: its eye may learn from it."""

    @property
    def asked(self) -> Any:
        """What a player of the machine's has to choose now, a value that hashes, see `Play.thought`; or
        None."""


@dataclass(frozen=True, slots=True)
class Search:
    """What takes too long to be thought over where the table runs."""

    command: Sequence[str]
    """A program that prints the answer; it is ended when nobody wants that any more."""
    read: Callable[[str], Any]
    """The decision that it printed."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """It is chosen by somebody at another table: nothing is thought over here."""


class Options(Protocol):
    """A game's module of that name."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Options of a command that say which game is to be refereed; `--mode` with its word is read already,
        see `companion.commands.asking`."""


class Play(Protocol):
    """The module `play` of a game."""

    # What is agreed on

    def usual(self) -> Any:
        """The game that is played where nobody agreed on any."""

    def game_from(self, told: object) -> Any:
        """Settings as they are kept, or asked for by a program; raises `SettingsError`."""

    def settings_of(self, game: Any) -> dict[str, Any]:
        """What `game_from` reads: plain JSON, with the game's name where it is not the first one."""

    def alike(self, asked: Any, kept: Any) -> bool:
        """Whether a kept game is the one that is asked for at start, whatever its names and dice."""

    def again(self, game: Any, seed: int) -> Any:
        """The same once more, with other luck."""

    def game_asked(self, options: argparse.Namespace, house: Mapping[str, object]) -> Any:
        """What those say, and the configuration of this table; None where neither says anything of a game.
        Raises `OptionError`."""

    # What is kept and told

    def event_from(self, told: Mapping[str, Any]) -> Event:
        """Reads what `Event.as_json` wrote; raises `EventError`."""

    def decision_from(self, told: object) -> Any:
        """Reads what a program sends; raises `DecisionError`."""

    def as_told(self, decision: Any) -> dict[str, Any] | None:
        """What `decision_from` reads; None for what no person decides."""

    # What is played

    def referee(self, game: Any) -> Referee: ...

    def resumed(self, game: Any, events: Iterable[Event]) -> Referee:
        """Goes on after the events that it said before; raises `Unplayable`."""

    def answered(self, asked: Any) -> Any:
        """The decision that answers what a referee asked, the same for the same question."""

    def thought(self, asked: Any) -> Any:
        """The same, or where it takes long the `Search` that finds it; or `Elsewhere`."""

    # What is handed on

    def record_of(self, game: Any, events: Iterable[Event]) -> Any:
        """The record of a kept game; raises `Unplayable`."""

    def record_text(self, record: Any, *, plain: bool = False) -> str:
        """As programs read it, or people."""

    def imported(self, text: str) -> tuple[Any, tuple[Event, ...]]:
        """A record as a game of the store; raises `Unplayable`."""

    # On a drawn table

    def laid_out(self, game: Any) -> str | None:
        """What is laid on it before that game, as `Drawn.lay` reads it; None: nothing is."""

    def standing(self, status: Any) -> str | None:
        """What lies there in the middle of a game; None where people still set it up."""

    def autoplay(self, table: Any) -> "Autoplay":
        """Who plays on it by itself."""


class Autoplay(ABC):
    """Plays on a running table, in a thread of its own, until `stop`."""

    def __init__(self, table: Any, pause: float, *faults: type[Exception]) -> None:
        """`pause` in seconds, between what was understood and what is done next; `faults`: what the table may
        raise besides `Refused`."""
        self._table = table
        self._pause = pause
        self._faults: tuple[type[Exception], ...] = (Refused, *faults)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="autoplay", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    @abstractmethod
    def step(self) -> None:
        """Does what is next, if anything is. What was refused is thought over again: somebody else may have
        played meanwhile."""

    def rested(self, seconds: float) -> bool:
        """Waits for so long; whether it goes on then."""
        return not self._stop.wait(seconds)

    def _run(self) -> None:
        while self.rested(self._pause):
            try:
                self.step()
            except self._faults as fault:
                _log.info("the player could not do that: %s", fault)
