"""What deserves a full reading, and what does not."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.games.himiki.rules.board import SQUARES, name_of
from vision.finding.grid import BOARD
from vision.frames import Frame, Seconds
from vision.plane.attention import Attention, Glance, State
from vision.plane.differences import Bump
from vision.sources import FolderSource
from vision.virtual import (
    LOOKS,
    Action,
    DrawnHand,
    LampGlare,
    Prop,
    Renderer,
    Scene,
    Shift,
    TileOnSquare,
    VirtualTable,
)

pytestmark = pytest.mark.long

GAMES = Path(__file__).parents[1] / "data" / "attention"
CUBES = "B2bKMH,B5wKMH,C2bHKM,C3wHMK,C5wMHK,D2bMHK,D5wHKM,C4bKHM"

looks = pytest.mark.parametrize("name", [name for name in LOOKS if name != "tagged"])


@cache
def renderer(name: str) -> Renderer:
    """At half the size: what is looked at is a small copy anyway."""
    look = LOOKS[name]
    return Renderer(replace(look, camera=replace(look.camera, width=640, height=480)))


class Watched:
    """A virtual table with a camera at ten frames a second and somebody attentive behind it."""

    def __init__(self, name: str) -> None:
        self.renderer = renderer(name)
        self.table = VirtualTable(self.renderer.look, seed=5)
        self.table.lay(CUBES)
        self.now = 0.0
        self.frames = 0
        self.corners = self.renderer.render(self.table.scene_at(0))[1].corners
        self.attention = Attention(BOARD, self.corners, (640, 480))

    def see(self, change: Callable[[Scene], Scene] = lambda scene: scene) -> Glance:
        self.frames += 1
        scene = replace(change(self.table.scene_at(self.now)), noise=self.frames)
        image, truth = self.renderer.render(scene)
        self.corners = truth.corners
        glance = self.attention.look(Frame(image, Seconds(self.now)))
        self.now = round(self.now + 0.1, 6)
        return glance

    def watch(self, seconds: float, **faults: Any) -> list[Glance]:
        return [self.see(lambda scene: replace(scene, **faults)) for _ in range(round(seconds * 10))]

    def do(self, action: Action) -> list[Glance]:
        """Until half a second after everything has come to rest."""
        self.table.do(action, self.now)
        end = self.table.busy_until() or self.now
        return self.watch(end - self.now + 0.6)


@pytest.fixture
def watched(request: pytest.FixtureRequest) -> Watched:
    ready = Watched(getattr(request, "param", "kitchen"))
    ready.watch(0.8)
    return ready


TABLES = [name for name in LOOKS if name != "tagged"]


def every_table(test: Any) -> Any:
    return pytest.mark.few(3)(pytest.mark.parametrize("watched", TABLES, indirect=True)(test))


def readings(glances: Iterable[Glance]) -> list[Glance]:
    return [glance for glance in glances if glance.state is State.CHANGED]


def states(glances: Iterable[Glance]) -> list[State]:
    """Each state once as long as it lasts."""
    found: list[State] = []
    for glance in glances:
        if not found or found[-1] is not glance.state:
            found.append(glance.state)
    return found


def squares(glance: Glance) -> set[str]:
    return {name_of(SQUARES[number]) for number in glance.squares}


@looks
def test_a_table_at_rest_is_read_once(name: str) -> None:
    glances = Watched(name).watch(2)
    assert states(glances) == [State.SETTLING, State.CHANGED, State.UNCHANGED]


@every_table
def test_a_tilt_is_read_once_and_only_when_the_hand_has_gone(watched: Watched) -> None:
    glances = watched.do("C5>BC6")
    assert {"C5", "C6"} <= squares(readings(glances)[0])
    assert len(readings(glances)) == 1
    assert states(glances)[-4:] == [State.MOVING, State.SETTLING, State.CHANGED, State.UNCHANGED]


@every_table
def test_a_cube_turned_on_its_square_is_read(watched: Watched) -> None:
    (reading,) = readings(watched.do("B5>PB5"))
    assert "B5" in squares(reading)


@every_table
def test_a_light_that_fades_is_no_move(watched: Watched) -> None:
    glances = [
        watched.see(lambda scene, n=n: replace(scene, gain=(1 - n / 80, 1 - n / 100, 1 - n / 200)))  # type: ignore[misc]
        for n in range(41)
    ]
    assert states(glances) == [State.UNCHANGED]
    assert any(glance.light for glance in glances)


@every_table
def test_a_light_that_is_dimmed_at_once_is_no_move(watched: Watched) -> None:
    glances = watched.watch(1, gain=(0.55, 0.6, 0.7))
    assert not readings(glances)
    assert any(glance.light for glance in glances)


@every_table
def test_another_lamp_is_told_as_light_and_read_again(watched: Watched) -> None:
    (reading,) = readings(watched.watch(1, light="changed"))
    assert reading.light
    assert reading.bump is None


@every_table
def test_a_hand_that_rests_on_the_board_is_no_cube(watched: Watched) -> None:
    glances = watched.watch(1, hand=DrawnHand(3.4, 2.4, comes_from=180, pinching=False))
    assert not readings(glances)
    assert glances[-1].state is State.COVERED
    assert not readings(watched.watch(1))


def test_what_covers_the_grid_for_long_is_read_all_the_same(watched: Watched) -> None:
    glances = watched.watch(4, hand=DrawnHand(3.4, 2.4, pinching=False))
    assert len(readings(glances)) == 1


class Painted:
    """A plain table of squares of 50 pixels, on which rectangles are painted, with frames thrice a second."""

    def __init__(self) -> None:
        self.attention = Attention(BOARD, ((170, 115), (470, 115), (470, 365), (170, 365)), (640, 480))
        self.dice = np.random.default_rng(1)
        self.print = self.dice.integers(90, 160, (48, 64, 1)).repeat(10, 0).repeat(10, 1)
        self.frames = 0

    def see(self, *things: tuple[float, float, float, float], frames: int = 3) -> list[Glance]:
        """Dark from column to column and from row to row, counted in squares from the grid's first corner."""
        glances = []
        for _ in range(frames):
            image = self.print + self.dice.normal(0, 1.5, (480, 640, 3))
            for left, right, top, bottom in np.array(things).reshape(-1, 4) * 50:
                image[round(115 + top) : round(115 + bottom), round(170 + left) : round(170 + right)] = 40
            self.frames += 1
            shown = np.clip(image, 0, 255).astype(np.uint8)
            glances.append(self.attention.look(Frame(shown, Seconds(self.frames / 3))))
        return glances


