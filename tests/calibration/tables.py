"""Four calibration pictures of virtual tables, right or with one thing wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.frames import Image
from vision.plane.camera import Floats
from vision.sighting import Point
from vision.virtual import LOOKS, DrawnLook, Scene, pieces_named, render

STANDING = ("HMK", "MKH", "KHM")


def cubes(letters: str, missing: str = "", turned: Mapping[str, str] | None = None) -> str:
    """The cubes field with all eight in their places; some may be missing, some stand otherwise."""
    placed = [(f"{row}{column}", colour) for row in "ABCD" for column, colour in ((5, "w"), (2, "b"))]
    return ",".join(
        f"{square}{colour}{(turned or {}).get(square, letters)}"
        for square, colour in placed
        if square not in missing.split()
    )


def scenes(look: DrawnLook) -> list[Scene]:
    """The empty board, then fire, water, wood up on all eight cubes."""
    empty = Scene(light="calibration", noise=1)
    return [empty] + [
        replace(empty, pieces=pieces_named(cubes(letters), look, seed=number), noise=number + 2)
        for number, letters in enumerate(STANDING)
    ]


def drawn(look: DrawnLook, *all_scenes: Scene) -> list[Image]:
    return [render(scene, look)[0] for scene in all_scenes]


def true_corners(look: DrawnLook) -> Floats:
    return np.array(render(Scene(light="calibration"), look)[1].corners)


def look_named(name: str) -> DrawnLook:
    return LOOKS[name]


def seven_columns() -> Image:
    """Seven by five squares alike, of 100 pixels, from (250, 200): six of the columns are the board."""
    image = np.full((960, 1280, 3), 120, np.uint8)
    for x in range(250, 951, 100):
        cv2.line(image, (x, 200), (x, 700), (40, 40, 40), 3)
    for y in range(200, 701, 100):
        cv2.line(image, (250, y), (950, y), (40, 40, 40), 3)
    noise = np.random.default_rng(5).normal(0, 3, image.shape)
    return np.clip(cv2.GaussianBlur(image, (0, 0), 1) + noise, 0, 255).astype(np.uint8)


def around(corners: Sequence[Point], others: Sequence[Point]) -> float:
    """Pixels by which four corners are apart at most, wherever each begins."""
    one, other = np.array(corners), np.array(others)
    return min(float(np.linalg.norm(np.roll(one, turn, axis=0) - other, axis=1).max()) for turn in range(4))


def alike_both_ways(look: DrawnLook) -> list[Image]:
    """Cubes in places that do not tell which end of the board is A."""
    places = [f"{row}{column}w" for row in "BCD" for column in (2, 5)]
    faces = [
        replace(scene, pieces=pieces_named(",".join(place + letters for place in places), look))
        for scene, letters in zip(scenes(look)[1:], STANDING, strict=True)
    ]
    return drawn(look, scenes(look)[0], *faces)
