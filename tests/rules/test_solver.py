"""The solver: its shortest solution is the shortest (RULES 7)."""

import random
import time
from dataclasses import dataclass

import pytest

from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.mindlock import line_cost
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.solver import solve
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.challenge import parse_challenge
from companion.games.himiki.rules.written.notation import bare
from companion.games.himiki.rules.written.position_text import parse_position
from companion.games.himiki.rules.written.solution import line_text, play_line
from tests.rules.tables import HEADLOCK, at, mindlock


def shortest(start: Position, most: int) -> int | None:
    """The fewest moves that solve it, by going through everything, breadth first.

    A move is a tilt or a rotation that is neither a replay nor a tile's (RULES 7.2, 7.4).
    """
    seen = {start}
    layer = [start]
    for moves in range(most + 1):
        following = []
        for position in layer:  # grows by what is free
            if position.over:
                return moves
            for move in legal_moves(position):
                written = bare(position, move)
                counted = written[:2] not in ("R-", "C-") and written not in ("stop", "pass")
                after = play(position, move).after
                if after not in seen:
                    # What is reached for a move here may still be reached for free in this layer.
                    if counted:
                        following.append(after)
                    else:
                        seen.add(after)
                        layer.append(after)
        layer = []
        for position in following:
            if position not in seen:
                seen.add(position)
                layer.append(position)
    return None


@dataclass(frozen=True)
class Kind:
    """What the random challenges of a test are made of."""

    variant: Variant
    land: str = ""
    events: str = ""
    tiles: str = "---"
    wanted: str = ""
    """An influence: three white cubes show it already."""
    most: int = 3
    games: int = 6


KINDS = {
    "plain": Kind(mindlock()),
    "Headlock": Kind(HEADLOCK),
    "influence": Kind(mindlock("H"), wanted="H", most=2),
    "two influences, one taken": Kind(mindlock("MK"), tiles="-w-", wanted="K", most=2),
    "impulse and mirror": Kind(mindlock(), land="im mi", most=2),
    "teleportation and vortex": Kind(mindlock(), land="tp vx", most=2),
    "transfer and gate": Kind(mindlock(), land="tr gh", most=2),
    "first edition's transfer": Kind(HEADLOCK, land="tr im", most=2),
    "mana": Kind(mindlock(), events="mh mk", most=2),
    "yokai": Kind(mindlock(), events="my", most=2),
    "first edition's yokai": Kind(HEADLOCK, events="mm my", most=2),
    "conjuration": Kind(mindlock(), events="cj", most=1),
    "terrain, event and influence": Kind(mindlock("H"), land="im", events="mm", wanted="H", most=2, games=3),
}
FACES = ["HMK", "HKM", "MHK", "MKH", "KHM", "KMH"]
NEAR = [row + column for row in "BCD" for column in "2345"]


def random_challenge(kind: Kind, dice: random.Random) -> Position:
    """A few cubes close together, so that some can be solved in a few moves."""
    land, events = kind.land.split(), kind.events.split()
    whites, blacks = (4, 1) if kind.wanted else dice.choice([(1, 1), (1, 2), (2, 1), (2, 2)])
    squares = dice.sample(NEAR, whites + blacks + len(land))
    showing = [faces for faces in FACES if faces[0] == kind.wanted]
    cubes = [f"{square}w{dice.choice(showing or FACES)}" for square in squares[: whites - 1]]
    cubes += [f"{squares[whites - 1]}w{dice.choice(FACES)}"]
    cubes += [f"{square}b{dice.choice('HMK')}??" for square in squares[whites : whites + blacks]]
    placed = sorted(zip(squares[whites + blacks :], land, strict=True))
    tokens = ["land:" + "+".join(f"{square}.{tile}" for square, tile in placed)] if placed else []
    tokens += [f"hands:w.{'.'.join(events)}/b"] if events else []
    return parse_position(f"{','.join(cubes)} w 0-0 {kind.tiles} {';'.join(tokens) or '-'}", kind.variant)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.long
def test_the_shortest_solution_is_as_short_as_going_through_everything_finds(name: str) -> None:
    """RULES 7.1 and 7.2 (and 7.3, 7.4, 7.6 in what the challenges are made of)."""
    kind = KINDS[name]
    dice = random.Random(name)
    solved = 0
    for _ in range(kind.games):
        start = random_challenge(kind, dice)
        expected = shortest(start, kind.most)
        found = solve(start, kind.most)
        assert (None if found is None else found.par) == expected
        if found is not None:
            solved += 1
            assert found.line[0].before == start
            assert found.line[-1].after.over
            assert line_cost(found.line) == found.par
            again = play_line(start, line_text(found.line))
            assert again[-1].after.over
            assert line_cost(again) == found.par
    assert solved


def test_replays_are_free_and_so_one_move_is_enough() -> None:
    """RULES 7.2: fire on C4 beside the fire on D4, and on to C3 with water, beside the fire on B3."""
    start = at("B3bH??,C5wMHK,D4wHKM w 0-0 --- -", mindlock())
    found = solve(start)
    assert found is not None
    assert (line_text(found.line), found.par) == ("C5►BC4 R-C4►BC3*", 1)


def test_declining_a_replay_costs_nothing_and_lifts_the_ban() -> None:
    """RULES 7.6: C4 is where it could beat B4, and where it came from."""
    banned = at("B4bK??,C5wMHK w 0-0 --- again:C5!C4", mindlock())
    assert solve(banned, 0) is None
    found = solve(banned)
    assert found is not None
    assert (line_text(found.line), found.par) == ("C5►BC4*", 1)
    free = solve(at("B4bK??,C5wMHK w 0-0 --- again", mindlock()))
    assert free is not None
    assert (line_text(free.line), free.par) == ("R-C5►BC4*", 0)


def test_an_influence_that_is_listed_must_be_taken_too() -> None:
    """RULES 7.1: beating B4 alone is one move, but the fourth fire has to be shown first."""
    alone = solve(at("B4bK??,C5wMHK w 0-0 --- -", mindlock()))
    assert alone is not None
    assert alone.par == 1
    assert solve(at("B4bK??,C5wMHK w 0-0 --- -", mindlock("H")), 4) is None


def test_there_is_none_within_fewer_moves() -> None:
    """RULES 7.1."""
    start = at("C2bH??,C4wHMK,D5bK??,E3bM?? w 0-0 --- -", mindlock())
    assert solve(start, 2) is None
    found = solve(start, 3)
    assert found is not None
    assert line_text(found.line) == "C4►BC3* C3►BD3* D3►BD4*"


@pytest.mark.pace
def test_par_7_with_four_black_cubes_three_white_ones_and_an_influence_is_proved_in_ten_seconds() -> None:
    """RULES 7.1 and 7.3."""
    hard = parse_challenge(
        """
        name = "E07"
        category = "E"
        par = 7
        position = "A2wHMK,C1wKHM,C2wHMK,C6bMHK,E3bKHM,E5bMKH,E6bHMK"
        influences = ["H"]
        """
    )
    began = time.process_time()
    found = solve(hard.start)
    assert time.process_time() - began < 10
    assert found is not None
    assert found.par == hard.par
    solution = line_text(found.line)
    again = play_line(hard.start, solution)
    assert again[-1].after.over
    assert line_cost(again) == 7
    assert solution.count("🔥") == 1
    assert solution.count("*") == 4
