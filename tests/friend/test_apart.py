"""Two tables at one game, without cameras: what may go wrong on the way, and in what order."""

from pathlib import Path
from random import Random

import pytest

from companion.games.himiki import friendly
from companion.games.himiki.referee.events import Uncertain, Violation
from tests.friend.apart import Home, World
from tests.referee.table import only

SET_UP = ("wHMK@B5", "bHMK@B2", "bKHM@C2", "wMKH@C5", "wHMK@D5", "bMHK@D2")
TEAMS = ("wHMK@D6", "bHMK@A5", "wMKH@A2", "bKHM@D1")


def played(world: World, *moves: str) -> None:
    """Each by whose turn it is, and then at the other table."""
    for move in moves:
        own, other = world.homes if world.ada.here.status.turn[0] == "w" else world.homes[::-1]
        count = len(own.moves)
        own.do(move)
        world.until(lambda own=own, count=count: len(own.moves) > count, people=False)  # type: ignore[misc]
        if move != "stop":
            world.until(lambda other=other: other.due is not None, people=False)  # type: ignore[misc]
            other.do(other.due)
        world.until(lambda: world.alike, people=False)


def wait(world: World, seconds: float = 5.0) -> None:
    end = world.post.t + seconds
    world.until(lambda: world.post.t >= end, people=False)


def test_a_friend_is_told_of_a_cube_once_it_is_seen_how_it_lies_and_that_is_never_another_way(
    tmp_path: Path,
) -> None:
    world = World(tmp_path, sees_sides=0.0)
    world.ada.do("wHMK@B5")
    wait(world)
    assert world.ada.moves == world.bea.moves == []
    assert "friend-side" in world.ada.codes
    assert world.ada.here.status.violation is None
    world.ada.sees_sides = 1.0
    world.until(lambda: world.bea.due is not None, people=False)
    assert "friend-side" not in world.ada.codes
    world.bea.do("wHMK@B5")
    world.until(lambda: world.alike, people=False)
    assert world.bea.moves == ["wHMK@B5"]
    world.ada.restart()
    world.bea.restart()
    wait(world)
    assert world.ada.moves == world.bea.moves == ["wHMK@B5"]
    assert not world.ada.codes | world.bea.codes


def test_how_a_friends_cube_lies_she_has_said_where_its_side_is_not_seen(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.bea.sees_sides = 0.0
    played(world, "wHMK@B5")
    assert world.bea.moves == ["wHMK@B5"]


def test_a_cube_that_nobody_placed_is_told_of_after_a_restart_too(tmp_path: Path) -> None:
    """It is no earlier game's: nothing else would be said, and the game would wait for ever."""
    world = World(tmp_path, mode="teams")
    played(world, *TEAMS)
    world.ada.do("bKMH@E2")
    world.ada.restart()
    world.until(lambda: world.ada.here.status.violation is not None, people=False)
    assert only(world.ada.here.events, Violation).restore[0].source == "E2"
    world.ada.do({"lift": "E2"})
    world.until(lambda: world.ada.here.status.violation is None, people=False)
    played(world, "wHMK@E5")


def test_a_board_that_two_tables_share_is_put_back_and_never_declared_right(tmp_path: Path) -> None:
    world = World(tmp_path)
    played(world, *SET_UP)
    world.ada.do({"lift": "B5"})
    world.ada.do({"lift": "C2"})
    world.ada.restart()
    world.until(lambda: world.ada.here.status.question is not None, people=False)
    assert only(world.ada.here.events, Uncertain).options == ("the record is right",)
    world.ada.here.decide("answer", option="the record is right")
    world.ada.do("wHMK@B5")
    world.ada.do("bKHM@C2")
    wait(world)
    played(world, "B5>BB4")


@pytest.mark.long
@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(24))
def test_whole_games_end_alike_whatever_happens_on_the_way(seed: int, tmp_path: Path) -> None:
    """Lines 200 ms long that lose a twentieth, cuts, restarts, cubes carried off, sides that are not seen."""
    mode, edition = ("duel", "teams")[seed % 2], ("second", "first")[seed // 2 % 2]
    world = World(tmp_path, seed=seed, sees_sides=0.5, delay=0.2, loss=0.05, mode=mode, edition=edition)
    dice = Random(seed)
    while not (over(world) and ended_alike(world)):
        assert world.post.t < 1000, [(home.moves, home.codes, home.here.status) for home in world.homes]
        world.tick()
        accident(dice, dice.choice(world.homes))
    for home in world.homes:
        assert home.playing.standing().refused == {}


def accident(dice: Random, home: Home) -> None:
    if not home.line.up:
        if dice.random() < 0.2:
            home.line.connect()
        return
    match dice.randrange(75):
        case 0:
            home.line.cut()
        case 1:
            home.restart()
        case 2 if home.here.status.setup is None and not home.here.status.over:
            board = bytearray(home.here.board)
            source = dice.choice([at for at, cube in enumerate(board) if cube])
            target = dice.choice([at for at, cube in enumerate(board) if not cube])
            board[source], board[target] = 0, board[source]
            home.here.lay(bytes(board))


def over(world: World) -> bool:
    return all(home.here.status.over for home in world.homes)


def ended_alike(world: World) -> bool:
    """What one camera has not seen may be as the other has seen it."""
    ada, bea = world.homes
    told = [(home.here.status.score, home.here.status.winner) for home in world.homes]
    same = [
        one[:2] == other[:2] and friendly.alike(one[2], other[2])
        for one, other in zip(ada.steps, bea.steps, strict=False)
    ]
    return told[0] == told[1] and len(ada.steps) == len(bea.steps) and all(same)
