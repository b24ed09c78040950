"""Whole games on the panel, with undo and restart: every light's sequence is the one that the record has."""

import random
from dataclasses import dataclass, field

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.referee.decisions import Undo
from companion.referee.events import Corrected, Event, Move
from companion.referee.game import Game
from companion.referee.machine import Referee
from companion.rules.variant import Mode, Variant
from hardware.lights import POINTS, lights_of
from hardware.panel import Panel
from hardware.wiring import PROPOSED
from tests.referee.eye import Eye
from tests.rules.games import RandomGame
from vision.frames import Seconds

LEDS = {
    name: number
    for name, number in PROPOSED.pins()
    if not name.startswith("referee") and name not in ("buzzer", "done", "undo", "roll")
}


def lit(position: str) -> dict[str, bool]:
    """What a position string says of every light; read here from the text alone."""
    _, turn, score, influences, _ = position.split()
    white, black = (int(points) for points in score.split("-"))
    won = "w" if white == POINTS else "b" if black == POINTS else None
    shown = {f"white_score[{i}]": white > i for i in range(POINTS)}
    shown |= {f"black_score[{i}]": black > i for i in range(POINTS)}
    shown |= {"white_turn": (won or turn[0]) == "w", "black_turn": (won or turn[0]) == "b"}
    for name, holder in zip(("fire", "water", "wood"), influences, strict=True):
        shown |= {f"{name}[0]": holder == "w", f"{name}[1]": holder == "b"}
    return shown


def changes(states: list[bool]) -> list[bool]:
    """Without those that only repeat the one before."""
    return [state for at, state in enumerate(states) if at == 0 or states[at - 1] != state]


@dataclass
class Played:
    """A game at a table with a panel, and what the record says each light should have done."""

    game: Game
    pins: MockFactory
    eye: Eye
    events: list[Event] = field(default_factory=list)
    expected: dict[str, list[bool]] = field(default_factory=lambda: {name: [False] for name in LEDS})

    def __post_init__(self) -> None:
        self.referee = Referee(self.game)
        self.panel = Panel(PROPOSED, pin_factory=self.pins)
        self.ends = {name: self.pins.pin(number) for name, number in LEDS.items()}
        self.seen = {name: [False] for name in LEDS}

    def hear(self, events: tuple[Event, ...]) -> None:
        self.events += events
        standing = [each.position for each in events if isinstance(each, (Move, Corrected))]
        if standing or not self.expected_begun():
            self.note(lit(standing[-1] if standing else self.referee.status(Seconds(self.eye.t)).position))
        self.panel.show(lights_of(self.referee.status(Seconds(self.eye.t))))

    def expected_begun(self) -> bool:
        return any(len(states) > 1 for states in self.expected.values())

    def note(self, shown: dict[str, bool]) -> None:
        for name, on in shown.items():
            self.expected[name].append(on)

    def look(self, board: bytes) -> None:
        for _ in range(3):
            self.hear(self.referee.see(self.eye.look(board)))

    def restart(self) -> None:
        """The lights go out, and come back as they were."""
        self.panel.close()
        self.note(dict.fromkeys(LEDS, False))
        self.collect()
        self.panel = Panel(PROPOSED, pin_factory=self.pins)
        self.ends = {name: self.pins.pin(number) for name, number in LEDS.items()}
        self.referee = Referee.resumed(self.game, self.events)
        self.note(lit(self.referee.status(Seconds(self.eye.t)).position))
        self.panel.show(lights_of(self.referee.status(Seconds(self.eye.t))))

    def collect(self) -> None:
        for name, pin in self.ends.items():
            self.seen[name] += [bool(each.state) for each in pin.states]
            pin.clear_states()


@pytest.mark.parametrize("seed", range(100))
def test_every_light_follows_the_record(seed: int) -> None:
    pins = MockFactory(pin_class=MockPWMPin)
    chance = random.Random(seed)
    variant = Variant(chance.choice((Mode.DUEL, Mode.TEAMS)))
    moves = [played for played in RandomGame(variant, seed) if not played.before.phase.setup][:40]
    table = Played(Game(variant, moves[0].before), pins, Eye(seed))
    table.look(moves[0].before.board)
    for played in moves:
        table.hear(table.referee.see(table.eye.hand()))
        table.look(played.after.board)
        if chance.random() < 0.08:
            table.hear(table.referee.decide(Undo(), Seconds(table.eye.t)))
            table.look(played.before.board)
            table.look(played.after.board)
        if chance.random() < 0.08:
            table.restart()
            table.look(played.after.board)
    table.collect()
    table.panel.close()
    assert any(isinstance(event, Move) for event in table.events)
    for name in LEDS:
        assert changes(table.seen[name]) == changes(table.expected[name]), name
    pins.reset()
