from dataclasses import replace

import pytest

from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.cubes import Colour
from vision.virtual import LOOKS, Action, MotionPhase, Piece, Shift, TableError, VirtualTable, scenes
from vision.virtual.scenes.turns import TURNS

KITCHEN = LOOKS["kitchen"]


def table_with(cubes: str, seed: int = 1) -> VirtualTable:
    table = VirtualTable(KITCHEN, seed)
    table.lay(cubes)
    return table


def cubes_on(table: VirtualTable, now: float = 1000.0) -> str:
    pieces = sorted(table.scene_at(now).pieces, key=lambda piece: piece.square or 0)
    return ",".join(
        f"{name_of(piece.square) if piece.square is not None else '--'}{piece.colour.letter}{piece.faces}"
        for piece in pieces
    )


@pytest.mark.parametrize(
    ("before", "action", "after"),
    [
        ("B5wHMK", "B5>BB4", "B4wMHK"),
        ("B5wHMK", "B5>BC5", "C5wKMH"),
        ("B5wHMK", "B5>PB5", "B5wHKM"),
        ("B5wHMK,C5wKHM", "R-B5>PB5+C5>PC5", "B5wHKM,C5wKMH"),
        ("-", "wHMK@B5", "B5wHMK"),
        ("B5wHMK", "C-B5>TB3", "B3wHMK"),
        ("B5wHMK,B2bKHM", "B5<>B2", "B2wHMK,B5bKHM"),
        ("B5wHMK", "5b►bb4", "B4wMHK"),
        ("B5wHMK", "B5>BB4**^H", "B4wMHK"),
        ("B5wHMK", "B5>BB3", "B3wHMK"),
        ("B5wHMK,C5bKHM", {"lift": "C5"}, "B5wHMK"),
    ],
)
def test_verbs_do_to_the_cubes_what_hands_would(before: str, action: Action, after: str) -> None:
    table = table_with(before)
    table.do(action)
    assert cubes_on(table) == after


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("B5>BC5", "already"),
        ("A1>BA2", "no cube"),
        ("B5>BB9", "not a move"),
        ("hello", "not a move"),
        ("wHMK@C5", "already"),
        ("wHHK@A1", "no cube lies"),
        ({"lift": "A1"}, "no cube"),
        ({"jump": "A1"}, "nothing to do"),
    ],
)
def test_what_cannot_be_done_with_real_cubes_is_refused(action: Action, told: str) -> None:
    table = table_with("B5wHMK,C5bKHM")
    with pytest.raises(TableError, match=told):
        table.do(action)
    assert cubes_on(table) == "B5wHMK,C5bKHM"


@pytest.mark.parametrize("text", ["B5wHMK,B5bHMK", "Z9wHMK", "B5wHM", "B5xHMK", "B5wHHH"])
def test_cubes_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(TableError):
        VirtualTable(KITCHEN).lay(text)


def test_a_position_string_may_be_laid_out_whole() -> None:
    assert cubes_on(table_with("B2bKMH,B5wHMK w 0-0 --- -")) == "B2bKMH,B5wHMK"


def test_the_same_seed_is_the_same_sloppiness() -> None:
    assert table_with("B5wHMK", 7).scene_at(0) == table_with("B5wHMK", 7).scene_at(0)
    assert table_with("B5wHMK", 7).scene_at(0) != table_with("B5wHMK", 8).scene_at(0)


def test_sloppy_cubes_stay_properly_on_their_squares() -> None:
    for seed in range(40):
        for piece in table_with("A1wHMK,B1bKMH,B2wMHK,C3bHKM", seed).scene_at(0).pieces:
            assert piece.seated(KITCHEN.cubes.edge)
            assert abs(piece.yaw) <= 12
            assert max(abs(piece.x % 1 - 0.5), abs(piece.y % 1 - 0.5)) <= 0.12 + 1e-9


def test_moves_take_time_and_come_one_after_the_other() -> None:
    table = table_with("B5wHMK")
    first = table.do("B5>BB4", now=10)
    table.do("B4>BB3", now=10.1)
    assert table.scene_at(10).pieces == first.start.pieces
    assert cubes_on(table, 10 + first.seconds) == "B4wMHK"
    end = table.busy_until()
    assert end is not None
    assert end > 10 + first.seconds
    assert cubes_on(table, end) == "B3wHMK"
    assert table.busy_until() is None


def test_during_a_move_a_hand_comes_holds_the_tilting_cube_and_leaves() -> None:
    motion = table_with("B5wHMK").do("B5>BB4")
    phases = [phase for phase, _ in motion.moments()]
    assert phases == [MotionPhase.ENTER, MotionPhase.MOVING, MotionPhase.LEAVE]
    during = [scene for _, scene in motion.moments()]
    assert all(scene.hand is not None for scene in during)
    assert [scene.pieces[0].lean for scene in during] == [0.0, 45.0, 0.0]
    assert motion.end.hand is None


def test_motion_is_seen_step_by_step_and_ends_still() -> None:
    motion = table_with("B5wHMK").do("B5>BB4")
    seen = list(scenes(motion, every=0.1))
    assert seen[0][1].pieces == motion.start.pieces
    assert seen[-1][1] == motion.end
    leans = [scene.pieces[0].lean for _, scene in seen[:-1] if scene.pieces[0].lean]
    assert leans == sorted(leans)


def test_a_hand_stays_until_it_is_told_to_go() -> None:
    table = table_with("B5wHMK")
    table.do({"hand": True}, now=1)
    assert table.scene_at(500).hand is not None
    table.do({"hand": False}, now=501)
    assert table.scene_at(501).hand is None


def test_faults_last_and_reach_into_moves_under_way() -> None:
    table = table_with("B5wHMK")
    table.do("B5>BB4", now=0)
    table.change(now=0.1, camera_bump=Shift(0.1))
    assert table.scene_at(0.3).camera_bump == Shift(0.1)
    assert table.scene_at(100).camera_bump == Shift(0.1)
    with pytest.raises(TableError, match="colour"):
        table.change(colour="red")


def test_a_cube_can_be_put_anywhere_in_any_pose() -> None:
    table = table_with("B5wHMK")
    piece = table.scene_at(0).pieces[0]
    table.put(replace(piece, x=3.0, y=1.5))
    assert not table.scene_at(0).pieces[0].seated(KITCHEN.cubes.edge)
    assert len(table.scene_at(0).pieces) == 1


@pytest.mark.parametrize(
    ("pose", "seated"),
    [({}, True), ({"lift": 0.2}, False), ({"lean": 20.0}, False), ({"x": 3.0}, False), ({"x": 2.62}, True)],
)
def test_a_cube_is_seated_when_it_stands_on_one_square(pose: dict[str, float], seated: bool) -> None:
    piece = Piece(0, Colour.WHITE, TURNS[0], 2.5, 2.5)
    assert replace(piece, **pose).seated(0.7) is seated  # type: ignore[arg-type]
