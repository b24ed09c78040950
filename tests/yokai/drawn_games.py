"""Whole games of Terres de Yokai on a drawn table, seen through the eye and refereed: what was understood.

`python -m tests.yokai.drawn_games --games 60 --violations 40`: a hand comes and goes for each thing that is
done; nobody says anything but answers. Time is the drawn table's own.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

import cv2

from companion.games.decisions import Answer
from companion.games.events import Event
from companion.games.yokai import play as yokai
from companion.games.yokai.drawn import LOOKS, START, USUAL_LOOK, DrawnTable, painter_of
from companion.games.yokai.eye import PilesEye
from companion.games.yokai.players.opponents import Greedy
from companion.games.yokai.referee.steps import steps_of
from companion.games.yokai.referee.todo import step_text
from companion.games.yokai.rules.cards import CARDS, Colour, Yokai
from companion.games.yokai.rules.house import HOUSE
from companion.games.yokai.rules.legal import abilities, legal_moves
from companion.games.yokai.rules.moves import Draw, Lay, Move, Reveal
from companion.games.yokai.rules.play import Played, play
from companion.games.yokai.rules.position import Holding, Phase, Player, Position, due, start_position
from companion.games.yokai.rules.written.notation import annotated
from companion.games.yokai.seeing import drawn_profile
from tests.yokai.refereed import told_cards
from vision.frames import Frame, Seconds
from vision.virtual.flat.table import FlatTable

_STEP = 0.2
_STILL = 1.4
"""Seconds in which nobody's hand is over the table, after each thing that hands do."""
_LONGEST = 150
"""Cards and passes: after so many a game is left."""


@dataclass
class Understood:
    seed: int
    look: str
    cards: int = 0
    right: int = 0
    told: int = 0
    questions: int = 0
    unanswerable: int = 0
    """Of the questions, those that do not name what was done."""
    awarded: bool = False
    """Whether every Yokai that was won is with who won it."""
    planted: int = 0
    found: int = 0
    extra: int = 0
    """Violations that nobody planted."""
    wrong: str = ""
    """The first card that was not understood."""


class Evening:
    """One drawn table, one eye, one referee; and who knows everything."""

    def __init__(self, seed: int, look: str) -> None:
        self.t = 0.0
        self.chance = Random(f"evening {seed}")
        self.drawn = DrawnTable(
            FlatTable(LOOKS[look], seed, pace=0.0), lambda: Seconds(self.t), None, self.chance
        )
        self.drawn.lay(START)
        self.referee = yokai.referee(yokai.usual())
        self.position = start_position(CARDS)
        self.cards: list[Played] = []
        self.said: list[Event] = []
        self.unanswerable = 0
        self._picture = lru_cache(maxsize=4)(painter_of(look).picture)
        self._eye = PilesEye(drawn_profile(look))
        self._sighting: Any = None

    def watch(self, seconds: float) -> None:
        end = self.t + seconds
        while self.t < end:
            self.t = round(self.t + _STEP, 3)
            # Each picture has other noise than the two before it; a table that stands is drawn no oftener.
            scene = replace(self.drawn.table.scene_at(self.t), noise=round(self.t / _STEP) % 3)
            look = self._eye.look(Frame(self._picture(scene), Seconds(self.t)))
            self._sighting = look.sighting or self._sighting
            if self._sighting is not None:
                self.said += self.referee.see(replace(self._sighting, t=Seconds(self.t)))

    def hands(self, *verbs: str) -> None:
        """Each by a hand that comes and goes."""
        for verb in verbs:
            self.drawn.do("hand")
            self.watch(0.4)
            self.drawn.do(verb)
            self.drawn.do("no hand")
            self.watch(_STILL)
            self.answer()

    def planted(self) -> bool:
        """A Yokai is taken that nobody has won, and laid back; whether that was told."""
        count, pile = len(self.said), self.chance.choice(self._incomplete())
        lay = self.drawn.standing()
        self.hands(f"take {self.drawn.tops()[CARDS.index[pile]]} {pile} a")
        self.watch(1.0)
        told = any(event.name == "violation" for event in self.said[count:])
        self.drawn.do("hand")
        self.watch(0.4)
        self.drawn.lay(lay)
        self.drawn.do("no hand")
        self.watch(_STILL)
        return told

    def may_plant(self) -> bool:
        return (
            self.position.phase is not Phase.OVER and due(self.position) is None and bool(self._incomplete())
        )

    def _incomplete(self) -> list[Colour]:
        """Piles at which more than one card is missing: the next one wins nothing there."""
        piles = zip(CARDS.colours, self.position.piles, strict=True)
        return [
            colour
            for colour, pile in piles
            if pile.yokai
            and pile.yokai[0] is not None
            and sum(map(len, pile.rows)) + 1 < int(pile.yokai[0][1])
        ]

    def move(self) -> bool:
        """False once the game is over."""
        self._revealed()
        position = self.position
        if position.phase is Phase.OVER:
            return False
        side = position.turn.letter
        if position.phase is Phase.DRAW:
            self.hands(f"draw {side}")
            self._played(Draw(None))
            return True
        move = self._chosen()
        if not isinstance(move, Lay):
            self._played(move)
            return True
        self.hands(f"lay {side} {move.sketch} {move.pile}")
        played = self._played(move)
        self.cards.append(played)
        self.hands(*map(step_text, steps_of(played, HOUSE)))
        return True

    def _revealed(self) -> None:
        while self.position.phase is not Phase.OVER and (at := due(self.position)) is not None:
            self._played(Reveal(Yokai(str(self.drawn.tops()[at]))))

    def _chosen(self) -> Move:
        position = self.position
        own = Holding(self.drawn.hand(position.turn.letter))
        a, b = position.hands
        known = position._replace(hands=(own, b) if position.turn is Player.A else (a, own))
        move = Greedy().choose(known, self.chance)
        if isinstance(move, Lay) and move.ability is None and self.chance.random() < 0.7:
            able = [*abilities(known, move.sketch, Colour(move.pile), CARDS)]
            return Lay(move.sketch, move.pile, self.chance.choice(able)) if able else move
        if not isinstance(move, Lay) and self.chance.random() < 0.5:
            cards = [each for each in legal_moves(known) if isinstance(each, Lay)]
            return self.chance.choice(cards or [move])
        return move

    def _played(self, move: Move) -> Played:
        played = play(self.position, move)
        self.position = played.after
        return played

    def answer(self) -> None:
        """What was done, where it is among the options: nobody says what did not happen."""
        question = self.referee.status(Seconds(self.t)).question
        if question is None:
            return
        done = {annotated(each) for each in self.cards[-3:]}
        right = [option for option in question.options if option in done]
        if not right:
            self.unanswerable += 1
            return
        self.said += self.referee.decide(Answer(right[-1]), Seconds(self.t))


