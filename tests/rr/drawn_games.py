"""Whole games of RR on a drawn table, seen through the eye and refereed, with what was understood as a table.

`python -m tests.rr.drawn_games --games 100 --violations 50`: every option game, hands in the picture, rows in
view. Time is the drawn table's own.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import cv2

from companion.games.decisions import Answer
from companion.games.events import Event
from companion.games.rr.agreed import Agreed
from companion.games.rr.drawn import LOOKS, OFF, USUAL_LOOK, DrawnTable, Lies, painter_of
from companion.games.rr.hands import hands_of
from companion.games.rr.referee.look import DOWN, FREE, Cells
from companion.games.rr.referee.machine import Referee
from companion.games.rr.rules.board import NAMES
from companion.games.rr.rules.moves import Pick
from companion.games.rr.rules.play import LEFT_TO_THE_SECOND, Played
from companion.games.rr.rules.written.notation import bare
from companion.games.rr.rules.written.options import variant_of
from companion.games.rr.rules.written.position_text import position_text
from companion.games.rr.rules.written.record import replay
from companion.games.rr.seeing import TaughtEye, drawn_profile
from tests.rr.games import random_game, to_referee, words
from tests.rr.test_planted_violations import KINDS
from vision.frames import Frame, Seconds
from vision.virtual.flat.table import FlatTable

_STEP = 0.1
_STILL = 1.4
"""Seconds in which nobody's hand is over the table, after each thing that hands do."""


@dataclass
class Understood:
    game: str
    seed: int
    moves: int = 0
    right: int = 0
    false: int = 0
    questions: int = 0
    planted: int = 0
    told: int = 0
    extra: int = 0
    """Violations that nobody planted."""
    wrong: str = ""
    """The first that was not understood."""


class Evening:
    """One drawn table, one eye, one referee."""

    def __init__(self, options: list[str], seed: int, look: str = USUAL_LOOK) -> None:
        self.t = 0.0
        self.drawn = DrawnTable(FlatTable(LOOKS[look], seed, pace=0.0), lambda: Seconds(self.t))
        self.agreed = Agreed(variant_of(options))
        self.drawn.lay(position_text(self.agreed.start))
        self.referee = Referee(self.agreed)
        self._painter = painter_of(look)
        self._eye = TaughtEye(drawn_profile(look))
        self._sighting: Any = None
        self.said: list[Event] = []

    def watch(self, seconds: float) -> None:
        end = self.t + seconds
        while self.t < end:
            self.t = round(self.t + _STEP, 3)
            scene = replace(self.drawn.table.scene_at(self.t), noise=round(self.t * 10))
            look = self._eye.look(Frame(self._painter.picture(scene), Seconds(self.t)))
            self._sighting = look.sighting or self._sighting
            if self._sighting is not None:
                self.said += self.referee.see(replace(self._sighting, t=Seconds(self.t)))

    def hands(self, *verbs: str) -> None:
        """Each by a hand that comes and goes."""
        for verb in verbs:
            self.drawn.do("hand")
            self.watch(0.3)
            self.drawn.do(verb)
            self.drawn.do("no hand")
            self.watch(_STILL)

    def shows(self, lies: tuple[Lies, ...]) -> None:
        self.drawn.do("hand")
        self.watch(0.3)
        self.drawn.lay_out(lies)
        self.drawn.do("no hand")
        self.watch(_STILL)

    @property
    def cells(self) -> Cells:
        cells = dict.fromkeys(NAMES, FREE)
        for each in self.drawn.lying():
            if each.on_board:
                cells[each.place] = DOWN if each.down else type(FREE)(each.code + each.ally)
        return tuple(cells.values())

    def play(self, played: Played) -> None:
        if isinstance(played.move, Pick):
            self.hands(*_picking(played))
        else:
            down = {each.place: each.down for each in self.drawn.lying() if each.on_board}
            self.hands(*hands_of(played, down))
        question = self.referee.status(Seconds(self.t)).question
        if question is not None and bare(played.move) in question.options:
            self.said += self.referee.decide(Answer(bare(played.move)), Seconds(self.t))


