"""The referee: sightings over time and people's decisions go in, events come out. No clock, no I/O."""

from collections.abc import Iterable

from companion.referee.decisions import Decision
from companion.referee.events import Event
from companion.referee.game import Game
from companion.referee.status import Status
from companion.rules.record import Record
from vision.frames import Seconds
from vision.sighting import Sighting


class Referee:
    """Follows one game. What it says is a function of the game, the sightings and the decisions."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @classmethod
    def resumed(cls, game: Game, events: Iterable[Event]) -> "Referee":
        """Goes on after the events that it said before; the next sighting is compared with them."""
        raise NotImplementedError

    def see(self, sighting: Sighting) -> tuple[Event, ...]:
        raise NotImplementedError

    def decide(self, decision: Decision, t: Seconds) -> tuple[Event, ...]:
        """Raises `DecisionError` (or `RulesError`) and changes nothing where it makes no sense now."""
        raise NotImplementedError

    def tick(self, t: Seconds) -> tuple[Event, ...]:
        """Time passes without a new sighting: for clocks and for what is judged after a while."""
        raise NotImplementedError

    def end(self, t: Seconds) -> tuple[Event, ...]:
        """The source has ended: the `end` event."""
        raise NotImplementedError

    def status(self, t: Seconds) -> Status:
        raise NotImplementedError

    def record(self) -> Record:
        """The game so far, without what was taken back."""
        raise NotImplementedError