def refereed(seed: int, look: str, with_violation: bool) -> Understood:
    cv2.setNumThreads(1)
    evening = Evening(seed, look)
    found = Understood(seed, look)
    evening.watch(3.0)
    while len(evening.cards) < _LONGEST:
        if with_violation and not found.planted and len(evening.cards) > 4 and evening.may_plant():
            found.planted += 1
            found.found += evening.planted()
        if not evening.move():
            break
    evening.watch(8.0)
    evening.answer()
    evening.said += evening.referee.end(Seconds(evening.t))
    wanted = [annotated(each) for each in evening.cards]
    got = list(told_cards(evening.said))
    found.cards, found.told = len(wanted), len(got)
    found.right = sum(one == other for one, other in zip(wanted, got, strict=False))
    found.questions = sum(event.name == "uncertain" for event in evening.said)
    found.unanswerable = evening.unanswerable
    found.extra = sum(event.name == "violation" for event in evening.said) - found.found
    found.awarded = _points(evening.position) == list(evening.referee.status(Seconds(evening.t)).points)
    if wrong := next((each for each, one in enumerate(wanted) if got[each : each + 1] != [one]), None):
        found.wrong = f"{wrong}: {wanted[wrong]} as {got[wrong : wrong + 1]}"
    return found


def _points(position: Position) -> list[int]:
    return [sum(int(won.yokai[1]) for won in own) for own in position.won]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--violations", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    looks = [USUAL_LOOK, *(look for look in LOOKS if look != USUAL_LOOK)]
    total = options.games + options.violations
    seeds = [options.seed * 1000 + number for number in range(total)]
    used = [looks[number % len(looks)] for number in range(total)]
    broken = [number >= options.games for number in range(total)]
    print("look       seed  cards  right   told  questions  not named  awarded  planted  found  extra")
    games: list[Understood] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        played = pool.map if options.jobs > 1 else map
        for one in played(refereed, seeds, used, broken):
            games.append(one)
            print(
                f"{one.look:<10}{one.seed:>5}{one.cards:>7}{one.right:>7}{one.told:>7}{one.questions:>11}"
                f"{one.unanswerable:>11}{'yes' if one.awarded else 'no':>9}{one.planted:>9}{one.found:>7}"
                f"{one.extra:>7}  {one.wrong}",
                flush=True,
            )
    cards, right = sum(each.cards for each in games), sum(each.right for each in games)
    print(
        f"\n{len(games)} games, {right} of {cards} cards right ({right / max(1, cards):.2%}), every Yokai"
        f" awarded rightly in {sum(each.awarded for each in games)},"
        f" {sum(each.questions for each in games) / max(1, len(games)):.2f} questions a game,"
        f" {sum(each.found for each in games)} of {sum(each.planted for each in games)} violations told,"
        f" {sum(each.extra for each in games)} told that nobody planted"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
