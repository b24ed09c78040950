"""A profile of a virtual table, from its own four pictures as a camera over it would take them."""

import pickle
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np

from calibration.faces import learn
from companion.rules.cubes import Element
from vision.profile import Profile
from vision.virtual.looks import Look
from vision.virtual.placing import laid_out
from vision.virtual.renderer import Renderer
from vision.virtual.scene import Scene

_STANDING = {Element.FIRE: "HMK", Element.WATER: "MKH", Element.WOOD: "KHM"}
_CARE = 0.6
_HOME = Path(__file__).parents[1]


def learn_drawn(look: Look, seed: int = 0) -> Profile:
    """What `himiki calibrate` would make of this table, its corners given."""
    renderer = Renderer(look)
    dice = Random(seed)
    empty = Scene(light="calibration", noise=seed + 1)
    image, truth = renderer.render(empty)
    faces = []
    for element in Element:
        letters = _STANDING[element]
        cubes = ",".join(f"{row}{place}{letters}" for row in "ABCD" for place in ("5w", "2b"))
        pieces = laid_out(cubes, dice, look.cubes.edge, care=_CARE)
        scene = Scene(pieces, light="calibration", noise=seed + 2 + element.value)
        faces.append(renderer.render(scene)[0])
    return learn(image, faces, np.asarray(truth.corners, np.float64))


def learn_drawn_apart(look: Look, folder: Path) -> None:
    """The same into a folder, in a process of its own: it takes memory that a small machine wants back.

    Raises OSError where it does not come about.
    """
    command = [sys.executable, "-m", "calibration.drawn", str(folder.absolute())]
    done = subprocess.run(command, input=pickle.dumps(look), capture_output=True, check=False, cwd=_HOME)
    if done.returncode != 0:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise OSError(f"learning it in a process of its own failed: {last}")


if __name__ == "__main__":
    learn_drawn(pickle.loads(sys.stdin.buffer.read())).save(Path(sys.argv[1]))
