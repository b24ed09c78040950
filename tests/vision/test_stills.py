"""Still frames of a doubtful table become one picture with less noise, and none of a table before."""

from dataclasses import replace

import numpy as np

from companion.games.himiki.rules.board import name_of
from tests.vision.virtual_tables import learnt
from vision.cubes.following.eye import Eye
from vision.cubes.seen import CubeSighting
from vision.frames import Frame, Image, Seconds
from vision.stills import Stills
from vision.virtual import LOOKS, Scene, pieces_named

NOISE = 12.0


def noisy(image: Image, seed: int) -> Image:
    off = np.random.default_rng(seed).normal(0, NOISE, image.shape)
    return np.asarray(np.clip(image + off, 0, 255), np.uint8)


def test_the_mean_has_less_noise() -> None:
    plain = np.full((60, 80, 3), 120, np.uint8)
    stills = Stills()
    for number in range(8):
        stills.add(Frame(noisy(plain, number), Seconds(number / 10)))
    last = Frame(noisy(plain, 7), Seconds(0.7))
    mean = stills.over(last)
    assert mean.t == last.t
    assert float(mean.image.std()) < NOISE / 2


def test_one_frame_is_itself_and_a_touched_table_starts_anew() -> None:
    stills = Stills()
    frame = Frame(np.full((60, 80, 3), 40, np.uint8), Seconds(0.0))
    stills.add(frame)
    assert stills.over(frame) is frame
    stills.clear()
    other = Frame(np.full((60, 80, 3), 200, np.uint8), Seconds(1.0))
    stills.add(other)
    stills.add(other)
    assert int(stills.over(other).image.min()) == 200


def test_the_mean_is_kept_in_two_bytes_a_value_and_is_that_of_fractions() -> None:
    """For as many frames as a table may lie in doubt; nothing is lost but what no picture shows."""
    clean = np.random.default_rng(1).integers(0, 256, (150, 64, 3), dtype=np.uint8)
    stills, mean = Stills(), np.zeros(clean.shape)
    for number in range(40):
        image = noisy(clean, number)
        stills.add(Frame(image, Seconds(number)))
        mean += (image - mean) / stills.count
    told = stills.over(Frame(clean, Seconds(40))).image
    assert np.abs(told - mean).max() < 0.52
    assert (
        sum(each.nbytes for each in vars(stills).values() if isinstance(each, np.ndarray)) == 2 * clean.size
    )


def test_a_cube_that_went_leaves_no_ghost_in_dim_noise() -> None:
    look, renderer, reader = learnt(LOOKS["kitchen"])
    eye = Eye(reader.profile)
    told: list[CubeSighting] = []
    standing = pieces_named("B2wHMK,D4bKMH,E1bMKH", look)
    moved = tuple(replace(p, x=p.x + 1.0) if p.y > 3.4 and p.x > 3 else p for p in standing)
    for number in range(30):
        pieces = standing if number < 15 else moved
        dim = (0.35, 0.35, 0.35)
        image = renderer.render(Scene(pieces=pieces, gain=dim, noise=number))[0]
        look_at = eye.look(Frame(noisy(image, number), Seconds(number / 10)))
        if look_at.sighting is not None:
            told.append(look_at.sighting)
    assert [name_of(cube.square) for cube in told[-1].cubes] == ["B2", "D5", "E1"]
