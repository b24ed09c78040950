"""Side faces that an oblique camera sees, on tables whose print is not asked."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.bench.report import PictureTruth, picture, truths
from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.cubes import Element
from tests import learning
from vision.cubes.profile import Print, Profile, Sides, load_profile
from vision.cubes.reading.reader import Reader
from vision.cubes.reading.sides import SideReader
from vision.cubes.tops import Pose
from vision.frames import Frame, Seconds

LAMP = Path(__file__).parents[1] / "data" / "tables" / "lamp"


@pytest.fixture(scope="module")
def lamp() -> Profile:
    return learning.photographed(LAMP)[0]


def without_print(profile: Profile) -> Profile:
    """The same set, as if its signs stood anyhow."""
    return replace(profile, prints=tuple(Print(None, told.heading) for told in profile.prints))


def told_sides(profile: Profile) -> Iterator[tuple[PictureTruth, str, Element | None, Element]]:
    reader = Reader(profile)
    for truth in truths(LAMP):
        if not truth.clear:
            continue
        for cube in reader.read(Frame(picture(truth.image), Seconds(0.0))).cubes:
            told = truth.cubes[cube.square]
            yield truth, name_of(cube.square), cube.side, Element[told["side"].upper()]


@pytest.mark.long
def test_sides_in_sight_tell_what_the_print_does_not(lamp: Profile) -> None:
    sides = list(told_sides(without_print(lamp)))
    wrong = [(truth.image.name, name) for truth, name, seen, told in sides if seen not in (None, told)]
    assert wrong == []
    assert sum(seen is not None for *_, seen, _ in sides) >= 0.8 * len(sides)


def test_without_known_sides_nothing_is_said_about_them(lamp: Profile) -> None:
    blind = replace(without_print(lamp), sides=Sides())
    assert all(seen is None for *_, seen, _ in told_sides(blind))


def test_a_neighbour_in_the_way_hides_a_side(lamp: Profile) -> None:
    reader = SideReader(lamp.looks, lamp.kinds, lamp.edge, lamp.sides)
    camera = lamp.camera()
    image = picture(LAMP / "faces_fire.jpg")
    cube = Pose(3.5, 2.5, 0.0)
    lens = camera.centre()[:2] - [cube.x, cube.y]
    step = np.round(lens / np.abs(lens).max()) * (lamp.edge + 0.02)
    neighbour = Pose(cube.x + float(step[0]), cube.y + float(step[1]), 0.0)
    behind = Pose(cube.x - float(step[0]), cube.y - float(step[1]), 0.0)
    light = np.ones((1, 3), np.float32)
    alone = reader.patches(image, camera, [cube], [], light)
    assert len(alone.faces) > 0
    beside = reader.patches(image, camera, [cube], [neighbour], light)
    assert len(beside.faces) == len(alone.faces) - 1
    assert len(reader.patches(image, camera, [cube], [behind], light).faces) == len(alone.faces)


def test_what_is_known_of_sides_is_kept_in_the_profile(lamp: Profile, tmp_path: Path) -> None:
    lamp.save(tmp_path)
    kept = load_profile(tmp_path).sides
    assert [(one.kind, one.face) for one in kept.looks] == [(one.kind, one.face) for one in lamp.sides.looks]
    assert {(one.colour, one.face, one.elements) for one in kept.leads} == {
        (one.colour, one.face, one.elements) for one in lamp.sides.leads
    }


def test_a_profile_from_before_sides_were_known_is_still_read(lamp: Profile, tmp_path: Path) -> None:
    lamp.save(tmp_path)
    values = json.loads((tmp_path / "profile.json").read_text(encoding="utf-8"))
    del values["sides"]
    (tmp_path / "profile.json").write_text(json.dumps(values), encoding="utf-8")
    assert load_profile(tmp_path).sides == Sides()
