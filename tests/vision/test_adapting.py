"""The look of the faces follows slow changes, from certain readings only, and stays what it was learnt as."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games.himiki.rules.board import squares_named
from tests import learning
from vision.cubes.following.adapting import Adapting
from vision.cubes.profile import KINDS, Profile
from vision.cubes.reading.reader import Reader, Reading
from vision.cubes.tops import Found, Pose
from vision.frames import Frame, Image, Seconds
from vision.virtual import LOOKS, DrawnTruth, Renderer, Scene, pieces_named

pytestmark = pytest.mark.long

BOARDS = (
    "A2wHKM,A5bHKM,B1wMHK,B6bKMH,C3wKMH,D1bMKH,D6wHKM,E2bKMH",
    "A1bMHK,B3wKHM,B4bHMK,C5wMKH,D2wHMK,D4bKHM,E6wKMH",
)


@cache
def learnt(name: str) -> Profile:
    return learning.drawn(LOOKS[name])


@cache
def boards(name: str, light: str) -> tuple[tuple[Image, DrawnTruth], ...]:
    renderer = Renderer(LOOKS[name])
    scenes = [Scene(pieces_named(cubes, LOOKS[name]), noise=n, light=light) for n, cubes in enumerate(BOARDS)]
    return tuple(renderer.render(scene) for scene in scenes)


def readings(profile: Profile, light: str, name: str) -> list[tuple[Reading, DrawnTruth]]:
    reader = Reader(profile)
    return [(reader.reading(Frame(image, Seconds(0))), truth) for image, truth in boards(name, light)]


def misread(profile: Profile, name: str) -> tuple[int, int]:
    """Cubes that are read as others, and cubes that are not read, in two lights."""
    others = missing = 0
    for light in ("usual", "changed"):
        for reading, truth in readings(profile, light, name):
            right = {one.square: (one.colour, one.top) for one in truth.cubes}
            seen = {one.square: (one.colour, one.top) for one in reading.sighting.cubes}
            others += sum(right.get(square) != kind for square, kind in seen.items())
            missing += len(right.keys() - seen.keys())
    return others, missing


def lead(profile: Profile, name: str, light: str) -> float:
    """How plainly each cube is what it is, on average."""
    seen = [
        cube.scores["lead"]
        for reading, _ in readings(profile, light, name)
        for cube in reading.sighting.cubes
    ]
    return float(np.mean(seen))


def evening(profile: Profile, name: str, light: str, lessons: int) -> Adapting:
    adapting = Adapting(profile)
    reader = Reader(profile)
    for n in range(lessons):
        image, _ = boards(name, light)[n % len(BOARDS)]
        reading = reader.reading(Frame(image, Seconds(6.0 * n)))
        adapting.watch(Seconds(6.0 * n), image, reader, reading)
    return adapting


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["study", "workshop"])
def test_in_another_light_the_faces_become_plainer(name: str) -> None:
    profile = learnt(name)
    adapting = evening(profile, name, "changed", 60)
    adapted = adapting.applied(profile, Seconds(0))
    # What is learnt differs by a little from machine to machine, and so does what is left to be gained.
    assert lead(adapted, name, "changed") > lead(profile, name, "changed") + 0.005
    assert lead(adapted, name, "usual") > lead(profile, name, "usual") - 0.05
    assert misread(adapted, name) == (0, 0)


AT_HOME = ("B2bHMK,C2bKHM,D2bMKH", "B1bKHM,C2bMKH,D2bHMK", "B2bMKH,C1bHMK,D2bKHM")
ON_LIGHT = ("B5bHMK,C4bKHM,D5bMKH", "B4bKHM,C5bMKH,D4bHMK")


def unsharp(name: str, cubes: str) -> Frame:
    """As a small camera shows it: every edge is mixed with what lies beside it."""
    image, _ = Renderer(LOOKS[name]).render(Scene(pieces_named(cubes, LOOKS[name]), noise=7))
    height, width = image.shape[:2]
    small = cv2.resize(image, (2 * width // 5, 2 * height // 5), interpolation=cv2.INTER_AREA)
    return Frame(np.asarray(cv2.resize(small, (width, height)), np.uint8), Seconds(0))


def on_light(profile: Profile, name: str) -> list[float]:
    """How well each black cube in the Light zone is recognised; 0 where it is not."""
    seen = []
    for cubes in ON_LIGHT:
        sighting = Reader(profile).read(unsharp(name, cubes))
        scores = {cube.square: cube.scores["score"] for cube in sighting.cubes}
        seen += [
            scores.get(square, 0.0) for square in squares_named(*(each[:2] for each in cubes.split(",")))
        ]
    return seen


@pytest.mark.slow
def test_what_lies_around_a_cube_is_not_taken_for_its_own() -> None:
    """Black cubes stand in the Dark zone for half an hour; then they come over to the Light zone."""
    name = "kitchen"
    profile = learnt(name)
    adapting, reader = Adapting(profile), Reader(profile)
    frames = [unsharp(name, cubes) for cubes in AT_HOME]
    readings = [reader.reading(frame) for frame in frames]
    for n in range(300):
        frame, reading = frames[n % len(frames)], readings[n % len(frames)]
        adapting.watch(Seconds(6.0 * n), frame.image, reader, reading)
    before, after = on_light(profile, name), on_light(adapting.applied(profile, Seconds(0)), name)
    assert min(np.subtract(after, before)) > -0.02


def found_as(look: int) -> Found:
    return Found(0, look, 0, Pose(0.5, 0.5, 0.0), 0.0, 1.0, 1.0, 1.0, 1.0)


Patch = NDArray[np.float32]


def drifted(profile: Profile, patches: list[Patch]) -> Adapting:
    """After ten thousand lessons, each taught to the look of that number."""
    adapting = Adapting(profile)
    for _ in range(10_000 // len(patches)):
        for look, patch in enumerate(patches):
            adapting.learn(found_as(look), patch)
    return adapting


@pytest.mark.parametrize("name", ["study", "workshop"])
def test_lessons_of_another_class_never_make_it_that_class(name: str) -> None:
    """Every look is taught to be the next one, for days."""
    profile = learnt(name)
    looks = list(profile.looks)
    taught = drifted(profile, [*looks[1:], looks[0]])
    for look, (own, other) in enumerate(zip(looks, [*looks[1:], looks[0]], strict=True)):
        if profile.kinds[look] == profile.kinds[(look + 1) % len(looks)]:
            continue
        way = (other - own).reshape(-1).astype(np.float64)
        gone = (taught.looks[look] - own).reshape(-1) @ way / (way @ way)
        assert gone < 0.13
    assert misread(taught.applied(profile, Seconds(0)), name) == (0, 0)


def test_a_class_that_fades_into_another_little_by_little_is_not_followed() -> None:
    """As if fire were painted over with wood in a thousand coats, each of them hardly to be seen."""
    profile = learnt("study")
    adapting = Adapting(profile)
    fire, wood = profile.kinds.index(0), profile.kinds.index(len(KINDS) // 2 - 1)
    for share in np.linspace(0, 1, 1000):
        coat = (1 - share) * profile.looks[fire] + share * profile.looks[wood]
        adapting.learn(found_as(fire), coat.astype(np.float32))
    assert misread(adapting.applied(profile, Seconds(0)), "study") == (0, 0)


@pytest.mark.few(2)
@pytest.mark.parametrize("patch", ["black", "white", "noise", "glare"])
def test_rubbish_changes_little(patch: str) -> None:
    profile = learnt("study")
    shape = profile.looks[0].shape
    glare = cv2.circle(np.zeros(shape, np.float32), (8, 8), 6, (255, 255, 255), -1)
    rubbish: dict[str, Patch] = {
        "black": np.zeros(shape, np.float32),
        "white": np.full(shape, 255, np.float32),
        "noise": np.random.default_rng(1).uniform(0, 255, shape).astype(np.float32),
        "glare": np.asarray(np.maximum(profile.looks[0], glare), np.float32),
    }
    taught = drifted(profile, [rubbish[patch]] * len(profile.kinds))
    assert np.abs(taught.looks - profile.looks).max() <= 20.001
    assert misread(taught.applied(profile, Seconds(0)), "study") == (0, 0)


def test_nothing_is_learnt_from_what_is_not_clear_or_not_certain() -> None:
    profile = learnt("study")
    image, _ = boards("study", "changed")[0]
    reader = Reader(profile)
    reading = reader.reading(Frame(image, Seconds(10)))
    covered = replace(reading, sighting=replace(reading.sighting, clear=False))
    doubtful = tuple(replace(cube, confidence=0.9) for cube in reading.sighting.cubes)
    unsure = replace(reading, sighting=replace(reading.sighting, pieces=doubtful))
    for one in (covered, unsure):
        adapting = Adapting(profile)
        adapting.watch(Seconds(10), image, reader, one)
        assert np.array_equal(adapting.looks, profile.looks)


def test_it_is_applied_once_a_minute_at_most_and_only_when_it_matters() -> None:
    profile = learnt("study")
    adapting = Adapting(profile)
    assert not adapting.due(Seconds(0))
    assert not adapting.due(Seconds(100))
    for _ in range(100):
        adapting.learn(found_as(0), profile.looks[1])
    assert adapting.due(Seconds(101))
    adapting.applied(profile, Seconds(101))
    assert not adapting.due(Seconds(200))
