"""Tables that tests have learnt: once in a run, however many processes share it."""

from pathlib import Path

import numpy as np

from calibration.bench.report import calibrated
from calibration.cubes.drawn import learn_drawn
from calibration.cubes.faces import learn
from companion.games.himiki.rules.cubes import Element
from tests.once import once
from vision.cubes.lesson import cubes_of
from vision.cubes.profile import Profile
from vision.virtual import DrawnLook, Renderer, Scene, pieces_named


def drawn(look: DrawnLook, seed: int = 0) -> Profile:
    """As `learn_drawn`."""
    return once(("drawn", look, seed), lambda: learn_drawn(look, seed))


def played_on(look: DrawnLook, folder: Path) -> Profile:
    """As a table learns itself that starts with this empty folder."""
    from companion.games.himiki.seeing import drawn_profile

    return once(("played on", look), lambda: drawn_profile(look, folder))


def photographed(folder: Path) -> tuple[Profile, dict[tuple[str, str], float]]:
    """As `calibrated`."""
    return once(("photographed", folder), lambda: calibrated(folder))


def pictured(look: DrawnLook) -> Profile:
    """The same of cubes that stand straighter, and with the pictures' usual noise."""

    def make() -> Profile:
        renderer = Renderer(look)
        empty, truth = renderer.render(Scene(light="calibration"))
        faces = []
        for number, element in enumerate(Element):
            cubes = cubes_of(element)
            scene = Scene(pieces=pieces_named(cubes, look, number), light="calibration", noise=number)
            faces.append(renderer.render(scene)[0])
        return learn(empty, faces, np.asarray(truth.corners))

    return once(("pictured", look), make)