def test_a_shadow_that_ends_beside_the_grid_is_no_hand_that_reaches_in() -> None:
    table = Painted()
    table.see()
    assert states(table.see((2.2, 2.8, 4.1, 5.88))) == [State.MOVING, State.CHANGED, State.UNCHANGED]
    assert states(table.see((4.2, 4.8, 4.1, 7.3))) == [State.MOVING, State.COVERED, State.CHANGED]


def test_a_hand_that_was_near_at_the_last_reading_hides_nothing_when_it_has_gone() -> None:
    table = Painted()
    table.see()
    near, cube = (2.0, 3.0, 5.6, 7.3), (0.2, 0.8, 0.2, 0.8)
    assert State.CHANGED in states(table.see(near, cube))
    assert states(table.see((2.2, 2.8, 4.1, 5.6), cube)) == [State.MOVING, State.CHANGED, State.UNCHANGED]


def test_what_was_read_though_it_seemed_covered_is_the_measure_from_then_on() -> None:
    table = Painted()
    table.see()
    left_lying = (4.2, 4.8, 4.1, 7.3)
    assert states(table.see(left_lying, frames=10))[-2:] == [State.CHANGED, State.UNCHANGED]
    cube = (0.2, 0.8, 0.2, 0.8)
    assert states(table.see(left_lying, cube)) == [State.MOVING, State.CHANGED, State.UNCHANGED]


@every_table
def test_something_put_down_beside_the_board_is_no_move(watched: Watched) -> None:
    assert not readings(watched.watch(1, props=(Prop("mug", 9.0, 2.5, 0, "white"),)))


