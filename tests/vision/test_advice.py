"""What a profile says about the light that it was learnt in."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.bench.report import picture
from calibration.cubes.faces import learn
from companion.cli import main
from companion.games.himiki.rules.board import square_named
from tests import learning
from vision.cubes.profile import Profile
from vision.cubes.reading.advice import advice
from vision.cubes.remarks import ADD_LIGHT, WHITER
from vision.frames import Image
from vision.virtual import LOOKS, Renderer, Scene, pieces_named
from vision.virtual.scenes.looks import CubeLook, DrawnLight, Lamp

pytestmark = pytest.mark.long

OAK = Path(__file__).parents[1] / "data" / "tables" / "oak"
STANDING = ("HMK", "MKH", "KHM")
USUAL_CUBES = LOOKS["kitchen"].cubes

RED = DrawnLight((Lamp(-9, 9, 14, 3.5, (0.03, 0.05, 0.9)),), (0.02, 0.04, 0.5))
DIM = DrawnLight((Lamp(-9, 9, 14, 3.5, (0.02, 0.02, 0.02)),), (0.015, 0.015, 0.015))
FROM_ONE_SIDE = DrawnLight((Lamp(-4, 2.5, 3, 0.4, (0.8, 0.8, 0.8)),), (0.02, 0.02, 0.02))


def learnt(light: DrawnLight, cubes: CubeLook = USUAL_CUBES) -> tuple[Profile, Image]:
    """The kitchen's table learnt in this light, and its empty picture."""
    look = replace(LOOKS["kitchen"], calibration=light, cubes=cubes)
    renderer = Renderer(look)
    empty, truth = renderer.render(Scene(light="calibration"))
    faces = []
    for number, letters in enumerate(STANDING):
        names = ",".join(f"{row}{c}{letters}" for row in "ABCD" for c in ("5w", "2b"))
        scene = Scene(pieces=pieces_named(names, look, number), light="calibration", noise=number)
        faces.append(renderer.render(scene)[0])
    return learn(empty, faces, np.asarray(truth.corners)), empty


@pytest.fixture(scope="module")
def oak() -> Profile:
    return learning.photographed(OAK)[0]


def test_good_light_needs_no_advice(oak: Profile) -> None:
    assert advice(oak) == []
    assert advice(oak, picture(OAK / "stills" / "02.jpg")) == []


def test_in_red_light_coloured_faces_that_cannot_be_told_apart_are_named() -> None:
    """Red faces hide in it which body they are on."""
    said = advice(learnt(RED, replace(USUAL_CUBES, print="whole", sign_size=0.12))[0])
    assert said[0].code == "colours_alike"
    told, _, cure = said[0].text.partition(": ")
    assert told == "fire on white cubes and fire on black ones are hard to tell in this light"
    assert cure in (ADD_LIGHT, WHITER)


def test_a_cube_that_one_picture_showed_badly_is_named_with_its_picture(oak: Profile) -> None:
    spoilt = [
        replace(one, own=0.3, alike=0.7) if (one.kind, one.square) == (4, square_named("C2")) else one
        for one in oak.left_out
    ]
    said = advice(replace(oak, left_out=tuple(spoilt)))
    assert [one.code for one in said] == ["spoilt_picture"]
    assert said[0].parameters["square"] == "C2"
    assert "in the water picture: take that picture again" in said[0].text


def test_cubes_that_hardly_fit_their_own_kind_are_said_to_be_hard_to_see(oak: Profile) -> None:
    faint = [replace(one, alike=0.6) if one.kind == 5 else one for one in oak.left_out]
    said = advice(replace(oak, left_out=tuple(faint)))
    assert [(one.code, one.parameters["one"], one.parameters["colour"]) for one in said] == [
        ("hard_to_see", "wood", "black")
    ]
    assert "add light" not in said[0].text


def test_gloss_on_dark_cubes_is_helped_against_by_the_lamp_not_by_more_light(oak: Profile) -> None:
    veil = np.linspace(0, 90, 24, dtype=np.float32)[:, None, None]
    dark = [index for index, kind in enumerate(oak.sample_kinds) if kind == 5]
    samples = oak.samples.copy()
    for turn, index in enumerate(dark):
        samples[index] = np.clip(samples[index] + np.rot90(np.broadcast_to(veil, (24, 24, 3)), turn), 0, 255)
    faint = tuple(replace(one, alike=0.6) if one.kind == 5 else one for one in oak.left_out)
    said = advice(replace(oak, left_out=faint, samples=samples))
    assert said[0].parameters["help"] == "move or shade the lamp that shines on them"


def test_a_lamp_of_one_colour_is_named() -> None:
    assert "one_coloured" in [one.code for one in advice(learnt(RED)[0])]


def test_too_little_light_is_said() -> None:
    assert "too_dark" in [one.code for one in advice(learnt(DIM)[0])]


def test_the_dark_side_of_the_picture_is_named() -> None:
    profile, empty = learnt(FROM_ONE_SIDE)
    said = {one.code: one for one in advice(profile)}
    grey = empty.mean(axis=2)
    (x, y), spread = np.mean(profile.corners, axis=0), 200
    row = slice(int(y) - 100, int(y) + 100)
    darker = "left" if grey[row, int(x) - spread].mean() < grey[row, int(x) + spread].mean() else "right"
    assert said["one_sided"].parameters["side"] == darker
    assert said["one_sided"].text.endswith(f"add light from the {darker}")


def test_what_changed_since_is_said_first(oak: Profile) -> None:
    still = picture(OAK / "stills" / "02.jpg")
    darker = np.asarray(still * 0.35, np.uint8)
    assert [one.code for one in advice(oak, darker)] == ["darker_than_learnt"]
    blue = np.asarray(np.clip(still * np.array([1.6, 0.9, 0.5]), 0, 255), np.uint8)
    assert "other_light" in [one.code for one in advice(oak, blue)]


def test_read_prints_advice_beside_its_answers(
    oak: Profile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    oak.save(tmp_path)
    still = str(OAK / "stills" / "02.jpg")
    assert main(["read", "--advice", "--profile", str(tmp_path), still]) == 0
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 1
    assert told.err == ""
