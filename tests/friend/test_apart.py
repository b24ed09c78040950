"""Two tables at one game, without cameras: what may go wrong on the way, and in what order."""

from pathlib import Path
from random import Random

import pytest

from companion.games.himiki import friendly
from companion.games.himiki.referee.events import Uncertain, Violation, event_from
from tests.friend.apart import Home, World
from tests.referee.table import only

SET_UP = ("wHMK@B5", "bHMK@B2", "bKHM@C2", "wMKH@C5", "wHMK@D5", "bMHK@D2")
MOVED = {
    "event": "move",
    "move": "B2>BD4",
    "by": "b",
    "points": 0,
    "influence": [],
    "remove": [],
    "score": [0, 0],
    "position": "B4wKHM,C2bKHM,C5wMKH,D2bMHK,D4bHMK,D5wHMK w 0-0 --- -",
}
"""A cube that jumps."""
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
@pytest.mark.parametrize("seed", [*range(24), 7012])
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
            # A cube that was carried off may lie as another move would have it: that asks the friend.
            if home.playing.standing().asked_back:
                home.playing.take_back_too()
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


def test_a_clock_runs_at_the_table_of_its_player_and_carrying_out_costs_nobody_time(tmp_path: Path) -> None:
    world = World(tmp_path, clock={"minutes": 5, "increment": 0}, delay=0.2, loss=0.05)
    played(world, *SET_UP)
    wait(world, 10.0)
    played(world, "B5>BB4")
    left = [home.here.status.clock for home in world.homes]
    assert left[0] is not None
    assert left[0][0] == pytest.approx(290.0, abs=3.0)
    wait(world, 5.0)
    world.bea.do("D2>BD3")
    world.until(lambda: world.ada.due is not None, people=False)
    assert not world.bea.here.status.replay
    before = [home.here.status.clock for home in world.homes]
    wait(world, 60.0)  # Ada is slow to move Bea's cube.
    after = [home.here.status.clock for home in world.homes]
    assert after[0] == before[0]
    world.ada.do("D2>BD3")
    world.until(lambda: world.alike, people=False)
    wait(world, 1.0)
    for side in (0, 1):
        times = [home.shared.clock[side] for home in world.homes]
        assert times[0] == pytest.approx(times[1], abs=1.5), side


def test_whose_time_is_over_has_lost_at_both_tables(tmp_path: Path) -> None:
    world = World(tmp_path, clock={"minutes": 1, "increment": 0})
    played(world, *SET_UP)
    world.until(lambda: over(world), seconds=80.0, people=False)
    assert [home.here.status.winner for home in world.homes] == ["b", "b"]


def test_whoever_gives_up_has_lost_at_both_tables(tmp_path: Path) -> None:
    world = World(tmp_path)
    played(world, *SET_UP, "B5>BB4")
    world.bea.here.decide("resign", side="b")
    world.until(lambda: over(world), people=False)
    assert ended_alike(world)


@pytest.mark.parametrize("first", [0, 1])
def test_either_takes_back_and_the_other_agrees_or_would_rather_not(first: int, tmp_path: Path) -> None:
    world = World(tmp_path, delay=0.2, loss=0.05)
    played(world, *SET_UP, "B5>BB4", "B2>BB3")
    wait(world, 1.0)
    own, other = world.homes if first == 0 else world.homes[::-1]
    own.here.decide("undo")
    own.follow()
    world.until(lambda: other.stands.asked_back == ("B2>BB3",), people=False)
    assert own.stands.asks_back
    other.playing.keep_moves()
    world.until(lambda: len(own.moves) == 8 or own.due is not None, people=False)
    own.follow()
    if own.due is not None:
        own.do(own.due)
    world.until(lambda: world.alike and len(own.moves) == 8, people=False)
    wait(world, 1.0)
    own.here.decide("undo")
    own.follow()
    world.until(lambda: bool(other.stands.asked_back), people=False)
    other.playing.take_back_too()
    other.follow()
    world.until(lambda: world.alike and len(own.moves) == 7, people=False)
    world.until(lambda: not own.stands.asks_back, people=False)
    played(world, "D2>BD3")


def test_both_take_back_at_once(tmp_path: Path) -> None:
    world = World(tmp_path, delay=0.2)
    played(world, *SET_UP, "B5>BB4", "B2>BB3")
    wait(world, 1.0)
    for home in world.homes:
        home.here.decide("undo")
        home.follow()
    wait(world, 10.0)
    assert world.ada.moves == world.bea.moves
    assert len(world.ada.moves) == 7
    assert not any(home.stands.asks_back or home.stands.asked_back for home in world.homes)
    played(world, "D2>BD3")


def test_the_next_game_begins_at_both_tables_once_one_of_them_wants_it(tmp_path: Path) -> None:
    world = World(tmp_path)
    played(world, *SET_UP, "B5>BB4")
    world.ada.here.decide("resign", side="w")
    world.until(lambda: over(world), people=False)
    world.bea.playing.play_on()
    world.until(lambda: not any(home.here.status.over for home in world.homes), people=False)
    assert world.ada.game().shared == world.bea.game().shared
    played(world, *SET_UP, "D5>BE5")
    assert not world.ada.codes | world.bea.codes


def test_where_the_two_tables_differ_both_show_both_boards_and_the_last_common_move_goes_on(
    tmp_path: Path,
) -> None:
    """An old back-up was brought to one of them, in which something else was played."""
    (tmp_path / "other").mkdir()
    elsewhere, world = World(tmp_path / "other"), World(tmp_path)
    played(elsewhere, *SET_UP, "B5>BB4", "D2>BD3")
    played(world, *SET_UP, "B5>BB4", "B2>BB3")
    world.bea.here.events, world.bea.here.board = elsewhere.bea.here.events, elsewhere.bea.here.board
    world.bea.restart()
    world.until(lambda: all(home.stands.difference for home in world.homes), people=False)
    ada, bea = (home.stands.difference for home in world.homes)
    assert ada is not None
    assert bea is not None
    assert (ada.after, ada.mine, ada.hers) == (7, bea.hers, bea.mine)
    assert {"friend-differs"} <= world.ada.codes & world.bea.codes
    world.ada.playing.back_to_common()
    world.ada.follow()
    world.until(lambda: bool(world.bea.stands.asked_back), people=False)
    world.bea.playing.take_back_too()
    world.bea.follow()
    world.until(lambda: world.alike and len(world.ada.moves) == 7, people=False)
    played(world, "B2>BB3")
    assert not world.ada.codes | world.bea.codes


def test_a_move_that_the_other_table_refuses_is_shown_where_it_was_played_too(tmp_path: Path) -> None:
    """Bea's board is another one than her table tells: nothing is announced, and neither goes on."""
    world = World(tmp_path)
    played(world, *SET_UP, "B5>BB4")
    hers = world.bea.here.referee
    hers._course.say(event_from({**MOVED, "t": float(world.post.t)}))  # noqa: SLF001 -- no rule allows it
    world.bea.follow()
    world.until(lambda: all(home.stands.difference for home in world.homes), people=False)
    assert world.ada.due is None
    assert "friend-differs" in world.bea.codes
