"""Whole games of two drawn tables over a bad line, as a table: `python -m tests.friend.games --games 50`.

Every game is played to its end by both tables themselves, with its seed's mode, edition and accidents: lines
that are cut, tables that start anew, and a cube moved against the rules that has to be put back.
"""

import argparse
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.games.himiki import friendly
from tests.broker.mosquitto import Mosquitto, broker_in
from tests.friend.proxy import Proxy, proxy_to
from tests.friend.two import House, invitation, two_houses
from tests.web.tables import drawn_profile_once
from vision.cubes.profile import Profile
from vision.virtual.placing import TableError

MODES = (("duel", "second"), ("teams", "second"), ("duel", "first"), ("teams", "first"))
_ACCIDENT_EVERY = 12.0
"""Seconds between two accidents of a game."""


@dataclass
class Played:
    seed: int
    mode: str
    edition: str
    moves: int = 0
    cuts: int = 0
    restarts: int = 0
    planted: int = 0
    violations: int = 0
    notices: str = ""
    seconds: float = 0.0
    over: bool = False
    equal: bool = False

    def row(self) -> str:
        told = (
            *(self.seed, self.mode, self.edition, self.moves, self.cuts, self.restarts, self.planted),
            *(self.violations, "yes" if self.over else "NO", "yes" if self.equal else "NO"),
            *(f"{self.seconds:.0f}", self.notices or "-"),
        )
        return "| " + " | ".join(map(str, told)) + " |"


HEAD = (
    "| seed | mode | edition | moves | cuts | restarts | planted | violations | over | equal | s | refused |"
)


def game(seed: int, folder: Path, profile: Profile, broker: Mosquitto, most: float) -> Played:
    dice = Random(seed)
    mode, edition = MODES[seed % len(MODES)]
    found = Played(seed, mode, edition)
    began = time.monotonic()
    with ExitStack() as closing:
        lines = [closing.enter_context(proxy_to(broker.port, seed=2 * seed + each)) for each in range(2)]
        invited = invitation(broker.url, mode=mode, edition=edition)
        houses = closing.enter_context(two_houses(folder, profile, invited, (lines[0].url, lines[1].url)))
        for at, house in enumerate(houses):
            house.open(seed=2 * seed + at)
        last = began
        while time.monotonic() - began < most and not _done(houses):
            time.sleep(0.2)
            found.violations += _seen_violations(houses)
            for house in houses:
                if house.playing.standing().asked_back:
                    house.playing.take_back_too()
            if time.monotonic() - last > _ACCIDENT_EVERY:
                _accident(dice, houses, lines, found, seed)
                last = time.monotonic()
        found.over = all(house.status.over for house in houses)
        found.equal = _equal(houses)
        found.moves = len(houses[0].steps)
        refused: dict[str, int] = {}
        for house in houses:
            for code, count in house.playing.standing().refused.items():
                refused[code] = refused.get(code, 0) + count
        found.notices = ", ".join(f"{code} {count}" for code, count in refused.items())
    found.seconds = time.monotonic() - began
    return found


def _done(houses: tuple[House, House]) -> bool:
    return all(house.status.over for house in houses) and _equal(houses)


def _equal(houses: tuple[House, House]) -> bool:
    """What one camera has not seen may be as the other has seen it."""
    one, other = (house.steps for house in houses)
    alike = [a[:2] == b[:2] and friendly.alike(a[2], b[2]) for a, b in zip(one, other, strict=False)]
    return len(one) == len(other) and all(alike) and _result(houses[0]) == _result(houses[1])


def _result(house: House) -> tuple[object, object]:
    return house.status.score, house.status.winner


def _accident(
    dice: Random, houses: tuple[House, House], lines: list[Proxy], found: Played, seed: int
) -> None:
    at = dice.randrange(2)
    match dice.randrange(4):
        case 0 | 1:
            found.cuts += 1
            lines[at].cut(dice.uniform(0.1, 6.0))
        case 2:
            found.restarts += 1
            houses[at].close()
            houses[at].open(seed=2 * seed + at + 100 * found.restarts)
        case _:
            found.planted += _wrong_move(dice, houses[at])


def _wrong_move(dice: Random, house: House) -> int:
    """Somebody moves a cube two squares: nobody may."""
    cubes = [each for each in house.table.drawn.standing().split(",") if each != "-"]
    empty = [row + str(column) for row in "ABCDE" for column in range(1, 7)]
    taken = {each[:2] for each in cubes}
    if house.status.setup is not None or house.status.over or not cubes:
        return 0
    cube = dice.choice(cubes)
    target = dice.choice([square for square in empty if square not in taken and _far(square, cube[:2])])
    try:
        house.do({"lift": cube[:2]})
        house.do(f"{cube[2:]}@{target}")
    except TableError:
        return 0
    return 1


def _far(one: str, other: str) -> bool:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1])) > 2


_told: dict[int, object] = {}


def _seen_violations(houses: tuple[House, House]) -> int:
    count = 0
    for at, house in enumerate(houses):
        now = house.status.violation
        count += now is not None and _told.get(at) is None
        _told[at] = now
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--most", type=float, default=600.0, metavar="S", help="seconds for one game")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as place, broker_in(Path(place) / "broker") as broker:
        profile = drawn_profile_once(Path(place))
        print(HEAD, "|---" * HEAD.count(" | ") + "|---|", sep="\n", flush=True)
        for seed in range(options.first, options.first + options.games):
            played = game(seed, Path(place) / str(seed), profile, broker, options.most)
            failed += not (played.over and played.equal)
            print(played.row(), flush=True)
    print(f"{options.games - failed} of {options.games} games ended alike at both tables")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
