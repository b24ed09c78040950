"""Four calibration pictures of virtual tables, right or with one thing wrong."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from vision.camera import Floats
from vision.frames import Image
from vision.virtual import LOOKS, Look, Scene, pieces_named, render

STANDING = ("HMK", "MKH", "KHM")


def cubes(letters: str, missing: str = "", turned: Mapping[str, str] | None = None) -> str:
    """The cubes field with all eight in their places; some may be missing, some stand otherwise."""
    placed = [(f"{row}{column}", colour) for row in "ABCD" for column, colour in ((5, "w"), (2, "b"))]
    return ",".join(
        f"{square}{colour}{(turned or {}).get(square, letters)}"
        for square, colour in placed
        if square not in missing.split()
    )


def scenes(look: Look) -> list[Scene]:
    """The empty board, then fire, water, wood up on all eight cubes."""
    empty = Scene(light="calibration", noise=1)
    return [empty] + [
        replace(empty, pieces=pieces_named(cubes(letters), look, seed=number), noise=number + 2)
        for number, letters in enumerate(STANDING)
    ]


def drawn(look: Look, *all_scenes: Scene) -> list[Image]:
    return [render(scene, look)[0] for scene in all_scenes]


def true_corners(look: Look) -> Floats:
    return np.array(render(Scene(light="calibration"), look)[1].corners)


def look_named(name: str) -> Look:
    return LOOKS[name]
