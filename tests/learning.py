"""Tables that tests have learnt: once in a run, however many processes share it."""

from pathlib import Path
from typing import Final

import numpy as np

from calibration.drawn import learn_drawn
from calibration.faces import learn
from calibration.report import calibrated
from tests.once import once
from vision.profile import Profile
from vision.virtual import Look, Renderer, Scene, pieces_named

_STANDING: Final = ("HMK", "MKH", "KHM")


def drawn(look: Look, seed: int = 0) -> Profile:
    """As `learn_drawn`."""
    return once(("drawn", look, seed), lambda: learn_drawn(look, seed))


def played_on(look: Look, folder: Path) -> Profile:
    """As a table learns itself that starts with this empty folder."""
    from companion.table.eyes import drawn_profile

    return once(("played on", look), lambda: drawn_profile(look, folder))


def photographed(folder: Path) -> tuple[Profile, dict[tuple[str, str], float]]:
    """As `calibrated`."""
    return once(("photographed", folder), lambda: calibrated(folder))


def pictured(look: Look) -> Profile:
    """The same of cubes that stand straighter, and with the pictures' usual noise."""

    def make() -> Profile:
        renderer = Renderer(look)
        empty, truth = renderer.render(Scene(light="calibration"))
        faces = []
        for number, letters in enumerate(_STANDING):
            cubes = ",".join(f"{row}{c}{letters}" for row in "ABCD" for c in ("5w", "2b"))
            scene = Scene(pieces=pieces_named(cubes, look, number), light="calibration", noise=number)
            faces.append(renderer.render(scene)[0])
        return learn(empty, faces, np.asarray(truth.corners))

    return once(("pictured", look), make)
