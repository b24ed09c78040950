"""A profile of a virtual table, from its own four pictures as a camera over it would take them."""

import pickle
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np

from calibration.cubes.faces import learn
from companion.games.himiki.rules.cubes import Element
from vision.cubes.lesson import cubes_of
from vision.cubes.profile import Profile
from vision.virtual.painting.renderer import Renderer
from vision.virtual.placing import laid_out
from vision.virtual.scenes.looks import DrawnLook
from vision.virtual.scenes.scene import Scene

_CARE = 0.6
_HOME = Path(__file__).parents[2]


def learn_drawn(look: DrawnLook, seed: int = 0) -> Profile:
    """What `himiki calibrate` would make of this table, its corners given."""
    renderer = Renderer(look)
    dice = Random(seed)
    empty = Scene(light="calibration", noise=seed + 1)
    image, truth = renderer.render(empty)
    faces = []
    for element in Element:
        pieces = laid_out(cubes_of(element), dice, look.cubes.edge, care=_CARE)
        scene = Scene(pieces, light="calibration", noise=seed + 2 + element.value)
        faces.append(renderer.render(scene)[0])
    return learn(image, faces, np.asarray(truth.corners, np.float64))


def learn_drawn_apart(look: DrawnLook, folder: Path) -> None:
    """The same into a folder, in a process of its own: it takes memory that a small machine wants back.

    Raises OSError where it does not come about.
    """
    command = [sys.executable, "-m", "calibration.cubes.drawn", str(folder.absolute())]
    done = subprocess.run(command, input=pickle.dumps(look), capture_output=True, check=False, cwd=_HOME)
    if done.returncode != 0:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise OSError(f"learning it in a process of its own failed: {last}")


if __name__ == "__main__":
    learn_drawn(pickle.loads(sys.stdin.buffer.read())).save(Path(sys.argv[1]))
