"""Whole games on the panel, with undo and restart: every light's sequence is the one that the record has."""

import random
from dataclasses import dataclass, field

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.decisions import Undo
from companion.games.himiki.referee.events import Corrected, Event, Move, MukYan, Violation
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.showing import lights_of
from hardware.lights import POINTS
from hardware.panel import Panel
from hardware.wiring import PROPOSED
from tests.referee.eye import Eye
from tests.referee.random_tables import RandomTable
from tests.rules.games import RandomGame
from vision.frames import Seconds

pytestmark = pytest.mark.long

LEDS = {
    name: number
    for name, number in PROPOSED.pins()
    if not name.startswith("referee") and name not in ("buzzer", "done", "undo", "roll")
}
REFEREE = {f"referee[{at}]": number for at, number in enumerate(PROPOSED.referee)}
ALL = LEDS | REFEREE
SIGNALS = {"dark": (0, 0, 0), "fair": (0, 1, 0), "waiting": (1, 1, 0), "violation": (1, 0, 0)}
"""Which of red, green and blue are on."""


_PATIENCE = 40
"""Frames within which what is not legal is said to be so."""

FAR = 4
"""Steps that no tilt, replays included, is likely to have gone unseen."""


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


def displaced(board: bytes, chance: random.Random) -> bytes:
    """A cube of the side not on turn is elsewhere: no rule moves one that far."""
    found = [at for at, cube in enumerate(board) if cube]
    taken = chance.choice(found)
    free = [at for at, cube in enumerate(board) if not cube and _steps(at, taken) >= FAR]
    laid = bytearray(board)
    laid[taken], laid[chance.choice(free)] = 0, board[taken]
    return bytes(laid)


def _steps(one: int, other: int) -> int:
    return abs(one // 6 - other // 6) + abs(one % 6 - other % 6)


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
    expected: dict[str, list[bool]] = field(default_factory=lambda: {name: [False] for name in ALL})

    def __post_init__(self) -> None:
        self.referee = Referee(self.game)
        self.panel = Panel(PROPOSED, rhythm=False, pin_factory=self.pins)
        self.ends = {name: self.pins.pin(number) for name, number in ALL.items()}
        self.seen = {name: [False] for name in ALL}

    def hear(self, events: tuple[Event, ...]) -> None:
        self.events += events
        standing = [each.position for each in events if isinstance(each, (Move, Corrected))]
        if standing or not self.expected_begun():
            self.note(lit(standing[-1] if standing else self.referee.status(Seconds(self.eye.t)).position))
        self.panel.show(lights_of(self.referee.status(Seconds(self.eye.t))))

    def expected_begun(self) -> bool:
        return any(len(self.expected[name]) > 1 for name in LEDS)

    def note(self, shown: dict[str, bool]) -> None:
        for name, on in shown.items():
            self.expected[name].append(on)

    def signals(self, name: str) -> None:
        """What the referee's light has to say from now on."""
        self.note({led: bool(on) for led, on in zip(REFEREE, SIGNALS[name], strict=True)})

    def look(self, board: bytes) -> None:
        for _ in range(3):
            self.hear(self.referee.see(self.eye.look(board)))

    def break_a_rule(self, board: bytes) -> None:
        """Until the referee has said so."""
        self.signals("violation")
        self.hear(self.referee.see(self.eye.hand()))
        for _ in range(_PATIENCE):
            self.hear(self.referee.see(self.eye.look(board)))
            if isinstance(self.events[-1], Violation):
                break
        self.signals("fair")

    def restart(self) -> None:
        """The lights go out, and come back as they were, waiting for the board to be seen."""
        self.panel.close()
        self.note(dict.fromkeys(ALL, False))
        self.collect()
        self.panel = Panel(PROPOSED, rhythm=False, pin_factory=self.pins)
        self.ends = {name: self.pins.pin(number) for name, number in ALL.items()}
        self.referee = Referee.resumed(self.game, self.events)
        self.note(lit(self.referee.status(Seconds(self.eye.t)).position))
        self.signals("waiting")
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
    table.signals("fair")
    table.look(moves[0].before.board)
    for played in moves:
        if chance.random() < 0.08:
            table.break_a_rule(displaced(played.before.board, chance))
            table.look(played.before.board)
        table.hear(table.referee.see(table.eye.hand()))
        table.look(played.after.board)
        if chance.random() < 0.08:
            table.signals("waiting")
            table.hear(table.referee.decide(Undo(), Seconds(table.eye.t)))
            table.signals("fair")
            table.look(played.before.board)
            table.look(played.after.board)
        if chance.random() < 0.08:
            table.restart()
            table.signals("fair")
            table.look(played.after.board)
    table.collect()
    table.panel.close()
    assert any(isinstance(event, Move) for event in table.events)
    for name in ALL:
        assert changes(table.seen[name]) == changes(table.expected[name]), name
    pins.reset()


@pytest.mark.parametrize("seed", range(20))
def test_the_referees_light_is_blue_from_muk_yans_word_until_it_is_carried_out(seed: int) -> None:
    """RULES 6.2: people do it for him."""
    pins = MockFactory(pin_class=MockPWMPin)
    panel = Panel(PROPOSED, rhythm=False, pin_factory=pins)
    blue: list[bool] = []

    def watch(table: RandomTable) -> None:
        status = table.referee.status(Seconds(table.eye.t))
        panel.show(lights_of(status))
        assert {name: bool(pins.pin(number).state) for name, number in LEDS.items()} == lit(status.position)
        last = next((each for each in reversed(table.events) if isinstance(each, (Move, MukYan))), None)
        said = isinstance(last, MukYan) and last.action > 0
        shown = tuple(int(bool(pins.pin(number).state)) for number in PROPOSED.referee)
        assert shown == ((0, 0, 1) if said else SIGNALS["fair"])
        blue.append(said)

    RandomTable(Variant(Mode.MUK_YAN), seed, Eye(seed), start_given=True, watch=watch).play(30)
    assert {True, False} == set(blue)
    panel.close()
    pins.reset()
