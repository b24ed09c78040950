"""Drawn games watched by what `himiki watch` is made of, and how much of them was understood."""

import gc
import time
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from random import Random

from companion.bench.stillness import Silence
from companion.commands.watching import Watching
from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.events import Corrected, Event, Move, Restored, Uncertain, Violation
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.moves import Place
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position, start_position
from companion.games.himiki.rules.variant import Edition, Mode, Variant
from tests import learning
from tests.end_to_end.drawn_games import UNSAID, DrawnGame, Habits
from vision.cubes.following.eye import Eye
from vision.cubes.profile import Profile
from vision.virtual.gallery import LOOKS
from vision.virtual.harder import harder
from vision.virtual.painting.renderer import Renderer
from vision.virtual.scenes.looks import DrawnLook

KINDS = (
    Variant(Mode.DUEL),
    Variant(Mode.DUEL, Edition.FIRST),
    Variant(Mode.TEAMS),
    Variant(Mode.TEAMS, Edition.FIRST),
    Variant(Mode.MUK_YAN),
    Variant(Mode.MUK_YAN, Edition.FIRST, human=Colour.BLACK),
    Variant(Mode.DUEL, chaos=True),
    Variant(Mode.TEAMS, chaos=True),
    Variant(Mode.DUEL, Edition.FIRST, chaos=True),
)


@lru_cache(maxsize=2)
def _learnt(look: DrawnLook) -> Profile:
    return learning.drawn(look)


@lru_cache(maxsize=2)
def _drawn_by(look: DrawnLook) -> Renderer:
    return Renderer(look)


def look_in(name: str, light: str | None, seed: int) -> tuple[DrawnLook, DrawnLook]:
    """As it is played on, and as it was learnt: in mild light, unless all light there is is dim."""
    usual = LOOKS[name]
    if light is None:
        return usual, usual
    hard = harder(usual, light, seed)
    return hard, hard if light == "dim" else usual


@dataclass
class Watched:
    """One game, as it was played and as it was understood."""

    name: str
    look: str
    game: DrawnGame
    events: list[Event]
    complaints: list[str]
    score: tuple[int, int]
    frames: int
    seeing: float
    """Seconds of computing for all frames, drawing them left out."""
    light: str | None = None
    """Where it was harder than usual."""

    @property
    def silence(self) -> Silence:
        return self.game.listening.longest

    @property
    def understood(self) -> list[str]:
        entries: list[tuple[str, str]] = []
        for event in self.events:
            if isinstance(event, Corrected):
                if event.back:
                    del entries[-event.back :]
                if event.reason not in ("undo", "takeback", "unclaim"):
                    entries.append((event.reason, ""))
            elif isinstance(event, Move):
                entries.append((event.name, event.move))
            elif event.name == "placed":
                entries.append((event.name, ""))
        return [move for name, move in entries if name == "move" and move not in UNSAID]

    @property
    def right(self) -> int:
        matcher = SequenceMatcher(None, self.game.truth.moves, self.understood, autojunk=False)
        return sum(block.size for block in matcher.get_matching_blocks())

    @property
    def false_moves(self) -> int:
        """Said at any time, and never played."""
        said = [e.move for e in self.events if isinstance(e, Move) and e.move not in UNSAID]
        planted = self.game.truth.planted
        # What is done in two deeds begins with one that is a legal move by itself, and may be told.
        half = 0 if planted is None else len(planted.actions) - 1
        extra = max(0, len(said) - self.game.truth.played - half)
        return extra + max(0, len(self.understood) - self.right)

    @property
    def questions(self) -> int:
        return sum(isinstance(event, Uncertain) for event in self.events)

    @property
    def false_violations(self) -> list[Violation]:
        truth = self.game.truth
        found = [(n, e) for n, e in enumerate(self.events) if isinstance(e, Violation)]
        if truth.planted is None:
            return [event for _, event in found]
        return [e for n, e in found if not truth.planted_at <= n <= truth.restored_at + 20]

    @property
    def score_right(self) -> bool:
        return self.score == self.game.position.score

    @property
    def fine(self) -> bool:
        return (
            self.score_right
            and self.right == len(self.game.truth.moves)
            and not self.false_moves
            and not self.false_violations
            and self.game.truth.stuck is None
        )

    # A planted violation

    @property
    def meant_to_break(self) -> bool:
        """Whether one was to be planted, though there may have been no room for it."""
        return self.game.habits.violation is not None

    @property
    def detected(self) -> Violation | None:
        truth = self.game.truth
        found = (e for e in self.events[truth.planted_at : truth.restored_at + 1] if isinstance(e, Violation))
        return next(found, None)

    @property
    def rightly_named(self) -> bool:
        planted, told = self.game.truth.planted, self.detected
        return planted is not None and told is not None and told.rule in planted.rules

    @property
    def put_back(self) -> bool:
        after = self.events[self.game.truth.restored_at :]
        return any(isinstance(event, Restored) for event in after)


def watched(variant: Variant, look: str, seed: int, habits: Habits, light: str | None = None) -> Watched:
    """`light`: one of `HARDER`."""
    dice = Random(seed)
    drawn_look, learnt_look = look_in(look, light, seed)
    set_up = dice.random() < habits.set_up
    start = None if set_up else random_start(variant, dice)
    game = Game(variant, start, seed=seed)
    drawn = DrawnGame(game, drawn_look, seed, habits, _drawn_by(drawn_look))
    eye = Eye(_learnt(learnt_look))
    complaints: list[str] = []
    watching = Watching(
        _Timed(drawn), eye, Referee(game), drawn.hear, decisions=drawn, complain=complaints.append
    )
    timed = watching._source  # noqa: SLF001
    assert isinstance(timed, _Timed)
    timed.open()
    drawn.status = watching.following.referee.status
    began = time.process_time()
    watching.run()
    seeing = time.process_time() - began - timed.spent
    end = drawn.said[-1].as_json()
    gc.collect()
    score = (end["score"][0], end["score"][1])
    name = f"{variant.mode.value}-{variant.edition.value}{'-chaos' if variant.chaos else ''}"
    return Watched(name, look, drawn, drawn.said, complaints, score, watching.frames, seeing, light)


def random_start(variant: Variant, dice: Random) -> Position:
    position = start_position(variant)
    while position.phase.setup:
        moves = [move for move in legal_moves(position) if isinstance(move, Place)]
        position = play(position, dice.choice(moves)).after
    return position


class _Timed(DrawnGame):
    """Passes a drawn game's frames on, and knows how long drawing them took."""

    def __init__(self, game: DrawnGame) -> None:
        self._game = game
        self.spent = 0.0

    def open(self) -> None:
        self._game.open()

    def take(self):  # type: ignore[no-untyped-def]
        began = time.process_time()
        try:
            return self._game.take()
        finally:
            self.spent += time.process_time() - began
