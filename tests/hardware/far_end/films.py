"""Games as films, made before the machine starts: it is too slow for drawing and for learning a table.

    python -m tests.hardware.far_end.films FOLDER

Each film is a folder: `frames/` with `times.csv`, the `profile/` of its table, and `script.json` with what
really happens in it.
"""

import json
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from calibration.cubes.drawn import learn_drawn
from calibration.cubes.faces import learn
from vision.pictures import load_picture
from vision.virtual.gallery import LOOKS
from vision.virtual.painting.renderer import Renderer
from vision.virtual.table import VirtualTable

FILMS = Path(os.environ.get("HIMIKI_FILMS", Path(__file__).resolve().parents[3] / ".films"))
SIZE = (640, 480)
_EVERY = 0.3
_DATA = Path(__file__).resolve().parents[2] / "data"

OAK_START = "B2bKMH,B5wKMH,C2bKMH,C5wKMH,D2bMHK,D5wKMH w 0-0 --- -"
OAK_MOVES = (
    *("B5>BB4", "B2>BB3", "R-C2>BC3", "R-C3>BC4", "B4>BB5"),
    *("R-B5>PB5+C5>PC5+D5>PD5", "D2>BE2", "D5>BD4", "C4>BB4", "D4>BD5"),
)
DRAWN_START = "B2bHMK,B5wMKH,C2bKHM,C5wHMK,D2bMKH,D5wKHM w 0-0 --- -"
DRAWN_CHAPTERS = (
    *(("B5>BB4", "D2>BD1"), ("B4>BB3",), ("D1>PD1", "B3>BC3")),
    *(("D1>TD4",), ("D4>TD1",)),
    *(("C2>BC1",), ("C5>BC4",), ("D1>BE1", "D5>BE5")),
)
STRAY = {"D1>TD4", "D4>TD1"}
"""Done, and no move: a cube is put where none leads, and back."""


@dataclass(frozen=True, slots=True)
class Film:
    frames: tuple[Path, ...]
    times: tuple[float, ...]
    start: str
    chapters: tuple[tuple[int, tuple[str, ...]], ...]
    """Of each: where its frames end, and the moves that it holds."""
    profile: Path

    @property
    def moves(self) -> list[str]:
        return [move for _, moves in self.chapters for move in moves]


def load(folder: Path) -> Film:
    script = json.loads((folder / "script.json").read_text(encoding="utf-8"))
    rows = (folder / "frames/times.csv").read_text(encoding="utf-8").split()[1:]
    cells = [row.split(",") for row in rows]
    return Film(
        tuple(folder / "frames" / name for name, _ in cells),
        tuple(float(seconds) for _, seconds in cells),
        script["start"],
        tuple((end, tuple(moves)) for end, moves in script["chapters"]),
        folder / "profile",
    )


def _oak(folder: Path) -> None:
    """Path-traced, with a hand that plays ten moves without a break."""
    shutil.copytree(_DATA / "attention/oak", folder / "frames")
    pictures = _DATA / "tables/oak"
    truth = [json.loads(line) for line in (pictures / "truth.jsonl").read_text().splitlines()]
    corners = next(each["corners"] for each in truth if each["image"] == "empty.jpg")
    faces = [load_picture(pictures / f"faces_{name}.jpg") for name in ("fire", "water", "wood")]
    profile = learn(load_picture(pictures / "empty.jpg"), faces, np.array(corners, float))
    profile.save(folder / "profile")
    frames = len((folder / "frames/times.csv").read_text(encoding="utf-8").split()) - 1
    _script(folder, OAK_START, [(frames, OAK_MOVES)])


class _Camera:
    """Takes pictures of a drawn table as its time goes on."""

    def __init__(self, folder: Path) -> None:
        look = LOOKS["kitchen"]
        learn_drawn(look).save(folder / "profile")
        self.table = VirtualTable(look, seed=4)
        self.times: list[float] = []
        self._renderer = Renderer(look)
        self._frames = folder / "frames"
        self._frames.mkdir()

    def still(self, frames: int = 5) -> None:
        for _ in range(frames):
            self._shoot()

    def do(self, action: str) -> None:
        self.table.do(action, self._now)
        while self.table.busy_until() is not None:
            self._shoot()
            self.table.scene_at(self._now)
        self.still()

    @property
    def _now(self) -> float:
        return len(self.times) * _EVERY

    def _shoot(self) -> None:
        image, _ = self._renderer.render(replace(self.table.scene_at(self._now), noise=len(self.times) + 1))
        small = cv2.resize(image, SIZE, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(self._frames / f"f{len(self.times):04}.jpg"), small)
        self.times.append(self._now)

    def finish(self) -> None:
        rows = [f"f{number:04}.jpg,{seconds:.3f}" for number, seconds in enumerate(self.times)]
        (self._frames / "times.csv").write_text("\n".join(["file,seconds", *rows]) + "\n", encoding="utf-8")


def _drawn(folder: Path) -> None:
    camera = _Camera(folder)
    camera.table.lay(DRAWN_START.split(maxsplit=1)[0])
    camera.still(8)
    chapters = []
    for actions in DRAWN_CHAPTERS:
        for action in actions:
            camera.do(action)
        chapters.append((len(camera.times), [each for each in actions if each not in STRAY]))
    camera.finish()
    _script(folder, DRAWN_START, chapters)


def _script(folder: Path, start: str, chapters: Sequence[tuple[int, Sequence[str]]]) -> None:
    (folder / "script.json").write_text(json.dumps({"start": start, "chapters": chapters}), encoding="utf-8")


def main() -> None:
    home = Path(sys.argv[1])
    for name, make in (("oak", _oak), ("drawn", _drawn)):
        (home / name).mkdir(parents=True)
        make(home / name)


if __name__ == "__main__":
    main()
