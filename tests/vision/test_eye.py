"""A table followed over time: every position is told once, in order, and soon."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from calibration.bench.evening import Evening
from companion.games.himiki.rules.board import name_of, squares_named
from companion.games.himiki.rules.cubes import Colour, Element
from tests import learning
from vision.cubes.doubt.agreeing import agreed, same
from vision.cubes.following.eye import Eye
from vision.cubes.profile import Profile
from vision.cubes.seen import CubeSighting, SeenCube
from vision.frames import Frame, Seconds
from vision.plane.attention import State
from vision.plane.eye import BoardBack, BoardGone, Look
from vision.sighting import Moved, Reason
from vision.sources import FolderSource
from vision.virtual import LOOKS, SAMPLE_GAME, Action, DrawnHand, Renderer, Scene, Shift, VirtualTable

DATA = Path(__file__).parents[1] / "data"
PHOTOGRAPHED = ("oak", "lamp", "studio")

Tops = tuple[str, ...]
"""`B5wH`, in board order."""


@cache
def profile_of(name: str) -> Profile:
    if name in PHOTOGRAPHED:
        return learning.photographed(DATA / "tables" / name)[0]
    return learning.drawn(LOOKS[name])


@cache
def renderer_of(name: str) -> Renderer:
    return Renderer(LOOKS[name])


def tops(sighting: CubeSighting) -> Tops:
    return tuple(f"{name_of(c.square)}{c.colour.letter}{c.top.letter}" for c in sighting.cubes)


def told(sightings: list[CubeSighting]) -> list[Tops]:
    """Each clear position once as long as it lasts."""
    found: list[Tops] = []
    for sighting in sightings:
        if sighting.clear and (not found or found[-1] != tops(sighting)):
            found.append(tops(sighting))
    return found


def watched(eye: Eye, frames: Iterator[Frame]) -> list[CubeSighting]:
    sightings = [look.sighting for look in map(eye.look, frames)]
    return [sighting for sighting in (*sightings, eye.last_look()) if sighting is not None]


def photographed(game: str, still_frames: int) -> Iterator[Frame]:
    """The frames of a game, with at most so many of each moment without a hand."""
    folder = DATA / "attention" / game
    truth = [json.loads(line) for line in (folder / "frames.jsonl").read_text("utf-8").splitlines()]
    still = 0
    with FolderSource(folder) as source:
        for line, frame in zip(truth, source, strict=True):
            still = still + 1 if line["conditions"]["phase"] == "stable" else 0
            if still <= still_frames:
                yield frame


def true_positions(game: str) -> list[Tops]:
    lines = (DATA / "attention" / game / "positions.txt").read_text("utf-8").split()
    return [tuple(line.split(",")) for line in lines]


@pytest.mark.parametrize("still_frames", [4, 1])
@pytest.mark.parametrize("game", PHOTOGRAPHED)
@pytest.mark.long
def test_every_position_of_a_game_is_told_in_order(game: str, still_frames: int) -> None:
    """Also where each was seen in one frame only, between one hand and the next."""
    sightings = watched(Eye(profile_of(game)), photographed(game, still_frames))
    assert told(sightings) == true_positions(game)


class Play:
    """A virtual table, a camera over it and an eye behind the camera."""

    def __init__(self, name: str, cubes: str, rate: float = 15.0, seed: int = 3) -> None:
        self.renderer = renderer_of(name)
        self.table = VirtualTable(LOOKS[name], seed=seed)
        self.table.lay(cubes)
        self.eye = Eye(profile_of(name))
        self.step = 1 / rate
        self.now = 0.0
        self.count = 0
        self.sightings: list[CubeSighting] = []

    def see(self, **faults: object) -> Look[CubeSighting]:
        self.count += 1
        scene = replace(self.table.scene_at(self.now), noise=self.count, **faults)  # type: ignore[arg-type]
        image, self.truth = self.renderer.render(scene)
        look = self.eye.look(Frame(image, Seconds(self.now)))
        if look.sighting is not None:
            self.sightings.append(look.sighting)
        self.now = round(self.now + self.step, 6)
        return look

    def watch(self, seconds: float, **faults: object) -> list[Look[CubeSighting]]:
        return [self.see(**faults) for _ in range(max(round(seconds / self.step), 1))]

    def do(self, action: Action) -> float:
        """The move, and how long after the hand has gone from the grid a clear position is told."""
        end = self.now + self.table.do(action, self.now).seconds
        gone = self.now
        told = -1.0
        while self.now < end + 1 and (self.now < end or told < 0):
            look = self.see()
            if self.truth.hand:
                gone, told = look.t, -1.0
            elif look.sighting is not None and look.sighting.clear and told < 0:
                told = look.t
        assert told >= 0, "nothing was told in the second after the move"
        return told - gone

    def standing(self) -> Tops:
        pieces = [p for p in self.table.scene_at(self.now).pieces if p.square is not None]
        names = [
            f"{name_of(p.square)}{p.colour.letter}{p.top.letter}" for p in pieces if p.square is not None
        ]
        return tuple(sorted(names))


@pytest.mark.long
def test_a_move_is_told_soon_after_the_hand_has_gone() -> None:
    play = Play("kitchen", SAMPLE_GAME.start.split()[0])
    play.watch(0.6)
    for move in SAMPLE_GAME.moves[:3]:
        assert play.do(move) <= 0.6
        assert tops(play.sightings[-1]) == play.standing()


@pytest.mark.few(1)
@pytest.mark.parametrize("frames", [4, 8])
@pytest.mark.long
def test_few_frames_a_move_are_enough(frames: int) -> None:
    """A move takes a hand about a second and a half; half a second passes before the next."""
    play = Play("bulb", SAMPLE_GAME.start.split()[0], rate=frames / 2.0)
    play.watch(1.0)
    wanted = [play.standing()]
    for move in SAMPLE_GAME.moves:
        motion = play.table.do(move, play.now)
        play.watch(motion.seconds + 0.5)
        wanted.append(play.standing())
    play.watch(1.0)
    assert told(play.sightings) == [w for i, w in enumerate(wanted) if i == 0 or wanted[i - 1] != w]


def test_what_stands_still_is_told_once() -> None:
    play = Play("kitchen", "B2bHMK,B5wHMK")
    play.watch(6.0)
    assert len(play.sightings) == 1


def test_a_hand_over_the_board_is_told_once_and_claims_nothing() -> None:
    play = Play("kitchen", "B2bHMK,B5wHMK")
    play.watch(1.0)
    play.watch(0.9, hand=DrawnHand(3.4, 2.4, pinching=False))
    (hidden,) = play.sightings[1:]
    assert (hidden.clear, hidden.moving, hidden.cubes) == (False, True, ())


def test_what_a_hand_that_rests_leaves_free_is_told_beside_what_it_covers() -> None:
    play = Play("kitchen", "B1bHMK,B5wHMK")
    play.watch(1.0)
    play.watch(3.0, hand=DrawnHand(3.4, 2.4, comes_from=180, pinching=False))
    rests = play.sightings[-1]
    assert (rests.clear, rests.moving) == (False, False)
    assert {doubt.reason for doubt in rests.doubts} == {Reason.COVERED}
    covered = {doubt.square for doubt in rests.doubts}
    assert [cube.square for cube in rests.cubes if cube.square not in covered] == [
        cube.square for cube in play.sightings[0].cubes if cube.square not in covered
    ]


def test_a_hand_that_leaves_everything_as_it_was_gives_the_same_position_again() -> None:
    play = Play("kitchen", "B2bHMK,B5wHMK")
    play.watch(1.0)
    play.watch(0.5, hand=DrawnHand(3.4, 2.4))
    play.watch(0.6)
    assert [sighting.moving for sighting in play.sightings] == [False, True, False]
    assert same(play.sightings[0], play.sightings[2])
    assert play.sightings[2].clear


def test_a_cube_across_two_squares_is_told_as_not_clear() -> None:
    play = Play("kitchen", "B2bHMK,B5wHMK")
    (askew,) = [p for p in play.table.scene_at(0).pieces if p.x > 3]
    play.table.put(replace(askew, x=5.0))
    play.watch(1.0)
    assert [sighting.clear for sighting in play.sightings] == [False]
    play.table.put(askew, play.now)
    play.watch(1.0)
    assert play.sightings[-1].clear


def test_a_picture_of_another_shape_is_a_lost_board_and_no_error() -> None:
    play = Play("kitchen", "B2bHMK,B5wHMK")
    play.watch(0.6)
    look = play.eye.look(Frame(play.renderer.render(Scene())[0][:, :900], Seconds(play.now)))
    assert names([look]) == ["BoardGone"]
    assert look.sighting is not None
    assert not look.sighting.board


def reading(*cubes: str, confidence: float = 0.6) -> CubeSighting:
    seen = [
        SeenCube(square, Colour.WHITE, Element.FIRE, None, None, confidence)
        for square in squares_named(*cubes)
    ]
    return CubeSighting(Seconds(0.0), ((0, 9), (9, 9), (9, 0), (0, 0)), True, tuple(seen))


def test_two_readings_that_agree_are_believed() -> None:
    assert agreed([reading("B2", "B5")]) is None
    both = agreed([reading("B2", "B5", confidence=0.7), reading("B2", "B5")])
    assert both is not None
    assert [cube.confidence for cube in both.cubes] == [0.7, 0.7]


def test_what_three_readings_do_not_agree_on_is_no_claim() -> None:
    readings = [reading("B2"), reading("B2", "B5", confidence=0.9), reading("B2", "B5", "C3")]
    assert agreed(readings[:2]) is None
    settled = agreed(readings)
    assert settled is not None
    assert {name_of(cube.square): cube.confidence for cube in settled.cubes} == {
        "B2": 0.9,
        "B5": 0.5,
        "C3": 0.5,
    }


def names(looks: list[Look[CubeSighting]]) -> list[str]:
    return [type(happening).__name__ for look in looks for happening in look.happenings]


@pytest.mark.parametrize(
    ("shift", "turned"),
    [
        ({"board_bump": Shift(0.6, -0.4, 7)}, False),
        ({"camera_bump": Shift(-0.5, 0.3, -9)}, False),
        ({"board_bump": Shift(0.1, 0.1, 180)}, True),
    ],
    ids=["the board pushed", "the camera pushed", "the board turned round"],
)
@pytest.mark.long
def test_a_board_that_went_elsewhere_is_told_and_read_there(shift: dict[str, Shift], turned: bool) -> None:
    play = Play("bulb", "A2wHKM,B5bHKM,C3wMKH,D1bHKM,E2bHMK")
    play.watch(0.6)
    play.table.change(play.now, **shift)
    start = play.now
    looks = play.watch(1.0)
    assert names(looks) == ["BoardGone", "BoardBack"]
    (found,) = [h for look in looks for h in look.happenings if isinstance(h, BoardBack)]
    assert found.t - start <= 1.0
    assert found.turned is turned
    assert np.abs(np.array(found.corners) - np.array(play.truth.corners)).max() < 8
    assert [s.clear for s in play.sightings] == [True, False, True]
    assert tops(play.sightings[2]) == tops(play.sightings[0])
    assert play.sightings[0].moved is None
    assert play.sightings[2].moved == Moved(found.t, "the board or the camera was moved", turned=turned)
    assert play.do("B5>BB6") <= 0.6
    assert tops(play.sightings[-1]) == play.standing()


@pytest.mark.long
def test_a_board_that_was_taken_away_is_lost_until_it_is_back() -> None:
    play = Play("kitchen", "B2bHMK,B5wHMK")
    play.watch(0.6)
    gone = play.watch(2.0, board_bump=Shift(x=40))
    assert names(gone) == ["BoardGone"]
    assert (play.sightings[-1].corners, play.sightings[-1].clear) == (None, False)
    back = play.watch(1.5)
    assert names(back) == ["BoardBack"]
    assert play.sightings[-1].moved is None
    assert play.sightings[-1].clear
    assert tops(play.sightings[-1]) == play.standing()


def test_darkness_is_told_as_such() -> None:
    play = Play("kitchen", "B2bHMK,B5wHMK")
    play.watch(0.6)
    looks = play.watch(1.5, gain=(0.0, 0.0, 0.0))
    (lost,) = [h for look in looks for h in look.happenings if isinstance(h, BoardGone)]
    assert "dark" in lost.reason
    assert play.sightings[-1].why == lost.reason


def test_a_picture_that_is_nothing_but_movement_is_told_as_a_lost_board() -> None:
    """The cable of a grabber came loose: it sends noise, another one every time."""
    play = Play("kitchen", "B2bHMK,B5wHMK")
    play.watch(0.6)
    line = np.random.default_rng(1).integers(0, 256, 4000, np.uint8)
    width, height = play.eye.profile.size
    looks = []
    for n in range(80):
        starts = np.random.default_rng(n).integers(0, len(line) - width, height)
        grey = np.stack([line[start : start + width] for start in starts])
        t = Seconds(play.now + n / 10)
        looks.append(play.eye.look(Frame(np.repeat(grey[..., None], 3, axis=2), t)))
    assert names(looks) == ["BoardGone"]
    (at,) = [look.t for look in looks if look.happenings]
    assert at - play.now < 7


@pytest.mark.long
def test_hands_that_do_not_rest_hide_nothing_for_long_enough_to_lose_the_board() -> None:
    play = Play("kitchen", "B2bHMK,B5wHMK")
    play.watch(0.6)
    looks = []
    for n in range(150):
        hand = DrawnHand(x=3 + 2 * np.cos(n), y=2.5 + np.sin(n), comes_from=90)
        looks.append(play.see(hand=hand))
    assert {look.glance.state for look in looks} == {State.MOVING}
    assert names(looks) == []


@pytest.mark.long
def test_a_lamp_that_is_switched_is_told_once_and_is_no_move() -> None:
    play = Play("study", "B2bHMK,B5wHMK")
    play.watch(1.0)
    play.table.change(play.now, light="changed")
    looks = play.watch(1.5)
    assert names(looks) == ["LightChanged"]
    assert set(told(play.sightings)) == {play.standing()}


@pytest.mark.slow
def test_an_evening_of_drifting_light_lamps_and_pushes_brings_no_wrong_claim() -> None:
    """The short form of `himiki bench evening`."""
    evening = Evening(LOOKS["workshop"], profile_of("workshop"))
    evening.rest(0.6)
    evening.drift(minutes=5)
    evening.lamps()
    evening.pushes(1)
    evening.turn_round()
    tally = evening.tally
    assert tally.right, tally.line()
    assert (tally.pushes, tally.turned) == (2, 1)
    assert len(tally.read) == tally.changes


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in LOOKS if name != "tagged"])
def test_a_whole_evening_brings_no_wrong_claim(name: str) -> None:
    tally = Evening(LOOKS[name], profile_of(name)).whole()
    assert tally.right, tally.line()
