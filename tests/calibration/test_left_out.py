"""Learning tests itself: every cube of the faces pictures against what was learnt without it."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from calibration.bench.report import calibrated
from calibration.cubes.faces import learn
from companion.games.himiki.rules.board import SQUARES
from companion.games.himiki.rules.cubes import Colour, Element
from tests.calibration.tables import drawn, scenes, true_corners
from vision.cubes.profile import KINDS, Profile, load_profile
from vision.cubes.reading.reader import Reader
from vision.frames import Frame, Seconds
from vision.virtual import LOOKS, Scene, pieces_named, render
from vision.virtual.scenes.looks import CubeLook, DrawnLook

OAK = Path(__file__).parents[1] / "data" / "tables" / "oak"
USUAL = LOOKS["kitchen"].cubes
FAINT = replace(USUAL, inks_on_black=("#5a2a26", "#28305a", "#1f4a2a"), wear=1.0)
ONE_FAINT = replace(USUAL, inks_on_black=("#ee2e2a", "#3767e8", "#17352a"))
POSITION = "A1wHMK,B3wMKH,D6wKHM,D2bHMK,E4bMKH,B5bKHM"


@pytest.fixture(scope="module")
def oak() -> Profile:
    return calibrated(OAK)[0]


@cache
def table(cubes: CubeLook) -> tuple[DrawnLook, Profile]:
    look = replace(LOOKS["kitchen"], cubes=cubes)
    empty, *faces = drawn(look, *scenes(look))
    return look, learn(empty, faces, true_corners(look))


def test_cubes_left_out_of_a_good_table_are_their_own_kinds_by_far(oak: Profile) -> None:
    assert len(oak.left_out) == 24
    assert min(one.lead for one in oak.left_out) > 0.05
    assert max(one.own for one in oak.left_out) < 0.1


def right(profile: Profile, look: DrawnLook) -> int:
    """Of the cubes in four positions, how many are read."""
    reader = Reader(profile)
    count = 0
    for seed in range(4):
        picture, truth = render(Scene(pieces=pieces_named(POSITION, look, seed + 5), noise=seed + 9), look)
        seen = {
            (cube.square, cube.colour, cube.top) for cube in reader.read(Frame(picture, Seconds(0.0))).cubes
        }
        count += len(seen & {(cube.square, cube.colour, cube.top) for cube in truth.cubes})
    return count


@pytest.mark.slow
def test_faint_worn_cubes_are_allowed_what_they_need() -> None:
    """As sharp as their faint prints alone would have it, they would not pass for their own kind."""
    look, profile = table(FAINT)
    assert profile.allowance is not None
    assert profile.allowance > Reader(profile).matcher.noise
    of_wood = [one.own for one in profile.left_out if one.kind == KINDS.index((Colour.BLACK, Element.WOOD))]
    assert np.mean(of_wood) < 0.08
    assert right(profile, look) >= right(replace(profile, allowance=None), look)


def test_a_faint_sign_makes_no_plain_faces_that_its_own_cubes_would_be_taken_for() -> None:
    """Its face passes for one without a sign; the same face of other elements would look like it."""
    _, profile = table(ONE_FAINT)
    wood = KINDS.index((Colour.BLACK, Element.WOOD))
    assert [one for one in profile.left_out if one.kind == wood and one.lead <= 0] == []
    assert profile.margins[wood].rival > profile.margins[wood].own * 1.2


def test_empty_squares_tell_how_like_a_cube_a_board_can_look(oak: Profile) -> None:
    assert [len(kinds) for kinds in oak.bare] == [len(KINDS)] * len(SQUARES)
    assert all(one.alike - 2 * one.misfit < 0.35 for kinds in oak.bare for one in kinds)


def test_what_learning_found_out_about_itself_is_kept(oak: Profile, tmp_path: Path) -> None:
    oak.save(tmp_path)
    again = load_profile(tmp_path)
    assert again.left_out == oak.left_out
    assert again.allowance == oak.allowance
    assert again.bare == oak.bare


def test_a_profile_of_an_older_program_is_still_read(oak: Profile, tmp_path: Path) -> None:
    oak.save(tmp_path)
    path = tmp_path / "profile.json"
    values = json.loads(path.read_text(encoding="utf-8"))
    for name in ("allowance", "left out", "bare squares"):
        del values[name]
    path.write_text(json.dumps(values), encoding="utf-8")
    again = load_profile(tmp_path)
    assert (again.left_out, again.bare, again.allowance) == ((), (), None)
    assert Reader(again).matcher.noise == pytest.approx(Reader(oak).matcher.noise, abs=0.01)
    assert np.array_equal(again.empty, oak.empty)
