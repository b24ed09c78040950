"""Readers that learnt a virtual table from its own four pictures, made once for all tests."""

from functools import lru_cache

import numpy as np

from calibration.faces import learn
from vision.reader import Reader
from vision.virtual import LOOKS, Look, Renderer, Scene, pieces_named

Table = tuple[Look, Renderer, Reader]
STANDING = ("HMK", "MKH", "KHM")


@lru_cache(maxsize=8)
def table_of(name: str) -> Table:
    return learnt(LOOKS[name])


def learnt(look: Look) -> Table:
    renderer = Renderer(look)
    empty, truth = renderer.render(Scene(light="calibration"))
    faces = []
    for number, letters in enumerate(STANDING):
        cubes = ",".join(f"{row}{c}{letters}" for row in "ABCD" for c in ("5w", "2b"))
        scene = Scene(pieces=pieces_named(cubes, look, number), light="calibration", noise=number)
        faces.append(renderer.render(scene)[0])
    return look, renderer, Reader(learn(empty, faces, np.asarray(truth.corners)))
