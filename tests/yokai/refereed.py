"""`python -m tests.yokai.refereed`: whole games as a camera tells them, refereed, with what was understood of
them as a table. `--planted` of them have a violation that is put right again."""

import argparse
import json
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.events import Event
from companion.games.yokai import play
from companion.games.yokai.referee.sightings import read_sighting
from companion.games.yokai.rules.cards import CARDS
from companion.games.yokai.rules.position import Player
from companion.games.yokai.rules.written.notation import annotated
from tests.yokai.pictures import filmed
from vision.frames import Seconds

Piles = list[dict[str, Any]]
Planted = Callable[[random.Random, Piles], str | None]
"""Changes the piles, and says which rule that breaks; None where it cannot be done there."""


@dataclass
class Tally:
    games: int = 0
    cards: int = 0
    right: int = 0
    told: int = 0
    points: int = 0
    """Games in which every Yokai was awarded rightly."""
    questions: int = 0
    most_questions: int = 0
    false: int = 0
    planted: int = 0
    found: int = 0
    named: int = 0
    mended: int = 0

    def add(self, other: "Tally") -> None:
        for name, value in vars(other).items():
            own = getattr(self, name)
            setattr(self, name, max(own, value) if name == "most_questions" else own + value)


def wrong_colour(chance: random.Random, piles: Piles) -> str | None:
    pile = chance.choice(piles)
    kind = chance.choice([each for each in CARDS.kinds if pile["colour"] not in each[:2] and not each[2:]])
    pile[chance.choice(["near", "far"])].append(kind)
    return "Y4.1"


def incomplete(piles: Piles) -> Piles:
    """Those at which nothing is due: the rest may yet be taken and cleared by right."""
    return [each for each in piles if len(each["near"]) + len(each["far"]) < int(each["top"][1])]


def wrong_top(chance: random.Random, piles: Piles) -> str | None:
    """One was taken that nobody has won."""
    pile = chance.choice(incomplete(piles) or piles)
    tops = {each["top"] for each in piles}
    others = [each for each in CARDS.yokai if each[0] == pile["colour"] and each not in tops]
    if not others:
        return None
    pile["top"] = chance.choice(others)
    return "Y5"


def row_gone(chance: random.Random, piles: Piles) -> str | None:
    rows = [(pile, side) for pile in incomplete(piles) for side in ("near", "far") if len(pile[side]) > 1]
    if not rows:
        return None
    pile, side = chance.choice(rows)
    pile[side].clear()
    return "Y5"


PLANTED: tuple[Planted, ...] = (wrong_colour, wrong_top, row_gone)


def with_violation(lines: list[str], seed: int) -> tuple[list[str], int, str]:
    """Somewhere in the middle, and then it lies as before; where, and the rule."""
    chance = random.Random(f"planted {seed}")
    while True:
        at = chance.randrange(len(lines) // 4, 3 * len(lines) // 4)
        line = json.loads(lines[at])
        if not line["clear"]:
            continue
        broken = json.loads(lines[at]) | {"draws": 0, "t": line["t"] + 0.2}
        rule = chance.choice(PLANTED)(chance, broken["piles"])
        if rule is not None:
            again = line | {"draws": 0, "t": line["t"] + 0.6}
            return [*lines[: at + 1], *map(json.dumps, (broken, again)), *lines[at + 1 :]], at + 1, rule


def told_cards(said: Iterable[Event]) -> Iterator[str]:
    """Cards as they are understood in the end."""
    cards: list[str] = []
    for event in said:
        told = event.as_json()
        if event.name == "move" and "►" in told["move"]:
            cards.append(told["move"])
        elif event.name == "corrected":
            cards = list(told["moves"])
    yield from cards


def refereed(seed: int, *, planted: bool) -> Tally:
    lines, cards = filmed(seed, Player(seed % 2))
    at, rule = -1, ""
    if planted:
        lines, at, rule = with_violation(lines, seed)
    umpire = play.referee(play.usual())
    tally = Tally(games=1, cards=len(cards), planted=int(planted))
    events: list[Event] = []
    for number, line in enumerate(lines):
        told = umpire.see(read_sighting(line, CARDS))
        broken = [each for each in told if each.name == "violation"]
        if number == at:
            tally.found += bool(broken)
            tally.named += any(each.as_json()["rule"].startswith(rule) for each in broken)
        else:
            tally.false += len(broken)
        if number == at + 1:
            tally.mended += planted and any(each.name == "restored" for each in told)
        events += told
    events += umpire.end(Seconds(1e6))
    laid = [*told_cards(events)]
    expected = [annotated(each) for each in cards]
    tally.told = len(laid)
    tally.right = sum(one == other for one, other in zip(laid, expected, strict=False))
    status = umpire.status(0.0)
    last = cards[-1].after
    awarded = [sum(int(won.yokai[1]) for won in own) for own in last.won]
    tally.points = list(status.points) == awarded
    tally.questions = tally.most_questions = sum(each.name == "uncertain" for each in events)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--planted", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1000)
    options = parser.parse_args()
    for planted, count in ((False, options.games), (True, options.planted)):
        tally = Tally()
        for seed in range(options.seed, options.seed + count):
            tally.add(refereed(seed, planted=planted))
        print(
            f"{'planted' if planted else 'plain'}: {tally.games} games, cards {tally.right}/{tally.cards}"
            f" ({tally.told} told), Yokai awarded rightly in {tally.points}, false violations {tally.false},"
            f" questions {tally.questions} (most in a game {tally.most_questions})"
            + (f", found {tally.found}, named {tally.named}, mended {tally.mended}" if planted else ""),
            flush=True,
        )


if __name__ == "__main__":
    main()