@every_table
def test_a_terrain_tile_is_read(watched: Watched) -> None:
    (reading,) = readings(watched.watch(1, tiles=(TileOnSquare(SQUARES[0]),)))
    assert "A1" in squares(reading)


@every_table
def test_glare_is_looked_at(watched: Watched) -> None:
    assert readings(watched.watch(1, glare=(LampGlare(2, 2, 1.2, 0.7),)))


@every_table
@pytest.mark.parametrize("bump", [Shift(0.15, -0.1, 1.0), Shift(0.06, 0.04)], ids=["pushed", "nudged"])
def test_a_pushed_camera_is_told_with_where_the_grid_is_now(watched: Watched, bump: Shift) -> None:
    assert_told(watched, readings(watched.watch(1, camera_bump=bump)))


@every_table
def test_a_pushed_board_is_told_with_where_the_grid_is_now(watched: Watched) -> None:
    assert_told(watched, readings(watched.watch(1, board_bump=Shift(-0.2, 0.15, -1))))


def assert_told(watched: Watched, found: list[Glance]) -> None:
    (reading,) = found
    assert isinstance(reading.bump, Bump)
    assert np.abs(np.array(reading.bump.corners) - np.array(watched.corners)).max() < 4


def test_moves_are_seen_as_before_after_a_push(watched: Watched) -> None:
    pushed = {"camera_bump": Shift(0.3, 0.2, 2.0)}
    watched.watch(1, **pushed)
    watched.table.change(watched.now, **pushed)
    (reading,) = readings(watched.do("C5>BC6"))
    assert reading.bump is None
    assert {"C5", "C6"} <= squares(reading)


def test_a_doubtful_reading_is_done_again(watched: Watched) -> None:
    assert not readings(watched.watch(0.5))
    watched.attention.doubt()
    assert len(readings(watched.watch(0.5))) == 1


def test_where_frames_are_few_one_without_a_hand_is_pointed_out(watched: Watched) -> None:
    """A third of a second between frames: the tilt is done, and the next hand comes at once."""
    motion = watched.table.do("C5>BC6", watched.now)
    watched.now = round(watched.now + motion.seconds - 0.33, 6)
    over = watched.see(lambda scene: replace(scene, hand=DrawnHand(3.4, 2.4)))
    watched.now = round(watched.now + 0.33, 6)
    alone = watched.see()
    watched.now = round(watched.now + 0.33, 6)
    again = watched.see(lambda scene: replace(scene, hand=DrawnHand(3.4, 2.4)))
    assert [one.state for one in (over, alone, again)] == [State.MOVING] * 3
    assert [one.passing for one in (over, alone, again)] == [False, True, False]


@every_table
def test_a_board_that_is_turned_round_is_read_at_once_though_it_seems_covered(watched: Watched) -> None:
    reading, *_ = readings(watched.watch(1, board_bump=Shift(turn=180)))
    assert reading.t < watched.now - 0.5


def test_frames_of_another_size_are_refused(watched: Watched) -> None:
    with pytest.raises(ValueError, match="640 x 480"):
        watched.attention.look(Frame(np.zeros((48, 64, 3), dtype=np.uint8), Seconds(0)))


def test_the_same_frames_get_the_same_answers() -> None:
    def run() -> list[Glance]:
        watched = Watched("kitchen")
        return [*watched.watch(0.8), *watched.do("B5>BB6")]

    assert run() == run()


@pytest.mark.parametrize("game", ["oak", "lamp", "studio"])
def test_path_traced_games_are_read_once_a_state_and_never_with_a_hand(game: str) -> None:
    truth = [json.loads(line) for line in (GAMES / game / "frames.jsonl").read_text("utf-8").splitlines()]
    attention = Attention(BOARD, tuple((x, y) for x, y in truth[0]["corners"]), (640, 480))  # type: ignore[arg-type]
    with FolderSource(GAMES / game) as source:
        glances = [attention.look(frame) for frame in source]
    read = [line for line, glance in zip(truth, glances, strict=True) if glance.state is State.CHANGED]
    assert [line["conditions"].get("before") for line in read] == list(range(len(read)))
    assert len(read) == 1 + max(line["conditions"].get("move", -1) for line in truth) + 1
    assert not any(glance.bump for glance in glances)
