"""Games of which every frame's truth is known: out of dataset folders, and drawn ones that play themselves.

A drawn evening goes by as fast as it can be drawn and seen; its time is that of its frames.
"""

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.bench.stillness import Listening, Shown, Tops
from companion.games.himiki.agreed import Game
from companion.games.himiki.autoplay import Clear, Physical, Player
from companion.games.himiki.choosing import answered
from companion.games.himiki.drawn import cubes_lying
from companion.games.himiki.referee.decisions import DecisionError
from companion.games.himiki.referee.events import Event
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.variant import Edition, Mode, Variant
from companion.games.himiki.rules.written.position_text import parse_position
from companion.table.following import Following
from vision.cubes.following.eye import Eye
from vision.cubes.profile import Profile
from vision.frames import Frame, Seconds
from vision.pictures import load_picture
from vision.virtual.harder import swayed
from vision.virtual.painting.renderer import Renderer
from vision.virtual.painting.truth import DrawnTruth
from vision.virtual.placing import TableError
from vision.virtual.scenes.looks import DrawnLook
from vision.virtual.table import VirtualTable

_EVERY: Final = 1 / 3
"""Seconds between two frames, as in the games of datasets."""

_LINGERS: Final = 12.0
"""Seconds for which the last picture of a game stays: people would go on looking, and so does the referee."""

STALL: Final = 60.0
"""Seconds without any event after which a game that is not over has stalled."""

_PATIENCE: Final = 12.0
"""Seconds until a player tries something else: longer than the referee may be silent."""

VARIANTS: Final = (
    Variant(Mode.DUEL),
    Variant(Mode.TEAMS),
    Variant(Mode.MUK_YAN),
    Variant(Mode.DUEL, Edition.FIRST),
    Variant(Mode.TEAMS, Edition.FIRST),
)


# Out of folders


def game_of(folder: Path) -> Game:
    """Of `games/NAME` in a dataset folder."""
    told = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    edition = Edition(told.get("edition", Edition.SECOND.value))
    variant = Variant(Mode(told["mode"]), edition)
    return Game(variant, parse_position(told["start"], variant))


def recorded(folder: Path) -> Iterator[Shown]:
    """Every frame of such a game, and the last one for a while longer."""
    with (folder / "times.csv").open(encoding="utf-8") as file:
        times = {row["file"]: float(row["seconds"]) for row in csv.DictReader(file)}
    shown = None
    for line in (folder / "frames.jsonl").read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        image = load_picture(folder / told["image"])
        frame = Frame(image, Seconds(times[told["image"]]), told["image"])
        shown = Shown(frame, _tops_told(told["cubes"]), _is_still(told))
        yield shown
    if shown is not None:
        for number in range(1, round(_LINGERS / _EVERY) + 1):
            t = Seconds(shown.frame.t + number * _EVERY)
            yield replace(shown, frame=replace(shown.frame, t=t))


def _tops_told(cubes: list[dict[str, Any]]) -> Tops:
    letters = {"fire": "H", "water": "M", "wood": "K"}
    return {cube["square"]: f"{cube['colour'][0]}{letters[cube['top']]}" for cube in cubes}


def _is_still(told: dict[str, Any]) -> bool:
    return not told["hand"] and told["conditions"].get("phase", "stable") == "stable"


# Drawn


def tops_of(truth: DrawnTruth) -> Tops:
    return {name_of(each.square): f"{each.colour.letter}{each.top.letter}" for each in truth.cubes}


@dataclass
class FilmedEvening:
    """A drawn table on which one game follows the other."""

    look: DrawnLook
    profile: Profile
    seed: int = 0
    listening: Listening = field(default_factory=Listening)
    moves: int = 0
    games: int = 0
    questions: int = 0
    given_up: list[float] = field(default_factory=list)
    """When a game was given up because nothing came of anything any more."""
    stalls: list[float] = field(default_factory=list)
    """When a game that was not over had gone on for too long without an event."""
    now: float = 0.0

    def __post_init__(self) -> None:
        self._dice = Random(self.seed)
        self._table = VirtualTable(self.look, self.seed)
        self._renderer = Renderer(self.look)
        self._eye = Eye(self.profile)
        self._following = Following(Referee(self._next_game()))
        self._player = Player(Random(self.seed + 1), wait=_PATIENCE)
        self._said_at = 0.0
        self._frames = 0

    def play(self, seconds: float) -> None:
        """So much of the frames' own time."""
        until = self.now + seconds
        while self.now < until:
            self._frame()
            self.now += _EVERY

    def _next_game(self) -> Game:
        variant = VARIANTS[(self.seed + self.games) % len(VARIANTS)]
        return Game(variant, seed=self._dice.randrange(1 << 30))

    def _frame(self) -> None:
        t = Seconds(self.now)
        busy = self._table.busy_until() is not None
        self._frames += 1
        scene = replace(self._table.scene_at(t), noise=self._frames, sway=swayed(self.look, t))
        image, truth = self._renderer.render(scene)
        said = self._following.hear(self._eye.look(Frame(image, t)))
        while (asked := self._following.referee.asked) is not None:
            said += self._following.decide(answered(asked), t)
        still = not busy and self._table.busy_until() is None
        self.listening.heard(
            Shown(Frame(image, t), tops_of(truth), still), said, self._following.referee.status(t)
        )
        self._note(said)
        self._act(t)

    def _note(self, said: list[Event]) -> None:
        if said:
            self._said_at = self.now
        elif self.now - self._said_at > STALL:
            self.stalls.append(self.now)
            self._said_at = self.now
        self.moves += sum(event.name == "move" for event in said)
        self.questions += sum(event.name == "uncertain" for event in said)

    def _act(self, t: Seconds) -> None:
        referee = self._following.referee
        status = referee.status(t)
        cubes = cubes_lying(self._table.scene_at(t).pieces)
        step = self._player.step(status, referee.game, cubes, t, busy=self._table.busy_until() is not None)
        try:
            match step:
                case None:
                    pass
                case Physical(actions):
                    for action in actions:
                        self._table.do(action, t)
                case Clear():
                    if not status.over:
                        self.given_up.append(self.now)
                    self.games += 1
                    self._table.lay("-")
                    self._player.forget()
                    self._note(self._following.follow(Referee(self._next_game()), t))
                case _:
                    self._note(self._following.decide(step, t))
        except (TableError, DecisionError, RulesError):
            pass  # As at the table: it is tried otherwise when nothing comes of it.