def _picking(played: Played) -> Iterator[str]:
    yield f"{played.move.tile}>{played.before.turn.letter}"
    left = [tile for tile in played.before.neutral if tile != played.move.tile]
    if len(left) == LEFT_TO_THE_SECOND:
        yield ";".join(f"{tile}>{played.before.turn.other.letter}" for tile in left)


def planted(evening: Evening, wrong: Cells) -> tuple[Lies, ...]:
    """What lies there then, beside what the look says of the board."""
    before = evening.cells
    lies = evening.drawn.lying()
    for name, was, cell in zip(NAMES, before, wrong, strict=True):
        if was == cell:
            continue
        if was != FREE:
            gone = [each for each in lies if each.place == name]
            lies = (
                *(each for each in lies if each.place != name),
                *(replace(each, place=OFF) for each in gone),
            )
        if cell not in (FREE, DOWN):
            lies = (*(each for each in lies if each.code != cell[:2]), Lies(cell[:2], name, 0, cell[2:]))
    return lies


def refereed(game: str, seed: int, kind: str | None = None) -> Understood:
    cv2.setNumThreads(1)
    steps = list(random_game(game, seed))
    evening = Evening(words(random.Random(f"{game} {seed}"), game), seed)
    found = Understood(game or "basic", seed, moves=len(steps))
    chance = random.Random(f"planted {game} {seed}")
    evening.watch(1.5)
    for number, played in enumerate(steps):
        wrong = None
        if kind is not None and number > 1 and not found.planted:
            wrong = KINDS[kind](evening.cells, played, chance)
        if wrong is not None:
            stood, count = evening.drawn.lying(), len(evening.said)
            evening.shows(planted(evening, wrong))
            evening.watch(1.2)
            found.planted += 1
            found.told += any(event.name == "violation" for event in evening.said[count:])
            evening.shows(stood)
        evening.play(played)
    evening.watch(5.0)
    found.questions = sum(event.name == "uncertain" for event in evening.said)
    found.extra = sum(event.name == "violation" for event in evening.said) - found.told
    wanted = [position_text(step.after) for step in steps]
    got = [position_text(step.after) for step in replay(evening.referee.record()).steps]
    found.right = sum(one == other for one, other in zip(wanted, got, strict=False))
    found.false = sum(each not in wanted for each in got)
    if found.right < len(wanted):
        at = found.right
        found.wrong = f"{bare(steps[at].move)} in {position_text(steps[at].before)}"
    return found


def _told(found: Understood) -> str:
    return (
        f"{found.game:<13}{found.seed:>5}{found.moves:>7}{found.right:>7}{found.false:>7}"
        f"{found.questions:>11}{found.planted:>9}{found.told:>6}{found.extra:>7}  {found.wrong}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--violations", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    wanted = to_referee(options.games, options.violations, options.seed, list(KINDS))
    print(
        f"{'game':<13}{'seed':>5}{'moves':>7}{'right':>7}{'false':>7}{'questions':>11}{'planted':>9}{'told':>6}{'extra':>7}"
    )
    all_of: list[Understood] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for found in pool.map(refereed, *zip(*wanted, strict=True)):
            all_of.append(found)
            print(_told(found), flush=True)
    games = max(1, len(all_of))
    moves, right = sum(each.moves for each in all_of), sum(each.right for each in all_of)
    print(
        f"\n{games} games, {right} of {moves} moves right ({right / max(1, moves):.2%}),"
        f" {sum(each.false for each in all_of)} false,"
        f" {sum(each.questions for each in all_of) / games:.2f} questions a game,"
        f" {sum(each.told for each in all_of)} of {sum(each.planted for each in all_of)} violations told,"
        f" {sum(each.extra for each in all_of)} told that nobody planted"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
